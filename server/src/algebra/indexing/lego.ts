// The index expressions of a chain of LEGO (LEGO IV-A): the position of an index, and the index at a position.

import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import type { LegoLayout, OrderBy } from '../lego/lego.ts';
import { product } from '../lego/row-major.ts';
import { type Arithmetic, EXPANDED, type IndexExpression } from './expression.ts';
import { applied, flattened, inverted, unflattened } from './permutation.ts';

const sizesOf = ({ permutations }: OrderBy): readonly number[] => permutations.map((p) => product(p.dims));

function applyOrder(order: OrderBy, position: IndexExpression, arithmetic: Arithmetic): IndexExpression {
  const parts = unflattened(sizesOf(order), position, arithmetic);
  return flattened(
    sizesOf(order),
    order.permutations.map((p, k) => applied(p, unflattened(p.dims, parts[k]!, arithmetic), arithmetic)),
  );
}

function invertOrder(order: OrderBy, position: IndexExpression, arithmetic: Arithmetic): IndexExpression {
  const parts = unflattened(sizesOf(order), position, arithmetic);
  return flattened(
    sizesOf(order),
    order.permutations.map((p, k) => flattened(p.dims, inverted(p, parts[k]!, arithmetic))),
  );
}

function requirePlain(layout: LegoLayout): void {
  if (layout.expansion !== null)
    refuse('unsupported', 'ExpandBy has no place for some indices, for which there is no expression');
}

/** The position of an index. Violation: unsupported for a permutation without a formula that is too large for a table. */
export function legoPosition(
  layout: LegoLayout,
  index: readonly IndexExpression[],
  arithmetic: Arithmetic = EXPANDED,
): Outcome<IndexExpression> {
  try {
    requirePlain(layout);
    return layout.chain.reduceRight(
      (at, order) => applyOrder(order, at, arithmetic),
      flattened(layout.dims, index),
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
    requirePlain(layout);
    return unflattened(
      layout.dims,
      layout.chain.reduce((at, order) => invertOrder(order, at, arithmetic), position),
      arithmetic,
    );
  } catch (e) {
    return asFailure(e);
  }
}
