// Tiles as they are written, `local_tile(mC, tiler, make_coord(m, n))`, of data and of coordinates.

import { argumentAt, writtenCall } from '../../document/written/call.ts';
import { callsIn } from '../../document/written/calls-by-name.ts';
import { coordinatesAt, coordinatesOf, keepsMode } from '../../document/written/coordinates.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { targetBefore, type Written } from '../../document/written/source-text.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite } from '../rule.ts';

export interface WrittenTile {
  readonly site: Site;
  /** What is tiled. */
  readonly tensor: Site;
  readonly tiler: Site;
  readonly coordinate: Site;
  readonly projection: Site | null;
  /** The shape of the coordinates, `S` of `make_identity_tensor(S)`; null: it is a tile of data. */
  readonly identity: Site | null;
}

function tileAt({ site, call }: CalledSite): WrittenTile | null {
  const [tensor, tiler, coordinate] = ['input', 'tiler', 'coord'].map((name, i) => argumentAt(call, i, name));
  if (tensor === undefined || tiler === undefined || coordinate === undefined) return null;
  const projection = argumentAt(call, 3, 'proj') ?? null;
  return { site, tensor, tiler, coordinate, projection, identity: identityOf(tensor) };
}

function identityOf(tensor: Site): Site | null {
  const made = writtenCall(initialiserOf(tensor) ?? tensor);
  return made?.name === 'make_identity_tensor' ? (argumentAt(made, 0, 'shape') ?? null) : null;
}

const isOpen = (site: Site, code: string): boolean =>
  keepsMode(site, code) || coordinatesAt(site)?.every((item) => isOpen(item, code)) === true;

/** `zC(make_coord(_, _), make_coord(m, n))` of `zC = zipped_divide(mC, tiler)`. */
function sliceAt({ site, call }: CalledSite, code: string): WrittenTile | null {
  const [tile, coordinate, ...more] = coordinatesOf(call);
  const divided = writtenCall(initialiserOf(call.callee) ?? call.callee);
  if (tile === undefined || coordinate === undefined || more.length > 0 || !isOpen(tile, code)) return null;
  if (divided?.name !== 'zipped_divide') return null;
  const [tensor, tiler] = ['target', 'tiler'].map((name, i) => argumentAt(divided, i, name));
  if (tensor === undefined || tiler === undefined) return null;
  return { site, tensor, tiler, coordinate, projection: null, identity: identityOf(tensor) };
}

/** The tiles that are taken among places. */
export function tilesIn(sites: readonly Site[], code: string): readonly WrittenTile[] {
  const divided = callsIn(sites, ['zipped_divide']).map(({ site }) => targetBefore(code, site.span.start));
  const slices = divided.length === 0 ? [] : callsIn(sites, ['[]', ...new Set(divided)]);
  return [
    ...callsIn(sites, ['local_tile']).flatMap((called) => tileAt(called) ?? []),
    ...slices.flatMap((called) => sliceAt(called, code) ?? []),
  ];
}

/** `X` of `shape(X)`, `X.shape()` and `X.shape`, also by a name for it. */
export function tensorOfShape(shape: Site, written: Written): string | null {
  const given = written(initialiserOf(shape) ?? shape);
  const found =
    /^(?:(?:cute::|cute\.)?shape\(\s*(\w+)\s*\)|(\w+)\.(?:shape|layout)(?:\(\))?(?:\.shape(?:\(\))?)?)$/.exec(
      given,
    );
  return found?.[1] ?? found?.[2] ?? null;
}

/** How the shape is written that a tensor is made with, `make_tensor(p, shape, stride)`. */
export function shapeOfMade(tensor: Site, written: Written): string | null {
  const call = writtenCall(initialiserOf(tensor) ?? tensor);
  const shape = call?.name === 'make_tensor' ? call.args[1] : undefined;
  return shape === undefined ? null : written(shape);
}

/** The tiles of data of which coordinates in a shape are the coordinates. */
export function tilesOfShape(
  tiles: readonly WrittenTile[],
  shape: Site,
  written: Written,
): readonly WrittenTile[] {
  const name = tensorOfShape(shape, written);
  return tiles.filter(
    ({ identity, tensor }) =>
      identity === null &&
      (name === null ? shapeOfMade(tensor, written) === written(shape) : written(tensor) === name),
  );
}

/** The numbers of a coordinate, or the extents of a tiler, as they are written; null where they are not. */
export function itemsOf(site: Site, written: Written): readonly string[] | null {
  const call = writtenCall(initialiserOf(site) ?? site);
  const items = /^make_(?:shape|tile)$/.test(call?.name ?? '') ? call!.args : coordinatesAt(site);
  return items?.map(written) ?? null;
}

/** The extents of a tiler as they are written, `Shape<bM, bN>{}`, `make_shape(m, n)`; null where they are not. */
export function tilerItems(tiler: Site, written: Written): readonly string[] | null {
  const items = itemsOf(tiler, written);
  if (items !== null) return items;
  const shape = /^(?:cute::)?Shape<([\w:,<>]+)>(?:\{\}|\(\))?$/.exec(
    written(initialiserOf(tiler) ?? tiler),
  )?.[1];
  // `Int<BM>` is one extent.
  return shape?.match(/[\w:]+(?:<[\w:,]+>)?/g) ?? null;
}

/** How the extents are written that a tensor was made with, `make_tensor(p, make_shape(M, N), …)`; null where they are not. */
export function writtenExtents(tensor: Site, written: Written): readonly string[] | null {
  const call = writtenCall(initialiserOf(tensor) ?? tensor);
  const given = call?.name === 'make_tensor' ? call.args[1] : undefined;
  const layout = given === undefined ? null : writtenCall(initialiserOf(given) ?? given);
  const shape = layout?.name === 'make_layout' ? layout.args[0] : given;
  return shape === undefined ? null : itemsOf(shape, written);
}
