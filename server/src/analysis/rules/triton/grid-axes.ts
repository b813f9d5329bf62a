// How kernels of Triton go along the axes of their grids, and what the grids of launches count.

import type { Expr } from '../../../frontends/common/expression.ts';
import { siteOf } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { pathText } from '../../tiles/reaching.ts';
import type { Term } from '../../tiles/terms.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import type { RuleContext } from '../rule.ts';
import { limitsOf, type TritonAccess } from './accesses.ts';

/** How a kernel goes along an axis of its grid: each program has a block, up to a limit that is handed over. */
interface Covered {
  readonly axis: number;
  /** The parameters that the block and the limit are. */
  readonly block: string;
  readonly limit: string;
}

/** `program_id(1) * BLOCK + arange(0, BLOCK) < N` */
function coveredBy(counted: readonly Term[], limit: Expr, text: (call: Expr) => string): Covered | null {
  const program = counted.find((term) => term.counted.kind === 'program');
  const lanes = counted.find((term) => term.counted.kind === 'lanes');
  if (counted.length !== 2 || program?.counted.kind !== 'program' || lanes?.counted.kind !== 'lanes')
    return null;
  const { extent, call } = lanes.counted;
  const end = call.args[1];
  const block = program.name;
  if (lanes.by !== 1 || block === null || end?.kind !== 'name' || end.name !== block || limit.kind !== 'name')
    return null;
  return extent.defaults.length > 0 || text(end) !== block
    ? null
    : { axis: program.counted.axis, block, limit: limit.name };
}

/** The axes of a kernel's grid along which every program has one block and nothing else. */
export function coveredIn(accesses: readonly TritonAccess[], { text }: RuleContext): readonly Covered[] {
  const found = new Map<number, Covered | null>();
  for (const access of accesses) {
    if (access.mask === undefined) continue;
    const textOf = (e: Expr): string => {
      const { start, end } = siteOf(access.site, e).span;
      return text.slice(start, end);
    };
    for (const { counted, limit } of limitsOf(access, access.mask)) {
      const covered = coveredBy(counted, limit, textOf);
      for (const { counted: each } of counted) {
        if (each.kind !== 'program') continue;
        const before = found.get(each.axis);
        const isSame =
          before === undefined || (before?.block === covered?.block && before?.limit === covered?.limit);
        found.set(each.axis, isSame ? covered : null);
      }
    }
  }
  return [...found.values()].flatMap((covered) => covered ?? []);
}

const exprAt = (site: Site): Expr | null =>
  site instanceof PlacedSite && site.node.kind === 'expression' ? site.node.expr : null;

interface Quotient {
  readonly of: Expr;
  readonly by: Expr;
  readonly isRoundedDown: boolean;
}

/** `triton.cdiv(N, BLOCK)`, `N // BLOCK` */
export function quotientAt(e: Expr): Quotient | null {
  if (e.kind === 'binary' && e.operator === '//') return { of: e.left, by: e.right, isRoundedDown: true };
  const isCdiv = e.kind === 'call' && /(?:^|\.)cdiv$/.test(pathText(e.callee) ?? '') && e.args.length === 2;
  return isCdiv && e.kind === 'call' ? { of: e.args[0]!, by: e.args[1]!, isRoundedDown: false } : null;
}

/** The items of a grid, also of one that is worked out of the parameters: `lambda META: (…,)`. */
export function itemsOfGrid(
  grid: readonly Site[],
): { readonly at: PlacedSite; readonly items: readonly Expr[] } | null {
  const [only] = grid;
  const given = only === undefined || grid.length > 1 ? only : (initialiserOf(only) ?? only);
  if (!(given instanceof PlacedSite)) return null;
  const expr = exprAt(given);
  const body = expr?.kind === 'lambda' ? expr.body : expr;
  if (grid.length > 1) return { at: given, items: grid.flatMap((site) => exprAt(site) ?? []) };
  return body?.kind === 'tuple' ? { at: given, items: body.items } : null;
}
