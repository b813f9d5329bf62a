// What is found of elements that threads take by their numbers: it rests on the loops of the function, on the blocks that
// its kernel is launched with, and on what the only call of a function gives it, which stand elsewhere.

import { fileSpan } from '../../frontends/common/gap-map.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import { WARP } from '../../hardware/memory/banks.ts';
import { functionAround, functionNameAt } from '../document/written/around.ts';
import { writtenCall } from '../document/written/call.ts';
import { isElement } from '../document/written/counting.ts';
import { launchedByUnit } from '../launches/launched-by-unit.ts';
import type { LaunchContext } from '../launches/launches.ts';
import { shortName } from '../launches/python-launches.ts';
import type { Told } from '../values/check-unit-memo.ts';
import { defaultsAt, foundByDefault } from '../values/default-view.ts';
import type { Site } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';
import { onlyCaller, onlyCallOf } from './callers.ts';
import { mostThreadsAt } from './conditions-of-threads.ts';
import type { LaneContext } from './lanes.ts';
import { isDecided } from './rounds.ts';
import { blockAround, blockOf } from './thread-block.ts';

/** So many functions that hand a thread's number on are followed. */
const MAXIMUM_DEPTH = 3;

const known = new WeakMap<LaunchContext, Map<Scope | null, LaneContext>>();

/** What is known of the lanes that come to a place, the same in all of a function. */
function lanesAround(context: LaunchContext, site: Site, depth = 0): LaneContext {
  const scope = functionAround(site);
  let byFunction = known.get(context);
  if (byFunction === undefined) {
    byFunction = new Map();
    known.set(context, byFunction);
  }
  let lanes = byFunction.get(scope);
  if (lanes === undefined) {
    lanes = lanesIn(context, site, depth);
    byFunction.set(scope, lanes);
  }
  return lanes;
}

/** In a function that a kernel calls they are those of the kernel, and its parameters what that hands over. */
function lanesIn(context: LaunchContext, site: Site, depth: number): LaneContext {
  const { model, text } = context;
  const block = blockAround(context, site);
  const caller = depth < MAXIMUM_DEPTH && block?.[0] === undefined ? onlyCaller(model, site) : null;
  if (caller === null) return { model, text, block };
  const around = lanesAround(context, caller.site, depth + 1);
  // Of a call that some lanes of the warp alone come to nobody knows which.
  if (mostThreadsAt(around, caller.site, WARP) < WARP) return { model, text, block };
  const isOfAll = around.call?.isOfAll !== false && !isDecided(caller.site);
  return { model, text, block: around.block, call: { given: caller.given, context: around, isOfAll } };
}

/** The functions from which a thread's number may be handed to one, as they are written. */
function textAround(context: LaunchContext, name: string, depth = 0): string {
  const call = depth < MAXIMUM_DEPTH ? onlyCallOf(context.model, name) : null;
  const scope = call instanceof PlacedSite ? functionAround(call) : null;
  if (call === null || scope === null) return '';
  const { start, end } = fileSpan((call as PlacedSite).memo.placed, scope.span);
  const next = functionNameAt(call);
  return `${context.text.slice(start, end)}${next === null ? '' : textAround(context, next, depth + 1)}`;
}

/** Places in kernels, which are looked at again when a function or what its kernel is launched with is another one. */
const byElements = <C extends LaunchContext, T extends Told>(
  check: (site: Site, context: C) => readonly T[],
  isWanted: (site: Site) => boolean,
): ((context: C) => readonly T[]) =>
  launchedByUnit(
    ({ sites }) => sites.filter((site) => isWanted(site) && site.within !== null),
    check,
    (context, kernels) =>
      kernels.map(({ name, dialect }) => {
        const block = blockOf(context, name, dialect);
        // A kernel that is launched is not called besides.
        return block?.[0] === undefined ? textAround(context, shortName(name)) : block.join();
      }),
  );

type CheckElement<C extends LaunchContext, T> = (site: Site, lanes: LaneContext, context: C) => readonly T[];

/**
 * What is known of elements.
 * @param isWanted what else is looked at in the same way
 */
export const elementsByUnit = <C extends LaunchContext, T extends Told>(
  check: CheckElement<C, T>,
  isWanted: (site: Site) => boolean = isElement,
): ((context: C) => readonly T[]) =>
  byElements((site, context) => check(site, lanesAround(context, site), context), isWanted);

/** A check of elements; where it finds nothing in Python, also by the defaults of what the file does not call. */
export const checkedElements = <C extends LaunchContext, T extends Told & { readonly message: string }>(
  check: CheckElement<C, T>,
  isWanted: (site: Site) => boolean = isElement,
): ((context: C) => readonly T[]) =>
  byElements((site, context) => {
    const checkIn = (of: C): readonly T[] => check(site, lanesAround(of, site), of);
    const found = checkIn(context);
    if (found.length > 0 || site.dialect !== 'python') return found;
    const { callee, args = [] } = writtenCall(site) ?? {};
    return foundByDefault(context, defaultsAt(context.model, [callee ?? null, ...args]), checkIn);
  }, isWanted);
