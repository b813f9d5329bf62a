// Programs of Triton that are split into rows and columns by the counts of two dimensions: `pid // grid_m` with `pid % grid_n`.

import type { Expr, NameExpr } from '../../../frontends/common/expression.ts';
import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import { PlacedSite } from '../../document/placed-site.ts';
import { callsOf, functionAround, siteOf } from '../../document/written-call.ts';
import { knownNumberAt } from '../../tiles/launches.ts';
import { givenTo, pathText, reachingOf } from '../../tiles/reaching.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';

/** `pid // grid_m` */
interface Split {
  readonly expr: Expr;
  readonly operator: '//' | '%';
  /** The declaration of what is split. */
  readonly of: Declaration;
  readonly by: NameExpr;
  /** What the count counts blocks of, `M` of `cdiv(M, BM)`; null: it is no such count. */
  readonly counts: string | null;
}

/** `M` of `tl.cdiv(M, BM)` and `M // BM`. */
function countedIn(e: Expr | null): string | null {
  if (e?.kind === 'binary') return e.operator === '//' ? pathText(e.left) : null;
  if (e?.kind !== 'call' || e.args.length !== 2) return null;
  return /(?:^|\.)cdiv$/.test(pathText(e.callee) ?? '') ? pathText(e.args[0]!) : null;
}

function splitAt(unit: Scope, expr: Expr | null): Split | null {
  if (expr?.kind !== 'binary' || expr.left.kind !== 'name' || expr.right.kind !== 'name') return null;
  const { operator, left, right } = expr;
  if (operator !== '//' && operator !== '%') return null;
  const [of, by] = [reachingOf(unit, left), reachingOf(unit, right)];
  if (of === null || by === null) return null;
  return { expr, operator, of: of.declaration, by: right, counts: countedIn(givenTo(by.declaration)) };
}

function checkKernel(kernel: Scope, at: PlacedSite, { model, text }: RuleContext): readonly RuleFinding[] {
  const unit = at.memo.placed.unit.scope;
  const splits = kernel.declarations.flatMap((d) => splitAt(unit, givenTo(d)) ?? []);
  return splits.flatMap((row): readonly RuleFinding[] => {
    if (row.operator !== '//' || row.counts === null) return [];
    const others = splits.filter(({ of, operator }) => of === row.of && operator === '%');
    const [column] = others;
    // Where three numbers are made of one, each has a count of its own.
    const isPair = splits.filter(({ of }) => of === row.of).length === 2 && column?.counts != null;
    if (!isPair || column.counts === row.counts) return [];
    const program = givenTo(row.of);
    if (program?.kind !== 'call' || !/(?:^|\.)program_id$/.test(pathText(program.callee) ?? '')) return [];
    const numbers = [row, column].map(({ by }) => knownNumberAt(model, siteOf(at, by)));
    if (numbers[0] !== undefined && numbers[0] === numbers[1]) return [];
    const written = (e: Expr): string => {
      const { start, end } = siteOf(at, e).span;
      return text.slice(start, end);
    };
    const message = `${written(row.expr)} and ${written(column.expr)} split a number by two counts: where the column is the remainder by ${column.by.name}, the row is the quotient by it`;
    return [{ span: siteOf(at, row.expr).span, message }];
  });
}

/** Findings of `grid-cover` about the numbers of programs. */
export function checkSplits(context: RuleContext): readonly RuleFinding[] {
  if (!/\btriton\b/.test(context.text)) return [];
  const kernels = new Map<Scope, PlacedSite>();
  for (const { site } of callsOf(context.model, 'program_id')) {
    if (!(site instanceof PlacedSite) || site.dialect !== 'python') continue;
    const kernel = functionAround(site);
    if (kernel !== null && !kernels.has(kernel)) kernels.set(kernel, site);
  }
  return [...kernels].flatMap(([kernel, site]) => checkKernel(kernel, site, context));
}
