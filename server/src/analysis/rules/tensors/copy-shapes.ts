import type { Rule } from '../rule.ts';

export const copyShapes: Rule = {
  id: 'copy-shapes',
  severity: 'error',
  title: 'Source and destination do not fit',
  description:
    '`copy` with an atom needs a source and a destination with as many modes, as many elements behind the first one, and in the first one as many values as the instruction takes. A mode of pipeline stages is sliced away first.',
};
