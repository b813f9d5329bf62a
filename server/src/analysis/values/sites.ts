// The places in a unit that have a value, in the unit's own offsets.

import {
  type DependencyRegion,
  dependencyRegionAt,
  dependencyRegionsOf,
  type FunctionBody,
  isInside,
} from '../../frontends/common/body-edits.ts';
import type { Expr, Span } from '../../frontends/common/expression.ts';
import { partsOf } from '../../frontends/common/expression-parts.ts';
import type { Declaration, Notation, Scope, Unit } from '../../frontends/common/scope.ts';

/** A declaration, with the scope that it is in. */
interface DeclarationPlace {
  readonly kind: 'declaration';
  readonly declaration: Declaration;
  readonly scope: Scope;
}
interface ExpressionPlace {
  readonly kind: 'expression';
  readonly expr: Expr;
  /** The layout text that it is a part of; absent in the host's own code. */
  readonly notation?: Notation;
}
interface NotationPlace {
  readonly kind: 'notation';
  readonly notation: Notation;
}
export type Place = (DeclarationPlace | ExpressionPlace | NotationPlace) & {
  readonly start: number;
  readonly end: number;
  readonly depth: number;
};

/** A place that the rules of the file's own language give a value. */
export type CodePlace = Exclude<Place, { kind: 'notation' }>;

const DECLARED = new Set(['value', 'type', 'parameter', 'type-parameter', 'value-parameter', 'macro']);

export const isOperation = (e: Expr): boolean =>
  e.kind === 'call' ||
  e.kind === 'construct' ||
  e.kind === 'compose' ||
  e.kind === 'index' ||
  e.kind === 'layout';

function operations(e: Expr, depth: number, places: Place[]): void {
  const isPlace = isOperation(e);
  if (isPlace) places.push({ kind: 'expression', expr: e, start: e.span.start, end: e.span.end, depth });
  for (const part of partsOf(e)) operations(part, isPlace ? depth + 1 : depth, places);
}

/** Every expression that stands in a scope itself, not in the scopes inside. */
export function rootsOf(scope: Scope): readonly Expr[] {
  const roots = new Set<Expr>();
  // The parts of `auto [a, b] = x` share one initialiser.
  for (const d of scope.declarations) if (d.init !== null) roots.add(d.init);
  for (const e of scope.expressions) roots.add(e);
  return [...roots];
}

/** The layout text that a place is, or is a part of, with the expression at the place itself. */
export function textAt(place: Place): { readonly notation: Notation; readonly expr: Expr } | null {
  if (place.kind === 'declaration' || place.notation === undefined) return null;
  const { notation } = place;
  return { notation, expr: place.kind === 'notation' ? notation.expr : place.expr };
}

/** Whether the rules of the notation give a place its value. */
export const isText = (place: Place): place is Exclude<Place, CodePlace> | (ExpressionPlace & Place) =>
  textAt(place) !== null;

/** Layout text in a comment or string, not in a file of the notation. */
export const isEmbedded = ({ within }: Notation): boolean => within !== 'document';

export const isDeclarationPlace = (d: Declaration): boolean =>
  DECLARED.has(d.kind) && d.nameSpan.end > d.nameSpan.start;

/** The places of a part of a unit, by start, outer before inner. */
export interface Part {
  /** The function, or null: what stands outside of functions, between two of them. */
  readonly of: FunctionBody | null;
  readonly places: readonly Place[];
}

/** Places by the scope of a function, or the region between two: these last for as long as their places do. */
const cache = new WeakMap<object, readonly Place[]>();

/** The declarations, operations and notations of a unit, in order: those of each function, and those between. */
export function partsOfUnit(unit: Unit): readonly Part[] {
  const parts: Part[] = [];
  let outside: Map<DependencyRegion, Place[]> | null = null;
  for (const region of dependencyRegionsOf(unit)) {
    const { of } = region;
    // A function's parameters and body are one part.
    if (of !== null && !region.isBody) continue;
    let places = cache.get(of?.scope ?? region);
    if (places === undefined) {
      if (of !== null) places = placesIn(of.scope, unit, of.span);
      else {
        outside ??= placesOutside(unit);
        places = outside.get(region) ?? [];
      }
      cache.set(of?.scope ?? region, places);
    }
    parts.push({ of, places });
  }
  return parts;
}

function placesIn(scope: Scope, { notations }: Unit, span: Span): readonly Place[] {
  const places: Place[] = [];
  placesOfScope(scope, places, null);
  for (const notation of notations) if (isInside(notation.span, span)) places.push(notationPlace(notation));
  return places.sort(inOrder);
}

function placesOutside(unit: Unit): Map<DependencyRegion, Place[]> {
  const regions = dependencyRegionsOf(unit);
  const functions = new Set(regions.flatMap(({ of }) => (of === null ? [] : [of.scope])));
  const all: Place[] = [];
  placesOfScope(unit.scope, all, functions);
  for (const notation of unit.notations) all.push(notationPlace(notation));
  const found = new Map<DependencyRegion, Place[]>();
  for (const place of all.sort(inOrder)) {
    const region = dependencyRegionAt(unit, place.start);
    if (region.of !== null) continue;
    const known = found.get(region);
    if (known === undefined) found.set(region, [place]);
    else known.push(place);
  }
  return found;
}

/** `without`: functions that are left out. */
function placesOfScope(scope: Scope, places: Place[], without: ReadonlySet<Scope> | null): void {
  for (const declaration of scope.declarations) {
    if (!isDeclarationPlace(declaration)) continue;
    const { start, end } = declaration.nameSpan;
    places.push({ kind: 'declaration', declaration, scope, start, end, depth: 0 });
  }
  for (const root of rootsOf(scope)) operations(root, 0, places);
  for (const child of scope.children) if (without?.has(child) !== true) placesOfScope(child, places, without);
}

export const notationPlace = (notation: Notation): Place => ({
  kind: 'notation',
  notation,
  start: notation.span.start,
  end: notation.span.end,
  depth: 0,
});

const inOrder = (a: Place, b: Place): number => a.start - b.start || b.end - a.end;
