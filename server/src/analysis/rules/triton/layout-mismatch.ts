import type { Rule } from '../rule.ts';

export const layoutMismatch: Rule = {
  id: 'layout-mismatch',
  severity: 'error',
  title: 'Two layouts that differ',
  description:
    'Gluon computes element by element where both tensors lie alike, and refuses what lies otherwise: one of the two is converted first.',
};
