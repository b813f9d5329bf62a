import type { Rule } from './rule.ts';

export const outOfRange: Rule = {
  id: 'out-of-range',
  severity: 'error',
  title: 'No such mode',
  description: 'The index names a mode that the layout does not have.',
};
