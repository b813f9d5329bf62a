// Kernels that are launched with more threads than the tiling that each of them takes a slice of, or with fewer.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { Layout } from '../../../algebra/layout/layout.ts';
import { sizeOrThrow } from '../../../algebra/layout/measure.ts';
import { tableOf } from '../../../evaluate/model/memo.ts';
import type { Value } from '../../../evaluate/model/value.ts';
import { TypeValue } from '../../../evaluate/model/value.ts';
import { copyThreads, TiledCopy } from '../../../hardware/copy/tiled-copy.ts';
import { TiledMma } from '../../../hardware/mma/tiled-mma.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { knownValueOf, numberIn } from '../../document/extents.ts';
import { isThreadIndex } from '../../document/thread-index.ts';
import { functionAround, functionNameAt, isConditional } from '../../document/written/around.ts';
import { argumentAt, type WrittenCall, writtenCall } from '../../document/written/call.ts';
import { callsIn, callsOf } from '../../document/written/calls-by-name.ts';
import { operandsAt } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { onlyCallOf } from '../../indexing/callers.ts';
import { isLeftToSome, threadsAt } from '../../indexing/conditions-of-threads.ts';
import { blockOf, launchedPython as launchedAs, threadsIn } from '../../indexing/thread-block.ts';
import { launchedByUnit } from '../../launches/launched-by-unit.ts';
import { launchedThreads } from '../../launches/launches.ts';
import { kernelAt, shortName } from '../../launches/python-launches.ts';
import type { Site } from '../../values/model.ts';
import { laneContext } from '../hardware/alignment/cast-alignment.ts';
import { checkLaunchedThreads, launchBound } from '../hardware/launched-threads.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { checkLateThreads, someReturnBefore } from './late-threads.ts';
import { checkLaunchLimits } from './launch-limits.ts';

const tiledIn = (value: Value | null): Value | null => (value instanceof TypeValue ? value.instance : value);

/** The threads that share a tiling; undefined where that is not known, or the instruction is one thread's. */
function threadsOf(tiled: Value | null): number | undefined {
  if (tiled instanceof Layout) return knownNumber(sizeOrThrow(tiled));
  if (tiled instanceof TiledMma)
    return tiled.atom.homes.C.kind === 'tensor-memory'
      ? undefined
      : knownNumber(sizeOrThrow(tiled.thrLayoutVmnk));
  if (!(tiled instanceof TiledCopy)) return undefined;
  const threads = copyThreads(tiled);
  return isFailure(threads) ? undefined : knownNumber(threads);
}

const launchedPython = ({ model }: RuleContext, kernel: string): number | undefined =>
  threadsIn(launchedAs(model, kernel, 'block'));

const SPECIALISED = /warp_?(?:group(?!_(?:arrive|wait|commit_batch|fence))|speciali)/i;
const BY_WARP =
  /\bwarp_?idx\w*(?:\(\))?\s*\)?\s*(?:[=!<>]=|[<>](?![<>]))|(?:[=!<>]=|[<>])\s*(?:\w+[.:]+)*warp_?idx/i;
const OF_WARP = /\b(\w+)\s*=\s*[^=\n;]*warp_?idx/gi;

/** The answers of `isSpecialised`: every kernel asks after every edit. */
const specialised = new WeakMap<RuleContext, boolean>();

/** Whether warps have work of their own: then not every thread uses the slice that it takes. */
function isSpecialised(context: RuleContext): boolean {
  let is = specialised.get(context);
  if (is === undefined) {
    const { text } = context;
    is = mentions(text, SPECIALISED) || (mentions(text, /warp_?idx/i) && isComparedByWarp(text));
    specialised.set(context, is);
  }
  return is;
}

const isComparedByWarp = (text: string): boolean =>
  BY_WARP.test(text) ||
  [...text.matchAll(OF_WARP)].some(([, name]) =>
    new RegExp(`\\b${name}\\s*[=!]=(?!=)|[=!]=\\s*${name}\\b`).test(text),
  );

/** What is shared by threads, and where the number of the thread is given. */
function sharedBy(call: WrittenCall): { readonly tiling: Site; readonly index: Site } | null {
  const isPartition = call.name === 'local_partition';
  const tiling = isPartition ? call.args[1] : (call.object ?? undefined);
  const index = isPartition ? argumentAt(call, 2, 'index') : call.args[0];
  return tiling === undefined || index === undefined ? null : { tiling, index };
}

/** So many functions that call another one are followed. */
const MAXIMUM_DEPTH = 3;

/** The kernel all of whose threads come to a function: the only call of that stands in it, and in no branch. */
function kernelCalling({ model, text }: RuleContext, name: string): string {
  let kernel = name;
  for (let depth = 0; depth < MAXIMUM_DEPTH; depth++) {
    const call = onlyCallOf(model, kernel);
    const caller = call === null || writtenCall(call)?.launch !== null ? null : functionNameAt(call);
    if (call === null || caller === null || isConditional(call, text) || model.neverRuns(call)) break;
    if (someReturnBefore(call, text)) break;
    kernel = caller;
  }
  return kernel;
}

/** `bound`: what bounds the launch; `launched`: the threads that there are, by it or by the launches. */
interface Threads {
  /** Which is launched. */
  readonly kernel: string;
  readonly bound: number | undefined;
  readonly launched: number | undefined;
}

/** What is said of kernels, each of which the text is searched for once. */
const searched = new WeakMap<RuleContext, Map<string, Threads>>();

function threadsOfKernel(context: RuleContext, kernel: string, dialect: Site['dialect']): Threads {
  const known = tableOf(searched, context);
  let threads = known.get(kernel);
  if (threads === undefined) {
    const bound = dialect === 'python' ? undefined : launchBound(context, kernel, null);
    const launched =
      dialect === 'python' ? launchedPython(context, kernel) : launchedThreads(context, kernel);
    const caller =
      dialect === 'python' || bound !== undefined || launched !== undefined
        ? kernel
        : kernelCalling(context, kernel);
    threads =
      caller === kernel
        ? { kernel, bound, launched: bound ?? launched }
        : threadsOfKernel(context, caller, dialect);
    known.set(kernel, threads);
  }
  return threads;
}

/** N of `threadIdx.x % N` and `threadIdx.x & (N - 1)`, or a name for it; undefined for others. */
function countOf({ model, text }: RuleContext, index: Site): number | undefined {
  const sides = operandsAt(initialiserOf(index) ?? index);
  if (sides === null || !/^[%&]$/.test(sides.operator)) return undefined;
  if (!isThreadIndex(initialiserOf(sides.left) ?? sides.left, text)) return undefined;
  const by = numberIn(knownValueOf(model, sides.right));
  if (by === undefined || by <= 0 || sides.operator === '%') return by;
  return (by & (by + 1)) === 0 ? by + 1 : undefined;
}

/** `get_slice(threadIdx.x % 32)` of a tiling of more threads. */
function checkPart(
  site: Site,
  { tiling, index }: { readonly tiling: Site; readonly index: Site },
  context: RuleContext,
): readonly RuleFinding[] {
  const { text, model } = context;
  const count = countOf(context, index);
  const threads = count === undefined ? undefined : threadsOf(tiledIn(knownValueOf(model, tiling)));
  if (threads === undefined || count! >= threads) return [];
  if (isSpecialised(context) || isConditional(site, text) || model.neverRuns(site)) return [];
  const [of, by] = [tiling, index].map(({ span }) => text.slice(span.start, span.end));
  const message = `${of} is shared by ${threads} threads, and ${by} is less than ${count}: nobody takes the slices from ${count} on`;
  return [{ span: site.span, message }];
}

/** Slices in a branch that only the first threads take: `if (threadIdx.x < 128)` around those of a tiling of 256. */
function checkBranch(
  site: Site,
  tiling: Site,
  threads: number,
  launched: number,
  context: RuleContext,
): readonly RuleFinding[] {
  const { text, model } = context;
  const taken = threadsAt(laneContext(context, site), site, launched);
  const count = taken?.length ?? 0;
  if (taken === null || count === 0 || count >= threads || taken.at(-1) !== count - 1) return [];
  const name = text.slice(tiling.span.start, tiling.span.end);
  // Another branch may have the other threads take theirs.
  const slices = callsOf(model, 'get_slice', 'get_thread_slice');
  const isElsewhere = slices.some(
    ({ site: other, call: { object } }) =>
      other.span.start !== site.span.start &&
      object !== null &&
      functionAround(other) === functionAround(site) &&
      text.slice(object.span.start, object.span.end) === name,
  );
  if (isElsewhere || model.neverRuns(site)) return [];
  const message = `${name} is shared by ${threads} threads, and those below ${count} alone come here: nobody takes the slices from ${count} on`;
  return [{ span: site.span, message }];
}

function checkCall({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const { text } = context;
  const shared = sharedBy(call);
  const around = kernelAt(site);
  if (shared === null || around === null) return [];
  const { tiling } = shared;
  if (!isThreadIndex(shared.index, text)) return checkPart(site, shared, context);
  const tiled = tiledIn(knownValueOf(context.model, tiling));
  const threads = threadsOf(tiled);
  if (threads === undefined) return [];
  const { kernel, bound, launched } = threadsOfKernel(context, around, site.dialect);
  if (launched === undefined) return [];
  // What asks where the problem ends lets the threads of all warps through.
  const isInBranch = isConditional(site, text) && isLeftToSome(laneContext(context, site), site);
  if (launched >= threads && isInBranch) return checkBranch(site, tiling, threads, launched, context);
  if (launched === threads) return [];
  // A layout of threads takes the numbers beyond it from its start again.
  if (call.name === 'local_partition' && launched > threads) return [];
  // These read the text, and are asked of what would be a finding alone.
  if (isInBranch) return [];
  if (launched > threads && (isSpecialised(context) || someReturnBefore(site, text))) return [];
  const { start, end } = tiling.span;
  const by = `${text.slice(start, end)} is shared by ${threads} threads`;
  const may =
    bound === undefined ? 'is launched with' : launched > threads ? 'may be launched with' : 'has at most';
  const wrong =
    launched < threads
      ? `nobody takes the slices from ${launched} on`
      : // The layout of threads of a TiledMMA takes the numbers beyond it from its start again.
        tiled instanceof TiledMma
        ? `those from ${threads} on have no slice of their own`
        : `those from ${threads} on take what is beyond its tile`;
  return [{ span: site.span, message: `${by}, and ${shortName(kernel)} ${may} ${launched}: ${wrong}` }];
}

/** What it rests on elsewhere: how the kernel is launched, and whether warps have work of their own. */
const checkSlices = launchedByUnit<RuleContext, RuleFinding>(
  // Launches are searched for where that may tell something.
  ({ sites }, { model }) =>
    callsIn(sites, ['get_slice', 'get_thread_slice', 'local_partition']).flatMap(({ site, call }) => {
      const tiling = sharedBy(call)?.tiling;
      return tiling === undefined || threadsOf(tiledIn(knownValueOf(model, tiling))) === undefined
        ? []
        : [site];
    }),
  (site, context) => checkCall({ site, call: writtenCall(site)! }, context),
  (context, kernels) => [
    isSpecialised(context),
    ...kernels.flatMap(({ name, dialect }) => {
      const { kernel, bound, launched } = threadsOfKernel(context, name, dialect);
      return [kernel, bound, launched, blockOf(context, name, dialect)?.join()];
    }),
  ],
);

export const launchSize: Rule = {
  id: 'launch-size',
  severity: 'warning',
  title: 'Other threads than the tiling has',
  checkDocument: (context) => [
    ...checkSlices(context),
    ...checkLateThreads(
      context,
      (tiling) => threadsOf(tiledIn(knownValueOf(context.model, tiling))),
      (site, kernel) => threadsOfKernel(context, kernel, site.dialect).launched,
    ),
    ...checkLaunchedThreads(context),
    ...checkLaunchLimits(context),
  ],
};
