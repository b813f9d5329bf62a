// What kernels of Triton make of integers: sums, products, quotients, and the blocks of something, `tl.cdiv(n, BLOCK)`.

import type { Expr } from '../../frontends/common/expression.ts';
import { pathText } from './reaching.ts';

interface Arithmetic {
  readonly left: Expr;
  readonly right: Expr;
  /** Null where there is no such number. */
  readonly of: (a: number, b: number) => number | null;
}

const OPERATORS: ReadonlyMap<string, Arithmetic['of']> = new Map([
  ['+', (a, b) => a + b],
  ['-', (a, b) => a - b],
  ['*', (a, b) => a * b],
  ['//', (a, b) => (a < 0 || b <= 0 ? null : Math.floor(a / b))],
  ['%', (a, b) => (a < 0 || b <= 0 ? null : a % b)],
]);

const FUNCTIONS: ReadonlyMap<string, Arithmetic['of']> = new Map([
  ['cdiv', (a, b) => (a < 0 || b <= 0 ? null : Math.ceil(a / b))],
  ['minimum', Math.min],
  ['maximum', Math.max],
]);

/** Null for what is none. `functionOf`: the function of Triton that a path names. */
export function arithmeticIn(e: Expr, functionOf: (path: string) => string | null): Arithmetic | null {
  if (e.kind === 'binary') {
    const of = OPERATORS.get(e.operator);
    return of === undefined ? null : { left: e.left, right: e.right, of };
  }
  if (e.kind !== 'call' || e.args.length !== 2 || e.keywords.length > 0) return null;
  const path = pathText(e.callee);
  const of =
    path === null ? undefined : FUNCTIONS.get(path === 'triton.cdiv' ? 'cdiv' : (functionOf(path) ?? ''));
  return of === undefined ? null : { left: e.args[0]!, right: e.args[1]!, of };
}
