import type { Rule } from '../rule.ts';
import { checkComposedOperands } from './composed-operands.ts';

export const inadmissible: Rule = {
  id: 'inadmissible',
  severity: 'error',
  title: 'Inadmissible operation',
  description:
    'The arguments do not meet a condition of the operation; the message says which one, in which mode and with which numbers.',
  checkDocument: checkComposedOperands,
};
