import type { Rule } from '../rule.ts';

export const viewSize: Rule = {
  id: 'view-size',
  severity: 'error',
  title: 'Sizes differ',
};
