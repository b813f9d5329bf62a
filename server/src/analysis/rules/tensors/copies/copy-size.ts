import type { Rule } from '../../rule.ts';
import { checkWholeRings } from './whole-ring.ts';

export const copySize: Rule = {
  id: 'copy-size',
  severity: 'warning',
  title: 'Not all elements are copied, or too many',
  checkDocument: checkWholeRings,
};
