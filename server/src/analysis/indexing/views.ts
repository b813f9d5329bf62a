// Tensors and layouts that show a part of another one, or all of it in another order: at which coordinates of that other
// one an access reads.

import { inBounds } from '../../algebra/admissibility/in-bounds.ts';
import { shapeOf } from '../../algebra/indexing/layout.ts';
import { isFailure } from '../../algebra/integer/failure.ts';
import type { Int } from '../../algebra/integer/integer.ts';
import { intText, knownNumber } from '../../algebra/integer/known.ts';
import { isInt } from '../../algebra/layout/kinds.ts';
import { ComposedLayout, Layout, type Shape, type Strides, Underscore } from '../../algebra/layout/layout.ts';
import { wrap } from '../../algebra/tuple/operations.ts';
import { Tensor, type Value } from '../../evaluate/model/value.ts';
import type { Span } from '../../frontends/common/expression.ts';
import type { Callee, DocumentModel, Origin, Site } from '../values/model.ts';
import { plainLayout } from '../values/verdicts.ts';
import type { CoordinateReader, Written } from './coordinates.ts';
import {
  constantPosition,
  isNested,
  multiple,
  operandText,
  type Position,
  type Positions,
  sum,
} from './position.ts';

/** A coordinate of the view that has to stay below an extent by itself, or no more than not below zero. */
export interface Within {
  readonly position: Position;
  readonly extent: Int | null;
}

interface Known {
  readonly positions: readonly Positions[];
  readonly within: readonly Within[];
}

interface Through {
  /** The coordinates of what is viewed; null where every coordinate of the view stays within it. */
  readonly positions: readonly Positions[] | null;
  readonly within: readonly Within[];
}

interface View {
  readonly source: Site;
  readonly shape: Shape;
  /** The operation that makes the view. */
  readonly span: Span;
  /** Null for a coordinate of which that cannot be written. */
  through(at: readonly Positions[]): Through | null;
}

/** What an operation makes of its arguments, the source first. */
type Viewing = (origin: Origin, source: Shape, reader: CoordinateReader) => View['through'] | null;

/** The layout of a value; null where it has none. */
function viewedShape(value: Value): Shape | null {
  const layout = value instanceof Tensor ? value.layout : value;
  return layout instanceof Layout || layout instanceof ComposedLayout ? shapeOf(layout) : null;
}

/** The numbers of a tiler by mode; null where it has others. */
function tilesOf(value: Value, projection: Value | undefined): readonly number[] | null {
  const all = Array.isArray(value) ? (value as readonly Value[]) : [value];
  const kept = projection === undefined ? all : projected(all, projection);
  const tiles = kept?.map((t) => (isInt(t as Int) ? (knownNumber(t as Int) ?? null) : null)) ?? null;
  return tiles === null || tiles.includes(null) ? null : (tiles as readonly number[]);
}

/** What stands where the projection has no `_`. */
const projected = <T>(all: readonly T[], by: Value): readonly T[] | null =>
  Array.isArray(by) && by.length === all.length
    ? all.filter((_, k) => !((by as readonly Value[])[k] instanceof Underscore))
    : null;

/** The coordinates of what is cut into tiles: `inner` ones in a tile, `outer` ones of tiles and of the modes behind. */
function untiled(
  tiles: readonly number[],
  inner: readonly Positions[],
  outer: readonly Positions[],
  isWithin: 'stated' | 'known',
): Known | null {
  if (inner.length !== tiles.length || outer.length < tiles.length) return null;
  const within: Within[] = [];
  const positions = outer.map((o, k) => {
    const i = inner[k];
    if (isNested(o) || (i !== undefined && isNested(i))) return null;
    if (i === undefined) return o;
    if (isWithin === 'stated') within.push({ position: i, extent: tiles[k]! });
    if (!o.isNotNegative) within.push({ position: o, extent: null });
    return sum(notNegative(i), multiple(notNegative(o), tiles[k]!));
  });
  return positions.includes(null) ? null : { positions: positions as readonly Position[], within };
}

/** As it is known once that is asked of it. */
const notNegative = (p: Position): Position => ({ ...p, isNotNegative: true });

/** Coordinates, `null` standing for those that are taken from others in their order. */
function filled(written: readonly Written[], from: readonly Positions[]): readonly Positions[] | null {
  const rest = [...from];
  const fill = (w: Written): Positions | undefined =>
    w === null ? rest.shift() : isWrittenTuple(w) ? w.map((part) => fill(part) ?? []) : w;
  const all = written.map(fill);
  return rest.length > 0 || all.includes(undefined) ? null : (all as readonly Positions[]);
}

const isWrittenTuple = (w: Written): w is readonly Written[] => Array.isArray(w);

/** local_tile: the tile at a coordinate of the tiles; the modes of tiles that it leaves open come behind. */
const localTile: Viewing = ({ args, keywords }, source, reader) => {
  const [, tiler, coordinate, third] = args;
  const projection = third?.value ?? keywords.get('proj');
  if (tiler === undefined || coordinate === undefined || isFailure(tiler.value)) return null;
  if (projection !== undefined && isFailure(projection)) return null;
  const by = Array.isArray(projection) ? projection : undefined;
  const tiles = tilesOf(tiler.value, by);
  // A number counts the elements, or tiles, of all modes together.
  const isByMode = Array.isArray(tiler.value) && Array.isArray(coordinate.value);
  if (!isByMode && Array.isArray(source)) return null;
  const all = reader.read(coordinate);
  const tileOf = all === null || by === undefined ? all : projected(all, by);
  const modes = wrap(source);
  if (tiles === null || tileOf === null || tiles.length > modes.length) return null;
  if (tileOf.length > modes.length || tileOf.some(isWrittenTuple)) return null;
  // What is not said of the tiles stays open.
  const written = [...tileOf, ...modes.slice(tileOf.length).map(() => null)];
  return (at) => {
    const inner = at.slice(0, tiles.length);
    const outer = filled(written, at.slice(tiles.length));
    return outer === null ? null : untiled(tiles, inner, outer, 'stated');
  };
};

/** local_partition: the elements of one thread, which stands in each tile of a layout's shape. */
const localPartition: Viewing = ({ args, keywords }, source, reader) => {
  const [, threads, index] = args;
  if (args.length !== 3 || keywords.size > 0 || threads === undefined || index === undefined) return null;
  const layout = isFailure(threads.value) ? null : plainLayout(threads.value);
  const written = reader.read(index);
  if (layout === null || written?.length !== 1 || written[0] === null || isWrittenTuple(written[0]!))
    return null;
  const thread = written[0]!;
  const numbers = (of: Shape | Strides): readonly number[] | null => {
    const leaves = (Array.isArray(of) ? of : [of]).map((n) =>
      isInt(n as Int) ? knownNumber(n as Int) : undefined,
    );
    return leaves.some((n) => n === undefined || n < 1) ? null : (leaves as readonly number[]);
  };
  const [shape, stride] = [numbers(layout.shape), numbers(layout.stride)];
  if (shape === null || stride === null || shape.length > wrap(source).length) return null;
  const inner = shape.map((n, k) => digit(thread, stride[k]!, n, reader.quotient));
  return (at) => {
    const found = untiled(shape, inner, at, 'known');
    if (found === null || thread.isNotNegative) return found;
    return { ...found, within: [{ position: thread, extent: null }, ...found.within] };
  };
};

/** `threadIdx.x / 16 % 8`: a coordinate of CuTe's layouts of threads. */
function digit(thread: Position, stride: number, size: number, quotient: string): Position {
  if (size === 1) return constantPosition(0);
  const over = stride === 1 ? operandText(thread) : `${operandText(thread)} ${quotient} ${stride}`;
  return { text: `${over} % ${size}`, isNotNegative: true };
}

/** Where the coordinates in a tile and those of the tiles stand in a coordinate of the division. */
type Parted = (
  at: readonly Positions[],
  rank: number,
) => readonly [readonly Positions[], readonly Positions[]] | null;

const tupleOf = (p: Positions | undefined): readonly Positions[] | null =>
  p !== undefined && isNested(p) ? p : null;

const DIVISIONS: Readonly<Record<string, Parted>> = {
  zipped_divide: ([tile, rest]) => pair(tupleOf(tile), tupleOf(rest)),
  tiled_divide: ([tile, ...rest]) => pair(tupleOf(tile), rest),
  flat_divide: (at, rank) => pair(at.slice(0, rank), at.slice(rank)),
};

const pair = <T>(a: T | null, b: T | null): readonly [T, T] | null =>
  a === null || b === null ? null : [a, b];

/** The numbers of a tiler that is a tuple of such. */
const tilesIn = (tiler: Origin['args'][number] | undefined): readonly number[] | null =>
  tiler === undefined || isFailure(tiler.value) || !Array.isArray(tiler.value)
    ? null
    : tilesOf(tiler.value, undefined);

const divided =
  (parted: Parted): Viewing =>
  ({ args }, source) => {
    const tiles = tilesIn(args[1]);
    const rank = wrap(source).length;
    if (tiles === null || tiles.length > rank) return null;
    return (at) => {
      const parts = parted(at, tiles.length);
      if (parts === null || parts[1].length !== rank) return null;
      return untiled(tiles, ...parts, 'stated');
    };
  };

/** logical_divide: each mode by its tile, or as a whole. */
const dividedByMode: Viewing = ({ args }, source) => {
  const tiles = tilesIn(args[1]);
  const rank = wrap(source).length;
  if (tiles === null || tiles.length > rank) return null;
  return (at) => {
    if (at.length !== rank) return null;
    const parts = at.map((p, k) => {
      const tile = tiles[k];
      if (!isNested(p) || tile === undefined) return { positions: [p], within: [] };
      return p.length === 2 ? untiled([tile], [p[0]!], [p[1]!], 'stated') : null;
    });
    if (parts.includes(null)) return null;
    const known = parts as readonly Known[];
    return {
      positions: known.flatMap(({ positions }) => positions),
      within: known.flatMap(({ within }) => within),
    };
  };
};

/** domain_offset(coordinate, source): the same further on. */
const movedBy: Viewing = ({ args }, source, reader) => {
  const by = args[0] === undefined ? null : reader.read(args[0]);
  const rank = wrap(source).length;
  if (by?.length !== rank || by.some((b) => b === null || isWrittenTuple(b))) return null;
  return (at) => {
    if (at.length !== rank || at.some(isNested)) return null;
    return { positions: at.map((p, k) => sum(p as Position, by[k] as Position)), within: [] };
  };
};

/** composition(A, B): A at the offset of B. */
const composed: Viewing = ({ args }) => {
  const [outer, inner] = args.map(({ value }) => (isFailure(value) ? null : value));
  if (args.length !== 2 || !(inner instanceof Layout) || outer == null) return null;
  const a = plainLayout(outer);
  if (a === null || (!Array.isArray(inner.shape) && !isInt(inner.shape as Int))) return null;
  const fits = inBounds(a, inner) === null;
  return (at) => {
    const within: Within[] = [];
    const offset = (shape: Shape, stride: Strides, p: Positions): Position | null => {
      if (Array.isArray(shape)) {
        if (!isNested(p) || p.length !== shape.length || !Array.isArray(stride)) return null;
        const parts = p.map((part, k) => offset(shape[k] as Shape, stride[k] as Strides, part));
        return parts.includes(null) ? null : (parts as readonly Position[]).reduce(sum);
      }
      if (isNested(p) || !isInt(stride as Int)) return null;
      const n = knownNumber(stride as Int);
      const by = n ?? intText(stride as Int);
      if (typeof by === 'number' ? by < 0 : !/^[A-Za-z_]\w*$/.test(by)) return null;
      within.push({ position: p, extent: shape as Int });
      return multiple(notNegative(p), by);
    };
    const position = offset(inner.shape, inner.stride, at.length === 1 ? at[0]! : at);
    return position === null ? null : { positions: fits ? null : [position], within };
  };
};

const VIEWS: Readonly<Record<string, Viewing>> = {
  local_tile: localTile,
  local_partition: localPartition,
  ...Object.fromEntries(Object.entries(DIVISIONS).map(([name, parted]) => [name, divided(parted)])),
  logical_divide: dividedByMode,
  domain_offset: movedBy,
  composition: composed,
};

/** T(_, k, _): the modes that are left open. */
function sliced(
  args: readonly Site[],
  model: DocumentModel,
  reader: CoordinateReader,
): View['through'] | null {
  const written: Written[] = [];
  for (const arg of args) {
    const { value } = model.evaluate(arg, 'template');
    const parts = reader.read({ value, span: arg.span });
    if (parts === null) return null;
    // A coordinate may be one tuple; of several, each is that of a mode.
    if (Array.isArray(value) && args.length > 1) written.push(parts);
    else written.push(...parts);
  }
  return (at) => {
    const positions = filled(written, at);
    return positions === null ? null : { positions, within: [] };
  };
}

/** The call that an operation is, by its first argument; null where that stands in another file. */
export function callOf(
  model: DocumentModel,
  { args }: Origin,
): { readonly site: Site; readonly callee: Callee } | null {
  const first = args[0]?.span;
  if (first == null) return null;
  for (const site of model.sitesAt(first.start)) {
    const callee = model.callee(site);
    if (callee !== null && callee.args[0]?.span.start === first.start) return { site, callee };
  }
  return null;
}

/**
 * What an object is a view of. `none`: of nothing that is known here, so that its own extents are all that bounds it;
 * `unread`: a view whose coordinates cannot be written as those of what it shows.
 */
export function viewAt(
  model: DocumentModel,
  object: Site,
  reader: CoordinateReader,
): View | 'none' | 'unread' {
  const { origin } = model.evaluate(object, 'template');
  if (origin === null) return 'none';
  const operation = origin.operation.replace(/^.*(::|\.)/, '');
  const isSlice = operation === '()' || operation === '[]';
  const viewing = VIEWS[operation];
  if (viewing === undefined && !isSlice) return 'none';
  const made = callOf(model, origin);
  if (made === null) return 'unread';
  const { site, callee } = made;
  const source = isSlice ? callee.site : callee.args[operation === 'domain_offset' ? 1 : 0];
  const value = source === undefined ? null : model.evaluate(source, 'template').value;
  const shape = value === null || isFailure(value) ? null : viewedShape(value);
  if (source === undefined || shape === null) return 'unread';
  const through = isSlice ? sliced(callee.args, model, reader) : viewing!(origin, shape, reader);
  return through === null ? 'unread' : { source, shape, span: site.span, through };
}
