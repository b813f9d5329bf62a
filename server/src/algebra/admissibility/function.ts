// Whether a layout R is the composition A o B as a function: R(c) = A(B(c)) for every coordinate of B
// (Cecka (17)). First by algebra, which is exact for any size; where that does not decide, by
// enumeration within a budget; otherwise it stays open.

import type { Int } from '../integer/integer.ts';
import { knownNumber } from '../integer/known.ts';
import type { Layout } from '../layout/layout.ts';
import { ArithTuple, Fraction, ScaledBasis, type Stride } from '../layout/stride.ts';
import { isInt } from '../layout/stride-operations.ts';
import { coalesceExtended, modeOf } from '../operation/coalesce.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { leavesOf, rankOf } from '../tuple/operations.ts';

/** Where two functions first differ, in the colexicographic order of the coordinates. */
interface Difference {
  /** Position in the colexicographic order of B's coordinates. */
  readonly index: number;
  /** The coordinate of B, leaf by leaf. */
  readonly leaves: readonly number[];
}

type FunctionAnswer =
  | { readonly status: 'equal' }
  | { readonly status: 'different'; readonly first: Difference }
  | { readonly status: 'undecided'; readonly reason: string };

const EQUAL: FunctionAnswer = { status: 'equal' };
const undecided = (reason: string): FunctionAnswer => ({ status: 'undecided', reason });

/** How many coordinates are enumerated when algebra does not decide. */
export const DEFAULT_BUDGET = 2 ** 18;

interface NumberModes {
  readonly shapes: readonly number[];
  readonly strides: readonly number[];
}

/** A leaf of B: its place among the leaves, its size, its stride into A, and the modes of R it became. */
interface Leaf {
  readonly at: number;
  readonly size: number;
  readonly stride: number;
  readonly result: NumberModes;
}

// --- strides as vectors of numbers ----------------------------------------------------------------------

/** The components of a stride by the basis element they stand at; undefined where a value is not known. */
function components(d: Stride): Map<string, number> | undefined {
  if (isInt(d)) {
    const n = knownNumber(d);
    return n === undefined ? undefined : new Map(n === 0 ? [] : [['', n]]);
  }
  if (d instanceof ScaledBasis) {
    const n = d.value instanceof Fraction ? d.value.numerator / d.value.denominator : knownNumber(d.value);
    return n === undefined ? undefined : new Map([[d.path.join(','), n]]);
  }
  if (!(d instanceof ArithTuple)) return undefined;
  const found = new Map<string, number>();
  return collect(d.entries, [], found) ? found : undefined;
}

function collect(t: HTuple<Int>, path: readonly number[], found: Map<string, number>): boolean {
  if (Array.isArray(t)) return t.every((e, i) => collect(e as HTuple<Int>, [...path, i], found));
  const n = knownNumber(t as Int);
  if (n === undefined) return false;
  if (n !== 0) found.set(path.join(','), n);
  return true;
}

/** One list of numbers for every basis element that occurs in any of the strides. */
function byComponent(strides: readonly Stride[], keys: Set<string>): Map<string, number>[] | undefined {
  const all: Map<string, number>[] = [];
  for (const d of strides) {
    const c = components(d);
    if (c === undefined) return undefined;
    for (const key of c.keys()) keys.add(key);
    all.push(c);
  }
  return all;
}

const pick = (parts: readonly Map<string, number>[], key: string): number[] =>
  parts.map((p) => p.get(key) ?? 0);

function known(ints: readonly Int[]): number[] | undefined {
  const numbers: number[] = [];
  for (const n of ints) {
    const value = knownNumber(n);
    if (value === undefined) return undefined;
    numbers.push(value);
  }
  return numbers;
}

// --- the algebraic test -----------------------------------------------------------------------------------

/**
 * Whether every piece of B stays within one mode of A and the pieces within a mode never carry into
 * the next one; then A(B(c)) is a sum over the pieces, and R is it when its strides are. Sufficient,
 * not necessary.
 */
function holdsByAlgebra(a: NumberModes, leaves: readonly Leaf[]): boolean {
  const last = a.shapes.length - 1;
  const used = new Array<number>(a.shapes.length).fill(0);
  for (const leaf of leaves) {
    if (leaf.stride < 0) return false;
    let step = leaf.stride;
    for (let j = 0; j < leaf.result.shapes.length; j++) {
      const w = leaf.result.shapes[j]!;
      if (w > 1) {
        const expected = pieceStride(a, w, step, used, last);
        if (expected === undefined || expected !== leaf.result.strides[j]) return false;
      }
      step *= w;
    }
  }
  return used.every((steps, r) => r === last || steps < a.shapes[r]!);
}

/** The stride of w:step through A when it stays in one mode; adds its steps to what is used of the mode. */
function pieceStride(
  a: NumberModes,
  w: number,
  step: number,
  used: number[],
  last: number,
): number | undefined {
  if (step === 0) return 0;
  let start = 1;
  let r = 0;
  while (r < last && step >= start * a.shapes[r]!) start *= a.shapes[r++]!;
  if (step % start !== 0) return undefined;
  used[r] = used[r]! + (w - 1) * (step / start);
  return (step / start) * a.strides[r]!;
}

// --- enumeration --------------------------------------------------------------------------------------------

/** A at an index, with C++'s division and remainder; the last mode is not wrapped. */
function valueAt(a: NumberModes, index: number): number {
  let rest = index;
  let sum = 0;
  const last = a.shapes.length - 1;
  for (let r = 0; r < last; r++) {
    const s = a.shapes[r]!;
    const digit = rest % s;
    sum += digit * a.strides[r]!;
    rest = (rest - digit) / s;
  }
  return sum + rest * a.strides[last]!;
}

/** The first coordinate of a group of leaves at which A(B(c)) and R(c) differ. */
function firstDifference(
  a: NumberModes,
  leaves: readonly Leaf[],
  budget: number,
): readonly number[] | 'none' | 'budget' {
  const c = new Array<number>(leaves.length).fill(0);
  const partial = leaves.map((l) => resultTable(l));
  for (let count = 0; ; count++) {
    if (count >= budget) return 'budget';
    let index = 0;
    let got = 0;
    for (let i = 0; i < leaves.length; i++) {
      index += c[i]! * leaves[i]!.stride;
      got += partial[i]!(c[i]!);
    }
    if (got !== valueAt(a, index)) return c;
    let i = 0;
    while (i < leaves.length && ++c[i]! === leaves[i]!.size) c[i++] = 0;
    if (i === leaves.length) return 'none';
  }
}

function resultTable(leaf: Leaf): (c: number) => number {
  const { shapes, strides } = leaf.result;
  if (shapes.length === 1) {
    const d = strides[0]!;
    return (c) => c * d;
  }
  return (c) => valueAt(leaf.result, c);
}

// --- the question -----------------------------------------------------------------------------------------------

interface Group {
  readonly a: Layout;
  readonly leaves: { at: number; size: number; stride: number; mode: Layout }[];
}

/** The leaves of B with the part of A they go through: all of it, or the mode that a basis stride names. */
function groupsOf(a: Layout, b: Layout, r: Layout): Group[] | string {
  const groups = new Map<string, Group>();
  let at = 0;
  let problem: string | null = null;
  const walk = (shape: HTuple<Int>, stride: HTuple<Stride>, path: readonly number[]): void => {
    if (Array.isArray(shape)) {
      shape.forEach((s, i) => {
        walk(s as HTuple<Int>, (stride as readonly HTuple<Stride>[])[i]!, [...path, i]);
      });
      return;
    }
    const d = stride as Stride;
    const through = d instanceof ScaledBasis ? d.path : [];
    const value = d instanceof ScaledBasis ? d.value : d;
    const [size, step] = [knownNumber(shape as Int), isIntValue(value) ? knownNumber(value) : undefined];
    if (size === undefined || step === undefined) {
      problem = 'some sizes or strides of B are not known';
      return;
    }
    const key = through.join(',');
    let group = groups.get(key);
    if (group === undefined) {
      group = { a: subLayout(a, through), leaves: [] };
      groups.set(key, group);
    }
    group.leaves.push({ at: at++, size, stride: step, mode: subLayout(r, path) });
  };
  walk(b.shape, b.stride, []);
  return problem ?? [...groups.values()];
}

const isIntValue = (v: unknown): v is Int => !(v instanceof Fraction) && isInt(v as Stride);

function subLayout(l: Layout, path: readonly number[]): Layout {
  let mode = l;
  for (const i of path)
    mode = rankOf(mode.shape) === 1 && !Array.isArray(mode.shape) ? mode : modeOf(mode, i);
  return mode;
}

/**
 * Whether R(c) = A(B(c)) for all coordinates c of B, where R has B's profile with leaves refined (as
 * composition makes it). The difference given is the smallest one in colexicographic order.
 */
export function compositionFunction(
  a: Layout,
  b: Layout,
  r: Layout,
  budget = DEFAULT_BUDGET,
): FunctionAnswer {
  const groups = groupsOf(a, b, r);
  if (typeof groups === 'string') return undecided(groups);
  const sizes = known(leavesOf<Int>(b.shape));
  if (sizes === undefined) return undecided('some sizes of B are not known');
  let best: Difference | null = null;
  let open: string | null = null;
  for (const group of groups) {
    const answer = checkGroup(group, sizes, budget);
    if (answer.status === 'undecided') open = answer.reason;
    if (answer.status === 'different' && (best === null || answer.first.index < best.index))
      best = answer.first;
  }
  if (best !== null) return { status: 'different', first: best };
  return open === null ? EQUAL : undecided(open);
}

function checkGroup(group: Group, sizes: readonly number[], budget: number): FunctionAnswer {
  const modes = coalesceExtended(group.a);
  const shapes = known(modes.shapes);
  const keys = new Set<string>(['']);
  const aParts = byComponent(modes.strides, keys);
  const rShapes: number[][] = [];
  const rParts: Map<string, number>[][] = [];
  for (const leaf of group.leaves) {
    const s = known(leavesOf<Int>(leaf.mode.shape));
    const d = byComponent(leavesOf<Stride>(leaf.mode.stride), keys);
    if (s === undefined || d === undefined)
      return undecided('some sizes or strides of the result are not known');
    rShapes.push(s);
    rParts.push(d);
  }
  if (shapes === undefined || aParts === undefined)
    return undecided('some sizes or strides of A are not known');
  let best: Difference | null = null;
  for (const key of keys) {
    const a: NumberModes = { shapes, strides: pick(aParts, key) };
    const leaves = group.leaves.map((leaf, i): Leaf => {
      const result = { shapes: rShapes[i]!, strides: pick(rParts[i]!, key) };
      return { at: leaf.at, size: leaf.size, stride: leaf.stride, result };
    });
    if (holdsByAlgebra(a, leaves)) continue;
    const found = firstDifference(a, leaves, budget);
    if (found === 'none') continue;
    if (found === 'budget') {
      const count = leaves.reduce((n, l) => n * l.size, 1);
      return undecided(`${count} coordinates are too many to enumerate`);
    }
    const difference = placed(found, leaves, sizes);
    if (best === null || difference.index < best.index) best = difference;
  }
  return best === null ? EQUAL : { status: 'different', first: best };
}

/** A coordinate of a group's leaves among all leaves of B, the others 0. */
function placed(found: readonly number[], leaves: readonly Leaf[], sizes: readonly number[]): Difference {
  const all = new Array<number>(sizes.length).fill(0);
  found.forEach((c, i) => {
    all[leaves[i]!.at] = c;
  });
  let index = 0;
  for (let i = sizes.length - 1; i >= 0; i--) index = index * sizes[i]! + all[i]!;
  return { index, leaves: all };
}
