// The loads and stores of Triton's kernels, with their addresses as sums.

import { scopePath } from '../../../evaluate/model/environment.ts';
import type { CallExpr, Expr } from '../../../frontends/common/expression.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { givenTo, pathText, reachingOf } from '../../tiles/reaching.ts';
import { TileReader } from '../../tiles/reader.ts';
import { type Term, Terms } from '../../tiles/terms.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import type { RuleContext } from '../rule.ts';
import { launchedTilesOf } from './tile-context.ts';

export interface TritonAccess {
  readonly site: PlacedSite;
  readonly call: CallExpr;
  readonly does: 'load' | 'store';
  /** The function around, which is a kernel. */
  readonly kernel: Scope;
  readonly pointer: readonly Term[];
  /** Undefined: none is given. */
  readonly mask: Expr | undefined;
  readonly terms: Terms;
}

const known = new WeakMap<RuleContext, readonly TritonAccess[]>();

/** Those whose addresses are sums that can be read. */
export function tritonAccesses(context: RuleContext): readonly TritonAccess[] {
  const before = known.get(context);
  if (before !== undefined) return before;
  const found = mentions(context.text, /\btriton\b/)
    ? callsOf(context.model, 'load', 'store').flatMap(({ site }) => accessAt(site, context) ?? [])
    : [];
  known.set(context, found);
  return found;
}

/** The same by their kernels. */
export function accessesByKernel(context: RuleContext): ReadonlyMap<Scope, readonly TritonAccess[]> {
  const found = new Map<Scope, TritonAccess[]>();
  for (const access of tritonAccesses(context)) {
    const own = found.get(access.kernel);
    if (own === undefined) found.set(access.kernel, [access]);
    else own.push(access);
  }
  return found;
}

function accessAt(site: unknown, context: RuleContext): TritonAccess | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  if (site.dialect !== 'python' || expr.kind !== 'call') return null;
  const tiles = launchedTilesOf(context);
  const does = tiles.modules.functionOf(pathText(expr.callee) ?? '');
  const given = (at: number, name: string): Expr | undefined =>
    expr.args[at] ?? expr.keywords.find((k) => k.name === name)?.value;
  const pointer = given(0, 'pointer');
  const path = scopePath(site.memo.placed.unit.scope, expr.span.start);
  const kernel = path.findLast(({ kind }) => kind === 'function');
  if ((does !== 'load' && does !== 'store') || pointer === undefined || kernel === undefined) return null;
  if (!tiles.modules.isOfKernel(kernel)) return null;
  const terms = new Terms(tiles.modules, site, new TileReader(tiles, site));
  const sum = terms.of(pointer);
  const mask = given(does === 'load' ? 1 : 2, 'mask');
  return sum === null ? null : { site, call: expr, does, kernel, pointer: sum, mask, terms };
}

/** `columns < N` of a mask. */
interface Limit {
  readonly counted: readonly Term[];
  /** What is compared. */
  readonly of: Expr;
  readonly limit: Expr;
}

/** Those of the masks of accesses, for which several rules ask. */
const knownLimits = new WeakMap<TritonAccess, readonly Limit[]>();

/** The comparisons of a mask that all have to hold, also by names. */
export function limitsOf(access: TritonAccess, mask: Expr): readonly Limit[] {
  if (mask !== access.mask) return limitsIn(access, mask, 0);
  const before = knownLimits.get(access);
  if (before !== undefined) return before;
  const limits = limitsIn(access, mask, 0);
  knownLimits.set(access, limits);
  return limits;
}

function limitsIn({ site, terms }: TritonAccess, mask: Expr, depth: number): readonly Limit[] {
  if (depth > 8) return [];
  const inside = (e: Expr): readonly Limit[] => limitsIn({ site, terms } as TritonAccess, e, depth + 1);
  if (mask.kind === 'binary' && mask.operator === '&') return [...inside(mask.left), ...inside(mask.right)];
  if (mask.kind === 'index') return inside(mask.object);
  if (mask.kind === 'name') {
    const reaching = reachingOf(site.memo.placed.unit.scope, mask);
    const given = reaching === null ? null : givenTo(reaching.declaration);
    return given === null ? [] : inside(given);
  }
  if (mask.kind !== 'binary' || mask.operator !== '<') return [];
  const counted = terms.of(mask.left);
  return counted === null ? [] : [{ counted, of: mask.left, limit: mask.right }];
}
