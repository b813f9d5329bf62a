// pycute's divides and products. See int-tuple.ts.

import { demand, isTuple, multiply } from './int-tuple.ts';
import {
  complement,
  composition,
  concatenate,
  cosize,
  isLayout,
  layout,
  mode,
  type PyLayout,
  type PyTiler,
  rank,
  size,
} from './layout.ts';

type Split = (a: PyLayout, b: PyTiler) => PyLayout;

const rest = (a: PyLayout, from: number): readonly PyLayout[] =>
  Array.from({ length: Math.max(0, rank(a) - from) }, (_, i) => mode(a, from + i));

function byMode(a: PyLayout, tiler: readonly PyTiler[], each: Split): PyLayout {
  demand(rank(a) >= tiler.length, `a tiler of ${tiler.length} modes for a layout of rank ${rank(a)}`);
  return concatenate([...tiler.map((item, i) => each(mode(a, i), item)), ...rest(a, tiler.length)]);
}

export function logicalDivide(a: PyLayout, b: PyTiler): PyLayout {
  if (b === null) return a;
  if (typeof b === 'number') return logicalDivide(a, layout(b));
  if (!isLayout(b)) return byMode(a, b, logicalDivide);
  return composition(a, concatenate([b, complement(b, size(a))]));
}

export function logicalProduct(a: PyLayout, b: PyTiler): PyLayout {
  if (b === null) return a;
  // pycute divides by an integer here.
  if (typeof b === 'number') return logicalDivide(a, layout(b));
  if (!isLayout(b)) return byMode(a, b, logicalProduct);
  return concatenate([a, composition(complement(a, multiply(size(a), cosize(b))), b)]);
}

/** Splits by mode, then gathers the first halves and the second halves. */
function unzip(split: Split, a: PyLayout, b: PyTiler): PyLayout {
  if (b === null) return concatenate([{ shape: 1, stride: 0 }, a]);
  if (!isTuple(b)) return split(a, b);
  const tiler = b as readonly PyTiler[];
  demand(rank(a) >= tiler.length, `a tiler of ${tiler.length} modes for a layout of rank ${rank(a)}`);
  const parts = tiler.map((item, i) => unzip(split, mode(a, i), item));
  return concatenate([
    concatenate(parts.map((part) => mode(part, 0))),
    concatenate([...parts.map((part) => mode(part, 1)), ...rest(a, tiler.length)]),
  ]);
}

/** The second half opened up into its modes. */
const opened = (a: PyLayout): PyLayout => concatenate([mode(a, 0), ...rest(mode(a, 1), 0)]);

export const zippedDivide: Split = (a, b) => unzip(logicalDivide, a, b);
export const tiledDivide: Split = (a, b) => opened(zippedDivide(a, b));
export const zippedProduct: Split = (a, b) => unzip(logicalProduct, a, b);
export const tiledProduct: Split = (a, b) => opened(zippedProduct(a, b));
