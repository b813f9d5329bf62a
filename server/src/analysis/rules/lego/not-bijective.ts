import type { Rule } from '../rule.ts';

export const notBijective: Rule = {
  id: 'not-bijective',
  severity: 'error',
  title: 'No bijection',
};
