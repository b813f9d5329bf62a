// Tilings by other means than divisions: tiles of a tensor, and what the threads of a TiledCopy or TiledMMA take of one.

import { divideVerdict, type OverTiling } from '../../algebra/admissibility/divide.ts';
import { shapeOf } from '../../algebra/composed/composed.ts';
import { isFailure } from '../../algebra/integer/failure.ts';
import { type Int, isStatic } from '../../algebra/integer/integer.ts';
import { knownNumber } from '../../algebra/integer/known.ts';
import { Layout, type Shape, type Tiler } from '../../algebra/layout/layout.ts';
import { ceilDiv, productEach } from '../../algebra/tuple/int-tuple.ts';
import { leavesOf } from '../../algebra/tuple/operations.ts';
import { projected } from '../../evaluate/cute/slices.ts';
import { Tensor, type Value } from '../../evaluate/model/value.ts';
import { isInteger } from '../../evaluate/values/arithmetic.ts';
import { ThrCopy, TiledCopy } from '../../hardware/copy/tiled-copy.ts';
import type { Operand } from '../../hardware/mma/mma-atom.ts';
import { ThrMma, TiledMma, tileSizeMnk } from '../../hardware/mma/tiled-mma.ts';
import type { Origin, SiteEvaluation } from './model.ts';
import { asTiler, operationName, plainLayout } from './verdicts.ts';

/** A tensor and what it is divided by. */
interface Tiling {
  readonly tensor: Tensor;
  readonly tiler: Tiler;
  /** The coordinate of the tile, or of the element of the tile; null where it is a thread's. */
  readonly coordinate: Value | null;
}

/** The modes of (M,N,K) that an operand has. */
const MODES = { A: [0, 2], B: [1, 2], C: [0, 1] } as const;

/** An argument by its place, or by its name in Python. */
const argument = ({ args, keywords }: Origin, i: number, name: string): Value | null => {
  const value = args[i]?.value ?? keywords.get(name);
  return value === undefined || isFailure(value) ? null : value;
};

/** The tiling that an operation comes down to; null for others, and where it is not known. */
export function tilingOf(origin: Origin): Tiling | null {
  const name = operationName(origin);
  if (name === 'local_tile' || name === 'local_partition') return tileOf(origin, name);
  const partition = /^(?:partition|(?:thr|tid)frg)_(?:fragment_)?([ABCSD])$/.exec(name);
  const tensor = origin.args[0]?.value;
  if (partition === null || !(tensor instanceof Tensor)) return null;
  const tiler = tilerOf(origin.object, partition[1]!);
  return tiler === null ? null : { tensor, tiler, coordinate: null };
}

/** How many tiles there are in each mode of the tensor, the last one of each perhaps in part; null for a tiler of one mode. */
export function tilesOf({ tiler, tensor }: Tiling): readonly Shape[] | null {
  const shape = shapeOf(tensor.layout);
  if (!Array.isArray(tiler) || !Array.isArray(shape)) return null;
  return (shape as readonly Shape[]).map((extent, i) => {
    const tile = i < tiler.length ? tiler[i] : 1;
    return isInteger(tile as Value) ? (ceilDiv(extent, tile as Shape) as Shape) : extent;
  });
}

/** How CuTe DSL names the tensor and the coordinate. */
const NAMES = { local_tile: ['input', 'coord'], local_partition: ['target', 'index'] } as const;

function tileOf(origin: Origin, name: keyof typeof NAMES): Tiling | null {
  const [whole, place] = NAMES[name];
  const tensor = argument(origin, 0, whole);
  const tile = argument(origin, 1, 'tiler');
  const coordinate = argument(origin, 2, place);
  if (!(tensor instanceof Tensor) || tile === null || coordinate === null) return null;
  const projection = argument(origin, 3, 'proj');
  const [t, c] = [tile, coordinate].map((v) => (projection === null ? v : projected(projection, v)));
  const known = t === undefined || isFailure(t) ? null : asTiler(t);
  if (known === null || c === undefined || isFailure(c)) return null;
  if (name === 'local_tile') return { tensor, tiler: known, coordinate: c };
  // The shape of the threads is what the tensor is divided by.
  return known instanceof Layout
    ? { tensor, tiler: productEach(known.shape) as Tiler, coordinate: null }
    : null;
}

/** What one operand is divided by; null where it is not known. */
export function tilerOf(object: Value | null, operand: string): Tiler | null {
  const tiled = object instanceof ThrCopy || object instanceof ThrMma ? object.tiled : object;
  if (tiled instanceof TiledCopy) return tiled.tiler;
  if (!(tiled instanceof TiledMma) || !(operand in MODES)) return null;
  // The tile of an MMA of tensor memory may be that of two CTAs, each of which has a part of the tensor.
  if (tiled.atom.homes.C.kind === 'tensor-memory') return null;
  const [i, j] = MODES[operand as Operand];
  return [tileSizeMnk(tiled, i), tileSizeMnk(tiled, j)];
}

/** Where a tile does not divide a tensor of which all extents in question are static. */
interface TilingVerdict {
  readonly tensor: Layout;
  readonly tiler: Tiler;
  readonly overTiling: readonly OverTiling[];
}

/** Verdicts by the operation's key, so that an edit elsewhere in the file costs nothing. */
const seen = new WeakMap<object, TilingVerdict | null>();

/** Null for what is no tiling, or is refused. Coordinates are divided as the tensors that they tell apart. */
export function tilingVerdict({ origin, value }: SiteEvaluation): TilingVerdict | null {
  if (origin === null || isFailure(value)) return null;
  const known = seen.get(origin.key);
  if (known !== undefined) return known;
  const tiling = tilingOf(origin);
  const layout =
    tiling === null || tiling.tensor.engine.space === 'counting' ? null : plainLayout(tiling.tensor);
  const verdict = tiling === null || layout === null ? null : verdictOn(layout, tiling);
  seen.set(origin.key, verdict);
  return verdict;
}

function verdictOn(tensor: Layout, { tiler, coordinate }: Tiling): TilingVerdict {
  const isStaticMode = (mode: readonly number[]): boolean => {
    const shape = mode.reduce<Shape>((part, i) => (Array.isArray(part) ? part[i]! : part), tensor.shape);
    return leavesOf(shape).every(isStatic);
  };
  const { overTiling } = divideVerdict(tensor, tiler);
  // Extents that are known at run time only are what predicates are for.
  const isBeyond = (over: OverTiling): boolean =>
    isStaticMode(over.mode) && !(coordinate !== null && isWithin(over, tiler, coordinate));
  return { tensor, tiler, overTiling: overTiling.filter(isBeyond) };
}

/** Whether the tile at a constant coordinate has all of its elements. */
function isWithin({ mode, elements }: OverTiling, tiler: Tiler, coordinate: Value): boolean {
  const at = (part: unknown, i: number): unknown => (Array.isArray(part) ? part[i] : part);
  const tile = mode.reduce<unknown>(at, tiler);
  // The first of all tiles is the first in each mode.
  const c =
    isInteger(coordinate) && knownNumber(coordinate) === 0
      ? 0
      : mode.reduce<unknown>((part, i) => (Array.isArray(part) ? part[i] : null), coordinate);
  const [number, size] = [c, tile].map((v) => (isInteger(v as Value) ? knownNumber(v as Int) : undefined));
  return number !== undefined && size !== undefined && (number + 1) * size <= elements;
}
