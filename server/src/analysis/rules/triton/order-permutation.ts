import type { Rule } from '../rule.ts';

export const orderPermutation: Rule = {
  id: 'order-permutation',
  severity: 'error',
  title: 'No permutation',
  description:
    'The order of a Triton layout names each dimension once, the fastest first; Triton refuses another one. So does the σ of a RegP.',
};
