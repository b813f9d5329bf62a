// Which dimension of which tensor of the host an integer is: `x.shape[0]`, `x.stride(1)`, and names for these.

import { scopePath } from '../../evaluate/model/environment.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import { STARRED_ITEMS } from '../../frontends/common/unnamed-functions.ts';
import type { Site } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';
import { givenTo, reachingOf } from './reaching.ts';

interface Dimension {
  readonly of: 'shape' | 'stride';
  /** Where the tensor has been given to its name: with another assignment it is another one. */
  readonly tensor: Declaration;
  readonly name: string;
  /** Counted from the end where it is negative. */
  readonly at: number;
}

/** What a launch hands over, or an item of what `*xs` does. */
interface Given {
  readonly site: Site;
  readonly item: number | null;
}

/** How many names are followed. */
const MAXIMUM_NAMES = 4;

/** `x` of `x.shape`, `x.size()` and `x.stride()`. */
function listed(e: Expr): { readonly of: Dimension['of']; readonly tensor: Expr } | null {
  if (e.kind === 'member') return e.name.name === 'shape' ? { of: 'shape', tensor: e.object } : null;
  if (e.kind !== 'call' || e.callee.kind !== 'member' || e.args.length + e.keywords.length > 0) return null;
  return listing(e.callee.name.name, e.callee.object);
}

function listing(method: string, tensor: Expr) {
  if (method === 'stride') return { of: 'stride', tensor } as const;
  return method === 'size' ? ({ of: 'shape', tensor } as const) : null;
}

function integerIn(e: Expr | undefined): number | null {
  if (e?.kind === 'integer') return e.value;
  return e?.kind === 'unary' && e.operator === '-' && e.operand.kind === 'integer' ? -e.operand.value : null;
}

function item(unit: Scope, list: ReturnType<typeof listed>, at: number | null): Dimension | null {
  if (list === null || at === null || list.tensor.kind !== 'name') return null;
  const { tensor } = list;
  const reaching = reachingOf(unit, tensor);
  // A branch or a loop around the one place may give it another value for the other.
  const isPlain = reaching !== null && scopePath(unit, tensor.span.start).at(-1) === reaching.scope;
  return isPlain ? { of: list.of, tensor: reaching.declaration, name: tensor.name, at } : null;
}

function dimensionIn(unit: Scope, e: Expr, depth = 0): Dimension | null {
  if (e.kind === 'index') return item(unit, listed(e.object), integerIn(e.args[0]));
  if (e.kind === 'call' && e.callee.kind === 'member' && e.args.length === 1)
    return item(unit, listing(e.callee.name.name, e.callee.object), integerIn(e.args[0]));
  const reaching = e.kind === 'name' && depth < MAXIMUM_NAMES ? reachingOf(unit, e) : null;
  if (reaching === null || reaching.declaration.kind !== 'value') return null;
  const { init, element } = reaching.declaration;
  const [only, ...inner] = element ?? [];
  // `M, K = x.shape`
  if (init !== null && only !== undefined && inner.length === 0 && listed(init) !== null)
    return item(unit, listed(init), only);
  const given = givenTo(reaching.declaration);
  return given === null ? null : dimensionIn(unit, given, depth + 1);
}

/** How many items `x.stride()` has, where `M, N = x.shape` says it in the same block; null: nothing says it. */
export function countOfItems(site: PlacedSite): number | null {
  if (site.node.kind !== 'expression') return null;
  const unit = site.memo.placed.unit.scope;
  const list = listed(site.node.expr);
  const own = item(unit, list, 0);
  const scope = own === null ? undefined : scopePath(unit, site.node.start).at(-1);
  const counts = (scope?.declarations ?? []).flatMap(({ init, element }) => {
    if (init === null || element?.length !== 1) return [];
    return item(unit, listed(init), 0)?.tensor === own?.tensor ? [element[0]! + 1] : [];
  });
  // `M, *rest = x.shape` has as many as there are.
  const isOpen = scope?.declarations.some(
    ({ init }) => init?.kind === 'call' && init.callee.kind === 'name' && init.callee.name === STARRED_ITEMS,
  );
  return counts.length === 0 || isOpen === true ? null : Math.max(...counts);
}

/** Null for what is no dimension of a tensor that has a name. */
export function dimensionOf({ site, item: at }: Given): Dimension | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const unit = site.memo.placed.unit.scope;
  const { expr } = site.node;
  return at === null ? dimensionIn(unit, expr) : item(unit, listed(expr), at);
}

/** Whether two are those of one tensor, and of two of its dimensions. */
export const areOfTwo = (a: Dimension, b: Dimension): boolean =>
  a.tensor === b.tensor && a.at !== b.at && a.at < 0 === b.at < 0;
