import type { Rule } from './rule.ts';

export const notInvertible: Rule = {
  id: 'not-invertible',
  severity: 'error',
  title: 'No inverse',
  description: 'The layout has no inverse of the kind asked for.',
};
