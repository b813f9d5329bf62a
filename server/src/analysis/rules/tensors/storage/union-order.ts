// Memory of a union that is written as one member while other threads may still read it as another: no barrier stands between the
// last read of an operand by a product and the first write of what takes its place.

import { scopePath } from '../../../../evaluate/model/environment.ts';
import type { Guard, Scope } from '../../../../frontends/common/scope.ts';
import { functionAround } from '../../../document/written/around.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import { blockAround, threadsIn } from '../../../indexing/thread-block.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { handedOutBy } from './buffer-views.ts';

/** Of each member of a union of the file which union it is of, and which part of that; null: several are called so. */
export type Members = ReadonlyMap<string, readonly [union: number, part: number] | null>;

export interface Use {
  readonly member: string;
  readonly does: 'write' | 'read';
  readonly site: Site;
}

/** What may be a barrier, or wait for other threads. */
const WAITS = /sync|barrier|wait|arrive|cluster|asm\b/i;
/** What is no call of a function that may be one. */
const HARMLESS =
  /^(?:for|if|while|return|sizeof|gemm|copy|copy_if|clear|fill|size|rank|shape|axpby|transform|partition_\w+|retile_\w+|make_\w+|get_(?:thread_)?slice|local_tile|local_partition|recast|group_modes|flatten|static_cast|float|half|half_t|bfloat16_t|[A-Z]\w*|_)$/;

/** `tile(i, j) = x`, `part(i) = x` */
const ASSIGNED = /(?<![\w.])(\w+)\s*\((?:[^(){};=]|\((?:[^(){};=]|\([^(){};=]*\))*\))*\)\s*[-+*]?=(?!=)/g;

const WARP = 32;

/** What decides whether a place is reached. */
const guardsOf = (site: Site): readonly Guard[] =>
  site instanceof PlacedSite
    ? scopePath(site.memo.placed.unit.scope, site.node.start).flatMap(({ guard }) => guard ?? [])
    : [];

const isSame = (one: Guard, other: Guard): boolean =>
  one.condition === other.condition && one.branch === other.branch;

/** Whether what a thread reads there other threads have as well: an operand of a product. */
function isOfProduct(tensor: Site): boolean {
  const part = handedOutBy(tensor);
  const call = part === null ? null : writtenCall(part);
  if (call === null || call.object === null) return false;
  if (call.name !== 'partition_S') return true;
  const slice = writtenCall(initialiserOf(call.object) ?? call.object);
  if (!/^get_(?:thread_)?slice$/.test(slice?.name ?? '') || slice?.object == null) return false;
  return /^make_tiled_copy_[AB]$/.test(writtenCall(initialiserOf(slice.object) ?? slice.object)?.name ?? '');
}

/** Elements that a function assigns one by one to members. */
function assignedIn(
  code: string,
  start: number,
  around: Scope,
  memberAt: (tensor: Site) => string | null,
  { model }: RuleContext,
): readonly Use[] {
  const places = new Map([...code.matchAll(ASSIGNED)].map((found) => [start + found.index, found[1]!]));
  return callsOf(model, ...new Set(places.values())).flatMap(({ site }): readonly Use[] => {
    if (!places.has(site.span.start) || functionAround(site) !== around) return [];
    const member = memberAt(site);
    return member === null ? [] : [{ member, does: 'write', site }];
  });
}

/** Whether nothing between two places may be a barrier. */
function isUnordered(between: string, code: string): boolean {
  if (WAITS.test(between)) return false;
  const called = new Set(
    [...between.matchAll(/(?<![\w.])(?:cute::)?(\w+)\s*(?:<[^<>;()]*>\s*)?\(/g)].map((found) => found[1]!),
  );
  const methods = [...between.matchAll(/(?:\.|->)\s*(\w+)\s*\(/g)].map((found) => found[1]!);
  return [...called, ...methods].every(
    (name) => HARMLESS.test(name) || new RegExp(`\\b(?:Tensor|auto)\\s+${name}\\s*=`).test(code),
  );
}

/** Findings of `overlapping-buffers` about a function whose uses of members follow one another. */
export function checkOrder(
  copied: readonly Use[],
  around: Scope,
  { members, memberAt }: { readonly members: Members; readonly memberAt: (tensor: Site) => string | null },
  context: RuleContext,
): readonly RuleFinding[] {
  const { model, text } = context;
  const [some] = copied;
  const function_ = some === undefined ? null : functionCodeAt(some.site, text);
  if (some === undefined || function_ === null) return [];
  const { code, start } = function_;
  const block = blockAround(context, some.site);
  const threads = block === null ? undefined : threadsIn(block);
  if (threads !== undefined && threads <= WARP) return [];
  const uses = [...copied, ...assignedIn(code, start, around, memberAt, context)].sort(
    (a, b) => a.site.span.start - b.site.span.start,
  );
  for (const [at, second] of uses.entries()) {
    const place = members.get(second.member);
    if (second.does !== 'write' || place == null) continue;
    const others = uses.slice(0, at).filter(({ member }) => {
      const other = members.get(member);
      return other != null && other[0] === place[0] && other[1] !== place[1];
    });
    const first = others.at(-1);
    // What has been written as this member before has had its barrier.
    if (
      first?.does !== 'read' ||
      uses.slice(uses.indexOf(first), at).some(({ member }) => member === second.member)
    )
      continue;
    if (!isOfProduct(first.site)) continue;
    const guards = guardsOf(second.site);
    if (!guardsOf(first.site).every((guard) => guards.some((other) => isSame(guard, other)))) continue;
    const end = code.indexOf(';', first.site.span.end - start);
    if (end < 0 || !isUnordered(code.slice(end, second.site.span.start - start), code)) continue;
    if (model.neverRuns(second.site) || model.neverRuns(first.site)) continue;
    const [name, read] = [second, first].map(({ site }) => text.slice(site.span.start, site.span.end));
    const related = [{ span: first.site.span, message: `${first.member} is read here` }];
    const message = `${name} is in ${second.member}, which is in a union with ${first.member}: other threads may still read ${read}, and no barrier stands between: __syncthreads()`;
    return [{ span: second.site.span, message, related }];
  }
  return [];
}
