// The semimodules that strides come from (Cecka 2.3.1), behind one small interface: integers, coordinates
// under element-wise addition, and binary vectors under XOR.

import type { Int } from '../integer/integer.ts';
import type { Layout } from '../layout/layout.ts';
import { printPlain } from '../layout/print.ts';
import { ArithTuple, Binary, ScaledBasis, type Stride } from '../layout/stride.ts';
import { addStrides, scaleStride, staticallyEqual } from '../layout/stride-operations.ts';
import { leavesOf } from '../tuple/operations.ts';

/** `add` and `scale` may throw the Failure of a value that is not known. */
interface Semimodule {
  readonly name: 'integers' | 'coordinates' | 'binary vectors';
  readonly zero: Stride;
  readonly add: (a: Stride, b: Stride) => Stride;
  readonly scale: (n: Int, d: Stride) => Stride;
  /** Equal by what is known statically. */
  readonly equals: (a: Stride, b: Stride) => boolean;
  readonly print: (d: Stride) => string;
}

const semimodule = (name: Semimodule['name'], zero: Stride): Semimodule => ({
  name,
  zero,
  add: addStrides,
  scale: scaleStride,
  equals: staticallyEqual,
  print: printPlain,
});

export const INTEGERS = semimodule('integers', 0);
/** Integer 0 is the coordinate 0 of every profile. */
export const COORDINATES = semimodule('coordinates', 0);
export const BINARY_VECTORS = semimodule('binary vectors', new Binary(0));

/** The semimodule of a stride; a plain integer is one of the integers. */
const semimoduleOfStride = (d: Stride): Semimodule => {
  if (d instanceof Binary) return BINARY_VECTORS;
  return d instanceof ScaledBasis || d instanceof ArithTuple ? COORDINATES : INTEGERS;
};

/** The semimodule a layout's values lie in: that of its first stride that is no integer. */
export const semimoduleOf = (layout: Layout): Semimodule =>
  leavesOf<Stride>(layout.stride)
    .map(semimoduleOfStride)
    .find((m) => m !== INTEGERS) ?? INTEGERS;
