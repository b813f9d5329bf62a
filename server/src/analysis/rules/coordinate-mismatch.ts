import type { Rule } from './rule.ts';

export const coordinateMismatch: Rule = {
  id: 'coordinate-mismatch',
  severity: 'error',
  title: 'Coordinate does not fit the shape',
  description: 'A coordinate may be an integer, or a tuple that is weakly congruent to the shape.',
};
