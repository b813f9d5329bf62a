// How many modes a tensor has, and how many elements each has at most, where its layout is not known: a tile has the modes
// of its tiler and those that the coordinate leaves, a partition one more than what is partitioned, a slice those that
// it keeps. What a TiledCopy or TiledMMA is does not matter for it.

import { shapeOf } from '../../algebra/composed/composed.ts';
import { isFailure } from '../../algebra/integer/failure.ts';
import { knownNumber } from '../../algebra/integer/known.ts';
import { type Shape, Underscore } from '../../algebra/layout/layout.ts';
import { product } from '../../algebra/tuple/int-tuple.ts';
import { projected } from '../../evaluate/cute/slices.ts';
import { Tensor, Unknown, type Value } from '../../evaluate/model/value.ts';
import { isInteger } from '../../evaluate/values/arithmetic.ts';
import { restsOnDefault } from '../values/default-arguments.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import { argumentAt, type WrittenCall, writtenCall } from './written/call.ts';
import { itemsAt, placeholderAt } from './written/expressions.ts';
import { initialiserOf } from './written/names.ts';

/** A bound for each mode; null: none is known. */
type Extents = readonly (number | null)[];

/** How many names and calls are followed. */
const MAXIMUM_DEPTH = 12;

type Model = Pick<DocumentModel, 'evaluate'>;

export function knownValueOf(model: Model, site: Site | undefined): Value | null {
  if (site === undefined) return null;
  const { value } = model.evaluate(site);
  return isFailure(value) ? null : value;
}

/** A value that no default argument decides, which a caller may give otherwise. */
export function settledValueOf(model: Model, site: Site | undefined): Value | null {
  if (site === undefined) return null;
  const { value, parameters } = model.evaluate(site);
  return isFailure(value) || restsOnDefault(parameters) ? null : value;
}

/** The number that such a value is; undefined for others, and where it is not known. */
export const settledNumberAt = (model: Model, site: Site | null | undefined): number | undefined =>
  numberIn(settledValueOf(model, site ?? undefined));

/** The number that a value is; undefined for others, and where it is not known. */
export const numberIn = (value: Value | null): number | undefined =>
  value !== null && isInteger(value) ? knownNumber(value) : undefined;

/** Null where not even the number of modes is known. */
export function extentsOf(model: Model, site: Site, depth = 0): Extents | null {
  const value = knownValueOf(model, site);
  if (value instanceof Tensor) return tensorExtents(value);
  if (!(value instanceof Unknown) || depth >= MAXIMUM_DEPTH) return null;
  const initialiser = initialiserOf(site);
  if (initialiser !== null) return extentsOf(model, initialiser, depth + 1);
  const call = writtenCall(site);
  return call === null ? null : callExtents(model, call, depth);
}

function tensorExtents({ layout }: Tensor): Extents {
  const shape = shapeOf(layout);
  const modes = Array.isArray(shape) ? (shape as readonly Shape[]) : [shape];
  return modes.map((mode) => knownNumber(product(mode)) ?? null);
}

const PARTITION = /^partition_(?:fragment_)?[ABCSD]$/;

function callExtents(model: Model, call: WrittenCall, depth: number): Extents | null {
  if (call.name === 'local_tile') return tileExtents(model, call);
  const [first] = call.args;
  if (call.object !== null && first !== undefined && PARTITION.test(call.name)) {
    const whole = extentsOf(model, first, depth + 1);
    return whole === null ? null : [null, ...whole];
  }
  const sliced = sliceOf(model, call);
  if (sliced === null) return null;
  const { coordinates } = sliced;
  const whole = extentsOf(model, sliced.tensor, depth + 1);
  if (whole !== null) return whole.length === coordinates.length ? keptExtents(coordinates, whole) : null;
  // A slice has a coordinate for each mode, whatever the tensor is; a tensor of another library takes lists of them, too.
  const isSlice = coordinates.every((c) => c instanceof Underscore || isInteger(c));
  return isSlice ? coordinates.flatMap((c) => (c instanceof Underscore ? [null] : [])) : null;
}

/** `local_tile(tensor, tiler, coordinate, projection)` */
function tileExtents(model: Model, call: WrittenCall): Extents | null {
  const projection = knownValueOf(model, argumentAt(call, 3, 'proj'));
  if (projection === null && (call.args.length > 3 || call.keywords.has('proj'))) return null;
  const [tiler, coordinate] = [argumentAt(call, 1, 'tiler'), argumentAt(call, 2, 'coord')].map((site) => {
    const value = knownValueOf(model, site);
    const taken = value === null || projection === null ? value : projected(projection, value);
    return taken === null || isFailure(taken) ? null : taken;
  });
  if (!Array.isArray(tiler) || !Array.isArray(coordinate)) return null;
  const numbers = (tiler as readonly Value[]).map((v) => (isInteger(v) ? (knownNumber(v) ?? null) : null));
  return [
    ...numbers,
    ...keptExtents(
      coordinate as readonly Value[],
      coordinate.map(() => null),
    ),
  ];
}

/** A slice of a tensor: what is sliced, and a coordinate for each mode. */
interface WrittenSlice {
  readonly tensor: Site;
  readonly coordinates: readonly Value[];
}

/** `t[None, None, k]`, `t(_, _, k)`; null where nothing is kept, which is an element. */
export function sliceOf(model: Model, call: WrittenCall): WrittenSlice | null {
  // C++ calls a tensor by its name, or what a call gave.
  const isPlain = call.object === null || call.name === '[]' || call.name === '()';
  if (!isPlain || call.keywords.size > 0) return null;
  const tensor = call.callee;
  // What has no `_` of its own is worked out for tuples of Python alone.
  const isTuple = call.args.length === 1 && call.name === '[]';
  if (!isTuple && !call.args.some(leavesOpen)) return null;
  const given = call.args.map((site) => knownValueOf(model, site));
  if (given.includes(null)) return null;
  const [only] = given as readonly Value[];
  const coordinates = given.length === 1 && Array.isArray(only) ? (only as readonly Value[]) : given;
  return coordinates.some(keeps) ? { tensor, coordinates: coordinates as readonly Value[] } : null;
}

/** `None`, or a tuple that has one. */
const leavesOpen = (site: Site): boolean =>
  placeholderAt(site) !== null || (itemsAt(site)?.some(leavesOpen) ?? false);

const keeps = (v: Value | null): boolean =>
  v instanceof Underscore || (Array.isArray(v) && (v as readonly Value[]).some(keeps));

/** What a slice leaves of modes; a part of a mode has no bound that is worked out. */
const keptExtents = (coordinates: readonly Value[], whole: Extents): Extents =>
  coordinates.flatMap((c, i) =>
    c instanceof Underscore ? [whole[i] ?? null] : partsKept(c).map(() => null),
  );

const partsKept = (v: Value): readonly Value[] =>
  v instanceof Underscore ? [v] : Array.isArray(v) ? (v as readonly Value[]).flatMap(partsKept) : [];
