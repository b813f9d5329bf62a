// Shapes of Triton's tiles as far as the text says them: extents that are not known keep the text that they are written as.

export interface Extent {
  /** Null: not known. */
  readonly size: number | null;
  /** The parameters whose defaults it rests on, `BLOCK_K = 64`. */
  readonly defaults: readonly string[];
}

/** The extents of a tile, outermost first; none for a scalar. */
export type TileShape = readonly Extent[];

export const SCALAR: TileShape = [];

export const extentOf = (size: number | null): Extent => ({ size, defaults: [] });

/** The same shape wherever both are known. */
export const isSameShape = (a: TileShape, b: TileShape): boolean =>
  a.length === b.length && a.every(({ size }, i) => size === b[i]!.size);

/** `[128, ?]` */
export const shapeText = (shape: TileShape): string => `[${shape.map(({ size }) => size ?? '?').join(', ')}]`;

/** Two extents that stand for one dimension and are not the same. */
export const differs = (a: Extent, b: Extent): boolean =>
  a.size !== null && b.size !== null && a.size !== b.size;

/** How many elements a tile has; null where an extent is not known. */
export const elementsOf = (shape: TileShape): number | null =>
  shape.reduce<number | null>((n, { size }) => (n === null || size === null ? null : n * size), 1);

/** The parameters whose defaults shapes rest on, each once. */
export const defaultsOf = (...shapes: readonly TileShape[]): readonly string[] => [
  ...new Set(shapes.flat().flatMap(({ defaults }) => defaults)),
];

/** The shape with dimensions of one element before it, as Triton adds them to the one of two that has fewer. */
const widened = (shape: TileShape, rank: number): TileShape => [
  ...Array.from({ length: rank - shape.length }, () => extentOf(1)),
  ...shape,
];

/** What both are repeated to; a dimension, counted from the first, in which they cannot be. */
export function broadcast(a: TileShape, b: TileShape): TileShape | number {
  const rank = Math.max(a.length, b.length);
  const [left, right] = [widened(a, rank), widened(b, rank)];
  const at = left.findIndex((x, i) => x.size !== 1 && right[i]!.size !== 1 && differs(x, right[i]!));
  return at < 0 ? left.map((x, i) => common(x, right[i]!)) : at;
}

/** An extent that is not known may be 1, so that the other one tells what both become where it is more. */
function common(a: Extent, b: Extent): Extent {
  if (a.size === 1) return b;
  return a.size === null && b.size !== null && b.size !== 1 ? b : a;
}
