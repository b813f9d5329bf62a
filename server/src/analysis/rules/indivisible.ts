import type { Rule } from './rule.ts';

export const indivisible: Rule = {
  id: 'indivisible',
  severity: 'error',
  title: 'Does not divide',
  description: 'The operation needs one number to divide the other; the message names both.',
};
