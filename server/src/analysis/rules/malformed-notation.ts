import type { Rule } from './rule.ts';

export const malformedNotation: Rule = {
  id: 'malformed-notation',
  severity: 'error',
  title: 'Not a layout',
};
