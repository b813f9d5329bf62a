import type { Rule } from './rule.ts';

export const overflow: Rule = {
  id: 'overflow',
  severity: 'warning',
  title: 'Passes 32 bits',
};
