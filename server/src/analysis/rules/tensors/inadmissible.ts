import type { Rule } from '../rule.ts';
import { checkComposedOperands } from './composed-operands.ts';

export const inadmissible: Rule = {
  id: 'inadmissible',
  severity: 'error',
  title: 'Inadmissible operation',
  checkDocument: checkComposedOperands,
};
