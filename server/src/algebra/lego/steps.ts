// The reorderings of a chain as they are applied (LEGO III-B), whatever its sizes are: what cuts an array into tiles, and
// what puts tiles together, are reorderings too.

import { refuse } from '../integer/failure.ts';

interface Tile<S> {
  readonly dims: readonly S[];
}

interface Order<P> {
  readonly permutations: readonly P[];
  readonly isTiled?: boolean;
}

/** A tile whose dimensions stand in memory in an order, outermost first. */
type Ordered<S, P> = (dims: readonly S[], order: readonly number[]) => P;

type Levels<S> = readonly (readonly S[])[];

/**
 * σ of LEGO III-B for q levels of d dimensions: the dimensions of an array's tiles, level by level, in the order in which
 * they make up the dimensions of the array.
 */
function interleaved(levels: Levels<unknown>): readonly number[] {
  const d = levels[0]!.length;
  const q = levels.length;
  return Array.from({ length: d * q }, (_, i) => (i % q) * d + Math.floor(i / q));
}

/** Takes the position of an element in tiles that stand one after the other to that in the row-major array. */
const untiling = <S, P>(levels: Levels<S>, ordered: Ordered<S, P>): Order<P> => ({
  permutations: [ordered(levels.flat(), interleaved(levels))],
});

/** The other way. */
function tiling<S, P>(levels: Levels<S>, ordered: Ordered<S, P>): Order<P> {
  const order = interleaved(levels);
  const tiled = levels.flat();
  const back = order.map((_, j) => order.indexOf(j));
  return {
    permutations: [
      ordered(
        order.map((i) => tiled[i]!),
        back,
      ),
    ],
  };
}

/** Violation: rank-mismatch. */
export function requireSameRank(levels: Levels<unknown>): void {
  if (levels.some((level) => level.length !== levels[0]!.length)) {
    refuse('rank-mismatch', 'the levels of a tiling have the same number of dimensions', {
      source: 'LEGO III-B',
    });
  }
}

/** A reordering, after an array of all of its tiles has been cut into them, last first. */
function stepsOf<S, P extends Tile<S>>(
  order: Order<P>,
  isTiled: boolean,
  ordered: Ordered<S, P>,
): readonly Order<P>[] {
  if (!isTiled) return [order];
  const tiles = order.permutations.map((p) => p.dims);
  requireSameRank(tiles);
  return [order, tiling(tiles, ordered)];
}

/** The reorderings behind a `GroupBy`, last first. Violation: rank-mismatch. */
export const groupSteps = <S, P extends Tile<S>>(
  orders: readonly Order<P>[],
  ordered: Ordered<S, P>,
): readonly Order<P>[] => orders.flatMap((order) => stepsOf(order, order.isTiled === true, ordered));

/**
 * Those behind a `TileBy`: the view is of tiles, and the reorderings behind it are of the whole array, those of several
 * tiles after it has been tiled as they are. Violation: rank-mismatch.
 */
export const tileSteps = <S, P extends Tile<S>>(
  levels: Levels<S>,
  orders: readonly Order<P>[],
  ordered: Ordered<S, P>,
): readonly Order<P>[] => [
  ...orders.flatMap((order) => stepsOf(order, order.permutations.length > 1, ordered)),
  untiling(levels, ordered),
];

/** What every ExpandBy asks for, whatever its sizes are. */
export function requireExpandable(
  physical: readonly unknown[],
  extended: readonly unknown[],
  { expansion }: { readonly expansion: unknown },
): void {
  const source = 'LEGO Figure 9';
  if (expansion !== null) refuse('wrong-kind', 'what is expanded is a GroupBy or a TileBy', { source });
  if (physical.length !== extended.length)
    refuse('rank-mismatch', 'the physical and the extended array have the same number of dimensions', {
      source,
    });
}
