// Programs of Triton that are split into rows and columns by the counts of two dimensions: `pid // grid_m` with `pid % grid_n`.

import type { Expr, NameExpr } from '../../../frontends/common/expression.ts';
import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { settledNumberAt } from '../../document/extents.ts';
import { functionAround } from '../../document/written/around.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { siteOf } from '../../document/written/expressions.ts';
import { blocksIn, variableOf } from '../../tiles/counted-blocks.ts';
import { launchedNumber } from '../../tiles/launches.ts';
import { givenTo, pathText, reachingOf } from '../../tiles/reaching.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';
import { limitsOf, type TritonAccess } from './accesses.ts';

/** `pid // grid_m` */
interface Split {
  readonly declaration: Declaration;
  readonly expr: Expr;
  readonly operator: '//' | '%';
  /** The declaration of what is split. */
  readonly of: Declaration;
  readonly by: NameExpr;
  /** What the count counts blocks of, `M` of `cdiv(M, BM)`; null: it is no such count. */
  readonly counts: string | null;
}

/** `M` of `tl.cdiv(M, BM)`, `M // BM` and `(M + BM - 1) // BM`. */
function countedIn(unit: Scope, e: Expr | null): string | null {
  const blocks = e === null ? null : blocksIn(unit, e);
  return blocks === null ? null : pathText(blocks.of);
}

function splitAt(unit: Scope, declaration: Declaration): Split | null {
  const expr = givenTo(declaration);
  if (expr?.kind !== 'binary' || expr.left.kind !== 'name' || expr.right.kind !== 'name') return null;
  const { operator, left, right } = expr;
  if (operator !== '//' && operator !== '%') return null;
  const [of, by] = [reachingOf(unit, left), reachingOf(unit, right)];
  if (of === null || by === null) return null;
  return {
    declaration,
    expr,
    operator,
    of: of.declaration,
    by: right,
    counts: countedIn(unit, givenTo(by.declaration)),
  };
}

/** The variable of `pid_m * BM`, and of `BM * pid_m`. */
function numberIn(unit: Scope, e: Expr): Declaration | null {
  if (e.kind !== 'binary' || e.operator !== '*') return null;
  const sides = [e.left, e.right].map((side) => variableOf(unit, side));
  return sides.find((d) => d !== null && d.kind === 'value') ?? null;
}

/**
 * What numbers of the program go along, times the extent of their tile, as masks say, `pid_m * BM + arange(0, BM) < M`,
 * and block pointers.
 */
function limitsAlong(
  kernel: Scope,
  accesses: readonly TritonAccess[],
  { model }: RuleContext,
): ReadonlyMap<Declaration, ReadonlySet<string>> {
  const found = new Map<Declaration, Set<string>>();
  for (const { site } of callsOf(model, 'make_block_ptr')) {
    const call = site instanceof PlacedSite && site.node.kind === 'expression' ? site.node.expr : null;
    if (call?.kind !== 'call' || functionAround(site) !== kernel) continue;
    const unit = (site as PlacedSite).memo.placed.unit.scope;
    const [shape, offsets] = [1, 3].map(
      (i) => call.args[i] ?? call.keywords.find((k) => k.name === (i === 1 ? 'shape' : 'offsets'))?.value,
    );
    if (shape?.kind !== 'tuple' || offsets?.kind !== 'tuple') continue;
    for (const [d, offset] of offsets.items.entries()) {
      const [of, by] = [numberIn(unit, offset), shape.items[d]];
      const name = by === undefined ? null : pathText(by);
      if (of !== null && name !== null) found.set(of, (found.get(of) ?? new Set()).add(name));
    }
  }
  for (const access of accesses)
    for (const { counted, limit } of access.mask === undefined ? [] : limitsOf(access, access.mask)) {
      const by = pathText(limit);
      const [number, ...others] = counted.filter(({ counted: { kind } }) => kind !== 'lanes');
      const of = number?.counted.kind === 'other' ? number.counted.of : undefined;
      if (by === null || of === undefined || others.length > 0 || counted.length !== 2) continue;
      found.set(of, (found.get(of) ?? new Set()).add(by));
    }
  return found;
}

const only = (names: ReadonlySet<string> | undefined): string | null =>
  names?.size === 1 ? [...names][0]! : null;

/** A pair that is split by the count of the rows: its remainder is a row, and is taken for a column. */
function splitByRows(
  row: Split,
  column: Split,
  along: ReadonlyMap<Declaration, ReadonlySet<string>>,
): string | null {
  if (row.by.name !== column.by.name) return null;
  const [ofRow, ofColumn] = [row, column].map(({ declaration }) => only(along.get(declaration)));
  if (ofRow == null || ofColumn == null || ofRow !== row.counts || ofColumn === row.counts) return null;
  return `${column.declaration.name} is the remainder by the count of blocks of ${row.counts}, and goes along ${ofColumn}, while ${row.declaration.name} goes along ${ofRow}: the remainder is by the count of blocks of ${ofColumn}`;
}

function checkKernel(
  kernel: Scope,
  at: PlacedSite,
  accesses: readonly TritonAccess[],
  context: RuleContext,
): readonly RuleFinding[] {
  const { model, text } = context;
  const unit = at.memo.placed.unit.scope;
  const splits = kernel.declarations.flatMap((d) => splitAt(unit, d) ?? []);
  return splits.flatMap((row): readonly RuleFinding[] => {
    if (row.operator !== '//' || row.counts === null) return [];
    const others = splits.filter(({ of, operator }) => of === row.of && operator === '%');
    const [column] = others;
    // Where three numbers are made of one, each has a count of its own.
    const isPair = splits.filter(({ of }) => of === row.of).length === 2 && column?.counts != null;
    if (!isPair) return [];
    const program = givenTo(row.of);
    if (program?.kind !== 'call' || !/(?:^|\.)program_id$/.test(pathText(program.callee) ?? '')) return [];
    const written = (e: Expr): string => {
      const { start, end } = siteOf(at, e).span;
      return text.slice(start, end);
    };
    if (column.counts === row.counts) {
      const along = limitsAlong(
        kernel,
        accesses.filter((access) => access.kernel === kernel),
        context,
      );
      const wrong = splitByRows(row, column, along);
      const extents = wrong === null ? [] : [row, column].map((s) => only(along.get(s.declaration))!);
      const [m, n] = extents.map((name) => launchedNumber(context, kernel, name));
      if (wrong === null || (m !== undefined && m === n)) return [];
      return [{ span: siteOf(at, column.expr).span, message: `${written(column.expr)}: ${wrong}` }];
    }
    const numbers = [row, column].map(({ by }) => settledNumberAt(model, siteOf(at, by)));
    if (numbers[0] !== undefined && numbers[0] === numbers[1]) return [];
    const message = `${written(row.expr)} and ${written(column.expr)} split a number by two counts: where the column is the remainder by ${column.by.name}, the row is the quotient by it`;
    return [{ span: siteOf(at, row.expr).span, message }];
  });
}

/** Findings of `grid-cover` about the numbers of programs. */
export function checkSplits(context: RuleContext, accesses: readonly TritonAccess[]): readonly RuleFinding[] {
  if (!mentions(context.text, /\btriton\b/)) return [];
  const kernels = new Map<Scope, PlacedSite>();
  for (const { site } of callsOf(context.model, 'program_id')) {
    if (!(site instanceof PlacedSite) || site.dialect !== 'python') continue;
    const kernel = functionAround(site);
    if (kernel !== null && !kernels.has(kernel)) kernels.set(kernel, site);
  }
  return [...kernels].flatMap(([kernel, site]) => checkKernel(kernel, site, accesses, context));
}
