// Stores by TMA of what threads have written to shared memory, without the fence that makes their writes seen by it.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { functionAround } from '../../../document/written/around.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { initialiserOf, itemOf } from '../../../document/written/names.ts';
import { callsBy } from '../../../indexing/callers.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

/** What may make writes seen, in whatever function it stands. */
const FENCES = /fence|\basm\b|_shared_storage_sync|store_commit|producer_commit|arrive_and_wait/i;

/** The tensor of shared memory that a tensor is a part of, by the name that it is given; null for others. */
function memoryOf(site: Site, depth = 0): Site | null {
  const given = initialiserOf(site);
  const call = writtenCall(given ?? site);
  const [first] = call?.args ?? [];
  if (call === null || depth > 12) return null;
  if (call.name === 'make_tensor')
    return writtenCall(first!)?.name === 'make_smem_ptr' && given !== null ? site : null;
  if (
    /^(?:partition_[SD]|group_modes|local_tile|local_partition|flat_divide|zipped_divide|as_position_independent_swizzle_tensor)$/.test(
      call.name,
    )
  )
    return first === undefined ? null : memoryOf(first, depth + 1);
  return call.object === null || call.name === '[]' ? memoryOf(call.callee, depth + 1) : null;
}

/** Elements that are assigned one by one: `tile(i, j) = x`, `part(i) = x`. */
const ASSIGNED =
  /(?<![\w.])(\w+)\s*(?:\((?:[^(){};=]|\((?:[^(){};=]|\([^(){};=]*\))*\))*\)|\[[^[\]{};=]*\])\s*[-+*]?=(?!=)/g;

/** Findings of `unordered-access` about stores by TMA. */
export function checkProxyFences(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (!mentions(text, /\btma_store_arrive\b/)) return [];
  const code = codeOf(text, 'cpp');
  const copies = callsBy(model, 'copy');
  return callsBy(model, 'tma_store_arrive').flatMap((arrive): readonly RuleFinding[] => {
    const around = functionCodeAt(arrive, text);
    const scope = functionAround(arrive);
    if (around === null || scope === null || FENCES.test(around.code)) return [];
    const own = copies.filter((site) => functionAround(site) === scope);
    // The last copy before the group is closed is the store.
    const store = own.findLast(({ span }) => span.end <= arrive.span.start);
    const call = store === undefined ? null : writtenCall(store);
    const source = call?.args.at(-2);
    const memory = source === undefined || call!.args.length !== 3 ? null : sourceMemory(source);
    if (store === undefined || memory === null) return [];
    const name = code.slice(memory.span.start, memory.span.end);
    const isOfIt = (site: Site | undefined): boolean => {
      const of = site === undefined ? null : memoryOf(site);
      return of !== null && code.slice(of.span.start, of.span.end) === name;
    };
    const isBefore = (site: Site): boolean => site.span.end <= store.span.start;
    const isCopied = own.some((site) => isBefore(site) && isOfIt(writtenCall(site)?.args.at(-1)));
    const before = around.code.slice(0, store.span.start - around.start);
    const assigned = new Set([...before.matchAll(ASSIGNED)].map((found) => found[1]!));
    const isPart = (part: string): boolean =>
      callsBy(model, part).some((site) => functionAround(site) === scope && isBefore(site) && isOfIt(site));
    if (!isCopied && !assigned.has(name) && ![...assigned].some(isPart)) return [];
    if (model.neverRuns(store)) return [];
    const message = `threads have written ${name}, and nothing makes that seen by the TMA that reads it here: tma_store_fence() in each thread that wrote, before the barrier`;
    return [{ span: store.span, message }];
  });
}

/** Of a part that `partition_S` or `tma_partition` gave, `auto [tCg, tCs] = tma_partition(tma, 0, layout, sC, gC)`. */
function sourceMemory(source: Site): Site | null {
  const own = memoryOf(source);
  if (own !== null) return own;
  const sliced = writtenCall(source);
  const item = itemOf(sliced === null ? source : sliced.callee);
  const call = item === null ? null : writtenCall(item.of);
  const memory = call?.name === 'tma_partition' ? call.args[3] : undefined;
  return memory === undefined ? null : memoryOf(memory);
}
