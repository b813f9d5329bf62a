// `layout_of(…)`: the layout of a table of offsets, or of an index expression over the ranges of its variables.

import { type Failure, isFailure, type Outcome, Violation } from '../../algebra/integer/failure.ts';
import { knownValue } from '../../algebra/integer/integer.ts';
import { isInt, isIntTuple } from '../../algebra/layout/kinds.ts';
import { isRecovered, type Recovery, recoverLayout } from '../../algebra/recover/recover.ts';
import { failingText } from '../../algebra/recover/text.ts';
import type { HTuple } from '../../algebra/tuple/htuple.ts';
import { leavesOf, mapLeaves } from '../../algebra/tuple/operations.ts';
import type { CallExpr } from '../../frontends/common/expression.ts';
import { type IndexRange, layoutOfIndex, valuesText } from '../indexing/layout.ts';
import type { Builtin } from '../model/builtin.ts';
import type { Environment } from '../model/environment.ts';
import type { Evaluation } from '../model/evaluation.ts';
import { Unknown, type Value } from '../model/value.ts';

export const LAYOUT_OF = 'layout_of';

/** Points of an expression that are worked out while somebody waits. */
const BUDGET = 2 ** 16;

const USE = 'layout_of takes a table of offsets and a shape, or an expression and the sizes of its variables';

function resultOf(recovery: Outcome<Recovery>, coordinate?: (at: number) => string): Value | Failure {
  if (isFailure(recovery)) return recovery;
  if (isRecovered(recovery)) return recovery.layout;
  return new Violation('inadmissible', failingText(recovery.failings[0], coordinate), { source: '002' });
}

/** An integer with a known value; null for everything else. */
const numberOf = (v: Value): number | null => (isInt(v) ? (knownValue(v) ?? null) : null);

/** `[0,4,1,5]`, and rows of rows, of which the last index is written fastest. */
function tableOf(
  v: Value,
): { readonly offsets: readonly number[]; readonly shape: readonly number[] } | null {
  if (!Array.isArray(v) || v.length === 0) return null;
  const rows = v as readonly Value[];
  if (!Array.isArray(rows[0])) {
    const offsets = rows.map(numberOf);
    return offsets.includes(null) ? null : { offsets: offsets as number[], shape: [rows.length] };
  }
  const parts = rows.map(tableOf);
  const inner = parts[0]?.shape;
  if (inner === undefined || parts.some((part) => part === null || `${part.shape}` !== `${inner}`))
    return null;
  const size = parts[0]!.offsets.length;
  const offsets = Array.from({ length: size * rows.length }, (_, x) => {
    return parts[x % rows.length]!.offsets[Math.floor(x / rows.length)]!;
  });
  return { offsets, shape: [rows.length, ...inner] };
}

/** `layout_of([0,4,1,5])`, `layout_of([0,4,1,5], (2,2))`. */
export const layoutOfTable: Builtin = ({ args }) => {
  const [given, shape] = args;
  if (given === undefined || args.length > 2) return new Violation('wrong-kind', USE);
  const unknown = args.find((a) => a instanceof Unknown);
  if (unknown instanceof Unknown) return unknown;
  const table = tableOf(given);
  if (table === null)
    return new Violation('wrong-kind', 'a table of offsets is a list of integers: [0,4,1,5]');
  if (shape === undefined)
    return resultOf(recoverLayout(table.offsets, table.shape.length === 1 ? undefined : table.shape));
  if (!isIntTuple(shape as never)) return new Violation('wrong-kind', 'a shape has integers');
  const profile = mapLeaves(shape as HTuple<Value>, (leaf) => numberOf(leaf) ?? Number.NaN) as HTuple<number>;
  if (leavesOf(profile).some((n) => !(n > 0)))
    return new Violation('wrong-kind', 'the sizes of the shape are not known');
  return resultOf(recoverLayout(table.offsets, profile));
};

/** `layout_of(i*64 + (j ^ (i & 7)), i=8, j=64)`: the keywords are the variables, the first one fastest. */
export function layoutOfExpression(ev: Evaluation, call: CallExpr, env: Environment): Value | Failure | null {
  if (call.callee.kind !== 'name' || call.callee.name !== LAYOUT_OF || call.keywords.length === 0)
    return null;
  const [e] = call.args;
  if (e === undefined || call.args.length > 1) return new Violation('wrong-kind', USE);
  const ranges: IndexRange[] = [];
  for (const { name, value } of call.keywords) {
    const extent = ev.value(value, env);
    if (extent instanceof Unknown) return extent;
    const number = numberOf(extent);
    if (!isInt(extent) || (number !== null && number < 1))
      return new Violation('wrong-kind', `the size of ${name} is an integer above zero`);
    ranges.push({ name, first: 0, step: 1, extent: number ?? extent });
  }
  const constantOf = (name: string): number | null => {
    const value = ev.value({ kind: 'name', name, span: e.span }, env);
    return value instanceof Unknown ? null : numberOf(value);
  };
  return resultOf(layoutOfIndex(e, ranges, constantOf, BUDGET), (at) => valuesText(ranges, at));
}
