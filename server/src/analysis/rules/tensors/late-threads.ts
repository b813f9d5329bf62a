// Slices that the later threads of a block take by their own numbers: the first ones have other work, as the producers of a
// kernel of several roles, and the tiling has as many threads as are left.

import { scopePath } from '../../../evaluate/model/environment.ts';
import { fileSpan } from '../../../frontends/common/gap-map.ts';
import { codeOf } from '../../../frontends/common/host-tokens.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { settledNumberAt } from '../../document/extents.ts';
import { isThreadIndex } from '../../document/thread-index.ts';
import { functionAround } from '../../document/written/around.ts';
import { writtenCall } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { operandsAt, siteOf } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { callersOf } from '../../indexing/callers.ts';
import { functionCodeAt } from '../../indexing/text/function-code.ts';
import { kernelAt } from '../../launches/python-launches.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import { numberNamed } from '../hardware/launched-threads.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';

const WARP = 32;

/** How many functions a number is handed through. */
const MAXIMUM_DEPTH = 4;

/** Where the number of the thread, `threadIdx.x`, is used or handed on in the kernel; null for other numbers. */
function takenAt(context: RuleContext, index: Site, depth = 0): Site | null {
  if (depth > MAXIMUM_DEPTH) return null;
  const { model, text } = context;
  if (isThreadIndex(index, text)) return index;
  const given = initialiserOf(index);
  if (given !== null) {
    const taken = takenAt(context, given, depth + 1);
    return taken !== null && functionAround(taken) === functionAround(index) ? index : taken;
  }
  const call = writtenCall(index);
  if (call?.name === 'int' && call.args.length === 1) return takenAt(context, call.args[0]!, depth + 1);
  const [caller, ...others] = callersOf(model, index);
  const argument = caller?.given.get(text.slice(index.span.start, index.span.end));
  return others.length > 0 || argument === undefined ? null : takenAt(context, argument, depth + 1);
}

const RETURNS = /\bif\s*\(\s*threadIdx\s*\.\s*x\s*<\s*(\w+)\s*\)\s*\{?\s*return\s*;/;

const SOME_RETURN = /\bif\s*\(([^;{}]*)\)\s*\{?\s*return\s*;/g;
const OF_THREADS = /thread|\btid|lane|warp/i;

/** Whether some threads of a kernel of C++ return before a place, by a condition that names their number. */
export function someReturnBefore(site: Site, text: string): boolean {
  const around = site.dialect === 'python' ? null : functionCodeAt(site, text);
  if (around === null) return false;
  const before = around.code.slice(0, site.span.start - around.start);
  return [...before.matchAll(SOME_RETURN)].some(([, condition]) => OF_THREADS.test(condition!));
}

/** The first thread that comes to a place: others return before, or a branch is that of later warps. Undefined: not known, or 0. */
function firstThread({ model, text }: RuleContext, site: Site): number | undefined {
  if (!(site instanceof PlacedSite)) return undefined;
  const path = scopePath(site.memo.placed.unit.scope, site.node.start);
  if (site.dialect !== 'python') {
    const around = functionAround(site);
    const { start } = around === null ? site.span : fileSpan(site.memo.placed, around.span);
    const [, written] = RETURNS.exec(codeOf(text, 'cpp').slice(start, site.span.start)) ?? [];
    if (written !== undefined) return numberNamed({ model }, written);
    const guards = path.flatMap((scope) => scope.guard ?? []);
    return guards.length === 1 ? firstOfBranch({ model, text }, site, guards[0]!) : undefined;
  }
  const [guard, ...others] = path.flatMap((scope) => scope.guard ?? []);
  const sides = guard === undefined || others.length > 0 ? null : operandsAt(siteOf(site, guard.condition));
  if (guard?.branch !== 'then' || sides === null || !/^>=?$/.test(sides.operator)) return undefined;
  const least = settledNumberAt(model, sides.right);
  if (least === undefined || !isWarpIndex(sides.left)) return undefined;
  return (sides.operator === '>' ? least + 1 : least) * WARP;
}

/** The first thread of a branch of C++, `threadIdx.x >= 128`, or of what is left: `warp_group == 0` of `threadIdx.x / 128`. */
function firstOfBranch(
  { model, text }: Pick<RuleContext, 'model' | 'text'>,
  site: PlacedSite,
  { condition, branch }: NonNullable<Scope['guard']>,
): number | undefined {
  const sides = operandsAt(siteOf(site, condition));
  const bound = sides === null ? undefined : settledNumberAt(model, sides.right);
  if (sides === null || bound === undefined) return undefined;
  const counted = initialiserOf(sides.left) ?? sides.left;
  const ratio = operandsAt(counted);
  const isGroup = ratio?.operator === '/' && isThreadIndex(ratio.left, text);
  const size = isGroup ? settledNumberAt(model, ratio.right) : isThreadIndex(counted, text) ? 1 : undefined;
  if (size === undefined) return undefined;
  const { operator } = sides;
  if (branch === 'then')
    return operator === '>=' ? bound * size : operator === '>' ? (bound + 1) * size : undefined;
  if (operator === '<') return bound * size;
  return operator === '==' && bound === 0 ? size : undefined;
}

/** `cute.arch.warp_idx()`, also made uniform, and names for it. */
function isWarpIndex(site: Site): boolean {
  const call = writtenCall(initialiserOf(site) ?? site);
  if (call?.name === 'make_warp_uniform' && call.args.length === 1) return isWarpIndex(call.args[0]!);
  return call?.name === 'warp_idx';
}

/** The threads of a copy of tensor memory whose tensor nobody knows: a warp for each 32 of its 128 lanes. */
const LANES = 128;

/** Whether a copy of tensor memory is made there. */
const isOfTensorMemory = (tiling: Site): boolean =>
  writtenCall(initialiserOf(tiling) ?? tiling)?.name === 'make_tmem_copy';

/** `get_slice(threadIdx.x - 128)` in a block that has fewer threads left than the tiling has. */
function checkRest(
  { model, text }: RuleContext,
  site: Site,
  tiling: Site,
  index: Site,
  threadsOf: (tiling: Site) => number | undefined,
  launchedOf: (site: Site, kernel: string) => number | undefined,
): RuleFinding | null {
  const sides = operandsAt(initialiserOf(index) ?? index);
  if (sides?.operator !== '-' || !isThreadIndex(sides.left, text)) return null;
  const first = settledNumberAt(model, sides.right);
  const threads = first === undefined ? undefined : threadsOf(tiling);
  const [caller, ...others] = callersOf(model, site);
  const at = kernelAt(site);
  const launched =
    threads === undefined || at === null
      ? undefined
      : (launchedOf(site, at) ?? callerLaunch(caller, others, launchedOf));
  if (launched === undefined || launched - first! >= threads! || model.neverRuns(site)) return null;
  const name = text.slice(tiling.span.start, tiling.span.end);
  const message = `${name} is shared by ${threads} threads, and a block of ${launched} has ${launched - first!} behind the first ${first}: nobody takes the slices from ${launched - first!} on`;
  return { span: site.span, message };
}

/** The threads of the kernel that alone calls the function around. */
function callerLaunch(
  caller: { readonly site: Site } | undefined,
  others: readonly unknown[],
  launchedOf: (site: Site, kernel: string) => number | undefined,
): number | undefined {
  const kernel = caller === undefined || others.length > 0 ? null : kernelAt(caller.site);
  return kernel === null ? undefined : launchedOf(caller!.site, kernel);
}

/**
 * Findings of `launch-size` about later threads.
 * @param threadsOf the threads that share a tiling, where they are known
 * @param launchedOf those of a kernel
 */
export function checkLateThreads(
  context: RuleContext,
  threadsOf: (tiling: Site) => number | undefined,
  launchedOf: (site: Site, kernel: string) => number | undefined,
): readonly RuleFinding[] {
  const { model, text } = context;
  return callsOf(model, 'get_slice', 'get_thread_slice').flatMap(({ site, call }): readonly RuleFinding[] => {
    const [index] = call.args;
    if (index === undefined || call.object === null) return [];
    const fewer = checkRest(context, site, call.object, index, threadsOf, launchedOf);
    if (fewer !== null) return [fewer];
    const taken = takenAt(context, index);
    const first = taken === null ? undefined : firstThread(context, taken);
    if (taken === null || first === undefined || first === 0) return [];
    const threads = threadsOf(call.object) ?? (isOfTensorMemory(call.object) ? LANES : undefined);
    const kernel = kernelAt(taken);
    const launched = threads === undefined || kernel === null ? undefined : launchedOf(taken, kernel);
    if (launched === undefined || launched - first !== threads || model.neverRuns(site)) return [];
    const [of, by] = [call.object, index].map(({ span }) => text.slice(span.start, span.end));
    // A warp reaches the lanes of tensor memory that its number says.
    const right = isOfTensorMemory(call.object) ? `${by} % ${threads}` : `${by} - ${first}`;
    const message = `${of} is shared by ${threads} threads, and those from ${first} to ${launched - 1} come here, of which those from ${threads} on take what is beyond its tile: their slices are ${right}`;
    return [{ span: site.span, message }];
  });
}
