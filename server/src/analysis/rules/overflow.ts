import type { Rule } from './rule.ts';

export const overflow: Rule = {
  id: 'overflow',
  severity: 'warning',
  title: 'Passes 32 bits',
  description:
    'Static products in C++ CuTe are computed in 32 bits. This one leaves them, and the compiled value wraps.',
};
