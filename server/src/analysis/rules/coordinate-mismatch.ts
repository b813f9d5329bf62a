import type { Rule } from './rule.ts';

export const coordinateMismatch: Rule = {
  id: 'coordinate-mismatch',
  severity: 'error',
  title: 'Coordinate does not fit the shape',
};
