// The pieces of a document: what is checked as a whole, and stays checked while edits elsewhere leave it as it is.

import type { Frame, UnitState } from '../../evaluate/model/frame.ts';
import type { FunctionBody } from '../../frontends/common/bodies.ts';
import type { Dialect, Unit } from '../../frontends/common/scope.ts';
import { fromFile, spanInFile } from '../../frontends/common/spacing.ts';
import type { Piece } from '../values/model.ts';
import { type Part, type Place, partsOfUnit } from '../values/sites.ts';
import { PlacedSite } from './placed-site.ts';

/** A function of a unit, or what of the unit stands outside of functions. */
export interface UnitPiece extends Piece {
  readonly state: UnitState;
  readonly of: FunctionBody | null;
  readonly sites: readonly PlacedSite[];
}

/** What the pieces of a unit are known by, for as long as its templates are looked at in the same frames. */
interface Keys {
  readonly frames: readonly Frame[];
  readonly byPart: WeakMap<object, object>;
}

const keysOf = new WeakMap<UnitState, Keys>();

function keyOf(state: UnitState, part: object, frames: readonly Frame[]): object {
  let keys = keysOf.get(state);
  if (keys === undefined || !isSame(keys.frames, frames)) {
    keys = { frames, byPart: new WeakMap() };
    keysOf.set(state, keys);
  }
  let key = keys.byPart.get(part);
  if (key === undefined) {
    key = {};
    keys.byPart.set(part, key);
  }
  return key;
}

/** The sites of a unit, by start, outer before inner, with the function that they stand in. */
export interface UnitSites {
  readonly state: UnitState;
  readonly parts: readonly { readonly of: FunctionBody | null; readonly sites: readonly PlacedSite[] }[];
}

/** By the units of states. */
const sitesOf = new WeakMap<UnitState, { readonly unit: Unit; readonly sites: UnitSites }>();

/** By the places that an edit has left as they were. */
const placedSites = new WeakMap<UnitState, WeakMap<readonly Place[], readonly PlacedSite[]>>();

/** `isSite`: whether a place of the unit is worth showing; it is asked once. */
export function sitesOfUnit(
  state: UnitState,
  dialect: Dialect,
  isSite: (place: Place) => boolean,
): UnitSites {
  const { unit } = state.placed;
  const before = sitesOf.get(state);
  if (before?.unit === unit) return before.sites;
  let known = placedSites.get(state);
  if (known === undefined) {
    known = new WeakMap();
    placedSites.set(state, known);
  }
  const shown = ({ places }: Part): readonly PlacedSite[] => {
    let found = known.get(places);
    if (found === undefined) {
      found = places.filter(isSite).map((place) => new PlacedSite(state, place, dialect));
      known.set(places, found);
    }
    return found;
  };
  const sites = { state, parts: partsOfUnit(unit).map((part) => ({ of: part.of, sites: shown(part) })) };
  sitesOf.set(state, { unit, sites });
  return sites;
}

/** Most units have the same pieces behind an edit. */
const knownPieces = new WeakMap<UnitSites, { frames: readonly Frame[]; pieces: readonly UnitPiece[] }>();

/** `frames`: those in which the templates of the unit are looked at. */
export function piecesOf(sites: UnitSites, frames: readonly Frame[]): readonly UnitPiece[] {
  const known = knownPieces.get(sites);
  if (known !== undefined && isSame(known.frames, frames)) return known.pieces;
  const { state, parts } = sites;
  const piece = (of: FunctionBody | null, shown: readonly PlacedSite[]): UnitPiece => ({
    state,
    of,
    key: keyOf(state, of ?? state.placed.unit.scope, frames),
    get changes() {
      return state.forgotten.length;
    },
    changedSince: (changes) => state.forgotten.slice(changes).flatMap((f) => (f.of === of ? f.spans : [])),
    sites: shown,
    kept: ({ start, end }) => ({ start: fromFile(state.placed, start), end: fromFile(state.placed, end) }),
    placed: (span) => spanInFile(state.placed, span),
  });
  const outside = parts.flatMap((part) => (part.of === null ? part.sites : []));
  const pieces = [
    piece(null, outside),
    ...parts.flatMap((part) => (part.of === null ? [] : [piece(part.of, part.sites)])),
  ];
  knownPieces.set(sites, { frames, pieces });
  return pieces;
}

const isSame = (a: readonly Frame[], b: readonly Frame[]): boolean =>
  a.length === b.length && a.every((frame, i) => frame === b[i]);

/** The piece that an offset of its unit stands in. */
export const pieceAt = (pieces: readonly UnitPiece[], offset: number): UnitPiece =>
  pieces.find(({ of }) => of !== null && of.span.start <= offset && offset < of.span.end) ?? pieces[0]!;

/** Tells the places of a piece apart. */
export const placeId = (place: Place): string =>
  `${place.kind === 'expression' ? place.expr.kind : place.kind} ${place.start} ${place.end}`;
