// The index expressions of a chain of LEGO (LEGO IV-A): the position of an index, and the index at a position.

import { asFailure, type Outcome } from '../integer/failure.ts';
import type { LegoLayout } from '../lego/lego.ts';
import type { Permutation } from '../lego/permutation.ts';
import { type Arithmetic, constant, EXPANDED, type IndexExpression } from './expression.ts';
import { choiceOf } from './nonlinear.ts';
import { applied, inverted, positionsOf } from './permutation.ts';
import { indexIn, positionIn, type TileArithmetic } from './row-major.ts';

const tilesBy = (arithmetic: Arithmetic): TileArithmetic<IndexExpression, number, Permutation> => ({
  arithmetic: positionsOf(arithmetic),
  applied: (p, index) => applied(p, index, arithmetic),
  inverted: (p, position) => inverted(p, position, arithmetic),
});

/** The position of an index; -1 where an expanded layout has no element for it. Violation: unsupported for a permutation without a formula that is too large for a table. */
export function legoPosition(
  layout: LegoLayout,
  index: readonly IndexExpression[],
  arithmetic: Arithmetic = EXPANDED,
): Outcome<IndexExpression> {
  try {
    const { position, tests } = positionIn(layout, index, tilesBy(arithmetic));
    // An index outside of an expanded array has no position.
    return choiceOf(
      tests.map(({ of, bound }) => ({ of, bound: constant(bound) })),
      position,
      constant(-1),
    );
  } catch (e) {
    return asFailure(e);
  }
}

/** The index at a position, dimension by dimension. Violation: unsupported, as for a position. */
export function legoIndex(
  layout: LegoLayout,
  position: IndexExpression,
  arithmetic: Arithmetic = EXPANDED,
): Outcome<readonly IndexExpression[]> {
  try {
    return indexIn(layout, position, tilesBy(arithmetic));
  } catch (e) {
    return asFailure(e);
  }
}
