import type { Rule } from './rule.ts';

export const nonInjectiveComplement: Rule = {
  id: 'non-injective-complement',
  severity: 'error',
  title: 'Complement of an overlapping layout',
  description:
    'A complement fills the gaps of a layout. Where two coordinates share an offset there is no such thing, and C++ CuTe refuses it.',
};
