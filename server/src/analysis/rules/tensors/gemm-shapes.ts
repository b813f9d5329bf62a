import type { Rule } from '../rule.ts';

export const gemmShapes: Rule = {
  id: 'gemm-shapes',
  severity: 'error',
  title: 'Operands do not fit',
  description:
    '`gemm` multiplies (V,M,K) by (V,N,K) into (V,M,N). The operands have other numbers of modes, another extent where two of them share one, or other numbers of values than the instruction takes.',
};
