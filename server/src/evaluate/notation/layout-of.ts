// `layout_of(…)`: the layout of a table of offsets, or of an index expression over the ranges of its variables.

import { type Failure, isFailure, type Outcome, Violation } from '../../algebra/integer/failure.ts';
import { isIntTuple } from '../../algebra/layout/kinds.ts';
import { isRecovered, type Recovery, recoverLayout } from '../../algebra/recover/recover.ts';
import { failingText } from '../../algebra/recover/text.ts';
import { IntegerRelation } from '../../algebra/relation/value.ts';
import type { HTuple } from '../../algebra/tuple/htuple.ts';
import { leavesOf, mapLeaves } from '../../algebra/tuple/operations.ts';
import { layoutOfIndex, valuesText } from '../indexing/layout.ts';
import type { Builtin } from '../model/builtin.ts';
import { Unknown, type Value } from '../model/value.ts';
import { relationFunction } from '../relation/functions.ts';
import { type IndexCall, numberOf } from './index-call.ts';

export const LAYOUT_OF = 'layout_of';

/** Points of an expression that are worked out while somebody waits. */
const BUDGET = 2 ** 16;

const layoutFromMapping = relationFunction('layout_from_mapping')!;

const USE =
  'layout_of takes a table of offsets or a relation and a shape, or an expression and the sizes of its variables';

function resultOf(recovery: Outcome<Recovery>, coordinate?: (at: number) => string): Value | Failure {
  if (isFailure(recovery)) return recovery;
  if (isRecovered(recovery)) return recovery.layout;
  return new Violation('inadmissible', failingText(recovery.failings[0], coordinate), { source: '002' });
}

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

/** `layout_of([0,4,1,5])`, `layout_of([0,4,1,5], (2,2))`; of a relation as `layout_from_mapping`. */
export const layoutOfTable: Builtin = (call) => {
  const { args } = call;
  const [given, shape] = args;
  if (given instanceof IntegerRelation)
    return args.length === 2 ? layoutFromMapping(call) : new Violation('wrong-kind', USE);
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

/** `layout_of(i*64 + (j ^ (i & 7)), i=8, j=64)`. */
export function layoutOfExpression(call: IndexCall): Value | Failure {
  const { e, ranges, constantOf } = call;
  return resultOf(layoutOfIndex(e, ranges, constantOf, BUDGET), (at) => valuesText(ranges, at));
}
