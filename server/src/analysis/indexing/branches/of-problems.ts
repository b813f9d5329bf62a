// Conditions that all threads of a block meet, but for the last ones of a problem: `128 * blockIdx.x + threadIdx.x < n` in
// blocks of no more than 128 threads, where n is what the kernel was handed.

import type { Expr } from '../../../frontends/common/expression.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { settledNumberAt } from '../../document/extents.ts';
import { blockIndexAt, threadIndexAt } from '../../document/thread-index.ts';
import { declarationsOf } from '../../document/written/declarations.ts';
import { operandsAt, siteOf } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import type { LaneContext } from '../lanes.ts';

/** How many names and operators are followed. */
const MAXIMUM_DEPTH = 8;

/** What a number is the sum of. */
interface Sum {
  /** Whether the number of the thread in this dimension is in it. */
  readonly thread: 0 | 1 | 2 | null;
  /** How far apart two blocks are, one behind the other; 0: all are at the same place. */
  readonly step: number;
}

/** The thread's number is added once, as it is, and the block's times a constant; null for other numbers. */
function sumAt(context: LaneContext, site: Site, depth = 0): Sum | null {
  const { model, text } = context;
  if (depth > MAXIMUM_DEPTH) return null;
  const thread = threadIndexAt(site, text);
  if (thread !== null) return { thread, step: 0 };
  if (settledNumberAt(model, site) !== undefined) return { thread: null, step: 0 };
  const given = initialiserOf(site);
  if (given !== null) return sumAt(context, given, depth + 1);
  const sides = operandsAt(site);
  if (sides?.operator === '*') {
    const { left, right } = sides;
    const factor =
      blockIndexAt(left, text) !== null ? right : blockIndexAt(right, text) !== null ? left : null;
    const step = factor === null ? undefined : settledNumberAt(model, factor);
    return step === undefined ? null : { thread: null, step };
  }
  if (sides?.operator !== '+') return null;
  const [a, b] = [sides.left, sides.right].map((side) => sumAt(context, side, depth + 1));
  if (a == null || b == null || (a.thread !== null && b.thread !== null)) return null;
  return { thread: a.thread ?? b.thread, step: a.step + b.step };
}

/** `n`, `args.n` of a parameter. */
function isHandedIn(site: PlacedSite, e: Expr): boolean {
  if (e.kind === 'member') return isHandedIn(site, e.object);
  if (e.kind !== 'name') return false;
  const [declared, ...others] = declarationsOf(site, e.name);
  return declared?.kind === 'parameter' && others.length === 0;
}

type Where = 'within' | 'beyond';

/** Where comparisons hold whose end is on the other side. */
const FROM_LEFT: Readonly<Record<string, Where>> = { '<': 'within', '>=': 'beyond' };
const FROM_RIGHT: Readonly<Record<string, Where>> = { '>': 'within', '<=': 'beyond' };

/** Whether a condition holds within the problem, or beyond its end; null: it asks something else as well. */
function whereHolds(context: LaneContext, site: Site): Where | null {
  const sides = operandsAt(site);
  if (sides === null) return null;
  const { operator, left, right } = sides;
  const both = operator === '&&' ? 'within' : operator === '||' ? 'beyond' : null;
  if (both !== null) return [left, right].every((side) => whereHolds(context, side) === both) ? both : null;
  if (isBelowEnd(context, left, right)) return FROM_LEFT[operator] ?? null;
  return isBelowEnd(context, right, left) ? (FROM_RIGHT[operator] ?? null) : null;
}

/** Whether numbers of threads and blocks are compared with an end that was handed in. */
function isBelowEnd(context: LaneContext, of: Site, end: Site): boolean {
  if (!(end instanceof PlacedSite) || end.node.kind !== 'expression' || !isHandedIn(end, end.node.expr))
    return false;
  const { thread, step } = sumAt(context, of) ?? { thread: null, step: 0 };
  const threads = thread === null ? undefined : context.block?.[thread];
  return threads !== undefined && step >= threads;
}

const OTHER: Readonly<Record<Where, Where>> = { within: 'beyond', beyond: 'within' };

/** Tells blocks around a place, or before it, whose threads are all those within a problem, or beyond it. */
export const isOfProblem =
  (context: LaneContext, site: Site, asked: Where) =>
  ({ guard }: Scope): boolean => {
    if (guard == null || !(site instanceof PlacedSite)) return false;
    const holds = whereHolds(context, siteOf(site, guard.condition));
    return holds !== null && (guard.branch === 'then' ? holds : OTHER[holds]) === asked;
  };
