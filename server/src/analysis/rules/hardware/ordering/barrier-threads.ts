// Named barriers of fewer threads than come to them: they open when so many have come, and the others are not waited for.

import { scopePath } from '../../../../evaluate/model/environment.ts';
import { fileSpan } from '../../../../frontends/common/gap-map.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { settledNumberAt } from '../../../document/extents.ts';
import { functionAround } from '../../../document/written/around.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { callsBy } from '../../../indexing/callers.ts';
import { threadsAt } from '../../../indexing/conditions-of-threads.ts';
import type { LaneContext } from '../../../indexing/lanes.ts';
import { leavesBefore } from '../../../indexing/rounds.ts';
import { blockAround, MAXIMUM_THREADS, threadsIn } from '../../../indexing/thread-block.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

/** A lambda without parameters that a name is given, `auto sync = [&] { … }`, up to its body. */
const LAMBDA = /\bauto\s+(?:const\s+)?(\w+)\s*=\s*\[[^[\]]*\]\s*(?:\(\s*\)\s*)?(?:mutable\s*)?$/;

/** So much of the code before the body of a lambda may be its head. */
const NEAR = 200;

/** Where the threads come from: the place itself, or the calls of the lambda that it stands in. */
function comingTo(site: PlacedSite, { model, text }: RuleContext): readonly PlacedSite[] {
  const function_ = functionAround(site);
  if (function_ === null || function_.name !== null) return [site];
  const { start, end } = fileSpan(site.memo.placed, function_.span);
  const code = codeOf(text, 'cpp');
  const open = code.indexOf('{', start);
  const name = LAMBDA.exec(code.slice(Math.max(0, open - NEAR), open))?.[1];
  if (name === undefined) return [];
  const path = scopePath(site.memo.placed.unit.scope, site.node.start);
  const outer = path.findLast(({ kind, name }) => kind === 'function' && name !== null);
  return callsBy(model, name).filter(
    (call): call is PlacedSite =>
      call instanceof PlacedSite &&
      functionAround(call) === outer &&
      call.span.start > end &&
      writtenCall(call)?.args.length === 0 &&
      !model.neverRuns(call),
  );
}

/** Whether the number of a barrier is the same for all threads: each group may have one of its own. */
function isOneNumber(id: Site, { model, text }: RuleContext): boolean {
  const code = codeOf(text, 'cpp');
  const written = code.slice(id.span.start, id.span.end);
  if (settledNumberAt(model, id) !== undefined || /^[\w:]*[A-Z]\w*::\w+$/.test(written)) return true;
  // A variable that is handed to the barrier might be changed by it, as far as its type says; it is not.
  if (!(id instanceof PlacedSite) || !/^[A-Za-z_]\w*$/.test(written)) return false;
  const path = scopePath(id.memo.placed.unit.scope, id.node.start);
  const outer = path.findLast(({ kind, name }) => kind === 'function' && name !== null);
  if (outer === undefined) return false;
  const { start, end } = fileSpan(id.memo.placed, outer.span);
  const body = code.slice(start, end);
  const count = (pattern: string): number => [...body.matchAll(new RegExp(pattern, 'g'))].length;
  const declared = count(String.raw`\b\w+\s+${written}\s*(?:=\s*\d+|\{\s*\d+\s*\})\s*;`);
  const handed = count(String.raw`\bNamedBarrier::\w+\s*\([^()]*[,(]\s*${written}\s*\)`);
  return declared === 1 && count(String.raw`\b${written}\b`) === declared + handed;
}

/**
 * Of a place where a barrier is waited for, `sync(128, 1)`. Who comes there is known where all conditions around it are, in a
 * kernel that is launched with one known block, and that nobody leaves before.
 */
export function checkThreads(
  site: Site,
  { threads, id, count }: { readonly threads: Site; readonly id: Site; readonly count: number },
  context: RuleContext,
): RuleFinding | null {
  if (!(site instanceof PlacedSite) || !isOneNumber(id, context)) return null;
  for (const from of comingTo(site, context)) {
    const many = comingFrom(from, site, count, context);
    if (many === null) continue;
    const message = `the barrier opens when ${count} threads have come, and ${many.coming} of the ${many.all} in the block come here: it waits for some of them alone`;
    return { span: threads.span, message };
  }
  return null;
}

/** How many come, where they are more than the barrier counts; null where they are not, or nobody knows. */
function comingFrom(
  from: PlacedSite,
  site: PlacedSite,
  count: number,
  context: RuleContext,
): { readonly coming: number; readonly all: number } | null {
  const { model, text } = context;
  const function_ = functionAround(from);
  const block = blockAround(context, from);
  const all = block === null ? undefined : threadsIn(block);
  if (function_ === null || all === undefined || all <= count || all > MAXIMUM_THREADS) return null;
  if (leavesBefore(function_, from.node.start)) return null;
  const own = from === site ? null : functionAround(site);
  if (own !== null && leavesBefore(own, site.node.start)) return null;
  const lanes: LaneContext = { model, text, block };
  const [there, here] = [threadsAt(lanes, from, all), threadsAt(lanes, site, all)];
  if (there === null || here === null) return null;
  const inBoth = new Set(here);
  const coming = there.filter((thread) => inBoth.has(thread)).length;
  return coming <= count ? null : { coming, all };
}
