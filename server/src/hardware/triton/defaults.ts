// Layouts that Gluon makes for a shape.

import {
  asFailure,
  type Failure,
  isFailure,
  NeedsValue,
  type Outcome,
  refuse,
} from '../../algebra/integer/failure.ts';
import { bitsOrThrow } from '../../algebra/linear/layout.ts';
import { construct } from './construct.ts';
import type { Encoding, IntLists } from './encoding.ts';

/**
 * Into how many parts blocks cut each dimension. Gluon 3.6 takes every dimension for cut, as soon as blocks cut one; later
 * versions take those that are.
 */
const partsOf = (
  shape: readonly number[],
  cgaLayout: IntLists,
  version: '3.6' | 'later',
): readonly number[] =>
  shape.map((_, i) => {
    const largest = Math.max(0, ...cgaLayout.map((basis) => basis[i] ?? 0));
    if (cgaLayout.length === 0) return 1;
    return version === '3.6' ? 2 * Math.max(1, largest) : Math.max(1, 2 * largest);
  });

function shapeOfPart(shape: readonly number[], splits: readonly number[]): readonly number[] {
  const indivisible = shape.findIndex((size, i) => size % splits[i]! !== 0);
  return indivisible < 0
    ? shape.map((size, i) => size / splits[i]!)
    : refuse(
        'indivisible',
        `the blocks cut dimension ${indivisible} of ${shape[indivisible]} into ${splits[indivisible]}`,
      );
}

/** The widest swizzle whose rows fit: `NVMMASharedLayout.get_default_for(shape, dtype, …)`. */
export function defaultNvmmaShared(
  shape: readonly number[],
  bits: number,
  transposed: boolean,
  fp4Padded: boolean,
  cgaLayout: IntLists,
): Outcome<Encoding> {
  const [before, after] = (['3.6', 'later'] as const).map((version) =>
    swizzleWidth(shape, partsOf(shape, cgaLayout, version), bits, transposed, fp4Padded),
  ) as [Outcome<number>, Outcome<number>];
  if (isFailure(before) || before !== after) return versionsDiffer(before, after);
  return construct(
    'NVMMASharedLayout',
    [before, bits, shape.length, transposed, fp4Padded, cgaLayout],
    new Map(),
  );
}

const versionsDiffer = (before: Outcome<number>, after: Outcome<number>): Failure => {
  const width = (outcome: Outcome<number>): string => (isFailure(outcome) ? 'none' : `${outcome} bytes`);
  return isFailure(before) && isFailure(after)
    ? after
    : new NeedsValue(`the swizzle is of ${width(before)} in Triton 3.6, and of ${width(after)} later`, []);
};

function swizzleWidth(
  shape: readonly number[],
  parts: readonly number[],
  bits: number,
  transposed: boolean,
  fp4Padded: boolean,
): Outcome<number> {
  try {
    const own = shapeOfPart(shape, parts);
    const ordered = transposed ? [...own.slice(1), ...own.slice(0, 1)] : own;
    const bytes = Math.floor((ordered.at(-1)! * (fp4Padded ? 2 : 1) * bits) / 8);
    const rows = ordered.slice(0, -1).reduce((n, size) => n * size, 1);
    if (shape.length < 2 || rows < 8) return 0;
    return [128, 64, 32].find((w) => bytes >= w && bytes % w === 0) ?? 0;
  } catch (e) {
    return asFailure(e);
  }
}

/** Offsets in the order of the dimensions: `PaddedSharedLayout.with_identity_for(pairs, shape, order)`.
 * Versions after 3.6 take how blocks cut the shape, too. */
export function identityPadded(
  pairs: IntLists,
  shape: readonly number[],
  order: readonly number[],
  cgaLayout: IntLists = [],
): Outcome<Encoding> {
  try {
    if (shape.length !== order.length) refuse('rank-mismatch', 'shape and order have different lengths');
    const own = shapeOfPart(shape, partsOf(shape, cgaLayout, 'later'));
    const bases = order.flatMap((dim) => {
      const bits = bitsOrThrow(own[dim] ?? 0, `the extent of dimension ${dim}`);
      return Array.from({ length: bits }, (_, bit) => shape.map((_, i) => (i === dim ? 2 ** bit : 0)));
    });
    return construct('PaddedSharedLayout', [pairs, bases, cgaLayout, shape], new Map());
  } catch (e) {
    return asFailure(e);
  }
}
