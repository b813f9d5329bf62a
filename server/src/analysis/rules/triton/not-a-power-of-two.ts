import type { Rule } from '../rule.ts';

export const notAPowerOfTwo: Rule = {
  id: 'not-a-power-of-two',
  severity: 'error',
  title: 'Not a power of two',
  description:
    'Triton’s layouts are linear over F2: each size in them, and each extent of a tensor, is a power of two.',
};
