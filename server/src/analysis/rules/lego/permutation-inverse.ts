import type { Rule } from '../rule.ts';

export const permutationInverse: Rule = {
  id: 'permutation-inverse',
  severity: 'error',
  title: 'Not the inverse',
};
