// Shapes of Triton's tiles as far as the text says them. Extents whose numbers are not known may have a name.

export interface Extent {
  /** Null: not known. */
  readonly size: number | null;
  /** The parameters whose defaults it rests on, `BLOCK_K = 64`. */
  readonly defaults: readonly string[];
  /** The parameter of a kernel that it is, where its number is not known: another one is another extent, unless they agree. */
  readonly name: ParameterName | null;
}

/** A constant parameter of a kernel. */
export interface ParameterName {
  readonly kernel: string;
  readonly parameter: string;
}

/** The extents of a tile, outermost first; none for a scalar. */
export type TileShape = readonly Extent[];

export const SCALAR: TileShape = [];

export const extentOf = (size: number | null): Extent => ({ size, defaults: [], name: null });

/** Whether an extent has a number or a name. */
export const isTold = ({ size, name }: Extent): boolean => size !== null || name !== null;

const isNamed = (a: Extent, b: Extent): boolean => a.name !== null && a.name.parameter === b.name?.parameter;

/** What two shapes have in common, where none of their extents are known to differ; null for others. */
export const sameShape = (a: TileShape, b: TileShape): TileShape | null =>
  a.length === b.length && a.every(({ size }, i) => size === b[i]!.size)
    ? a.map((extent, i) => (isNamed(extent, b[i]!) ? extent : { ...extent, name: null }))
    : null;

export const extentText = ({ size, name }: Extent): string => String(size ?? name?.parameter ?? '?');

/** `[128, BLOCK_K, ?]` */
export const shapeText = (shape: TileShape): string => `[${shape.map(extentText).join(', ')}]`;

/** Two extents that are of different names: the same where those who choose them agree. */
export const isByName = (a: Extent, b: Extent): boolean =>
  a.name !== null && b.name !== null && a.name.parameter !== b.name.parameter;

/** Two extents that stand for one dimension and are not the same. */
export const differs = (a: Extent, b: Extent): boolean =>
  isByName(a, b) || (a.size !== null && b.size !== null && a.size !== b.size);

/** Whether two extents are certainly the same. */
export const isSame = (a: Extent, b: Extent): boolean =>
  isNamed(a, b) || (a.size !== null && a.size === b.size);

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

/** What both are repeated to; two extents, of one dimension, by which they cannot be. */
export function broadcast(a: TileShape, b: TileShape): TileShape | Unlike {
  const rank = Math.max(a.length, b.length);
  const [left, right] = [widened(a, rank), widened(b, rank)];
  const at = left.findIndex((x, i) => x.size !== 1 && right[i]!.size !== 1 && differs(x, right[i]!));
  return at < 0 ? left.map((x, i) => common(x, right[i]!)) : { pair: [left[at]!, right[at]!] };
}

interface Unlike {
  readonly pair: readonly [Extent, Extent];
}

export const isUnlike = (both: TileShape | Unlike): both is Unlike => 'pair' in both;

/** An extent that is not known may be 1, so that the other one tells what both become where it is more. */
function common(a: Extent, b: Extent): Extent {
  if (a.size === 1) return b;
  if (b.size === 1 || isSame(a, b)) return a;
  return a.size === null && b.size !== null ? b : { ...a, name: null };
}
