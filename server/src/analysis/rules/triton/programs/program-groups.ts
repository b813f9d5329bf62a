// Programs of Triton that are grouped: `pid_m = first + pid % group_size`, where the last group is smaller by what is left, and
// `pid_n = pid // GROUP`, which divides by that of all the others.

import type { Expr } from '../../../../frontends/common/expression.ts';
import type { Declaration, Scope } from '../../../../frontends/common/scope.ts';
import { settledNumberAt } from '../../../document/extents.ts';
import { functionAround } from '../../../document/written/around.ts';
import { callsByUnit } from '../../../document/written/calls-by-unit.ts';
import { siteOf } from '../../../document/written/expressions.ts';
import { isOneSize, variableOf } from '../../../tiles/counted-blocks.ts';
import { givenTo, pathText, reachingOf } from '../../../tiles/reaching.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

const MAXIMUM_DEPTH = 4;

/** `pid` of `pid`, `pid % in_group` and names for them. */
function numberIn(unit: Scope, e: Expr, depth = 0): Declaration | null {
  if (depth > MAXIMUM_DEPTH) return null;
  if (e.kind === 'binary') return e.operator === '%' ? numberIn(unit, e.left, depth + 1) : null;
  if (e.kind !== 'name') return null;
  const reaching = reachingOf(unit, e);
  const given = reaching === null ? null : givenTo(reaching.declaration);
  if (reaching === null || given === null) return reaching?.declaration ?? null;
  return given.kind === 'name' || given.kind === 'binary'
    ? numberIn(unit, given, depth + 1)
    : reaching.declaration;
}

/** The group of all the others, of `group_size` that is `min(rows - first, GROUP)`; null for other numbers. */
function wholeGroup(unit: Scope, size: Expr): Expr | null {
  const given = size.kind === 'name' ? givenTo(reachingOf(unit, size)?.declaration ?? NOTHING) : size;
  if (given?.kind !== 'call' || given.args.length !== 2) return null;
  if (!/^(?:(?:tl|gl)\.)?(?:min|minimum)$/.test(pathText(given.callee) ?? '')) return null;
  const [a, b] = given.args as [Expr, Expr];
  const isLeft = (e: Expr): boolean => e.kind === 'binary' && e.operator === '-';
  return isLeft(a) && b.kind === 'name' ? b : isLeft(b) && a.kind === 'name' ? a : null;
}

const NOTHING = { kind: 'parameter', init: null, element: null } as unknown as Declaration;

interface Row {
  readonly number: Declaration;
  readonly size: Expr;
  readonly group: Expr;
}

/** `first + pid % group_size` */
function rowIn(unit: Scope, e: Expr | null): Row | null {
  if (e?.kind !== 'binary' || e.operator !== '+') return null;
  for (const side of [e.left, e.right]) {
    if (side.kind !== 'binary' || side.operator !== '%') continue;
    const [number, group] = [numberIn(unit, side.left), wholeGroup(unit, side.right)];
    if (number !== null && group !== null) return { number, size: side.right, group };
  }
  return null;
}

function checkFunction(kernel: Scope, at: PlacedSite, { model, text }: RuleContext): readonly RuleFinding[] {
  const unit = at.memo.placed.unit.scope;
  const given = kernel.declarations.flatMap((d) => givenTo(d) ?? []);
  const rows = given.flatMap((e) => rowIn(unit, e) ?? []);
  return rows.flatMap(({ number, size, group }): readonly RuleFinding[] => {
    const quotients = given.filter(
      (e) => e.kind === 'binary' && e.operator === '//' && numberIn(unit, e.left) === number,
    ) as (Expr & { kind: 'binary' })[];
    // What is divided by the programs of a group is the group's own number.
    const bySize = quotients.some(({ right }) => isOneSize(unit, right, size));
    const wrong = quotients.filter(({ right }) => isOneSize(unit, right, group));
    const [only] = wrong;
    if (bySize || only === undefined || wrong.length > 1 || model.neverRuns(at)) return [];
    if (variableOf(unit, size) === null || settledNumberAt(model, siteOf(at, group)) === 1) return [];
    const written = (e: Expr): string => {
      const { start, end } = siteOf(at, e).span;
      return text.slice(start, end);
    };
    const { span } = siteOf(at, only.right);
    const [whole, own] = [written(only.right), written(size)];
    const message = `the row is the remainder by ${own}, which is less than ${whole} in the last group, and the column the quotient by ${whole}: there tiles are left out, and others are taken twice; the quotient is by ${own}`;
    return [{ span, message, fixes: [{ title: `Divide by ${own}`, span, newText: own }] }];
  });
}

/** Findings of `grid-cover` about groups of programs. */
export const checkGroups = callsByUnit<RuleContext, RuleFinding>(['program_id'], (calls, context) => {
  const kernels = new Map<Scope, PlacedSite>();
  for (const { site } of calls) {
    if (!(site instanceof PlacedSite) || site.dialect !== 'python') continue;
    const kernel = functionAround(site);
    if (kernel !== null && !kernels.has(kernel)) kernels.set(kernel, site);
  }
  return [...kernels].flatMap(([kernel, site]) => checkFunction(kernel, site, context));
});
