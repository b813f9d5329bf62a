import type { Rule } from './rule.ts';

export const notCongruent: Rule = {
  id: 'not-congruent',
  severity: 'error',
  title: 'Profiles differ',
  description: 'A shape and its strides, or the two arguments, must have the same nesting.',
};
