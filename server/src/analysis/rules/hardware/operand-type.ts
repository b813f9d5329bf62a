import type { Rule } from '../rule.ts';

export const operandType: Rule = {
  id: 'operand-type',
  severity: 'warning',
  title: 'Operands of another type',
  description:
    '`gemm` hands the registers of a fragment to the instruction as they are. The fragment holds `half_t` where the instruction reads `bfloat16_t`, or the other way, or so with the two formats of 8 bits: it compiles, and the product is wrong. Take the atom of the type, or convert the fragment.',
};
