// Inverses of layouts with binary strides: linear algebra over F2 (Cecka 3.4, the last rows of Tables 5, 6).

import { isFailure, NeedsValue, type Outcome, Violation } from '../integer/failure.ts';
import type { Trace } from '../integer/trace.ts';
import type { Layout } from '../layout/layout.ts';
import { BEYOND_CUTE, binaryModes, layoutOfModes, mergeBinary } from './binary.ts';

/** A column of the matrix after elimination: `value` is the layout's value at `coordinate`. */
interface Pivot {
  readonly value: bigint;
  readonly coordinate: bigint;
}

interface Matrix {
  /** The value at each power of two of the coordinate. */
  readonly columns: readonly bigint[];
  /** The extent of the last mode, where it is not a power of two, and the bits below it. */
  readonly top: { readonly size: number; readonly below: number } | null;
}

const isPowerOfTwo = (n: number): boolean => Number.isInteger(Math.log2(n));
const topBit = (n: bigint): number => n.toString(2).length - 1;

const matrixOf = (layout: Layout): Outcome<Matrix> => {
  const modes = binaryModes(layout);
  if (isFailure(modes)) return modes;
  const proper = modes.filter((m) => m.size > 1);
  const columns: bigint[] = [];
  let top: Matrix['top'] = null;
  for (let i = 0; i < proper.length; i++) {
    const { size, bits } = proper[i]!;
    if (!isPowerOfTwo(size)) {
      if (i < proper.length - 1) {
        return new NeedsValue(`not decided: the extent ${size} before the last mode is not a power of two`);
      }
      top = { size, below: columns.length };
    }
    for (let k = 0; 2 ** k < size; k++) columns.push(BigInt(bits) << BigInt(k));
  }
  return { columns, top };
};

/** Gauss-Jordan elimination: no pivot's leading bit occurs in another pivot. */
const eliminate = (columns: readonly bigint[]): Map<number, Pivot> => {
  const pivots = new Map<number, Pivot>();
  columns.forEach((column, i) => {
    let [value, coordinate] = [column, 1n << BigInt(i)];
    for (const [bit, pivot] of pivots) {
      if ((value >> BigInt(bit)) & 1n)
        [value, coordinate] = [value ^ pivot.value, coordinate ^ pivot.coordinate];
    }
    if (value === 0n) return;
    const lead = topBit(value);
    for (const [bit, pivot] of pivots) {
      if ((pivot.value >> BigInt(lead)) & 1n) {
        pivots.set(bit, { value: pivot.value ^ value, coordinate: pivot.coordinate ^ coordinate });
      }
    }
    pivots.set(lead, { value, coordinate });
  });
  return pivots;
};

/** The layout that maps the power of two `2^j` to `images[j]`. */
const layoutOf = (images: readonly bigint[]): Layout =>
  layoutOfModes(mergeBinary(images.map((x) => ({ size: 2, bits: Number(x) }))));

/** The last merged run of images, if it is exactly the coordinate's top mode. */
const endsInTop = (images: readonly bigint[], top: NonNullable<Matrix['top']>): boolean => {
  const bits = Math.ceil(Math.log2(top.size));
  const start = images.length - bits;
  if (start < 0) return false;
  const high = images.slice(start).every((x, k) => x === 1n << BigInt(top.below + k));
  const low = images.slice(0, start).every((x) => x >> BigInt(top.below) === 0n);
  return high && low;
};

/**
 * The right inverse with the largest domain [0, 2^t): layout(R(k)) = k (Cecka 3.4.1 (24)). NeedsValue when
 * an extent that is no power of two keeps it from being linear.
 */
export const rightInverseBinary = (layout: Layout, trace?: Trace): Outcome<Layout> => {
  const matrix = matrixOf(layout);
  if (isFailure(matrix)) return matrix;
  trace?.step(BEYOND_CUTE, 'Cecka 3.4.1');
  const pivots = eliminate(matrix.columns);
  const images: bigint[] = [];
  for (let bit = 0; ; bit++) {
    const pivot = pivots.get(bit);
    // After Gauss-Jordan a unit vector lies in the image exactly when it is a pivot.
    if (pivot === undefined || pivot.value !== 1n << BigInt(bit)) break;
    trace?.step(`offset ${1n << BigInt(bit)} is the value at ${pivot.coordinate}`, 'Cecka 3.4.1');
    images.push(pivot.coordinate);
  }
  const { top } = matrix;
  if (top === null || images.every((x) => x >> BigInt(top.below) === 0n)) return layoutOf(images);
  if (!endsInTop(images, top)) {
    return new NeedsValue(`not decided: the extent ${top.size} is not a power of two`);
  }
  return withTop(images, top);
};

/** The images with the last mode cut to the extent of the layout's last mode. */
const withTop = (images: readonly bigint[], top: NonNullable<Matrix['top']>): Layout => {
  const bits = Math.ceil(Math.log2(top.size));
  const start = images.length - bits;
  const low = mergeBinary(images.slice(0, start).map((x) => ({ size: 2, bits: Number(x) })));
  return layoutOfModes(mergeBinary([...low, { size: top.size, bits: Number(images[start]!) }]));
};

/**
 * A left inverse: layout(L(layout(c))) = layout(c), so L(layout(c)) = c for an injective layout (Cecka 3.4.3
 * (26)). Offsets' bits that the layout does not need map to 0; other choices are left inverses too.
 */
export const leftInverseBinary = (layout: Layout, trace?: Trace): Outcome<Layout> => {
  const matrix = matrixOf(layout);
  if (isFailure(matrix)) return matrix;
  trace?.step(BEYOND_CUTE, 'Cecka 3.4.3');
  const pivots = eliminate(matrix.columns);
  const highest = matrix.columns.reduce((top, c) => (c === 0n ? top : Math.max(top, topBit(c))), -1);
  const images = Array.from({ length: highest + 1 }, (_, bit) => pivots.get(bit)?.coordinate ?? 0n);
  const { top } = matrix;
  return top !== null && endsInTop(images, top) ? withTop(images, top) : layoutOf(images);
};

/** The paper defines the complement for offsets and coordinates only (Cecka 3.5). */
export const complementBinary = (): Violation =>
  new Violation('unsupported', 'no document defines the complement of binary strides', {
    source: 'Cecka 3.5',
  });
