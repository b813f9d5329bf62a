import type { Rule } from '../rule.ts';

export const swizzleWidth: Rule = {
  id: 'swizzle-width',
  severity: 'error',
  title: 'A swizzle wider than the tensor',
  description:
    'The swizzle of an NVMMASharedLayout moves 16-byte chunks within rows of 32, 64 or 128 bytes, eight rows at a time: the tensor must have such rows. `NVMMASharedLayout.get_default_for` takes the widest that fits.',
};
