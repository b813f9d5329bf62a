// The dimensions of a tensor by Triton's names, and layouts of one of them that may be empty.

import { orThrow, refuse } from '../../algebra/integer/failure.ts';
import { identity1D, zeros1D } from '../../algebra/linear/identity.ts';
import {
  type Bases,
  EMPTY,
  inferredSizes,
  type LinearLayout,
  makeLinearLayout,
} from '../../algebra/linear/layout.ts';
import { productOrThrow } from '../../algebra/linear/product.ts';

/** `dim0`, `dim1`, … */
export const dimensionNames = (rank: number): readonly string[] =>
  Array.from({ length: rank }, (_, i) => `dim${i}`);

export const identity = (size: number, input: string, output: string): LinearLayout =>
  orThrow(identity1D(size, input, output));

export const zeros = (size: number, input: string, output: string): LinearLayout =>
  orThrow(zeros1D(size, input, output));

export const times = (...factors: readonly LinearLayout[]): LinearLayout =>
  factors.reduce(productOrThrow, EMPTY);

/** The layout with the smallest outputs that hold the bases. */
export const fromBases = (bases: Bases, names: readonly string[]): LinearLayout =>
  orThrow(makeLinearLayout(bases, inferredSizes(bases, names)));

/** One input dimension over all outputs, the dimension that `order` names first fastest. */
export function identityND(input: string, sizes: readonly number[], order: readonly number[]): LinearLayout {
  const names = dimensionNames(sizes.length);
  return times(...order.map((dim) => identity(sizes[dim]!, input, names[dim]!)));
}

/** The order of a batch of matrices: the last dimension first, or the last but one. */
export function matrixOrder(rank: number, rowMajor: boolean): readonly number[] {
  const order = Array.from({ length: rank }, (_, i) => rank - 1 - i);
  if (rank >= 2 && !rowMajor) [order[0], order[1]] = [order[1]!, order[0]!];
  return order;
}

/** The order of an operand with its K dimension fastest: A is [m, k], B is [k, n]. */
export const operandOrder = (operand: number, rank: number): readonly number[] =>
  matrixOrder(rank, operand === 0);

/** The K dimension of an operand. */
export const reductionDimension = (operand: number, rank: number): number =>
  operand === 0 ? rank - 1 : rank - 2;

/** The names of the outputs in an order of dimensions. */
export const namesInOrder = (order: readonly number[]): readonly string[] => order.map((dim) => `dim${dim}`);

/** Refuses matrices of other ranks than 2 and, with a batch in front, 3. */
export function requireMatrix(rank: number, name: string): void {
  if (rank !== 2 && rank !== 3)
    refuse('unsupported', `${name} of rank ${rank}: it has 2 dimensions, or 3 with a batch`);
}
