// Row-major positions as arithmetic, of numbers that are known and of names: B and its inverse of LEGO Figure 4.

/** Arithmetic on positions E with sizes S. `extent`: what a position stays below. */
export interface PositionArithmetic<E, S> {
  readonly zero: E;
  sizeOf(dims: readonly S[]): S;
  add(a: E, b: E): E;
  times(e: E, size: S): E;
  quotient(e: E, by: S, extent: S): E;
  remainder(e: E, by: S, extent: S): E;
  /** size - 1 - e */
  countedDown(e: E, size: S): E;
}

/** The row-major position of an index. */
export const flattened = <E, S>(
  sizes: readonly S[],
  index: readonly E[],
  { zero, add, times }: PositionArithmetic<E, S>,
): E => index.reduce((at, i, k) => add(times(at, sizes[k]!), i), zero);

/** The parts of a position, outermost first. The outermost needs no remainder: a position is within the array. */
export function unflattened<E, S>(
  sizes: readonly S[],
  position: E,
  { sizeOf, quotient, remainder }: PositionArithmetic<E, S>,
): readonly E[] {
  const total = sizeOf(sizes);
  return sizes.map((n, k) => {
    const whole = quotient(position, sizeOf(sizes.slice(k + 1)), total);
    return k === 0 ? whole : remainder(whole, n, sizeOf(sizes.slice(0, k + 1)));
  });
}

/** The position in a tile whose dimensions stand in memory in an order, outermost first. */
export const orderedPosition = <E, S>(
  dims: readonly S[],
  order: readonly number[],
  index: readonly E[],
  arithmetic: PositionArithmetic<E, S>,
): E =>
  flattened(
    order.map((k) => dims[k]!),
    order.map((k) => index[k]!),
    arithmetic,
  );

/** The index at a position of such a tile. */
export function orderedIndex<E, S>(
  dims: readonly S[],
  order: readonly number[],
  position: E,
  arithmetic: PositionArithmetic<E, S>,
): readonly E[] {
  const physical = unflattened(
    order.map((k) => dims[k]!),
    position,
    arithmetic,
  );
  return dims.map((_, k) => physical[order.indexOf(k)]!);
}

/** `reverse`: every dimension counted down. */
export const reversed = <E, S>(
  dims: readonly S[],
  index: readonly E[],
  { countedDown }: PositionArithmetic<E, S>,
): readonly E[] => index.map((i, k) => countedDown(i, dims[k]!));

/** What a chain is made of, whatever its sizes are. */
interface Tile<S> {
  readonly dims: readonly S[];
}

interface Order<P> {
  readonly permutations: readonly P[];
}

/** How the permutation of a tile is worked out. */
export interface TileArithmetic<E, S, P> {
  applied(tile: P, index: readonly E[]): E;
  inverted(tile: P, position: E): readonly E[];
  readonly arithmetic: PositionArithmetic<E, S>;
}

/** Figure 4: every tile's permutation on its own part of the index, outermost first. */
function applyOrder<E, S, P extends Tile<S>>(
  { permutations }: Order<P>,
  position: E,
  { applied, arithmetic }: TileArithmetic<E, S, P>,
): E {
  const sizes = permutations.map((p) => arithmetic.sizeOf(p.dims));
  const parts = unflattened(sizes, position, arithmetic);
  const places = permutations.map((p, k) => applied(p, unflattened(p.dims, parts[k]!, arithmetic)));
  return flattened(sizes, places, arithmetic);
}

function invertOrder<E, S, P extends Tile<S>>(
  { permutations }: Order<P>,
  position: E,
  { inverted, arithmetic }: TileArithmetic<E, S, P>,
): E {
  const sizes = permutations.map((p) => arithmetic.sizeOf(p.dims));
  const parts = unflattened(sizes, position, arithmetic);
  const places = permutations.map((p, k) => flattened(p.dims, inverted(p, parts[k]!), arithmetic));
  return flattened(sizes, places, arithmetic);
}

/** A chain of reorderings behind a view, last first; `expansion`: of an array that is smaller than what it reorders. */
interface Chain<S, P> {
  readonly dims: readonly S[];
  readonly chain: readonly Order<P>[];
  readonly expansion: { readonly physical: readonly S[]; readonly extended: readonly S[] } | null;
}

/** A position, and what has to be below what for it to be one (LEGO Figure 9). */
interface PlacedIndex<E, S> {
  readonly position: E;
  readonly tests: readonly { readonly of: E; readonly bound: S }[];
}

/** Figure 5: the position of an index. */
export function positionIn<E, S, P extends Tile<S>>(
  { dims, chain, expansion }: Chain<S, P>,
  index: readonly E[],
  tiles: TileArithmetic<E, S, P>,
): PlacedIndex<E, S> {
  const { arithmetic } = tiles;
  const position = chain.reduceRight(
    (at, order) => applyOrder(order, at, tiles),
    flattened(dims, index, arithmetic),
  );
  if (expansion === null) return { position, tests: [] };
  const { physical, extended } = expansion;
  const place = unflattened(extended, position, arithmetic);
  return {
    position: flattened(physical, place, arithmetic),
    tests: place.map((of, k) => ({ of, bound: physical[k]! })),
  };
}

/** Figure 5: the index at a position. */
export function indexIn<E, S, P extends Tile<S>>(
  { dims, chain, expansion }: Chain<S, P>,
  position: E,
  tiles: TileArithmetic<E, S, P>,
): readonly E[] {
  const { arithmetic } = tiles;
  const from =
    expansion === null
      ? position
      : flattened(expansion.extended, unflattened(expansion.physical, position, arithmetic), arithmetic);
  const at = chain.reduce((p, order) => invertOrder(order, p, tiles), from);
  return unflattened(dims, at, arithmetic);
}
