import type { Rule } from './rule.ts';

export const dynamicComplement: Rule = {
  id: 'dynamic-complement',
  severity: 'error',
  title: 'Complement of run-time strides',
  description:
    'C++ CuTe sorts the modes by stride at compile time, so that a layout of rank above one must have static strides.',
};
