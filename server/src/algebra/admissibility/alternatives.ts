// The nearest admissible arguments to one that is refused or compiles to the wrong function: found by
// trying them, so that every one offered is known to be right.

import type { Int } from '../integer/integer.ts';
import { knownNumber } from '../integer/known.ts';
import { Layout, type Shape, type Strides, type Tiler, Underscore } from '../layout/layout.ts';
import { sizeOrThrow } from '../layout/measure.ts';
import type { Stride } from '../layout/stride.ts';
import { isInt } from '../layout/stride-operations.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { compositionVerdict } from './composition.ts';
import { divideVerdict } from './divide.ts';

export interface Alternative<T> {
  /** Which leaf changes, as a path. */
  readonly mode: readonly number[];
  readonly what: 'size' | 'stride';
  readonly from: number;
  readonly to: number;
  /** The argument with the leaf changed. */
  readonly value: T;
}

/** How far from the given number alternatives are looked for, in each direction. */
const REACH = 512;
/** Enumeration for a candidate is bounded, so that a search stays fast. */
const CANDIDATE_BUDGET = 4096;

/** The nearest accepted numbers below and above `from`, the closer one first. */
function nearest(from: number, highest: number, accepts: (n: number) => boolean): number[] {
  const found: number[] = [];
  for (let n = from - 1; n >= Math.max(1, from - REACH); n--) {
    if (accepts(n)) {
      found.push(n);
      break;
    }
  }
  for (let n = from + 1; n <= Math.min(highest, from + REACH); n++) {
    if (accepts(n)) {
      found.push(n);
      break;
    }
  }
  return found.sort((a, b) => Math.abs(a - from) - Math.abs(b - from));
}

/** The nearest numbers of a kind below and above one, the closer one first. */
export const nearestNumbers = (from: number, accepts: (n: number) => boolean): readonly number[] =>
  nearest(from, from + REACH, accepts);

/** `t` with the leaf at a path replaced. */
function replaceLeaf<T>(t: HTuple<T>, path: readonly number[], leaf: HTuple<T>): HTuple<T> {
  const [first, ...rest] = path;
  if (first === undefined || !Array.isArray(t)) return leaf;
  return (t as readonly HTuple<T>[]).map((e, i) => (i === first ? replaceLeaf(e, rest, leaf) : e));
}

function leafAt<T>(t: HTuple<T>, path: readonly number[]): HTuple<T> {
  return path.reduce((u: HTuple<T>, i) => (Array.isArray(u) ? (u as readonly HTuple<T>[])[i]! : u), t);
}

const isComposition = (a: Layout, b: Layout): boolean => {
  const v = compositionVerdict(a, b, CANDIDATE_BUDGET);
  return v.truth.status === 'true' && v.failed === null && v.overflow === null;
};

/**
 * Layouts near `b` that `a` can be composed with, the leaf at `mode` given another size or another
 * stride: the nearest below and above. Each is admissible in the paper's sense, accepted by C++, and
 * the true composition.
 */
export function compositionAlternatives(
  a: Layout,
  b: Layout,
  mode: readonly number[],
): Alternative<Layout>[] {
  if (Array.isArray(leafAt<Int>(b.shape, mode))) return [];
  const size = knownNumber(leafAt<Int>(b.shape, mode) as Int);
  const d = leafAt<Stride>(b.stride, mode) as Stride;
  const stride = isInt(d) ? knownNumber(d) : undefined;
  const elements = knownNumber(sizeOrThrow(a));
  if (size === undefined || stride === undefined || elements === undefined || stride <= 0) return [];
  const withSize = (n: number): Layout => new Layout(replaceLeaf<Int>(b.shape, mode, n) as Shape, b.stride);
  const withStride = (n: number): Layout =>
    new Layout(b.shape, replaceLeaf<Stride>(b.stride, mode, n) as Strides);
  // Beyond the domain of A the last mode is extended, which is seldom meant: stay inside.
  const largestSize = Math.floor((elements - 1) / stride) + 1;
  const largestStride = size > 1 ? Math.floor((elements - 1) / (size - 1)) : elements;
  const sizes = nearest(size, largestSize, (n) => isComposition(a, withSize(n)));
  const strides = nearest(stride, largestStride, (n) => isComposition(a, withStride(n)));
  return [
    ...sizes.map((to) => ({ mode, what: 'size' as const, from: size, to, value: withSize(to) })),
    ...strides.map((to) => ({ mode, what: 'stride' as const, from: stride, to, value: withStride(to) })),
  ];
}

/** Whether a tile divides a mode without remainder and is the true composition. */
function dividesWell(layout: Layout, tiler: Tiler): boolean {
  const v = divideVerdict(layout, tiler, CANDIDATE_BUDGET);
  if (!v.accepts || v.failures.length > 0 || v.overTiling.length > 0 || v.overflow !== null) return false;
  return v.parts.every((p) => p.verdict.truth.status === 'true' && p.verdict.outOfDomain === null);
}

/** The tile of a tiler that stands at a path. */
const partAt = (tiler: Tiler, mode: readonly number[]): Tiler =>
  mode.reduce((t: Tiler, i) => (Array.isArray(t) ? (t[i] as Tiler) : t), tiler);

/**
 * Tilers near `tiler` that divide `layout` exactly: the tile at `mode` (an integer, or a layout n:d)
 * with the nearest smaller and larger size.
 */
export function divideAlternatives(
  layout: Layout,
  tiler: Tiler,
  mode: readonly number[],
): Alternative<Tiler>[] {
  // One tile for the whole layout stands at no path, whichever mode of the layout it does not divide.
  const path = Array.isArray(tiler) ? mode : [];
  const part = partAt(tiler, path);
  if (part instanceof Underscore || Array.isArray(part)) return [];
  const isLayout = part instanceof Layout;
  const shape = isLayout ? part.shape : (part as Int);
  if (Array.isArray(shape)) return [];
  const from = knownNumber(shape as Int);
  const elements = knownNumber(sizeOrThrow(layout));
  if (from === undefined || elements === undefined) return [];
  const put = (n: number): Tiler =>
    replaceLeaf<Layout | Int | Underscore>(tiler, path, isLayout ? new Layout(n, part.stride) : n) as Tiler;
  return nearest(from, elements, (n) => dividesWell(layout, put(n))).map((to) => ({
    mode: path,
    what: 'size',
    from,
    to,
    value: put(to),
  }));
}

/** Shapes near that of `layout` that `tiler` divides exactly: the extent at `mode` the nearest smaller and larger one. */
export function shapeAlternatives(
  layout: Layout,
  tiler: Tiler,
  mode: readonly number[],
): Alternative<Shape>[] {
  const path = Array.isArray(layout.shape) ? mode : [];
  const leaf = leafAt<Int>(layout.shape, path);
  const from = Array.isArray(leaf) ? undefined : knownNumber(leaf as Int);
  if (from === undefined) return [];
  const put = (n: number): Shape => replaceLeaf<Int>(layout.shape, path, n) as Shape;
  const accepts = (n: number): boolean => dividesWell(new Layout(put(n), layout.stride), tiler);
  return nearest(from, from + REACH, accepts).map((to) => ({
    mode: path,
    what: 'size',
    from,
    to,
    value: put(to),
  }));
}
