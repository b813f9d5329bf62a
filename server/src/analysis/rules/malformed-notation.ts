import type { Rule } from './rule.ts';

export const malformedNotation: Rule = {
  id: 'malformed-notation',
  severity: 'error',
  title: 'Not a layout',
  description: 'The text is not a layout, or not an expression over layouts, in the text notation.',
};
