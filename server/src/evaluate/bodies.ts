// The bodies of a unit's member functions, and which of them anything outside of them has looked into. What no one has
// looked into can be edited without a change anywhere else.

import type { Span } from '../frontends/expression.ts';
import type { Scope, Unit } from '../frontends/scope.ts';

/** A body of a member function, or what stands between two of them: from `start` to before `end`. */
export interface Region extends Span {
  readonly unit: Unit | null;
  /** The scopes from the outermost one in the unit to the function's; empty between bodies. */
  readonly path: readonly Scope[];
}

/** Where nothing is evaluated. */
export const NOWHERE: Region = { unit: null, start: 0, end: 0, path: [] };

const regions = new WeakMap<Unit, readonly Region[]>();
const observed = new WeakSet<Region>();

/** The whole unit in regions: what stands between bodies, a body, and so on. */
export function regionsOf(unit: Unit): readonly Region[] {
  let known = regions.get(unit);
  if (known !== undefined) return known;
  const found: Region[] = [];
  let last = Number.NEGATIVE_INFINITY;
  const visit = (scope: Scope, path: readonly Scope[]): void => {
    for (const child of scope.children) {
      if (child.kind === 'class' || child.kind === 'template') visit(child, [...path, child]);
      if (child.kind !== 'function' || child.body === undefined || !path.some((s) => s.kind === 'class'))
        continue;
      found.push({ unit, start: last, end: child.body, path: [] });
      found.push({ unit, start: child.body, end: child.span.end, path: [...path, child] });
      last = child.span.end;
    }
  };
  visit(unit.scope, []);
  found.push({ unit, start: last, end: Number.POSITIVE_INFINITY, path: [] });
  known = found;
  regions.set(unit, known);
  return known;
}

export function regionAt(unit: Unit, offset: number): Region {
  const all = regionsOf(unit);
  let low = 0;
  let high = all.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (all[middle]!.start <= offset) low = middle;
    else high = middle - 1;
  }
  return all[low]!;
}

/** Notes that something outside of a region depends on it. */
export const observe = (region: Region): void => {
  if (region.path.length > 0) observed.add(region);
};

export const isObserved = (region: Region): boolean => observed.has(region);
