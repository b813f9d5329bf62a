// Loops that the threads of a block go through in different numbers of rounds: `for (int i = threadIdx.x; i < 300; i += 128)`.

import { scopePath } from '../../../../../evaluate/model/environment.ts';
import type { Expr } from '../../../../../frontends/common/expression.ts';
import type { Scope } from '../../../../../frontends/common/scope.ts';
import { settledNumberAt } from '../../../../document/extents.ts';
import { writtenCall } from '../../../../document/written/call.ts';
import { siteOf } from '../../../../document/written/expressions.ts';
import { numberByThread } from '../../../../indexing/conditions-of-threads.ts';
import type { LaneContext } from '../../../../indexing/lanes.ts';
import type { Site } from '../../../../values/model.ts';
import { PlacedSite } from '../../../../values/placed-site.ts';

/** What a loop counts from, to and by. */
interface Counted {
  readonly first: Site;
  readonly end: Site;
  readonly step: Site | null;
  /** Whether the end is counted, too. */
  readonly isClosed: boolean;
}

/** `for (int i = first; i < end; i += step)` */
function countedByFor(site: PlacedSite, { loop, declarations, inductionVariables }: Scope): Counted | null {
  const { condition, steps = [], isDo } = loop ?? {};
  const [step, ...others] = steps;
  if (condition?.kind !== 'binary' || step?.kind !== 'binary' || others.length > 0 || isDo === true)
    return null;
  const { left, operator, right } = condition;
  if (left.kind !== 'name' || (operator !== '<' && operator !== '<=') || step.operator !== '+=') return null;
  const named = declarations.filter(({ name }) => name === left.name);
  const init = named.length === 1 ? named[0]!.init : null;
  const isOwn = step.left.kind === 'name' && step.left.name === left.name;
  if (init === null || !isOwn || inductionVariables?.has(left.name) !== true) return null;
  const at = (e: Expr): PlacedSite => siteOf(site, e);
  return { first: at(init), end: at(right), step: at(step.right), isClosed: operator === '<=' };
}

/** `range(first, end, step)` */
function countedByRange(site: PlacedSite, range: Expr): Counted | null {
  const call = writtenCall(siteOf(site, range));
  const [first, end, step] = call?.args ?? [];
  if (call === null || first === undefined || end === undefined || !/^range\b/.test(call.name)) return null;
  return { first, end, step: step ?? null, isClosed: false };
}

/** `blockDim.x` is as many as the launches say. */
function stepOf({ model, text, block }: LaneContext, step: Site | null): number | undefined {
  if (step === null) return 1;
  const written = text.slice(step.span.start, step.span.end);
  return written === 'blockDim.x' ? block?.[0] : settledNumberAt(model, step);
}

/** How many rounds each of the threads goes through; null where that is not known. */
function roundsByThread(
  context: LaneContext,
  { first, end, step: by, isClosed }: Counted,
  threads: readonly number[],
): readonly number[] | null {
  const [from, last, step] = [
    numberByThread(context, first),
    settledNumberAt(context.model, end),
    stepOf(context, by),
  ];
  if (from === null || last === undefined || step === undefined || step <= 0) return null;
  const stop = isClosed ? last + 1 : last;
  const rounds = threads.map((thread) => {
    const begin = from(thread);
    return begin === null ? null : Math.max(0, Math.ceil((stop - begin) / step));
  });
  return rounds.includes(null) ? null : (rounds as number[]);
}

interface DividedRounds {
  /** A thread that goes through the most rounds, and how many that are. */
  readonly most: { readonly thread: number; readonly rounds: number };
  readonly least: { readonly thread: number; readonly rounds: number };
}

/** Of the loops around a place; null where all of the threads go through as many rounds, or nobody knows. */
export function dividedRounds(
  context: LaneContext,
  site: Site,
  threads: readonly number[],
): DividedRounds | null {
  if (!(site instanceof PlacedSite)) return null;
  for (const scope of scopePath(site.memo.placed.unit.scope, site.node.start)) {
    const counted =
      scope.counts === undefined ? countedByFor(site, scope) : countedByRange(site, scope.counts);
    const rounds = counted === null ? null : roundsByThread(context, counted, threads);
    if (rounds === null) continue;
    const [most, least] = [Math.max(...rounds), Math.min(...rounds)];
    const having = (count: number) => ({ thread: threads[rounds.indexOf(count)]!, rounds: count });
    if (most > least) return { most: having(most), least: having(least) };
  }
  return null;
}
