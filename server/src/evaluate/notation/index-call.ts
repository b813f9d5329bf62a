// Calls with an index expression and the sizes of its variables: `layout_of(i*64 + j, i=8, j=64)`.

import { type Failure, Violation } from '../../algebra/integer/failure.ts';
import { knownValue } from '../../algebra/integer/integer.ts';
import { isInt } from '../../algebra/layout/kinds.ts';
import type { CallExpr, Expr } from '../../frontends/common/expression.ts';
import type { ConstantOf } from '../indexing/function.ts';
import type { IndexRange } from '../indexing/layout.ts';
import type { Environment } from '../model/environment.ts';
import type { Evaluation } from '../model/evaluation.ts';
import { Unknown, type Value } from '../model/value.ts';

export interface IndexCall {
  readonly e: Expr;
  /** The keywords are the variables, the first one fastest. */
  readonly ranges: readonly IndexRange[];
  readonly constantOf: ConstantOf;
}

/** An integer with a known value; null for everything else. */
export const numberOf = (v: Value): number | null => (isInt(v) ? (knownValue(v) ?? null) : null);

/** Reads a call, and hands it on. A size that is not known is the answer, or a Violation. */
export function withIndexCall(
  ev: Evaluation,
  { callee, args, keywords }: CallExpr,
  env: Environment,
  run: (call: IndexCall) => Value | Failure,
): Value | Failure {
  const [e] = args;
  const name = callee.kind === 'name' ? callee.name : 'the function';
  if (e === undefined || args.length > 1)
    return new Violation('wrong-kind', `${name} takes an expression and the sizes of its variables`);
  const ranges: IndexRange[] = [];
  for (const { name: variable, value } of keywords) {
    const extent = ev.value(value, env);
    if (extent instanceof Unknown) return extent;
    const number = numberOf(extent);
    if (!isInt(extent) || (number !== null && number < 1))
      return new Violation('wrong-kind', `the size of ${variable} is an integer above zero`);
    ranges.push({ name: variable, first: 0, step: 1, extent: number ?? extent });
  }
  const constantOf = (used: string): number | null => {
    const value = ev.value({ kind: 'name', name: used, span: e.span }, env);
    return value instanceof Unknown ? null : numberOf(value);
  };
  return run({ e, ranges, constantOf });
}
