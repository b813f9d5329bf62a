// LEGO's layouts (LEGO III-B): a logical view, grouped into tiles, and a chain of reorderings of its
// elements. `apply` takes a logical index to its physical position, `inv` takes it back. All of them
// are bijections of [0, n), and are kept here as functions of the row-major position.

import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import { orderedTile, type Permutation } from './permutation.ts';
import { flatten, product, unflatten } from './row-major.ts';
import { groupSteps, requireExpandable, requireSameRank, tileSteps } from './steps.ts';

/** `OrderBy(P1, …, Pq)`: a hierarchy of tiles, outermost first, each with its own permutation. */
export interface OrderBy {
  readonly permutations: readonly Permutation[];
  /** `TileOrderBy(P1, …, Pq)`: of an array of all of these tiles, which is cut into them first. */
  readonly isTiled?: boolean;
}

/**
 * How a chain is written. The paper begins with the logical view, and what stands next to it is applied first; the
 * reference package ends with the view, and what stands next to it is applied first as well.
 */
export type LegoForm = 'paper' | 'package';

/** How the logical view is written: `GroupBy`, or `TileBy` for a whole array that is looked at tile by tile. */
export type ViewKind = 'GroupBy' | 'TileBy';

/** `ExpandBy(physical, extended, G)`: what G makes of a larger array, in one that its tiles do not divide. */
interface Expansion {
  readonly physical: readonly number[];
  readonly extended: readonly number[];
}

/** A logical view and the reorderings behind it. `apply` goes through them from the last to the first. */
export class LegoLayout {
  readonly kind: ViewKind;
  readonly levels: readonly (readonly number[])[];
  readonly orders: readonly OrderBy[];
  /** The reorderings as they are applied, last first, those that cut an array into tiles included. */
  readonly chain: readonly OrderBy[];
  readonly form: LegoForm;
  readonly expansion: Expansion | null;
  /** The sizes of the logical view, levels of tiling one after the other. */
  readonly dims: readonly number[];
  /** How many indices the logical view has. */
  readonly size: number;

  constructor(
    kind: ViewKind,
    levels: readonly (readonly number[])[],
    orders: readonly OrderBy[],
    chain: readonly OrderBy[],
    form: LegoForm,
    expansion: Expansion | null = null,
  ) {
    this.kind = kind;
    this.form = form;
    this.levels = levels;
    this.orders = orders;
    this.chain = chain;
    this.expansion = expansion;
    this.dims = levels.flat();
    this.size = product(this.dims);
  }
}

const sizeOf = ({ permutations }: OrderBy): number => product(permutations.flatMap((p) => p.dims));

/** Figure 4: every tile's permutation on its own part of the index, outermost first. */
function applyOrder({ permutations }: OrderBy, position: number): number {
  const sizes = permutations.map((p) => product(p.dims));
  const parts = unflatten(sizes, position);
  return flatten(
    sizes,
    parts.map((part, k) => permutations[k]!.apply(unflatten(permutations[k]!.dims, part))),
  );
}

function invertOrder({ permutations }: OrderBy, position: number): number {
  const sizes = permutations.map((p) => product(p.dims));
  const parts = unflatten(sizes, position);
  return flatten(
    sizes,
    parts.map((part, k) => flatten(permutations[k]!.dims, permutations[k]!.inv(part))),
  );
}

function requireView(levels: readonly (readonly number[])[], chain: readonly OrderBy[]): void {
  const dims = levels.flat();
  const wrong = dims.find((n) => !Number.isSafeInteger(n) || n < 1);
  if (dims.length === 0 || wrong !== undefined)
    refuse(
      'wrong-kind',
      wrong === undefined ? 'a view has at least one dimension' : `${wrong} is no size of a view`,
      {
        source: 'LEGO III-B',
      },
    );
  const size = product(dims);
  for (const order of chain) {
    if (sizeOf(order) === size) continue;
    refuse('view-size', `the view has ${size} elements, and an OrderBy reorders ${sizeOf(order)}`, {
      dividend: sizeOf(order),
      divisor: size,
      source: 'LEGO III-B',
    });
  }
}

/**
 * `GroupBy(levels)` over a chain of reorderings, the last of which is applied first. Violation:
 * view-size where an OrderBy has another number of elements than the view.
 */
export function groupBy(
  levels: readonly (readonly number[])[],
  orders: readonly OrderBy[],
  form: LegoForm = 'package',
): Outcome<LegoLayout> {
  try {
    const chain = groupSteps(orders, orderedTile);
    requireView(levels, chain);
    return new LegoLayout('GroupBy', levels, orders, chain, form);
  } catch (e) {
    return asFailure(e);
  }
}

/** Where a view has another size than the array behind it: whether the tiles divide that, dimension by dimension. */
function requireTiles(levels: readonly (readonly number[])[], orders: readonly OrderBy[]): void {
  const array = orders.at(-1)?.permutations;
  const [dims] = array?.length === 1 ? [array[0]!.dims] : [];
  if (dims?.length !== levels[0]!.length || product(dims) === product(levels.flat())) return;
  dims.forEach((n, k) => {
    const [count, ...inner] = levels.map((level) => level[k]!);
    const tile = product(inner);
    if (n % tile === 0 || count! * tile === n) return;
    refuse(
      'tile-divisibility',
      `tiles of ${tile} do not divide dimension ${k}, which has ${n} elements: ${count} of them are ${count! * tile}`,
      { mode: [k], dividend: n, divisor: tile, source: 'LEGO III-D' },
    );
  });
}

/** `TileBy(levels)` over a chain of reorderings. Violations: rank-mismatch, tile-divisibility, view-size. */
export function tileBy(
  levels: readonly (readonly number[])[],
  orders: readonly OrderBy[],
  form: LegoForm = 'package',
): Outcome<LegoLayout> {
  try {
    requireSameRank(levels);
    requireTiles(levels, orders);
    const chain = tileSteps(levels, orders, orderedTile);
    requireView(levels, chain);
    return new LegoLayout('TileBy', levels, orders, chain, form);
  } catch (e) {
    return asFailure(e);
  }
}

/**
 * `ExpandBy(physical, extended, G)` (LEGO Figure 9): what G says of the extended array, where that lies in the physical
 * one. Violations: rank-mismatch; view-size where G has another size than the extended array; inadmissible where that is
 * smaller.
 */
export function expandBy(
  physical: readonly number[],
  extended: readonly number[],
  layout: LegoLayout,
): Outcome<LegoLayout> {
  try {
    const source = 'LEGO Figure 9';
    requireExpandable(physical, extended, layout);
    const small = physical.findIndex((n, k) => n > extended[k]!);
    if (small >= 0)
      refuse(
        'inadmissible',
        `dimension ${small} of the extended array has ${extended[small]} elements, less than the ${physical[small]} there are`,
        { source },
      );
    if (product(extended) !== layout.size)
      refuse(
        'view-size',
        `the extended array has ${product(extended)} elements, and the view ${layout.size}`,
        { dividend: product(extended), divisor: layout.size, source },
      );
    const { kind, levels, orders, chain, form } = layout;
    return new LegoLayout(kind, levels, orders, chain, form, { physical, extended });
  } catch (e) {
    return asFailure(e);
  }
}

/** Where an index lies that is within the view; -1 where an expanded layout has no element for it. */
function positionOf(layout: LegoLayout, index: readonly number[]): number {
  const at = layout.chain.reduceRight(
    (position, order) => applyOrder(order, position),
    flatten(layout.dims, index),
  );
  if (layout.expansion === null) return at;
  const { physical, extended } = layout.expansion;
  const place = unflatten(extended, at);
  return place.every((i, k) => i < physical[k]!) ? flatten(physical, place) : -1;
}

/**
 * The physical position of a logical index; -1 where an expanded layout has no element for it. Violations:
 * coordinate-mismatch, out-of-range.
 */
export function legoApply(layout: LegoLayout, index: readonly number[]): Outcome<number> {
  try {
    const { dims } = layout;
    if (index.length !== dims.length)
      refuse('coordinate-mismatch', `the view has ${dims.length} dimensions, the index ${index.length}`);
    index.forEach((i, k) => {
      if (i < 0 || i >= dims[k]!)
        refuse('out-of-range', `index ${i} of dimension ${k}, which has ${dims[k]} elements`);
    });
    return positionOf(layout, index);
  } catch (e) {
    return asFailure(e);
  }
}

/** The logical index at a physical position. Violation: out-of-range. */
export function legoInv(layout: LegoLayout, position: number): Outcome<readonly number[]> {
  try {
    const { expansion } = layout;
    const size = expansion === null ? layout.size : product(expansion.physical);
    if (position < 0 || position >= size)
      refuse('out-of-range', `position ${position} of a layout of ${size} elements`);
    const extended =
      expansion === null ? position : flatten(expansion.extended, unflatten(expansion.physical, position));
    return unflatten(
      layout.dims,
      layout.chain.reduce((p, order) => invertOrder(order, p), extended),
    );
  } catch (e) {
    return asFailure(e);
  }
}

/** The position of each index, in row-major order; the first `count` of them. */
export function legoTable(layout: LegoLayout, count: number = layout.size): readonly number[] {
  const { dims } = layout;
  return Array.from({ length: Math.min(count, layout.size) }, (_, i) =>
    positionOf(layout, unflatten(dims, i)),
  );
}
