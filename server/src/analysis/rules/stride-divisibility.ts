import type { Rule } from './rule.ts';

export const strideDivisibility: Rule = {
  id: 'stride-divisibility',
  severity: 'error',
  title: 'Strides do not divide',
};
