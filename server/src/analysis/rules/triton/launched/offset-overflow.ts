// Offsets of Triton's kernels that leave the 32 bits that they are computed in.

import type { Expr } from '../../../../frontends/common/expression.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { siteOf } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { type Counting, type Extremes, extremesOf } from '../../../indexing/largest.ts';
import { launchedNumber, tritonGrid } from '../../../tiles/launches.ts';
import { givenTo, pathText, reachingOf } from '../../../tiles/reaching.ts';
import { TileReader } from '../../../tiles/reader.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { Rule, RuleContext, RuleFinding } from '../../rule.ts';
import { type TritonAccess, tritonAccesses } from '../accesses.ts';
import { launchedTilesOf } from '../tile-context.ts';

const LARGEST = 2 ** 31 - 1;

/** How many expressions of an address are looked at. */
const MAXIMUM_STEPS = 200;

const exprAt = (site: Site): Expr | null =>
  site instanceof PlacedSite && site.node.kind === 'expression' ? site.node.expr : null;

/** The products of an address, also behind names. */
function productsIn(access: TritonAccess): readonly Expr[] {
  const unit = access.site.memo.placed.unit.scope;
  const seen = new Set<Expr>();
  const visit = (e: Expr): readonly Expr[] => {
    if (seen.has(e) || seen.size > MAXIMUM_STEPS) return [];
    seen.add(e);
    switch (e.kind) {
      case 'binary':
        return [...(e.operator === '*' ? [e] : []), ...visit(e.left), ...visit(e.right)];
      case 'index':
        return visit(e.object);
      case 'mutated':
        return visit(e.before);
      case 'name': {
        const given = reachingOf(unit, e);
        const value = given === null ? null : givenTo(given.declaration);
        return value === null ? [] : visit(value);
      }
      default:
        return [];
    }
  };
  const [pointer] = access.call.args;
  return pointer === undefined ? [] : visit(pointer);
}

/** Numbers of programs and lanes, and what launches hand over: those of 32 bits, as Triton has them unless it is told otherwise. */
function countingIn(access: TritonAccess, context: RuleContext): Counting {
  const { kernel, site: at } = access;
  const unit = at.memo.placed.unit.scope;
  const reader = new TileReader(launchedTilesOf(context), at);
  const grid = kernel.name === null ? [] : tritonGrid(context, kernel.name);
  const counts = (name: string, size: number | undefined | null): Extremes | null =>
    size == null || size < 1 ? null : { least: 0, largest: size - 1, counters: [name], isDense: true };
  return (site) => {
    const expr = exprAt(site);
    if (expr?.kind === 'name') {
      const reaching = reachingOf(unit, expr);
      if (reaching?.declaration.kind !== 'parameter' || reaching.scope !== kernel) return initialiserOf(site);
      const { type, name } = reaching.declaration;
      const number = launchedNumber(context, kernel, name);
      // What is more is handed over in 64 bits, as is what says so.
      const isOf32 = type === null || /(?:^|\.)(?:constexpr|int)$/.test(pathText(type) ?? '');
      return number === undefined || !isOf32 || Math.abs(number) > LARGEST
        ? null
        : { least: number, largest: number, counters: [], isDense: true };
    }
    // `rows[:, None]`
    if (expr?.kind === 'index' && expr.args.every(({ kind }) => kind === 'underscore'))
      return siteOf(at, expr.object);
    const call = writtenCall(site);
    if (call === null || expr?.kind !== 'call') return null;
    const stop = expr.args[1];
    if (call.name === 'arange')
      return stop === undefined ? null : counts(`lanes ${expr.span.start}`, reader.extentAt(stop).size);
    if (call.name !== 'program_id') return null;
    const axis = argumentAt(call, 0, 'axis');
    const given = axis === undefined ? null : exprAt(axis);
    return given?.kind === 'integer' ? counts(`program_id(${given.value})`, grid[given.value]) : null;
  };
}

function checkAccess(access: TritonAccess, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const counting = countingIn(access, context);
  return productsIn(access).flatMap((e): readonly RuleFinding[] => {
    const site = siteOf(access.site, e);
    const reached = extremesOf(model, site, counting);
    if (reached === null || reached.counters.length === 0 || reached.largest <= LARGEST) return [];
    const { start, end } = site.span;
    const message = `${text.slice(start, end)} reaches ${reached.largest}, and is computed in 32 bits, up to ${LARGEST}: convert a factor first, .to(tl.int64)`;
    return model.neverRuns(access.site) ? [] : [{ span: site.span, message }];
  });
}

export const offsetOverflow: Rule = {
  id: 'offset-overflow',
  severity: 'warning',
  title: 'An offset of more than 32 bits',
  checkDocument(context) {
    const seen = new Set<number>();
    return tritonAccesses(context)
      .flatMap((access) => checkAccess(access, context))
      .filter(({ span }) => !seen.has(span.start) && seen.add(span.start));
  },
};
