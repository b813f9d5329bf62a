// mbarriers that are made for more arrivals than threads arrive: the phase never ends, and whoever waits for it waits for ever.

import { mentions } from '../../../../syntax/text/mentions.ts';
import { settledNumberAt } from '../../../document/extents.ts';
import { functionAround } from '../../../document/written/around.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { callsBy, methodsBy } from '../../../indexing/callers.ts';
import { mostThreadsAt } from '../../../indexing/conditions-of-threads.ts';
import { blockEnd, loopsIn } from '../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import { blockAround, MAXIMUM_THREADS, threadsIn } from '../../../indexing/thread-block.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import {
  innermostOf,
  isDeclared,
  isHandedOn,
  lambdasIn,
  type Mention,
  mentionsOf,
} from './barrier-mentions.ts';

const ARRIVALS = ['arrive', 'arrive_barrier', 'arrive_and_expect_tx', 'set_barrier_transaction_bytes'];

/** The barrier and the number of its arrivals: `Barrier::init(&empty[s], n)`, `initialize_barrier(empty, n)`, `empty[s].init(n)`. */
function madeBy(site: Site, code: string, start: number): { barrier: string; count: Site } | null {
  const call = writtenCall(site);
  if (call === null) return null;
  const [first, second, ...more] = call.args;
  const [of, count] = call.object === null ? [first, second] : [call.object, first];
  if (of === undefined || count === undefined || more.length > 0) return null;
  if (call.object !== null && second !== undefined) return null;
  const written = code.slice(of.span.start - start, of.span.end - start);
  const barrier = /^&?\s*([A-Za-z_]\w*(?:(?:\.|->)\w+)*)\s*(?:\[[^[\]]*\])?$/.exec(written)?.[1];
  return barrier === undefined || barrier === 'this' || barrier.startsWith('this->')
    ? null
    : { barrier, count };
}

/** Whether every round of a loop that comes to one place has waited at another before: it stands in a block around. */
function isBefore(code: string, wait: Mention, at: number): boolean {
  const behind = /[;{}]\s*$/.test(code.slice(0, wait.call));
  return behind && wait.call < at && blockEnd(code, wait.call) > at;
}

interface Function {
  readonly code: string;
  readonly loops: ReturnType<typeof loopsIn>;
}

/** Whether a wait of the same slot stands before a mention in the same innermost loop. */
const hasWaited = ({ code, loops }: Function, waits: readonly Mention[], { at, slot }: Mention): boolean =>
  waits.some(
    (wait) =>
      wait.slot === slot &&
      innermostOf(loops, wait.at) === innermostOf(loops, at) &&
      isBefore(code, wait, at),
  );

/**
 * Whether a thread arrives once in each phase at most: it is in no loop, or each round has waited for the phase, or for another
 * barrier of the slot at which nobody arrives without having waited for this one.
 */
function isOncePerPhase(of: Function, all: readonly Mention[], arrival: Mention): boolean {
  const { code, loops } = of;
  const loop = innermostOf(loops, arrival.at);
  if (loop === undefined) return true;
  const own = all.filter(({ what }) => what === 'wait');
  const later = own.filter(({ at, slot }) => slot === arrival.slot && innermostOf(loops, at) === loop);
  // A round waits for its own arrival: before or behind it, in a block that all of it comes to.
  if (later.some((wait) => isBefore(code, wait, arrival.at) || isBehind(code, arrival, wait, loop.end)))
    return true;
  return barriersWaitedFor(code, loop.start, arrival.at).some((other) => {
    const mentions = mentionsOf(code, other);
    const waits = mentions.filter(({ what }) => what === 'wait');
    if (!hasWaited(of, waits, arrival) || isHandedOn(code, other)) return false;
    return mentions
      .filter(({ what, at }) => what !== 'wait' && what !== 'init' && innermostOf(loops, at) !== undefined)
      .every((mention) => hasWaited(of, own, mention));
  });
}

/** Whether the wait behind an arrival is a statement of the loop's own block. */
function isBehind(code: string, arrival: Mention, wait: Mention, end: number): boolean {
  return (
    wait.call > arrival.at &&
    /[;{}]\s*$/.test(code.slice(0, wait.call)) &&
    blockEnd(code, wait.call) >= end - 1
  );
}

/** `full` of `Barrier::wait(&full[s], phase)` and `full[s].wait(phase)`. */
function barriersWaitedFor(code: string, from: number, to: number): readonly string[] {
  const part = code.slice(from, to);
  const called = part.matchAll(/\bwait(?:_barrier)?\s*\(\s*&?\s*([A-Za-z_]\w*(?:(?:\.|->)\w+)*)/g);
  const members = part.matchAll(
    /(?<![\w.>])([A-Za-z_]\w*(?:(?:\.|->)\w+)*?)\s*(?:\[[^[\]]*\])?\s*(?:\.|->)\s*wait\s*\(/g,
  );
  return [...new Set([...called, ...members].map((found) => found[1]!))];
}

/** The call of an arrival, where nothing says that it is another block's: it is handed the barrier and at most its bytes. */
function callOf(sites: readonly Site[], { call, at, method }: Mention, start: number): Site | null {
  const site = sites.find(({ span }) => span.start - start === call) ?? null;
  const args = site === null ? null : writtenCall(site)?.args;
  const most = (call === at ? 0 : 1) + (/^arrive(?:_barrier)?$/.test(method) ? 0 : 1);
  return args == null || args.length > most ? null : site;
}

function checkInit(site: Site, context: RuleContext, arrivals: readonly Site[]): RuleFinding | null {
  const { model, text } = context;
  const around = functionCodeAt(site, text);
  const made = around === null ? null : madeBy(site, around.code, around.start);
  const count = settledNumberAt(model, made?.count);
  if (around === null || made === null || count === undefined || count < 2) return null;
  if (functionAround(site)?.name == null) return null;
  const { code, start } = around;
  const mentions = mentionsOf(code, made.barrier).filter(({ at }) => !isDeclared(code, at));
  const inits = mentions.filter(({ what }) => what === 'init');
  const arriving = mentions.filter(({ what }) => what === 'arrive');
  if (mentions.some(({ what }) => what === 'other') || inits.length !== 1 || arriving.length === 0)
    return null;
  if (!mentions.some(({ what }) => what === 'wait') || isHandedOn(code, made.barrier)) return null;
  const lambdas = lambdasIn(code);
  if (mentions.some(({ at }) => innermostOf(lambdas, at) !== undefined)) return null;
  const of = { code, loops: loopsIn(code) };
  if (!arriving.every((arrival) => isOncePerPhase(of, mentions, arrival))) return null;
  const block = blockAround(context, site);
  const all = (block === null ? undefined : threadsIn(block)) ?? MAXIMUM_THREADS;
  const sites = arriving.map((arrival) => callOf(arrivals, arrival, start));
  if (sites.includes(null) || all > MAXIMUM_THREADS) return null;
  const lanes = { model, text, block };
  const coming = sites.map((each) => mostThreadsAt(lanes, each!, all));
  const most = coming.reduce((sum, threads) => sum + threads, 0);
  if (most >= count || model.neverRuns(site) || sites.some((each) => model.neverRuns(each!))) return null;
  const message = `a phase of ${made.barrier} ends when ${count} have arrived, and no more than ${most} ${most === 1 ? 'thread arrives' : 'threads arrive'} in each: it never ends`;
  return { span: made.count.span, message };
}

/** Findings of `barrier-use` about arrivals that never come. */
export function checkArrivals(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (!mentions(text, /\barrive|\bset_barrier_transaction_bytes/)) return [];
  const calls = (name: string) => [...callsBy(model, name), ...methodsBy(model, name)];
  const inits = ['init', 'initialize_barrier'].flatMap(calls);
  if (inits.length === 0) return [];
  const arrivals = ARRIVALS.flatMap(calls);
  return inits.flatMap((site) => checkInit(site, context, arrivals) ?? []);
}
