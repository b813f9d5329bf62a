import type { Rule } from '../../rule.ts';
import { checkWholeRings } from './whole-ring.ts';

export const copySize: Rule = {
  id: 'copy-size',
  severity: 'warning',
  title: 'Not all elements are copied, or too many',
  description:
    '`copy` goes through the elements of the destination, `axpby` through those of the source. The source has fewer of them, and is read beyond its end; or more, and some are left; or as many in modes of other sizes, where elements change their coordinates. Or all stages of a ring are written, where one is meant.',
  checkDocument: checkWholeRings,
};
