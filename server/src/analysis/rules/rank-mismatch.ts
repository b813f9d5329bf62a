import type { Rule } from './rule.ts';

export const rankMismatch: Rule = {
  id: 'rank-mismatch',
  severity: 'error',
  title: 'Ranks differ',
  description:
    'The arguments must have the same number of modes, or the tiler at most as many as the layout.',
};
