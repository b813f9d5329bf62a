import type { Rule } from '../rule.ts';
import { checkAllocatedTypes } from './type-bytes.ts';

export const operandType: Rule = {
  id: 'operand-type',
  severity: 'warning',
  title: 'Operands of another type',
  description:
    '`gemm` hands the registers of a fragment to the instruction as they are, and `copy` with an atom moves bits. The fragment holds `half_t` where the instruction reads `bfloat16_t`, or the other way, or so with the two formats of 8 bits, or source and destination of a copy: it compiles, and the numbers are wrong. Take the atom of the type, or convert the fragment.',
  checkDocument: checkAllocatedTypes,
};
