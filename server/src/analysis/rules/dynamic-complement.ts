import type { Rule } from './rule.ts';

export const dynamicComplement: Rule = {
  id: 'dynamic-complement',
  severity: 'error',
  title: 'Complement of run-time strides',
};
