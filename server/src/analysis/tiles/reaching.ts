// What a name of Python was given last before a place: by one statement, or by several of which one has run.

import { scopePath } from '../../evaluate/model/environment.ts';
import type { Expr, NameExpr } from '../../frontends/common/expression.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import { siteOf } from '../document/written/expressions.ts';
import { itemIn } from '../document/written/names.ts';
import type { Site } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';

interface Reaching {
  readonly declaration: Declaration;
  /** The scope that it is in. */
  readonly scope: Scope;
}

/** Null: nothing in the unit gives it anything before the place. */
export function reachingOf(unit: Scope, { name, span }: NameExpr): Reaching | null {
  for (const scope of [...scopePath(unit, span.start)].reverse()) {
    const declaration = scope.declarations.findLast(
      (d) => d.name === name && (d.kind === 'parameter' || d.span.end <= span.start),
    );
    if (declaration !== undefined) return { declaration, scope };
  }
  return null;
}

/** What a name that stands there was given last before, also where it has been given something else earlier; null: not known. */
export function reachingValue(site: Site): Site | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  const reaching = expr.kind === 'name' ? reachingOf(site.memo.placed.unit.scope, expr) : null;
  const given = reaching === null ? null : givenTo(reaching.declaration);
  return given === null || given.kind === 'mutated' ? null : siteOf(site, given);
}

/** What a declaration gives its name, also one of several: `a, b = x, y`. */
export const givenTo = ({ kind, init, element }: Declaration): Expr | null =>
  kind === 'value' && init !== null ? itemIn(init, element ?? []) : null;

/** The module that a name was imported as, `triton.language` of `tl`: the parts of its path, dotted; null for others. */
export function pathText(expr: Expr): string | null {
  if (expr.kind === 'name') return expr.name;
  if (expr.kind !== 'member') return null;
  const object = pathText(expr.object);
  return object === null ? null : `${object}.${expr.name.name}`;
}
