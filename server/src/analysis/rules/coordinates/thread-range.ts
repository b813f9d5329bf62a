// Coordinates that go beyond a tensor by the number of the thread: `scale(threadIdx.x)` of 128 numbers in a block of 256.

import { innermostLayout, shapeOf } from '../../../algebra/composed/composed.ts';
import { Underscore } from '../../../algebra/layout/layout.ts';
import type { Stride } from '../../../algebra/layout/stride.ts';
import type { HTuple } from '../../../algebra/tuple/htuple.ts';
import { scopePath } from '../../../evaluate/model/environment.ts';
import type { Value } from '../../../evaluate/model/value.ts';
import { fileSpan } from '../../../frontends/common/gap-map.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { WARP } from '../../../hardware/memory/banks.ts';
import { styleOf, valueText } from '../../../render/text/text.ts';
import { settledNumberAt } from '../../document/extents.ts';
import { threadIndexAt } from '../../document/thread-index.ts';
import { writtenCall } from '../../document/written/call.ts';
import { siteOf } from '../../document/written/expressions.ts';
import { initialiserOf, lastGiven } from '../../document/written/names.ts';
import { elementAt, type NamedElement } from '../../indexing/arrays.ts';
import { isOfProblem } from '../../indexing/branches/of-problems.ts';
import { checkedElements } from '../../indexing/elements-by-unit.ts';
import { type LaneContext, loopOf } from '../../indexing/lanes.ts';
import { type Counting, type Extremes, extremesOf } from '../../indexing/largest.ts';
import { returnedFor } from '../../indexing/returned.ts';
import { isDecided } from '../../indexing/rounds.ts';
import { MAXIMUM_THREADS, threadsIn } from '../../indexing/thread-block.ts';
import { type ByThread, byThread, type Run } from '../../indexing/threads/by-thread.ts';
import { comesTo } from '../../indexing/threads/coming.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';
import { beyond } from './beyond.ts';
import { isLeftOutBySome } from './left-out.ts';

const DIMENSIONS = ['threadIdx.x', 'threadIdx.y', 'threadIdx.z'];
const WARPS = 'warp_idx()';
/** What a loop counts that begins with the number of the thread and goes on by as many as there are. */
const ROUNDS = 'rounds of threads';

/** What the parameters of a function stand for whose result is asked for. */
interface Given {
  readonly arguments: ReadonlyMap<string, Site>;
  readonly counting: Counting;
}

/** The number of the thread takes those of its block, and that of its warp those of its warps; names stand for what they are given. */
export const byThreads =
  (lanes: LaneContext, given?: Given): Counting =>
  (site) => {
    const argument = given?.arguments.get(lanes.text.slice(site.span.start, site.span.end));
    if (argument !== undefined) return extremesOf(lanes.model, argument, given!.counting);
    const dimension = threadIndexAt(site, lanes.text);
    if (dimension === null)
      return (
        warpsAt(site, lanes) ??
        roundsOfThreads(site, lanes) ??
        returnedByThreads(site, lanes, given) ??
        initialiserOf(site) ??
        lastGiven(site)
      );
    const threads = lanes.block?.[dimension];
    return threads === undefined
      ? null
      : { least: 0, largest: threads - 1, counters: [DIMENSIONS[dimension]!], isDense: true };
  };

/** What a function of the file returns, `diagonal(tid, j)`. */
function returnedByThreads(site: Site, lanes: LaneContext, given: Given | undefined): Extremes | null {
  const call = given === undefined ? writtenCall(site) : null;
  const returned = call === null ? null : returnedFor(lanes, site, call);
  if (returned === null) return null;
  const inside = byThreads(lanes, { arguments: returned.given, counting: byThreads(lanes) });
  return extremesOf(lanes.model, returned.site, inside);
}

/** `cute.arch.warp_idx()`, also the same for all lanes. */
function warpsAt(site: Site, { block }: LaneContext): Extremes | Site | null {
  const call = site.dialect === 'python' ? writtenCall(site) : null;
  if (call?.name === 'make_warp_uniform') return call.args[0] ?? null;
  const threads = call?.name === 'warp_idx' && block !== null ? threadsIn(block) : undefined;
  if (threads === undefined) return null;
  return { least: 0, largest: Math.ceil(threads / WARP) - 1, counters: [WARPS], isDense: true };
}

/** `range(tidx, n, threads)`: all threads together come to each number below n. */
function roundsOfThreads(site: Site, lanes: LaneContext): Extremes | null {
  const counts = site.dialect === 'python' ? loopOf(site)?.scope.counts : undefined;
  const range =
    counts === undefined || !(site instanceof PlacedSite) ? null : writtenCall(siteOf(site, counts));
  const [first, end, step] = range?.args ?? [];
  if (range === null || first === undefined || end === undefined || step === undefined) return null;
  const dimension = threadIndexAt(first, lanes.text);
  const threads = dimension === null ? undefined : lanes.block?.[dimension];
  const [last, by] = [end, step].map((part) => settledNumberAt(lanes.model, part));
  if (!/^range(?:_dynamic|_constexpr)?$/.test(range.name) || last === undefined || last <= 0) return null;
  if (threads === undefined || by === undefined || by <= 0 || by > threads) return null;
  return { least: 0, largest: last - 1, counters: [ROUNDS], isDense: true };
}

const BY_THREAD = [...DIMENSIONS, WARPS, ROUNDS];

const isByThread = (extremes: Extremes | null): extremes is Extremes =>
  extremes?.counters.some((counter) => BY_THREAD.includes(counter)) === true;

/** What comes to the largest number. */
function whoOf({ counters }: Extremes): string {
  if (counters.includes(ROUNDS)) return 'in a round of the loop of one of the threads';
  return counters.includes(WARPS) ? 'in the last warp of the block' : 'in the last thread of the block';
}

/** So much of the text before a block is its condition. */
const NEAR = 80;

/** A block of `if lane == 0:`, which one thread of every warp comes to. */
const isOfEachWarp =
  (site: Site, text: string) =>
  (block: Scope): boolean => {
    if (!(site instanceof PlacedSite) || block.kind !== 'block') return false;
    const { unit } = site.memo.placed;
    const { start } = fileSpan(site.memo.placed, block.span);
    const [, lane] = /^[ \t]*if (\w+) == 0:\s*$/m.exec(text.slice(Math.max(0, start - NEAR), start)) ?? [];
    const scope = scopePath(unit.scope, block.span.start).findLast(({ declarations }) =>
      declarations.some((d) => d.name === lane),
    );
    const [declared, ...others] = scope?.declarations.filter((d) => d.name === lane) ?? [];
    if (declared?.init == null || declared.element !== null || others.length > 0) return false;
    return writtenCall(siteOf(site, declared.init))?.name === 'lane_idx';
  };

/** A number that a coordinate is in a thread of the block, and which thread that is. */
interface Reached {
  readonly number: number;
  readonly who: string;
}

/** The largest number of each coordinate in the threads of the block, where they all come to the element; null for others. */
function reachedByAll(
  site: Site,
  { coordinates }: NamedElement,
  lanes: LaneContext,
  { model, text }: RuleContext,
): readonly (Reached | null)[] | null {
  const counting = byThreads(lanes);
  const all = coordinates.map((coordinate) => extremesOf(model, coordinate, counting));
  const own = all.filter(isByThread);
  if (own.length === 0) return null;
  const isByWarp = own.every(({ counters }) => counters.every((counter) => counter === WARPS));
  const isOpen = isByWarp ? isOfEachWarp(site, text) : isOfProblem(lanes, site, 'within');
  if (isDecided(site, isOpen, isOfProblem(lanes, site, 'beyond'))) return null;
  return all.map((extremes) => {
    if (!isByThread(extremes)) return null;
    const { least, largest } = extremes;
    return least < 0
      ? { number: least, who: 'in one of the threads' }
      : { number: largest, who: whoOf(extremes) };
  });
}

/** The same in the threads that conditions let through which are known of each of them: `if (threadIdx.x % 32 == 0)`. */
function reachedBySome(
  site: Site,
  { coordinates }: NamedElement,
  { block }: LaneContext,
  { model, text }: RuleContext,
): readonly (Reached | null)[] | null {
  const count = block === null ? undefined : threadsIn(block);
  if (block === null || count === undefined || count > MAXIMUM_THREADS) return null;
  const run: Run = { model, text, block, grid: null, call: null };
  const comes = comesTo(run, site, 'decides');
  if (comes === null) return null;
  const threads = Array.from({ length: count }, (_, thread) => thread).filter(comes);
  return coordinates.map((coordinate) => {
    const numberIn = byThread(run, coordinate);
    if (numberIn === null || isSameInAll(numberIn, count)) return null;
    const numbers = threads.map((thread) => numberIn(thread) ?? -1);
    const number = Math.max(...numbers);
    return number < 0 ? null : { number, who: `in thread ${threads[numbers.indexOf(number)]} of the block` };
  });
}

function isSameInAll(numberIn: ByThread, count: number): boolean {
  const first = numberIn(0);
  for (let thread = 1; thread < count; thread++) if (numberIn(thread) !== first) return false;
  return true;
}

/** Findings of `coordinate-range` about one element. */
function checkElement(site: Site, lanes: LaneContext, context: RuleContext): readonly RuleFinding[] {
  // In a function that is called from a condition there may be fewer threads.
  if (lanes.block === null || lanes.call?.isOfAll === false) return [];
  const element = elementAt(lanes, site);
  // Rows of an array of C follow one another, and what is beyond one is in the next.
  if (element === null || (element.array !== null && element.coordinates.length > 1)) return [];
  const all = reachedByAll(site, element, lanes, context) ?? reachedBySome(site, element, lanes, context);
  if (all === null || all.every((reached) => reached === null)) return [];
  const values = all.map((reached) => reached?.number ?? new Underscore());
  const shape = shapeOf(element.layout);
  const { stride } = innermostLayout(element.layout);
  const asked = (values.length === 1 ? values[0]! : values) as Value;
  const found = beyond(asked, shape, stride as HTuple<Stride>);
  const at = found?.mode[0] ?? 0;
  const [coordinate, reached] = [element.coordinates[at], all[at]];
  if (found === null || coordinate === undefined || reached == null) return [];
  if (context.model.neverRuns(site) || isLeftOutBySome(site)) return [];
  const written = context.text.slice(coordinate.span.start, coordinate.span.end);
  const where = found.mode.length === 0 ? '' : ` of mode ${found.mode.join('.')}`;
  const shown = valueText(shape as Value, styleOf(site.dialect));
  const message = `${written} is ${found.number} ${reached.who}, which is none of the ${found.extent} elements${where}: there are ${shown}`;
  return [{ span: coordinate.span, message }];
}

export const checkThreads = checkedElements(checkElement);
