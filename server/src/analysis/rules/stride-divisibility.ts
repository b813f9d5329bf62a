import type { Rule } from './rule.ts';

export const strideDivisibility: Rule = {
  id: 'stride-divisibility',
  severity: 'error',
  title: 'Strides do not divide',
  description:
    'Composition divides a stride of the inner layout by the shape of the outer one, mode by mode. Each quotient, or its inverse, must be a whole number (Cecka 3.3.3, condition (20)). Choose a stride that divides, or lay out the outer modes so that it does.',
};
