// Pieces of tensors that each lane takes at coordinates of its own, as they are written: `s(lane, _)`,
// `local_tile(s, Shape<_1, _4>{}, make_coord(r, c))(0, _)`, `cute.zipped_divide(s, (1, 4))[(0, None), (tid, c)]`, also by a name,
// or as what a function of the file returns.

import { knownNumber } from '../../algebra/integer/known.ts';
import { Tensor } from '../../evaluate/model/value.ts';
import { isInteger } from '../../evaluate/values/arithmetic.ts';
import { knownValueOf, settledValueOf } from '../document/extents.ts';
import { argumentAt, type WrittenCall, writtenCall } from '../document/written/call.ts';
import { coordinatesAt, coordinatesOf, keepsMode } from '../document/written/coordinates.ts';
import { initialiserOf } from '../document/written/names.ts';
import type { Site } from '../values/model.ts';
import { type LaneContext, type Lanes, lanesOf } from './lanes.ts';
import { returnedFor } from './returned.ts';

/** A part of a tensor, and where it begins in each lane. */
interface Piece {
  readonly tensor: Tensor;
  /** One coordinate for each mode of the tensor. */
  readonly begins: readonly Lanes[];
  /** Of how many elements in each mode all lanes may be further: those of a tile. */
  readonly steps: readonly number[];
  /** The modes that are left, of which a slice of it has coordinates. */
  readonly kept: readonly number[];
}

const MAXIMUM_DEPTH = 6;

const AT_ZERO: Lanes = { of: () => 0, isMoved: false };

const scaled = ({ of, isMoved }: Lanes, by: number): Lanes => ({ of: (lane) => of(lane) * by, isMoved });

const sum = (a: Lanes, b: Lanes): Lanes => ({
  of: (lane) => a.of(lane) + b.of(lane),
  isMoved: a.isMoved || b.isMoved,
});

/** What a name in a function stands for that another one calls: the argument, with what is known there. */
function given(context: LaneContext, site: Site): readonly [LaneContext, Site] {
  const { text, call } = context;
  const argument = call?.given.get(text.slice(site.span.start, site.span.end));
  return argument === undefined ? [context, initialiserOf(site) ?? site] : given(call!.context, argument);
}

/** The extents of a tiler by modes; null where one is not known. */
function extentsOf({ model }: LaneContext, tiler: Site): readonly number[] | null {
  const value = settledValueOf(model, tiler);
  const numbers = Array.isArray(value)
    ? (value as readonly unknown[]).map((n) => (isInteger(n as never) ? knownNumber(n as never) : undefined))
    : [];
  return numbers.length === 0 || numbers.includes(undefined) ? null : (numbers as number[]);
}

function wholeAt(context: LaneContext, site: Site): Tensor | null {
  const { text, call, model } = context;
  const argument = call?.given.get(text.slice(site.span.start, site.span.end));
  if (argument !== undefined) return wholeAt(call!.context, argument);
  const value = knownValueOf(model, site);
  return value instanceof Tensor ? value : null;
}

/** Coordinates in the lanes, 0 for a mode that is kept; null where one is not known. */
function columnsOf(context: LaneContext, coordinates: readonly Site[]): readonly Lanes[] | null {
  const columns = coordinates.map((at) => (keepsMode(at, context.text) ? AT_ZERO : lanesOf(context, at)));
  return columns.includes(null) ? null : (columns as Lanes[]);
}

/** `local_tile(s, tiler, coordinate)`. */
function tileOf(context: LaneContext, call: WrittenCall): Piece | null {
  const [of, tiler, at] = ['input', 'tiler', 'coord'].map((name, i) => argumentAt(call, i, name));
  if (call.name !== 'local_tile' || of === undefined || tiler === undefined || at === undefined) return null;
  return argumentAt(call, 3, 'proj') === undefined ? tileAt(context, of, tiler, coordinatesAt(at)) : null;
}

function tileAt(
  context: LaneContext,
  of: Site,
  tiler: Site,
  coordinates: readonly Site[] | null,
): Piece | null {
  const [tensor, extents] = [wholeAt(context, of), extentsOf(context, tiler)];
  const columns = coordinates === null ? null : columnsOf(context, coordinates);
  if (tensor === null || extents === null || columns === null || columns.length !== extents.length)
    return null;
  return {
    tensor,
    begins: columns.map((column, i) => scaled(column, extents[i]!)),
    steps: extents,
    kept: extents.map((_, i) => i),
  };
}

/** `divided[(0, None), (i, j)]` of `zipped_divide(s, tiler)`. */
function dividedTile(context: LaneContext, call: WrittenCall): Piece | null {
  const [inner, outer, ...more] = coordinatesOf(call);
  const divided = writtenCall(given(context, call.callee)[1]);
  const [of, tiler] = ['target', 'tiler'].map((name, i) =>
    divided?.name === 'zipped_divide' ? argumentAt(divided, i, name) : undefined,
  );
  if (
    inner === undefined ||
    outer === undefined ||
    more.length > 0 ||
    of === undefined ||
    tiler === undefined
  )
    return null;
  const tile = tileAt(context, of, tiler, coordinatesAt(outer));
  const within = coordinatesAt(inner);
  if (tile === null || within === null) return tile;
  return moved(context, tile, within);
}

/** Which of modes stay, where a slice gives coordinates for them. */
const keptOf = (context: LaneContext, modes: readonly number[], within: readonly Site[]): readonly number[] =>
  modes.filter((_, i) => keepsMode(within[i]!, context.text));

function moved(context: LaneContext, piece: Piece, within: readonly Site[]): Piece | null {
  const { begins, kept } = piece;
  const columns = within.length === kept.length ? columnsOf(context, within) : null;
  if (columns === null) return null;
  const at = (mode: number): Lanes => columns[kept.indexOf(mode)] ?? AT_ZERO;
  return {
    ...piece,
    begins: begins.map((column, mode) => sum(column, at(mode))),
    kept: keptOf(context, kept, within),
  };
}

/** Null for what is no such piece, or where it begins is not known in the lanes. */
export function pieceAt(context: LaneContext, site: Site, depth = 0): Piece | null {
  const [around, at] = given(context, site);
  const call = depth < MAXIMUM_DEPTH ? writtenCall(at) : null;
  if (call === null) return null;
  const tile = tileOf(around, call) ?? dividedTile(around, call);
  if (tile !== null) return tile;
  const returned = returnedFor(around, at, call, 'anything');
  if (returned !== null)
    return pieceAt({ ...around, call: { given: returned.given, context: around } }, returned.site, depth + 1);
  if (call.keywords.size > 0 || (call.object !== null && !/^(?:\[\]|\(\))$/.test(call.name))) return null;
  const coordinates = coordinatesOf(call);
  if (!coordinates.some((each) => keepsMode(each, around.text))) return null;
  const inner = pieceAt(around, call.callee, depth + 1);
  if (inner !== null) return moved(around, inner, coordinates);
  const [tensor, begins] = [wholeAt(around, call.callee), columnsOf(around, coordinates)];
  if (tensor === null || begins === null) return null;
  const modes = begins.map((_, i) => i);
  return { tensor, begins, steps: begins.map(() => 1), kept: keptOf(around, modes, coordinates) };
}
