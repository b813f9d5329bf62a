// Parts of an expression as it is written: members, operands, items.

import type { Expr } from '../../../frontends/common/expression.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';

/** The place of another expression of the same unit. */
export const siteOf = ({ memo, node, dialect }: PlacedSite, expr: Expr): PlacedSite =>
  new PlacedSite(
    memo,
    { kind: 'expression', expr, start: expr.span.start, end: expr.span.end, depth: node.depth + 1 },
    dialect,
  );

/** `x` and `name` of `x.name`; null for what is no member. */
export function memberAt(site: Site): { readonly object: Site; readonly name: string } | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  return expr.kind === 'member' ? { object: siteOf(site, expr.object), name: expr.name.name } : null;
}

interface WrittenSum {
  readonly operator: string;
  readonly left: Site;
  readonly right: Site;
}

/** The two sides of `a + b`; null for what is no binary operator. */
export function operandsAt(site: Site): WrittenSum | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  if (expr.kind !== 'binary') return null;
  return { operator: expr.operator, left: siteOf(site, expr.left), right: siteOf(site, expr.right) };
}

/** `x` of `&x`; null for others. */
export function addressedAt(site: Site): Site | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  return expr.kind === 'unary' && expr.operator === '&' ? siteOf(site, expr.operand) : null;
}

/** The items of a tuple that is written there; null for what is none. */
export function itemsAt(site: Site): readonly Site[] | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  return expr.kind === 'tuple' ? expr.items.map((item) => siteOf(site, item)) : null;
}

/** `None` and `:` of Python's index, which evaluate alike; null for others. */
export function placeholderAt(site: Site): 'None' | ':' | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  if (expr.kind !== 'underscore') return null;
  return expr.isNone === true ? 'None' : ':';
}

/** `n` of `[x] * n`; null for what is no such list. */
export function repetitionAt(site: Site): Site | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  const isRepeated = expr.kind === 'binary' && expr.operator === '*' && expr.left.kind === 'tuple';
  return isRepeated ? siteOf(site, expr.right) : null;
}
