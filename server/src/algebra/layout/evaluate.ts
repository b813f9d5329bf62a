// Layouts as functions: coordinates to indices and back (Cecka 2.2, 2.4.1; CuTe stride.hpp).

import { isConstant } from '../integer/comparison.ts';
import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import { add, divide, multiply, remainder } from '../integer/operations.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { product, productLike } from '../tuple/int-tuple.ts';
import { flattenTuple, rankOf, wrap } from '../tuple/operations.ts';
import { compactColMajor } from './compact.ts';
import type { Layout, Shape, Strides } from './layout.ts';
import { printPlain } from './print.ts';
import { profilesDiffer } from './profile-text.ts';
import type { Stride } from './stride.ts';
import { addStrides, intStride, scaleStride } from './stride-operations.ts';
import type { AlgebraValue } from './value.ts';

export type Coordinate = HTuple<Int>;

type What = 'coordinate' | 'index';

function ranksDiffer(what: What, coord: readonly unknown[], shape: readonly unknown[]): never {
  const [c, s] = [coord, shape].map((t) => printPlain(t as AlgebraValue));
  const [a, b] = [coord.length, shape.length];
  return refuse(
    'coordinate-mismatch',
    `the ${what} ${c} has ${a} entries, and the shape ${s} has ${b} modes`,
    {
      dividend: a,
      divisor: b,
      cute: 'Mismatched Ranks',
    },
  );
}

function noTuple(what: What, coord: readonly unknown[], shape: Shape): never {
  const [c, s] = [coord, shape].map((t) => printPlain(t as AlgebraValue));
  return refuse('coordinate-mismatch', `the ${what} ${c} is a tuple where the shape is the integer ${s}`, {
    cute: 'Invalid parameters',
  });
}

// --- coordinate to index ---------------------------------------------------------------------------

/** coord · stride: a coordinate of the shape, or of a coarser one, to an element of the codomain. */
export function crd2idxOrThrow(coord: Coordinate, shape: Shape, stride: Strides): Stride {
  if (!Array.isArray(coord)) return indexOfInt(coord as Int, shape, stride);
  if (!Array.isArray(shape)) {
    return noTuple('coordinate', coord, shape);
  }
  if (coord.length !== shape.length) ranksDiffer('coordinate', coord, shape);
  if (!Array.isArray(stride) || stride.length !== shape.length) strideMismatch(shape, stride);
  let sum: Stride | null = null;
  for (let i = 0; i < coord.length; i++) {
    const part = crd2idxOrThrow(coord[i] as Coordinate, shape[i] as Shape, stride[i] as Strides);
    sum = sum === null ? part : addStrides(sum, part);
  }
  return sum ?? 0;
}

function strideMismatch(shape: Shape, stride: Strides): never {
  return profilesDiffer(shape, stride, { cute: 'Mismatched Ranks' });
}

function indexOfInt(c: Int, shape: Shape, stride: Strides): Stride {
  if (!Array.isArray(shape)) {
    if (Array.isArray(stride)) return strideMismatch(shape, stride);
    return scaleStride(c, stride as Stride);
  }
  if (!Array.isArray(stride) || stride.length !== shape.length) return strideMismatch(shape, stride);
  const last = shape.length - 1;
  if (last < 0) return refuse('coordinate-mismatch', 'the layout has no modes');
  let rest: Int = c;
  let sum: Stride | null = null;
  const zero = last > 0 && isConstant(c, 0);
  for (let i = 0; i <= last; i++) {
    const s = shape[i] as Shape;
    const d = stride[i] as Strides;
    let here: Int = rest;
    if (zero) here = 0;
    else if (i < last) {
      const size = product(s);
      here = remainder(rest, size);
      rest = divide(rest, size);
    }
    const part = indexOfInt(here, s, d);
    sum = sum === null ? part : addStrides(sum, part);
  }
  return sum!;
}

/** Mixed radix: the position of a coordinate in the colexicographic order of a shape. */
export function crd2idxInShapeOrThrow(coord: Coordinate, shape: Shape): Int {
  if (!Array.isArray(coord)) return coord as Int;
  if (!Array.isArray(shape)) return noTuple('coordinate', coord, shape);
  if (coord.length !== shape.length) ranksDiffer('coordinate', coord, shape);
  const digits = wrap(flattenTuple(coord)) as readonly Int[];
  const sizes = wrap(flattenTuple(productLike(shape, coord))) as readonly Int[];
  let index: Int = digits.at(-1) ?? 0;
  for (let i = digits.length - 2; i >= 0; i--) index = add(digits[i]!, multiply(sizes[i]!, index));
  return index;
}

// --- index to coordinate ---------------------------------------------------------------------------

/** (index / stride) % shape in every mode: right for compact layouts. */
function idx2crdByStrideOrThrow(index: Coordinate, shape: Shape, stride: Strides): Coordinate {
  if (Array.isArray(index)) {
    if (!Array.isArray(shape)) return noTuple('index', index, shape);
    if (index.length !== shape.length) ranksDiffer('index', index, shape);
    if (!Array.isArray(stride) || stride.length !== shape.length) strideMismatch(shape, stride);
    return index.map((i, at) =>
      idx2crdByStrideOrThrow(i as Coordinate, shape[at] as Shape, stride[at] as Strides),
    );
  }
  if (Array.isArray(shape)) {
    const strides = Array.isArray(stride)
      ? stride
      : (compactColMajor(shape, intStride(stride as Stride, 'idx2crd')) as Strides);
    if (rankOf(strides) !== shape.length) strideMismatch(shape, stride);
    return shape.map((s, at) =>
      idx2crdByStrideOrThrow(index, s as Shape, (strides as readonly Strides[])[at]!),
    );
  }
  if (isConstant(shape as Int, 1)) return 0;
  if (Array.isArray(stride)) strideMismatch(shape, stride);
  return remainder(divide(index as Int, intStride(stride as Stride, 'idx2crd')), shape as Int);
}

/** The coordinate at a position of the colexicographic order; the last mode is not wrapped around. */
export function idx2crdInShapeOrThrow(index: Coordinate, shape: Shape): Coordinate {
  if (Array.isArray(index)) {
    if (!Array.isArray(shape)) return noTuple('index', index, shape);
    if (index.length !== shape.length) ranksDiffer('index', index, shape);
    return index.map((i, at) => idx2crdInShapeOrThrow(i as Coordinate, shape[at] as Shape));
  }
  if (!Array.isArray(shape)) return index;
  const coord: Coordinate[] = [];
  let rest = index as Int;
  const zero = shape.length > 1 && isConstant(rest, 0);
  for (let i = 0; i < shape.length; i++) {
    const s = shape[i] as Shape;
    let here: Int = rest;
    if (zero) here = 0;
    else if (i < shape.length - 1) {
      const size = product(s);
      here = remainder(rest, size);
      rest = divide(rest, size);
    }
    coord.push(idx2crdInShapeOrThrow(here, s));
  }
  return coord;
}

function crd2crdOrThrow(coord: Coordinate, from: Shape, to: Shape): Coordinate {
  if (Array.isArray(coord) && Array.isArray(from) && Array.isArray(to)) {
    if (coord.length !== from.length) ranksDiffer('coordinate', coord, from);
    if (coord.length !== to.length) ranksDiffer('coordinate', coord, to);
    return coord.map((c, i) => crd2crdOrThrow(c as Coordinate, from[i] as Shape, to[i] as Shape));
  }
  return idx2crdInShapeOrThrow(crd2idxInShapeOrThrow(coord, from), to);
}

// --- the public operations ---------------------------------------------------------------------------

/** `layout(coord)`: an integer, or a coordinate for basis strides. */
export function evaluate(layout: Layout, coord: Coordinate): Outcome<Stride> {
  try {
    return crd2idxOrThrow(coord, layout.shape, layout.stride);
  } catch (e) {
    return asFailure(e);
  }
}

/** `crd2idx(coord, shape)`: by the colexicographic order of the shape. */
export function crd2idx(coord: Coordinate, shape: Shape): Outcome<Int> {
  try {
    return crd2idxInShapeOrThrow(coord, shape);
  } catch (e) {
    return asFailure(e);
  }
}

/** `idx2crd(index, shape)`. */
export function idx2crd(index: Coordinate, shape: Shape): Outcome<Coordinate> {
  try {
    return idx2crdInShapeOrThrow(index, shape);
  } catch (e) {
    return asFailure(e);
  }
}

/** `idx2crd(index, shape, stride)`, which is also `layout.get_hier_coord(index)`. */
export function idx2crdByStride(index: Coordinate, shape: Shape, stride: Strides): Outcome<Coordinate> {
  try {
    return idx2crdByStrideOrThrow(index, shape, stride);
  } catch (e) {
    return asFailure(e);
  }
}

/** `layout.get_flat_coord(index)`: one integer a mode. Right for compact layouts. */
export function getFlatCoord(layout: Layout, index: Int): Outcome<Coordinate> {
  try {
    const hier = idx2crdByStrideOrThrow(index, layout.shape, layout.stride);
    const rank = rankOf(layout.shape);
    return crd2crdOrThrow(hier, layout.shape, rank === 1 ? 1 : new Array<Int>(rank).fill(1));
  } catch (e) {
    return asFailure(e);
  }
}

/** `layout.get_1d_coord(index)`. Right for compact layouts. */
export function get1dCoord(layout: Layout, index: Int): Outcome<Int> {
  try {
    return crd2idxInShapeOrThrow(idx2crdByStrideOrThrow(index, layout.shape, layout.stride), layout.shape);
  } catch (e) {
    return asFailure(e);
  }
}

/** `crd2crd(coord, from, to)`: the same position of another shape. */
export function crd2crd(coord: Coordinate, from: Shape, to: Shape): Outcome<Coordinate> {
  try {
    return crd2crdOrThrow(coord, from, to);
  } catch (e) {
    return asFailure(e);
  }
}
