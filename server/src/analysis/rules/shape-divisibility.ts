import type { Rule } from './rule.ts';

export const shapeDivisibility: Rule = {
  id: 'shape-divisibility',
  severity: 'error',
  title: 'Shapes do not divide',
};
