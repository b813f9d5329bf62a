// The operators in an expression of Triton.

import type { Expr } from '../../frontends/common/expression.ts';
import { partsOf } from '../../frontends/common/expression-parts.ts';

/** Those that stand in no call inside of it, the innermost first. */
export const operatorsIn = (e: Expr): readonly (Expr & { readonly kind: 'binary' })[] =>
  e.kind === 'call' ? [] : [...partsOf(e).flatMap(operatorsIn), ...(e.kind === 'binary' ? [e] : [])];
