import type { Rule } from './rule.ts';

export const indivisible: Rule = {
  id: 'indivisible',
  severity: 'error',
  title: 'Does not divide',
};
