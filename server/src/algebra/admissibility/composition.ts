// Admissibility of a composition as data: what the paper says, what C++ CuTe does, and whether what
// it accepts is A o B.

import { asFailure, isFailure, type Outcome, Violation } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import { knownNumber } from '../integer/known.ts';
import { overflowSeen, watchOverflow } from '../integer/overflow.ts';
import { crd2idxOrThrow } from '../layout/evaluate.ts';
import { Layout, type Shape, type Strides, type Tiler, Underscore } from '../layout/layout.ts';
import { sizeOrThrow } from '../layout/measure.ts';
import { ArithTuple, ScaledBasis, type Stride } from '../layout/stride.ts';
import { asCoordinate, isInt, strideText } from '../layout/stride-operations.ts';
import { coalesceExtended, modeOf } from '../operation/coalesce.ts';
import { composition } from '../operation/composition.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { leavesOf, unflattenTuple } from '../tuple/operations.ts';
import { compositionFunction, DEFAULT_BUDGET } from './function.ts';

/** A condition of the paper that does not hold. */
export interface FailedCondition {
  /** `(20)`: a prefix product of A's shape and the stride do not divide; `(21)`: it does not divide the size. */
  readonly condition: '(20)' | '(21)' | '(23)';
  /** The leaf of B, as a path. */
  readonly mode: readonly number[];
  readonly dividend: number;
  readonly divisor: number;
  readonly text: string;
}

/** A coordinate of B at which something shows. */
export interface Witness {
  /** The coordinate has B's own profile. */
  readonly coordinate: HTuple<number>;
  /** Its position in the colexicographic order. */
  readonly index: number;
  /** What the result gives there. */
  readonly got: Stride;
  /** A(B(c)). */
  readonly expected: Stride;
}

export interface OutOfDomain {
  /** The first coordinate of B that leaves A's domain. */
  readonly coordinate: HTuple<number>;
  readonly index: number;
  /** B there. */
  readonly value: number;
  /** The size of A, or of the mode of A that it goes through. */
  readonly size: number;
}

export type Truth =
  | { readonly status: 'true' }
  | { readonly status: 'wrong-composition'; readonly witness: Witness }
  | { readonly status: 'undecided'; readonly reason: string }
  | { readonly status: 'refused' };

export interface CompositionVerdict {
  /** What C++ CuTe computes, or its refusal (`detail.cute` is the assertion). */
  readonly value: Outcome<Layout>;
  readonly accepts: boolean;
  /** Conditions (20), (21), (23) of Cecka 3.3.2; null when all hold or a value is not known. */
  readonly failed: FailedCondition | null;
  /** Whether the accepted result is A o B. */
  readonly truth: Truth;
  /** B reaches beyond A's domain, where CuTe extends A's last mode: null when it does not. */
  readonly outOfDomain: OutOfDomain | null;
  /** A value left 32 bits on the way: C++ wraps it. */
  readonly overflow: Violation | null;
}

// --- the paper's conditions ------------------------------------------------------------------------------

interface NumberLeaf {
  readonly path: readonly number[];
  readonly size: number;
  readonly stride: number;
}

/** The leaves of B with integer strides, where their values are known. */
function numberLeaves(shape: Shape, stride: Strides, path: readonly number[], leaves: NumberLeaf[]): boolean {
  if (Array.isArray(shape)) {
    return shape.every((s, i) =>
      numberLeaves(s as Shape, (stride as readonly Strides[])[i]!, [...path, i], leaves),
    );
  }
  const d = stride as Stride;
  const size = knownNumber(shape as Int);
  const step = isInt(d) ? knownNumber(d) : undefined;
  if (size === undefined || step === undefined) return false;
  leaves.push({ path, size, stride: step });
  return true;
}

/** Conditions (20) and (21) for one leaf, on A truncated to the first `reach` elements. */
function leafCondition(prefix: readonly number[], leaf: NumberLeaf, reach: number): FailedCondition | null {
  const d = Math.abs(leaf.stride);
  if (d === 0 || leaf.size <= 1) return null;
  for (const start of prefix) {
    if (reach < start) break;
    if (d % start !== 0 && start % d !== 0) {
      const text = `a mode of A begins at ${start}, which the stride ${d} of B neither divides nor is a multiple of (condition (20))`;
      return { condition: '(20)', mode: leaf.path, dividend: d, divisor: start, text };
    }
    const kept = Math.ceil(start / d);
    if (reachOf(leaf) >= start && leaf.size % kept !== 0) {
      const text = `${kept} steps of B by ${d} reach the mode of A that begins at ${start}, and ${kept} does not divide the ${leaf.size} elements of B (condition (21))`;
      return { condition: '(21)', mode: leaf.path, dividend: leaf.size, divisor: kept, text };
    }
  }
  return null;
}

/** The last element that a leaf comes to, counted from its first. */
const reachOf = (leaf: NumberLeaf): number => (leaf.size - 1) * Math.abs(leaf.stride);

/**
 * The first condition of Cecka 3.3.2 that fails for A and a B of integer strides. A is truncated to what
 * each leaf reaches, as the paper does for one leaf; `together` truncates it to what all leaves reach
 * together, which is what matters when they carry into the next mode only together.
 */
function failedCondition(a: Layout, b: Layout, together = false): FailedCondition | null {
  const leaves: NumberLeaf[] = [];
  if (!numberLeaves(b.shape, b.stride, [], leaves)) return null;
  const { shapes } = coalesceExtended(a);
  const prefix: number[] = [];
  let product = 1;
  for (let r = 0; r + 1 < shapes.length; r++) {
    const s = knownNumber(shapes[r]!);
    if (s === undefined) return null;
    product *= s;
    prefix.push(product);
  }
  const all = leaves.reduce((sum, leaf) => sum + reachOf(leaf), 0);
  for (const leaf of leaves) {
    const failed = leafCondition(prefix, leaf, together ? all : reachOf(leaf));
    if (failed !== null) return failed;
  }
  return prefix.length === 0 ? null : overlap(leaves);
}

/** The sufficient condition for (23): the images of B's leaves lie in segregated ranges. */
function overlap(leaves: readonly NumberLeaf[]): FailedCondition | null {
  const moving = leaves.filter((l) => l.size > 1 && l.stride !== 0);
  for (let j = 1; j < moving.length; j++) {
    for (let i = 0; i < j; i++) {
      const [x, y] = [moving[i]!, moving[j]!];
      if (x.size * x.stride <= y.stride || y.size * y.stride <= x.stride) continue;
      const text = `the modes ${x.size}:${x.stride} and ${y.size}:${y.stride} of B overlap, so that it may carry from one mode of A into the next (condition (23))`;
      return { condition: '(23)', mode: y.path, dividend: x.size * x.stride, divisor: y.stride, text };
    }
  }
  return null;
}

// --- witnesses ---------------------------------------------------------------------------------------------

/** The coordinate with these leaves, in the profile of a shape. */
const inProfile = (leaves: readonly number[], shape: Shape): HTuple<number> =>
  unflattenTuple<number>([...leaves], shape);

/** A(B(c)); B's value is a coordinate of A when it has basis strides. */
function composedValue(a: Layout, b: Layout, coordinate: HTuple<number>): Stride {
  const inner = crd2idxOrThrow(coordinate, b.shape, b.stride);
  if (isInt(inner)) return crd2idxOrThrow(inner, a.shape, a.stride);
  if (inner instanceof ScaledBasis || inner instanceof ArithTuple) {
    return crd2idxOrThrow(padded(asCoordinate(inner), a.shape), a.shape, a.stride);
  }
  return inner;
}

/** Missing trailing modes of a coordinate are 0. */
function padded(c: HTuple<Int>, shape: Shape): HTuple<Int> {
  if (!Array.isArray(c) || !Array.isArray(shape)) return c;
  return shape.map((s, i) => (i < c.length ? padded(c[i] as HTuple<Int>, s as Shape) : 0));
}

function witness(a: Layout, b: Layout, r: Layout, index: number, leaves: readonly number[]): Witness {
  const coordinate = inProfile(leaves, b.shape);
  // R refines B's profile, so a coordinate of B is one of R.
  const got = crd2idxOrThrow(coordinate, r.shape, r.stride);
  return { coordinate, index, got, expected: composedValue(a, b, coordinate) };
}

// --- beyond the domain -----------------------------------------------------------------------------------------

/** The leaves of B that go through one mode of A (all of A for integer strides). */
interface Through {
  readonly size: number;
  readonly leaves: { readonly at: number; readonly stride: number }[];
}

function throughModes(a: Layout, b: Layout): Through[] | null {
  const strides = leavesOf<Stride>(b.stride);
  const groups = new Map<string, Through>();
  for (let at = 0; at < strides.length; at++) {
    const d = strides[at]!;
    const path = d instanceof ScaledBasis ? d.path : [];
    const value = d instanceof ScaledBasis ? d.value : d;
    const stride = isInt(value as Stride) ? knownNumber(value as Int) : undefined;
    let mode = a;
    for (const i of path) mode = modeOf(mode, i);
    const size = knownNumber(sizeOrThrow(mode));
    if (stride === undefined || size === undefined) return null;
    const key = path.join(',');
    const group = groups.get(key) ?? { size, leaves: [] };
    groups.set(key, group);
    group.leaves.push({ at, stride });
  }
  return [...groups.values()];
}

/** The smallest coordinate (colexicographically) at which Σ c·d reaches `size`, for strides that are not negative. */
function firstBeyond(sizes: readonly number[], group: Through): { leaves: number[]; value: number } | null {
  let reach = 0;
  for (const leaf of group.leaves) reach += (sizes[leaf.at]! - 1) * leaf.stride;
  if (reach < group.size) return null;
  const leaves = new Array<number>(sizes.length).fill(0);
  let value = 0;
  for (let k = group.leaves.length - 1; k >= 0; k--) {
    const { at, stride } = group.leaves[k]!;
    reach -= (sizes[at]! - 1) * stride;
    const missing = group.size - value - reach;
    const c = stride === 0 || missing <= 0 ? 0 : Math.ceil(missing / stride);
    leaves[at] = c;
    value += c * stride;
  }
  return { leaves, value };
}

/** Where B first leaves A's domain; null when it does not, or a value is not known. */
export function outOfDomain(a: Layout, b: Layout): OutOfDomain | null {
  const sizes = leavesOf<Int>(b.shape).map((n) => knownNumber(n));
  const groups = throughModes(a, b);
  if (groups === null || sizes.some((n) => n === undefined)) return null;
  const numbers = sizes as number[];
  let best: OutOfDomain | null = null;
  for (const group of groups) {
    const negative = group.leaves.find((l) => l.stride < 0 && numbers[l.at]! > 1);
    const found = negative ? firstNegative(numbers, negative) : firstBeyond(numbers, group);
    if (found === null) continue;
    let index = 0;
    for (let i = numbers.length - 1; i >= 0; i--) index = index * numbers[i]! + found.leaves[i]!;
    if (best !== null && best.index <= index) continue;
    best = { coordinate: inProfile(found.leaves, b.shape), index, value: found.value, size: group.size };
  }
  return best;
}

/** A negative stride leaves the domain at its first step, when all other coordinates are 0. */
function firstNegative(
  sizes: readonly number[],
  leaf: { at: number; stride: number },
): { leaves: number[]; value: number } {
  const leaves = new Array<number>(sizes.length).fill(0);
  leaves[leaf.at] = 1;
  return { leaves, value: leaf.stride };
}

// --- the verdict -------------------------------------------------------------------------------------------------

/** The condition to name beside the truth. (23) is met when the function is right: segregation only suffices for it. */
function conditionFor(a: Layout, b: Layout, truth: Truth): FailedCondition | null {
  const failed = failedCondition(a, b);
  if (truth.status === 'true') return failed?.condition === '(23)' ? null : failed;
  return failed ?? (truth.status === 'wrong-composition' ? failedCondition(a, b, true) : null);
}

/** The verdict on A o B for layouts. `budget` bounds the coordinates enumerated. */
export function compositionVerdict(a: Layout, b: Layout, budget = DEFAULT_BUDGET): CompositionVerdict {
  watchOverflow();
  const value = composition(a, b);
  const overflow = overflowSeen();
  try {
    if (isFailure(value)) {
      const truth: Truth = { status: 'refused' };
      return { value, accepts: false, failed: failedCondition(a, b), truth, outOfDomain: null, overflow };
    }
    const answer = compositionFunction(a, b, value, budget);
    const truth: Truth =
      answer.status === 'equal'
        ? { status: 'true' }
        : answer.status === 'undecided'
          ? answer
          : {
              status: 'wrong-composition',
              witness: witness(a, b, value, answer.first.index, answer.first.leaves),
            };
    const failed = conditionFor(a, b, truth);
    return { value, accepts: true, failed, truth, outOfDomain: outOfDomain(a, b), overflow };
  } catch (e) {
    const failure = asFailure(e);
    const reason = failure instanceof Violation ? failure.message : failure.reason;
    return {
      value,
      accepts: true,
      failed: null,
      truth: { status: 'undecided', reason },
      outOfDomain: null,
      overflow,
    };
  }
}

/** A part of a composition with a tiler: the mode it stands at, and its verdict. */
export interface ModeVerdict {
  readonly mode: readonly number[];
  readonly a: Layout;
  readonly b: Layout;
  readonly verdict: CompositionVerdict;
}

/** The verdicts on A o tiler, one for every layout or integer in the tiler. */
export function tilerVerdicts(
  a: Layout,
  tiler: Tiler,
  budget = DEFAULT_BUDGET,
  mode: readonly number[] = [],
): ModeVerdict[] {
  if (tiler instanceof Underscore) return [];
  if (tiler instanceof Layout) return [{ mode, a, b: tiler, verdict: compositionVerdict(a, tiler, budget) }];
  if (!Array.isArray(tiler)) {
    const b = new Layout(tiler as Int, 1);
    return [{ mode, a, b, verdict: compositionVerdict(a, b, budget) }];
  }
  const rank = Array.isArray(a.shape) ? a.shape.length : 1;
  return tiler
    .slice(0, rank)
    .flatMap((t, i) => tilerVerdicts(modeOf(a, i), t as Tiler, budget, [...mode, i]));
}

/** A difference in words: `at 2, CuTe gives 3, A(B(2)) = 7`. */
export function witnessText(w: Witness): string {
  const at = coordinateText(w.coordinate);
  return `at ${at}, CuTe gives ${strideText(w.got)}, A(B(${at})) = ${strideText(w.expected)}`;
}

export const coordinateText = (c: HTuple<number>): string =>
  Array.isArray(c) ? `(${c.map((e) => coordinateText(e as HTuple<number>)).join(',')})` : String(c);
