import type { Rule } from './rule.ts';

export const rankMismatch: Rule = {
  id: 'rank-mismatch',
  severity: 'error',
  title: 'Ranks differ',
};
