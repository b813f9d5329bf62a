import type { Rule } from '../rule.ts';

export const dynamicStorage: Rule = {
  id: 'dynamic-storage',
  severity: 'error',
  title: 'An owning tensor of a run-time size',
  description:
    'A tensor that owns its elements is an array in registers: its layout must be static. Take the shape of a tile that is known to the compiler, not that of the problem.',
};
