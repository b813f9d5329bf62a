// Layouts with binary strides: `(4,4):(f1,f5)` adds by XOR and scales without carries, so that a mode of
// 2^k elements is k columns of a matrix over F2 (Cecka 2.3.1, 2.4.4, Figure 4c, Table 1). Swizzles are such
// layouts. C++ CuTe has none of this; the paper defines it.

import { isFailure, NeedsValue, type Outcome, Violation } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import type { Trace } from '../integer/trace.ts';
import { type AnyLayout, ComposedLayout, Layout, type Shape, Swizzle } from '../layout/layout.ts';
import { Binary, type Stride } from '../layout/stride.ts';
import { applySwizzle } from '../layout/swizzle.ts';
import { linearForm } from '../property/linear.ts';
import { type HTuple, isTuple } from '../tuple/htuple.ts';
import { carrylessProduct, enumerateOffsets } from '../view/enumerate.ts';
import { layoutLeaves, type NumericModes, numericModes } from '../view/enumerate-modes.ts';

/** What a derivation with binary strides begins with. */
export const BEYOND_CUTE = 'C++ CuTe does not compile binary strides; this is the paper’s definition';

export const hasBinaryStride = (layout: AnyLayout): boolean =>
  layout instanceof Layout
    ? layoutLeaves(layout).some(({ stride }) => stride instanceof Binary)
    : hasBinaryStride(layout.inner) || (!(layout.outer instanceof Swizzle) && hasBinaryStride(layout.outer));

const isPowerOfTwo = (n: number): boolean => n > 0 && Number.isInteger(Math.log2(n));

/** One mode: `size` elements, `bits` the value at 1. */
interface BinaryMode {
  readonly size: number;
  readonly bits: number;
}

/** The leaves of a layout over binary vectors (0 counts as one); a Violation for other strides. */
export const binaryModes = (layout: Layout): Outcome<readonly BinaryMode[]> => {
  const modes = numericModes(layout);
  if (isFailure(modes)) return modes;
  if (modes.kind === 'coordinate' || (modes.kind === 'integer' && modes.strides.some((d) => d !== 0))) {
    return new Violation('unsupported', 'the strides of this layout are not binary');
  }
  return modes.sizes.map((size, i) => ({ size, bits: modes.strides[i]! }));
};

/** Modes as a flat layout: one mode without a tuple, none as 1:0. */
export const layoutOfModes = (modes: readonly BinaryMode[]): Layout => {
  if (modes.length === 0) return new Layout(1, 0);
  const [first] = modes;
  if (modes.length === 1) return new Layout(first!.size, new Binary(first!.bits));
  return new Layout(
    modes.map((m) => m.size),
    modes.map((m) => new Binary(m.bits)),
  );
};

/**
 * Merges neighbours that continue each other. A mode whose size is not a power of two never continues: the
 * carry from it into the next is not a shift.
 */
export const mergeBinary = (modes: readonly BinaryMode[]): BinaryMode[] => {
  const merged: BinaryMode[] = [];
  for (const mode of modes) {
    if (mode.size === 1) continue;
    const before = merged.at(-1);
    if (before !== undefined && isPowerOfTwo(before.size) && before.bits * before.size === mode.bits) {
      merged[merged.length - 1] = { size: before.size * mode.size, bits: before.bits };
    } else merged.push(mode);
  }
  return merged;
};

/** As mergeBinary, but the last mode stays, because beyond the size it is the one that goes on counting. */
const mergeExtended = (modes: readonly BinaryMode[]): BinaryMode[] => {
  const merged = mergeBinary(modes.slice(0, -1));
  const [before, last] = [merged.at(-1), modes.at(-1)!];
  if (before !== undefined && isPowerOfTwo(before.size) && before.bits * before.size === last.bits) {
    merged[merged.length - 1] = { size: before.size * last.size, bits: before.bits };
  } else merged.push(last);
  return merged;
};

/** coalesce of a layout with binary strides: the fewest modes with the same values (Cecka 3.2). */
export const coalesceBinary = (layout: Layout, trace?: Trace): Outcome<Layout> => {
  const modes = binaryModes(layout);
  if (isFailure(modes)) return modes;
  trace?.step(BEYOND_CUTE, 'Cecka 2.3.1');
  return layoutOfModes(mergeBinary(modes));
};

// --- composition --------------------------------------------------------------------------------

/** Whether i·stride and the carry-less product agree for all i below `size`. */
const scalesWithoutCarry = (stride: number, size: number): boolean => {
  if (isPowerOfTwo(stride) || size <= 2) return true;
  for (let i = 3; i < size; i++) if (carrylessProduct(i, stride) !== i * stride) return false;
  return true;
};

const refuse = (
  code: 'stride-divisibility' | 'shape-divisibility' | 'inadmissible',
  message: string,
  source: string,
) => new Violation(code, message, { source });

/** A o n:st for one leaf, by dividing out and keeping (Cecka 3.3.3). */
const composeLeaf = (
  left: readonly BinaryMode[],
  size: number,
  stride: number,
  trace?: Trace,
): Outcome<readonly BinaryMode[]> => {
  if (stride === 0) return [{ size, bits: 0 }];
  if (stride < 0) return refuse('inadmissible', `the stride ${stride} is negative`, 'Cecka 3.3.2');
  const result: BinaryMode[] = [];
  let [n, st] = [size, stride];
  const keep = (mode: BinaryMode, count: number): Violation | null => {
    if (!scalesWithoutCarry(st, count)) {
      return refuse('inadmissible', `the multiples of ${st} below ${count}·${st} carry`, 'Cecka 2.3.1');
    }
    const bits = carrylessProduct(st, mode.bits);
    trace?.step(`keep ${count} of ${mode.size}:f${mode.bits}, every ${st}: ${count}:f${bits}`, 'Cecka 3.3.3');
    result.push({ size: count, bits });
    return null;
  };
  for (let r = 0; r < left.length; r++) {
    const mode = left[r]!;
    const last = r === left.length - 1;
    if (last || (n - 1) * st < mode.size) {
      const carry = keep(mode, n);
      return carry ?? result;
    }
    if (st % mode.size === 0) {
      trace?.step(`divide out ${mode.size} of stride ${st}: mode ${r} is used up`, 'Cecka 3.3.3 (20)');
      st /= mode.size;
      continue;
    }
    if (mode.size % st !== 0) {
      return refuse(
        'stride-divisibility',
        `neither of ${mode.size} and the stride ${st} divides the other`,
        'Cecka 3.3.2 (20)',
      );
    }
    const count = mode.size / st;
    if (n % count !== 0) {
      return refuse('shape-divisibility', `${count} does not divide ${n}`, 'Cecka 3.3.2 (21)');
    }
    const carry = keep(mode, count);
    if (carry) return carry;
    n /= count;
    st = 1;
    if (n === 1) break;
  }
  return result;
};

/** Puts `parts[i]` in the place of leaf `i` of a profile. */
const rebuild = (profile: Shape, parts: readonly (readonly BinaryMode[])[]): Layout => {
  let next = 0;
  const walk = (t: Shape): readonly [Shape, HTuple<Stride>] => {
    if (isTuple(t)) {
      const modes = t.map(walk);
      return [modes.map((m) => m[0]), modes.map((m) => m[1])];
    }
    const part = parts[next++]!;
    if (part.length === 1) return [part[0]!.size, new Binary(part[0]!.bits)];
    return [part.map((m) => m.size), part.map((m) => new Binary(m.bits))];
  };
  const [shape, stride] = walk(profile);
  return new Layout(shape, stride);
};

const CHECK_LIMIT = 2 ** 18;

/** Whether sums of B's modes keep to separate bits, so that A's digits do not carry into each other. */
const separateBits = (
  sizes: readonly number[],
  strides: readonly number[],
  left: readonly BinaryMode[],
): boolean => {
  if (left.slice(0, -1).some((m) => !isPowerOfTwo(m.size))) return false;
  let used = 0n;
  for (let i = 0; i < sizes.length; i++) {
    if (sizes[i] === 1 || strides[i] === 0) continue;
    if (!isPowerOfTwo(strides[i]!) && sizes[i]! > 2) return false;
    const top = 2 ** Math.ceil(Math.log2(sizes[i]!));
    const bits = isPowerOfTwo(strides[i]!) ? BigInt(strides[i]!) * BigInt(top - 1) : BigInt(strides[i]!);
    if ((used & bits) !== 0n) return false;
    used |= bits;
  }
  return true;
};

/** A o B where A has binary strides and B gives integers. */
const composeWithIntegers = (a: Layout, b: Layout, trace?: Trace): Outcome<Layout> => {
  const modes = binaryModes(a);
  if (isFailure(modes)) return modes;
  const left = mergeExtended(modes);
  const right = numericModes(b);
  if (isFailure(right)) return right;
  if (right.kind !== 'integer') return new Violation('unsupported', 'the right layout gives no integers');
  const parts: (readonly BinaryMode[])[] = [];
  for (let i = 0; i < right.sizes.length; i++) {
    const part = composeLeaf(left, right.sizes[i]!, right.strides[i]!, trace);
    if (isFailure(part)) return part;
    parts.push(part.length === 0 ? [{ size: right.sizes[i]!, bits: 0 }] : part);
  }
  const result = rebuild(b.shape, parts);
  return separateBits(right.sizes, right.strides, left) ? result : verified(a, b, result);
};

/** A result that is not known to be the composition until every value has been looked at. */
const verified = (a: Layout, b: Layout, result: Layout): Outcome<Layout> => {
  const expected = enumerateOffsets(new ComposedLayout(a, 0, b), CHECK_LIMIT);
  const got = enumerateOffsets(result, CHECK_LIMIT);
  if (isFailure(expected)) return expected;
  if (isFailure(got)) return got;
  for (let i = 0; i < got.length; i++) {
    if (got[i] === expected[i]) continue;
    return refuse(
      'inadmissible',
      `the modes of the right layout do not compose one by one: at ${i} they give ${got[i]}, A(B(${i})) is ${expected[i]}`,
      'Cecka 3.3.2 (23)',
    );
  }
  return result;
};

// --- columns over F2 ----------------------------------------------------------------------------

/** The value of a sum of modes at an integer; the last mode goes on beyond the size. */
const valueAt = (modes: NumericModes & { kind: 'integer' | 'binary' }, index: number): number => {
  let [rest, value] = [index, 0];
  modes.sizes.forEach((size, i) => {
    const digit = i === modes.sizes.length - 1 ? rest : rest % size;
    rest = Math.floor(rest / size);
    const stride = modes.strides[i]!;
    if (modes.kind === 'binary') value ^= carrylessProduct(digit, stride);
    else value += digit * stride;
  });
  return modes.kind === 'binary' ? value >>> 0 : value;
};

/** Columns of a leaf as modes: one if each is the one before it shifted, else runs of such. */
const modesOfColumns = (columns: readonly number[]): BinaryMode[] =>
  mergeBinary(columns.map((bits) => ({ size: 2, bits })));

/** A o B where B gives binary vectors: matrices over F2 multiplied, column by column. */
const composeWithBinary = (a: Layout, b: Layout): Outcome<Layout> => {
  const left = numericModes(a);
  if (isFailure(left)) return left;
  if (left.kind === 'coordinate') return new Violation('unsupported', 'the left layout gives coordinates');
  const form = linearForm(a);
  if (isFailure(form)) return form;
  if (!form.linear)
    return refuse('inadmissible', `the left layout is not linear over F2: ${form.why}`, 'Cecka 3.3.2');
  const right = binaryModes(b);
  if (isFailure(right)) return right;
  const size = left.sizes.reduce((product, n) => product * n, 1);
  const parts: BinaryMode[][] = [];
  for (const mode of right) {
    const bits = Math.ceil(Math.log2(mode.size));
    const columns: number[] = [];
    for (let k = 0; k < bits; k++) {
      const at = mode.bits * 2 ** k;
      if (at >= size && left.kind === 'integer') {
        return new NeedsValue(`not decided: ${at} lies outside the left layout, where its sums may carry`);
      }
      columns.push(valueAt(left, at));
    }
    const part = modesOfColumns(columns);
    if (mode.size === 1) parts.push([{ size: 1, bits: 0 }]);
    else if (part.length === 1) parts.push([{ size: mode.size, bits: part[0]!.bits }]);
    else if (isPowerOfTwo(mode.size)) parts.push(part);
    else return refuse('inadmissible', `the extent ${mode.size} is not a power of two`, 'Cecka 3.3.2');
  }
  return rebuild(b.shape, parts);
};

/**
 * A o B where a stride of A or B is binary. The result keeps the profile of B. Violations name the
 * condition; a result is only given when it is A(B(c)) everywhere.
 */
export const composeBinary = (a: Layout, b: Layout, trace?: Trace): Outcome<Layout> => {
  trace?.step(BEYOND_CUTE, 'Cecka 2.3.1');
  return hasBinaryStride(b) ? composeWithBinary(a, b) : composeWithIntegers(a, b, trace);
};

/**
 * A layout that is linear over F2, a swizzled one for instance, as a layout with binary strides:
 * `Sw<3,3,3> o 0 o (8,64):(64,1)` is `(8,64):(f72,f1)`.
 */
export const asBinary = (layout: AnyLayout): Outcome<Layout> => {
  const form = linearForm(layout);
  if (isFailure(form)) return form;
  if (!form.linear) return refuse('inadmissible', `not linear over F2: ${form.why}`, 'Cecka 2.4.4');
  const inner = innermost(layout);
  const columns = form.bases.flat();
  if (columns.some((value) => value.length !== 1))
    return new Violation('unsupported', 'its values are coordinates');
  let next = 0;
  const parts = layoutLeaves(inner).map(({ shape }) => {
    const bits = Math.log2(typeof shape === 'number' ? shape : sizeOf(shape));
    const part = modesOfColumns(columns.slice(next, next + bits).map(([value]) => value!));
    next += bits;
    return bits === 0 ? [{ size: 1, bits: 0 }] : part;
  });
  return rebuild(inner.shape, parts);
};

const innermost = (layout: AnyLayout): Layout =>
  layout instanceof Layout ? layout : innermost(layout.inner);
const sizeOf = (n: Int): number => {
  const modes = numericModes(new Layout(n, 0));
  return isFailure(modes) ? 1 : modes.sizes[0]!;
};

/** A swizzle as a layout with binary strides over its period. */
export const swizzleAsBinary = (sw: Swizzle): Layout => {
  const bits = sw.base + sw.bits + Math.abs(sw.shift);
  return layoutOfModes(modesOfColumns(Array.from({ length: bits }, (_, k) => applySwizzle(sw, 2 ** k))));
};
