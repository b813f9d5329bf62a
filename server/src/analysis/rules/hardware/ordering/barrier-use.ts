// Named barriers of threads that never come, registers that a block has not, and waits for one phase in every round.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { settledNumberAt } from '../../../document/extents.ts';
import { functionAround, isInLoop } from '../../../document/written/around.ts';
import { templateArgument, writtenCall } from '../../../document/written/call.ts';
import { callsBy } from '../../../indexing/callers.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import { launchesKernels } from '../../../launches/kernel-names.ts';
import type { Site } from '../../../values/model.ts';
import type { Rule, RuleContext, RuleFinding } from '../../rule.ts';
import { checkArrivals } from './arrivals.ts';
import { checkThreads } from './barrier-threads.ts';
import { checkClusterReady } from './cluster-ready.ts';
import { checkFirstPhases } from './first-phase.ts';
import { checkDividedBarriers } from './lanes/divided-barriers.ts';
import { checkLaneMasks } from './lanes/lane-masks.ts';
import { checkMadeBarriers } from './lanes/made-barriers.ts';
import { checkSlotPhases } from './slot-phases.ts';

const WARP = 32;
/** PTX ISA, `barrier`: 16 of them, of which CUTLASS keeps the first eight where an index is a plain number. */
const BARRIERS = 16;
const KEPT_BY_CUTLASS = 8;

/** The threads of the block that `__launch_bounds__` of the kernel around says; null where none stands there. */
function launchBounds(site: Site, { text }: RuleContext): number | null {
  const around = functionCodeAt(site, text);
  if (around === null) return null;
  const before = text.slice(Math.max(0, around.start - 300), around.start);
  const own = `${before.slice(before.lastIndexOf('}') + 1)}${around.code.slice(0, 300)}`;
  const found = /__launch_bounds__\s*\(\s*(\d+)\s*[,)]/.exec(own);
  return found === null ? null : Number(found[1]);
}

/** `cutlass::arch::NamedBarrier::sync(threads, id)` */
function checkNamed(site: Site, context: RuleContext, isLaunched: boolean): readonly RuleFinding[] {
  const { model, text } = context;
  const call = writtenCall(site);
  const callee = call === null ? '' : codeOf(text, 'cpp').slice(call.callee.span.start, call.callee.span.end);
  if (call === null || !/(?:^|::)NamedBarrier::(?:sync|arrive|arrive_and_wait)$/.test(callee)) return [];
  const [threads, id] = call.args;
  const [count, index] = [threads, id].map((arg) => settledNumberAt(model, arg));
  if (model.neverRuns(site)) return [];
  const found: RuleFinding[] = [];
  if (count !== undefined && threads !== undefined) {
    const most = launchBounds(site, context);
    if (count % WARP !== 0)
      found.push({
        span: threads.span,
        message: `a barrier counts whole warps: ${count} is no multiple of ${WARP}`,
      });
    else if (most !== null && count > most)
      found.push({
        span: threads.span,
        message: `the barrier waits for ${count} threads, and the block has ${most}: it never opens`,
      });
    else if (isLaunched && id !== undefined) {
      const tooMany = checkThreads(site, { threads, id, count }, context);
      if (tooMany !== null) found.push(tooMany);
    }
  }
  const isNumber = id !== undefined && /^\d+$/.test(text.slice(id.span.start, id.span.end));
  if (isNumber && index !== undefined && index + KEPT_BY_CUTLASS >= BARRIERS)
    found.push({
      span: id.span,
      message: `a block has ${BARRIERS} barriers, of which CUTLASS keeps ${KEPT_BY_CUTLASS} for itself: ${index} is none of the other ${BARRIERS - KEPT_BY_CUTLASS}`,
    });
  return found;
}

/** PTX ISA, `setmaxnreg`. */
const REGISTERS = { least: 24, most: 256, unit: 8, ofMultiprocessor: 65536 };
const WARPGROUP = 128;

interface Registers {
  readonly site: Site;
  readonly count: number;
  readonly isMore: boolean;
}

function registersAt(site: Site, { model, text }: RuleContext): Registers | null {
  const call = writtenCall(site);
  if (call === null) return null;
  const callee = codeOf(text, 'cpp').slice(call.callee.span.start, call.callee.span.end);
  const how = /(?:^|::)warpgroup_reg_(alloc|dealloc)\s*</.exec(callee)?.[1];
  const count = settledNumberAt(model, templateArgument(call));
  return how === undefined || count === undefined ? null : { site, count, isMore: how === 'alloc' };
}

function checkRegisters(context: RuleContext): readonly RuleFinding[] {
  const { model } = context;
  const all = [...callsBy(model, 'warpgroup_reg_alloc'), ...callsBy(model, 'warpgroup_reg_dealloc')]
    .flatMap((site) => registersAt(site, context) ?? [])
    .filter(({ site }) => !model.neverRuns(site));
  const { least, most, unit } = REGISTERS;
  const refused = all.filter(({ count }) => count % unit !== 0 || count < least || count > most);
  const found = refused.map(({ site, count }) => ({
    span: site.span,
    message: `setmaxnreg takes a multiple of ${unit} from ${least} to ${most}: ${count} is none`,
  }));
  const byFunction = new Map<object, Registers[]>();
  for (const each of all) {
    const scope = functionAround(each.site);
    if (scope !== null) byFunction.set(scope, [...(byFunction.get(scope) ?? []), each]);
  }
  // Numbers that no instruction takes are not added up.
  const beyond = [...byFunction.values()]
    .filter((own) => own.every((each) => !refused.includes(each)))
    .flatMap((own) => checkBlock(own, context));
  return [...found, ...beyond];
}

/** The head of a branch that one warp group takes: `if (warp_group == 0)`, `if (threadIdx.x < 128)`. */
const ONE_GROUP = /\bif\s*\((?:[^(){};<>|&=!]*==[^(){};<>|&=!]*|\s*threadIdx\.x\s*<\s*128\s*)\)\s*\{?[^{}]*$/;

/** Whether one warp group alone gives registers up. */
function isOfOneGroup([less, greater]: readonly [Site, Site], context: RuleContext): boolean {
  const around = functionCodeAt(less, context.text);
  const before = around?.code.slice(0, less.span.start - around.start);
  return before !== undefined && less.span.start < greater.span.start && ONE_GROUP.test(before);
}

/** One branch of one warp group gives registers up, and the others take more than there are then. */
function checkBlock(own: readonly Registers[], context: RuleContext): readonly RuleFinding[] {
  const fewer = own.filter(({ isMore }) => !isMore);
  const more = own.filter(({ isMore }) => isMore);
  const [less, ...others] = fewer;
  const [greater, ...rest] = more;
  const threads = greater === undefined ? null : launchBounds(greater.site, context);
  if (less === undefined || greater === undefined || threads === null || others.length + rest.length > 0)
    return [];
  if (!isOfOneGroup([less.site, greater.site], context)) return [];
  const groups = threads / WARPGROUP;
  if (!Number.isInteger(groups) || groups < 2) return [];
  const needed = WARPGROUP * (less.count + (groups - 1) * greater.count);
  if (needed <= REGISTERS.ofMultiprocessor) return [];
  const left = Math.floor((REGISTERS.ofMultiprocessor / WARPGROUP - less.count) / (groups - 1) / 8) * 8;
  const message = `${groups - 1} warp groups of ${greater.count} registers a thread and one of ${less.count} take ${needed}, and there are ${REGISTERS.ofMultiprocessor}: the last one waits for ever; ${left} are left for each`;
  return [{ span: greater.site.span, message }];
}

/** `wait_barrier(full, 0)` in a loop that nothing else in the loop resets. */
function checkPhase(site: Site, { model, text }: RuleContext): readonly RuleFinding[] {
  const call = writtenCall(site);
  const [barrier, phase, ...more] = call?.args ?? [];
  if (barrier === undefined || phase === undefined || more.length > 0 || !isInLoop(site)) return [];
  const [of, written] = [barrier, phase].map(({ span }) =>
    text.slice(span.start, span.end).replace(/\s+/g, ''),
  );
  const around = functionCodeAt(site, text);
  if (!/^[01]$/.test(written!) || !/^[&*]?\w+$/.test(of!) || around === null) return [];
  // A barrier that is made anew in each round, or that other waits go on from.
  const waits = [...around.code.matchAll(/\bwait_barrier\s*\(\s*([^,()]*(?:\([^()]*\))?)\s*,/g)];
  if (waits.filter((found) => found[1]!.replace(/\s+/g, '') === of).length !== 1) return [];
  if (/\b(?:initialize_barrier|inval)\b/.test(bodyAround(site, around)) || model.neverRuns(site)) return [];
  const message = `the barrier is waited for in phase ${written} in every round, and its phases take turns: every second round does not wait for its own; flip a bit each round`;
  return [{ span: phase.span, message }];
}

/** The code of the innermost loop around. */
function bodyAround(site: Site, around: { readonly code: string; readonly start: number }): string {
  const at = site.span.start - around.start;
  const loop = Math.max(around.code.lastIndexOf('for', at), around.code.lastIndexOf('while', at));
  return around.code.slice(Math.max(0, loop));
}

function checkAllNamed(context: RuleContext): readonly RuleFinding[] {
  const isLaunched = launchesKernels(context.text);
  return ['sync', 'arrive', 'arrive_and_wait']
    .flatMap((name) => callsBy(context.model, name))
    .flatMap((site) => checkNamed(site, context, isLaunched));
}

function checkDocument(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const all = [
    ...checkSlotPhases(context),
    ...checkFirstPhases(context),
    ...checkClusterReady(context),
    ...(mentions(text, /\b(?:__syncthreads|sync_threads|barrier)\b/) ? checkDividedBarriers(context) : []),
    ...(mentions(text, /\binit\b|initialize_barrier|mbarrier_init/) ? checkMadeBarriers(context) : []),
    ...(mentions(text, /_sync\b|shuffle_sync|__syncwarp/) ? checkLaneMasks(context) : []),
  ];
  if (model.dialect === 'python') return all;
  return [
    ...all,
    ...checkArrivals(context),
    ...(mentions(text, 'NamedBarrier') ? checkAllNamed(context) : []),
    ...(mentions(text, 'warpgroup_reg_') ? checkRegisters(context) : []),
    ...(mentions(text, 'wait_barrier')
      ? callsBy(model, 'wait_barrier').flatMap((site) => checkPhase(site, context))
      : []),
  ];
}

export const barrierUse: Rule = {
  id: 'barrier-use',
  severity: 'warning',
  title: 'A barrier that never opens, or always is',
  checkDocument,
};
