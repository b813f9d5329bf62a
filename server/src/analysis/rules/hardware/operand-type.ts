import type { Rule } from '../rule.ts';
import { checkAllocatedTypes } from './type-bytes.ts';

export const operandType: Rule = {
  id: 'operand-type',
  severity: 'warning',
  title: 'Operands of another type',
  checkDocument: checkAllocatedTypes,
};
