// What can be said of a layout whose extents or strides are not known as numbers: `(M,K):(K,1)` is row-major
// and compact whatever M and K are.

import { sameValue } from '../integer/comparison.ts';
import { asFailure } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import { intText } from '../integer/known.ts';
import { multiply } from '../integer/operations.ts';
import type { Layout } from '../layout/layout.ts';
import { isInt } from '../layout/stride-operations.ts';
import { type HTuple, isTuple } from '../tuple/htuple.ts';
import { layoutLeaves } from '../view/enumerate-modes.ts';

interface SymbolicLeaf {
  readonly shape: Int;
  readonly stride: Int;
  /** The top-level mode it belongs to. */
  readonly mode: number;
}

const leafCount = (t: HTuple<Int>): number =>
  isTuple(t) ? t.reduce<number>((n, x) => n + leafCount(x), 0) : 1;

const symbolicLeaves = (layout: Layout): SymbolicLeaf[] | null => {
  const shapes = isTuple(layout.shape) ? layout.shape : [layout.shape];
  const modes = shapes.flatMap((shape, mode) => new Array<number>(leafCount(shape)).fill(mode));
  const leaves: SymbolicLeaf[] = [];
  for (const [i, { shape, stride }] of layoutLeaves(layout).entries()) {
    if (!isInt(stride)) return null;
    leaves.push({ shape, stride, mode: modes[i]! });
  }
  return leaves;
};

/** The leaves in the order in which each stride is what the ones before it cover; null when there is none. */
const compactOrder = (leaves: readonly SymbolicLeaf[]): { order: readonly number[]; size: Int } | null => {
  const rest = leaves.map((_, i) => i);
  const order: number[] = [];
  let covered: Int = 1;
  while (rest.length > 0) {
    const next = rest.findIndex((i) => sameValue(leaves[i]!.stride, covered) === true);
    if (next < 0) return null;
    const [i] = rest.splice(next, 1);
    order.push(i!);
    covered = multiply(covered, leaves[i!]!.shape);
  }
  return { order, size: covered };
};

const rises = (order: readonly number[]): boolean => order.every((n, i) => i === 0 || n > order[i - 1]!);

const describeOrThrow = (layout: Layout): readonly string[] => {
  const all = symbolicLeaves(layout);
  if (all === null) return [];
  const words: string[] = [];
  // A mode of one element repeats nothing.
  const leaves = all.filter((l) => sameValue(l.shape, 1) !== true);
  const broadcast = [...new Set(leaves.filter((l) => sameValue(l.stride, 0) === true).map((l) => l.mode))];
  const compact = compactOrder(leaves);
  if (compact !== null) {
    const flat = leaves.length > 1 && new Set(leaves.map((l) => l.mode)).size === leaves.length;
    if (leaves.length === 1) words.push('contiguous');
    else if (rises(compact.order)) words.push('column-major');
    else if (flat && rises([...compact.order].reverse())) words.push('row-major');
    const size = intText(compact.size);
    return [...words, 'compact', ...(size.includes('?') ? [] : [`bijective onto [0, ${size})`])];
  }
  const unit = leaves.find((l) => sameValue(l.stride, 1) === true);
  if (unit !== undefined) words.push(`contiguous along mode ${unit.mode}`);
  if (broadcast.length > 0) words.push(`broadcast along mode ${broadcast.join(' and ')}`);
  return words;
};

/** The words for a plain layout with unknown integers; empty when nothing holds for all their values. */
export const describeSymbolic = (layout: Layout): readonly string[] => {
  try {
    return describeOrThrow(layout);
  } catch (e) {
    asFailure(e);
    return [];
  }
};
