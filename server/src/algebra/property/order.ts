// The order in which a layout walks through memory: sorted strides, broadcast modes, the contiguous run, and
// majorness in the words of the field.

import { isFailure, type Outcome } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import { type AnyLayout, Layout } from '../layout/layout.ts';
import { type HTuple, isTuple } from '../tuple/htuple.ts';
import { type Decision, no, yes } from './answer.ts';
import { type LayoutView, withValues } from './view.ts';

/** One coalesced piece of a mode: `size` values `stride` apart. */
interface StridedRun {
  readonly size: bigint;
  readonly stride: bigint;
}

/** Modes of one element dropped, neighbours that continue each other merged (Cecka 3.2). */
const coalesceRuns = (runs: readonly StridedRun[]): StridedRun[] => {
  const merged: StridedRun[] = [];
  for (const run of runs) {
    if (run.size === 1n) continue;
    const before = merged.at(-1);
    if (before !== undefined && before.size * before.stride === run.stride) {
      merged[merged.length - 1] = { size: before.size * run.size, stride: before.stride };
    } else merged.push(run);
  }
  return merged;
};

const leafCount = (t: HTuple<Int>): number =>
  isTuple(t) ? t.reduce<number>((n, x) => n + leafCount(x), 0) : 1;
const topShape = (layout: AnyLayout): readonly HTuple<Int>[] => {
  if (!(layout instanceof Layout)) return topShape(layout.inner);
  return isTuple(layout.shape) ? layout.shape : [layout.shape];
};

/** The coalesced pieces of each top-level mode of a layout with integer strides; null for other layouts. */
const runsByMode = (view: LayoutView): readonly StridedRun[][] | null => {
  const { modes } = view;
  if (modes === null || modes.kind !== 'integer') return null;
  let next = 0;
  return topShape(view.layout).map((mode) => {
    const from = next;
    next += leafCount(mode);
    return coalesceRuns(
      modes.sizes.slice(from, next).map((size, i) => ({
        size: BigInt(size),
        stride: BigInt(modes.strides[from + i]!),
      })),
    );
  });
};

/** Whether the strides of the leaves that have more than one element rise from left to right. */
export const sortedView = (view: LayoutView): Decision => {
  const { modes } = view;
  if (modes === null || modes.kind === 'coordinate') return no('it has no strides to sort');
  let last = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < modes.sizes.length; i++) {
    if (modes.sizes[i] === 1) continue;
    const stride = modes.strides[i]!;
    if (stride < last) return no(`the stride ${stride} follows ${last}`);
    last = stride;
  }
  return yes('the strides rise from left to right');
};

/** The top-level modes along which the value stays the same (stride 0, more than one element). */
export const broadcastModes = (view: LayoutView): readonly number[] => {
  const { modes } = view;
  if (modes === null) return [];
  const tables = modes.kind === 'coordinate' ? modes.strides : [modes.strides];
  const found: number[] = [];
  let next = 0;
  topShape(view.layout).forEach((mode, index) => {
    for (const end = next + leafCount(mode); next < end; next++) {
      const leaf = next;
      if (
        modes.sizes[leaf]! > 1 &&
        tables.every((strides) => strides[leaf] === 0) &&
        !found.includes(index)
      ) {
        found.push(index);
      }
    }
  });
  return found;
};

/** The longest run of neighbours: how many consecutive coordinates of a mode have consecutive offsets. */
export interface ContiguousRun {
  readonly length: bigint;
  /** The top-level mode it runs along; null when no two neighbours are contiguous. */
  readonly mode: number | null;
}

/** The longest power of two such that all aligned groups of that many coordinates are consecutive offsets. */
const runOfTable = (table: Int32Array | Float64Array, place: number, extent: number): number => {
  const period = place * extent;
  let run = extent;
  for (let start = 0; start < table.length && run > 1; start += period) {
    for (let low = 0; low < place && run > 1; low++) {
      for (let c = 0; c + 1 < extent; c++) {
        const at = start + low + c * place;
        if (table[at + place]! - table[at]! === 1) continue;
        // A break after c allows only runs that end there, so lengths that divide c + 1.
        run = gcd(run, c + 1);
        if (run === 1) break;
      }
    }
  }
  return run;
};
const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/**
 * The longest contiguous run of any top-level mode: the largest number of elements of which every aligned
 * group of neighbours is contiguous, which is what a vector access needs.
 */
export const contiguousRun = (view: LayoutView): Outcome<ContiguousRun> => {
  const runs = runsByMode(view);
  let best: ContiguousRun = { length: 1n, mode: null };
  if (runs !== null && view.swizzle === null) {
    runs.forEach((pieces, mode) => {
      const first = pieces[0];
      if (first?.stride === 1n && first.size > best.length) best = { length: first.size, mode };
    });
    return best;
  }
  if (view.modes !== null && view.modes.kind === 'coordinate') return best;
  const found = withValues(view, ([table]) => {
    let [place, leaf] = [1, 0];
    topShape(view.layout).forEach((mode, index) => {
      let extent = 1;
      for (const end = leaf + leafCount(mode); leaf < end; leaf++) extent *= Number(view.sizes[leaf]);
      const length = BigInt(runOfTable(table!, place, extent));
      if (length > best.length) best = { length, mode: index };
      place *= extent;
    });
    return best;
  });
  return found;
};

/** Majorness in words; a GEMM operand of shape (M, K) or (N, K) is K-major when its mode 1 is contiguous. */
export interface Majorness {
  /** The top-level mode with stride 1, if there is one. */
  readonly mode: number | null;
  readonly words: readonly string[];
  /** What a GEMM operand of shape (M, K) or (N, K) with this layout is called. */
  readonly operand?: 'K-major' | 'MN-major';
}

/** Strides that rise from mode 0 up (column-major), from the last mode down (row-major), or neither. */
export const majorness = (view: LayoutView): Majorness => {
  const runs = runsByMode(view);
  if (runs === null) return { mode: null, words: [] };
  const modes = runs.map((pieces, index) => ({ pieces, index })).filter(({ pieces }) => pieces.length > 0);
  if (modes.length === 0) return { mode: null, words: ['one element'] };
  const first = modes.find(({ pieces }) => pieces[0]!.stride === 1n)?.index ?? null;
  if (modes.length === 1) {
    const { pieces, index } = modes[0]!;
    const [run] = pieces;
    if (pieces.length > 1) return { mode: first, words: [] };
    if (run!.stride === 1n) return { mode: index, words: ['contiguous'] };
    return { mode: null, words: run!.stride === 0n ? ['broadcast'] : [`stride ${run!.stride}`] };
  }
  if (modes.some(({ pieces }) => pieces.length > 1 || pieces[0]!.stride < 1n)) {
    return { mode: first, words: first === null ? [] : [`contiguous along mode ${first}`] };
  }
  const flat = modes.map(({ pieces }) => pieces[0]!);
  const increasing = isMajor(flat);
  const decreasing = isMajor([...flat].reverse());
  const two = runs.length === 2;
  if (increasing !== null) {
    const words = [`column-major${increasing}`];
    return two && first === 0 ? { mode: first, words, operand: 'MN-major' } : { mode: first, words };
  }
  if (decreasing !== null) {
    const words = [`row-major${decreasing}`];
    return two && first === 1 ? { mode: first, words, operand: 'K-major' } : { mode: first, words };
  }
  return { mode: first, words: first === null ? [] : [`contiguous along mode ${first}`] };
};

/** Whether each stride is at least the extent before it; '' when exactly, else how it is padded. */
const isMajor = (flat: readonly StridedRun[]): string | null => {
  if (flat[0]!.stride !== 1n) return null;
  let padding = '';
  for (let i = 1; i < flat.length; i++) {
    const extent = flat[i - 1]!.size * flat[i - 1]!.stride;
    if (flat[i]!.stride < extent) return null;
    if (flat[i]!.stride > extent && padding === '') padding = `, padded to ${flat[i]!.stride}`;
  }
  return padding;
};

/** The bare outcome of a decision: true, false, or undefined when not decided. */
export const decided = (decision: Decision): boolean | undefined =>
  isFailure(decision) ? undefined : decision.holds;
