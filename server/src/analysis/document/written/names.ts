// What a name that stands somewhere was given, as it is written.

import { scopePath } from '../../../evaluate/model/environment.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import { attributeOf, declarationsOf } from './declarations.ts';
import { siteOf } from './expressions.ts';

/**
 * What the name that stands there was given, where it is declared once in the functions around it, also as one of several,
 * `x, y = a, b`; null for what is no name, a part of another value, or a parameter.
 */
export const initialiserOf = (site: Site): Site | null => initialiser(site, false);

/** How many names are followed. */
const MAXIMUM_NAMES = 12;

/** What a name stands for in the end, through others; the site itself where that is a parameter, or no name. */
export function givenTo(site: Site): Site {
  let at = site;
  for (let depth = 0; depth < MAXIMUM_NAMES; depth++) {
    const next = initialiserOf(at);
    if (next === null) break;
    at = next;
  }
  return at;
}

/** The same of what keeps its length: items may be assigned afterwards. An attribute of `self` that one method gives counts. */
export const lengthOf = (site: Site): Site | null => initialiser(site, true);

function initialiser(site: Site, mayAssignItems: boolean): Site | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  if (expr.kind === 'member' && mayAssignItems) return attributeOf(site, expr, true);
  if (expr.kind !== 'name') return null;
  const [first, ...others] = declarationsOf(site, expr.name, mayAssignItems);
  if (site.dialect === 'cpp' && isAssigned(site, expr.name)) return null;
  if (first === undefined || first.init === null) return null;
  const isKept = ({ init }: Declaration): boolean =>
    mayAssignItems &&
    (init?.kind === 'opaque' ||
      (init?.kind === 'mutated' && (init.how === 'carried' || init.how === 'touched')));
  if (!others.every(isKept) || first.kind === 'parameter' || first.init.kind === 'mutated') return null;
  const given = itemIn(first.init, first.element ?? []);
  return given === null ? null : siteOf(site, given);
}

/**
 * What a name of Python was given last before it stands there, also where it is given something else afterwards, `x` in
 * `x = f(x)`; null where a branch or another round of a loop decides, and in other languages.
 */
export function lastGiven(site: Site): Site | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression' || site.dialect !== 'python')
    return null;
  const { expr } = site.node;
  const declared = expr.kind === 'name' ? declarationsOf(site, expr.name) : [];
  const last = declared.findLast(({ span }) => span.end <= expr.span.start);
  if (last === undefined || last.kind === 'parameter' || last.init === null) return null;
  const given = last.init.kind === 'mutated' ? null : itemIn(last.init, last.element ?? []);
  return given === null ? null : siteOf(site, given);
}

/** The item of tuples that are written there, `y` of `(x, y)`; null where another expression stands for them. */
export function itemIn(e: Expr, [at, ...inside]: readonly number[]): Expr | null {
  if (at === undefined) return e;
  // `*xs` is any number of items.
  if (e.kind !== 'tuple' || e.items.some((item) => item.kind === 'unary' && item.operator === '*'))
    return null;
  const item = e.items[at];
  return item === undefined ? null : itemIn(item, inside);
}

/** Whether a variable of C++ is given another value somewhere in the function, or its address is taken. */
const isAssigned = ({ memo, node }: PlacedSite, name: string): boolean =>
  scopePath(memo.placed.unit.scope, node.start).some(({ assigned }) => assigned?.has(name) === true);

/** The innermost call that gives the name that stands there a value, and which item of it; null for others. */
export function itemOf(site: Site): { readonly of: Site; readonly item: readonly number[] } | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  const declared = expr.kind === 'name' ? declarationsOf(site, expr.name) : [];
  const [only] = declared;
  if (declared.length !== 1 || only?.init == null || only.element === null) return null;
  return { of: siteOf(site, only.init), item: only.element };
}
