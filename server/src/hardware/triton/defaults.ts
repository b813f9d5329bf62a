// Layouts that Gluon makes for a shape.

import { asFailure, type Outcome, refuse } from '../../algebra/integer/failure.ts';
import { bitsOrThrow } from '../../algebra/linear/layout.ts';
import { construct } from './construct.ts';
import type { Encoding, IntLists } from './encoding.ts';

/** The widest swizzle whose rows fit: `NVMMASharedLayout.get_default_for(shape, dtype, …)`. */
export function defaultNvmmaShared(
  shape: readonly number[],
  bits: number,
  transposed: boolean,
  fp4Padded: boolean,
  cgaLayout: IntLists,
): Outcome<Encoding> {
  // Gluon 3.6 takes every dimension for cut, as soon as blocks cut one.
  const splits = shape.map((_, i) =>
    cgaLayout.length === 0 ? 1 : 2 * Math.max(1, ...cgaLayout.map((b) => b[i] ?? 0)),
  );
  const indivisible = shape.findIndex((size, i) => size % splits[i]! !== 0);
  if (indivisible >= 0) {
    try {
      refuse(
        'indivisible',
        `the blocks cut dimension ${indivisible} of ${shape[indivisible]} into ${splits[indivisible]}`,
      );
    } catch (e) {
      return asFailure(e);
    }
  }
  const own = shape.map((size, i) => size / splits[i]!);
  const ordered = transposed ? [...own.slice(1), ...own.slice(0, 1)] : own;
  const bytes = Math.floor((ordered.at(-1)! * (fp4Padded ? 2 : 1) * bits) / 8);
  const rows = ordered.slice(0, -1).reduce((n, size) => n * size, 1);
  const width =
    shape.length < 2 || rows < 8 ? 0 : ([128, 64, 32].find((w) => bytes >= w && bytes % w === 0) ?? 0);
  return construct(
    'NVMMASharedLayout',
    [width, bits, shape.length, transposed, fp4Padded, cgaLayout],
    new Map(),
  );
}

/** Offsets in the order of the dimensions: `PaddedSharedLayout.with_identity_for(pairs, shape, order)`. */
export function identityPadded(
  pairs: IntLists,
  shape: readonly number[],
  order: readonly number[],
): Outcome<Encoding> {
  try {
    if (shape.length !== order.length) refuse('rank-mismatch', 'shape and order have different lengths');
    const bases = order.flatMap((dim) => {
      const bits = bitsOrThrow(shape[dim] ?? 0, `the extent of dimension ${dim}`);
      return Array.from({ length: bits }, (_, bit) => shape.map((_, i) => (i === dim ? 2 ** bit : 0)));
    });
    return construct('PaddedSharedLayout', [pairs, bases, [], shape], new Map());
  } catch (e) {
    return asFailure(e);
  }
}
