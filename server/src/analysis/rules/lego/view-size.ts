import type { Rule } from '../rule.ts';

export const viewSize: Rule = {
  id: 'view-size',
  severity: 'error',
  title: 'Sizes differ',
  description:
    'A GroupBy has as many elements as each OrderBy behind it reorders; the message has both numbers.',
};
