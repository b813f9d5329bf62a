// A chain whose sizes are names, with numbers for them.

import { asFailure, isFailure, type Outcome, refuse } from '../integer/failure.ts';
import type { Term } from '../term/term.ts';
import { expandBy, groupBy, type LegoLayout, type OrderBy, tileBy } from './lego.ts';
import { reversal } from './named.ts';
import { numberFor, type OpenChain, type OpenOrder, type OpenTile, type SizeValues } from './open.ts';
import { orderedTile, type Permutation } from './permutation.ts';

function sizesFor(sizes: readonly Term[], values: SizeValues): readonly number[] {
  const numbers = sizes.map((n) => numberFor(n, values));
  if (numbers.includes(null)) refuse('wrong-kind', 'a size has no value');
  return numbers as readonly number[];
}

function tileFor({ dims, form }: OpenTile, values: SizeValues): Permutation {
  const sizes = sizesFor(dims, values);
  switch (form.kind) {
    case 'general':
      return reversal(sizes);
    case 'regular':
      return orderedTile(sizes, form.order);
    default: {
      const order = sizes.map((_, k) => k);
      return orderedTile(sizes, form.kind === 'row' ? order : order.reverse(), form);
    }
  }
}

const orderFor = (order: OpenOrder, values: SizeValues): OrderBy => ({
  ...order,
  permutations: order.permutations.map((p) => tileFor(p, values)),
});

/** The chain for values of its names. Violations: those of a chain of such sizes. */
export function closedChain(open: OpenChain, values: SizeValues): Outcome<LegoLayout> {
  try {
    const levels = open.levels.map((level) => sizesFor(level, values));
    const orders = open.orders.map((order) => orderFor(order, values));
    const view = (open.kind === 'GroupBy' ? groupBy : tileBy)(levels, orders, open.form);
    const { expansion } = open;
    if (expansion === null || isFailure(view)) return view;
    return expandBy(sizesFor(expansion.physical, values), sizesFor(expansion.extended, values), view);
  } catch (e) {
    return asFailure(e);
  }
}
