// The tensors that a function lays over one place in memory, and which of them its copies write and read. Of a tensor with
// which anything else is done, an element is written, or it is handed to a function, that is not known.

import { Tensor } from '../../../../evaluate/model/value.ts';
import { fileSpan } from '../../../../frontends/common/gap-map.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import type { Scope } from '../../../../frontends/common/scope.ts';
import { settledValueOf } from '../../../document/extents.ts';
import { PlacedSite } from '../../../document/placed-site.ts';
import {
  argumentAt,
  callsOf,
  functionAround,
  initialiserOf,
  memberAt,
  type WrittenCall,
  writtenCall,
} from '../../../document/written-call.ts';
import { escaped } from '../../../indexing/text/code.ts';
import type { Site } from '../../../values/model.ts';
import { multiplied } from '../../products/gemm-calls.ts';
import type { RuleContext } from '../../rule.ts';

/** A tensor over a place in memory, where its pointer is written. */
export interface BufferView {
  /** The call that makes it. */
  readonly site: Site;
  readonly tensor: Tensor;
}

interface ViewedBuffer {
  readonly written: readonly UsedView[];
  readonly read: readonly UsedView[];
}

interface UsedView {
  readonly view: BufferView;
  /** Where it is first copied so. */
  readonly at: Site;
}

/** How many names and calls are followed. */
const MAXIMUM_DEPTH = 12;

/** What makes a tensor over a place in memory. */
const MAKERS = ['make_tensor', 'allocate_tensor', 'get_tensor'] as const;

/** The place of a tensor that CuTe DSL allocates, or lays over a member of a struct, `storage.sA.get_tensor(layout)`. */
function ownPlace(text: string, site: Site, { name, object }: WrittenCall): string | null {
  if (name === 'allocate_tensor') return `${site.span.start}`;
  return name === 'get_tensor' && object !== null ? text.slice(object.span.start, object.span.end) : null;
}

/** Pointers of a kind to the same place. */
const SAME_PLACE = /^(?:make_smem_ptr|make_gmem_ptr|raw_pointer_cast|get|data_ptr|data)$/;

/** The text of the array, or of what else a pointer is to the beginning of; null where it is moved, or not written so. */
function placeOf(text: string, pointer: Site, depth = 0): string | null {
  if (depth > MAXIMUM_DEPTH) return null;
  const init = initialiserOf(pointer);
  if (init !== null) return placeOf(text, init, depth + 1);
  const iterator = pointer.dialect === 'python' ? memberAt(pointer) : null;
  if (iterator?.name === 'iterator') return placeOf(text, iterator.object, depth + 1);
  const call = writtenCall(pointer);
  if (call === null) {
    const written = text.slice(pointer.span.start, pointer.span.end);
    return /^[\w.]+$/.test(written) ? written : null;
  }
  if (call.name === 'make_tensor') {
    const of = argumentAt(call, 0, 'iterator');
    return of === undefined ? null : placeOf(text, of, depth + 1);
  }
  const own = ownPlace(text, pointer, call);
  if (own !== null) return own;
  if (!SAME_PLACE.test(call.name)) return null;
  const of = call.args.length === 0 ? call.object : call.args.length === 1 ? call.args[0]! : null;
  return of === null ? null : placeOf(text, of, depth + 1);
}

/** What gives one thread's or one tile's part of a tensor, or all of it in other modes. */
const PARTS =
  /^(?:partition_[SDABC]|local_partition|local_tile|group_modes|flatten|coalesce|composition|filter_zeros)$/;

/** The call by one of some names that made a tensor, or what it is a part of; null where it is not known. */
function rootOf(site: Site, makers: readonly string[], depth = 0): Site | null {
  if (depth > MAXIMUM_DEPTH) return null;
  const init = initialiserOf(site);
  if (init !== null) return rootOf(init, makers, depth + 1);
  const call = writtenCall(site);
  if (call === null) return null;
  if (makers.includes(call.name)) return site;
  if (PARTS.test(call.name))
    return call.args[0] === undefined ? null : rootOf(call.args[0], makers, depth + 1);
  // A slice of a tensor by its name.
  return call.object === null || call.name === '[]' ? rootOf(call.callee, makers, depth + 1) : null;
}

/** The call that laid a tensor, or what it is a part of, over memory. */
export const madeBy = (site: Site): Site | null => rootOf(site, MAKERS);

/** The `local_tile` that a tensor is a part of. */
export const tiledBy = (site: Site): Site | null => rootOf(site, ['local_tile']);

/** What is copied from and to; null for what is no copy. */
export function sidesOf({ name, args }: WrittenCall): { readonly from: Site; readonly to: Site } | null {
  const [from, to, ...more] = /^(?:autovec_copy|basic_copy)$/.test(name) ? args : args.slice(-2);
  return from === undefined || to === undefined || more.length > 0 ? null : { from, to };
}

export const COPIES = ['copy', 'copy_aligned', 'cooperative_copy', 'autovec_copy', 'basic_copy'] as const;

/** What asks of a tensor but for its elements, or hands out parts of it that are looked at by themselves. */
const ASKS =
  /\b(?:size|shape|rank|layout|stride|cosize|depth|print\w*|partition_(?:[SDABC]|fragment_[ABC])|make_fragment_like|make_identity_tensor|make_tensor_like|local_partition|local_tile|group_modes|flatten|coalesce|composition|filter_zeros)\s*(?:<[^<>()]*>)?\s*\(\s*$/;
const ASKED = /^\s*\.\s*(?:layout|shape|stride|data|iterator|size|element_type|get)\b/;

/** Whether a name stands for nothing in the code of the function but copies, their parts, and questions. */
function isOnlyCopied(code: string, name: string, copied: readonly (readonly [number, number])[]): boolean {
  for (const { index } of code.matchAll(new RegExp(`(?<![\\w.])${escaped(name)}\\b`, 'g'))) {
    const before = code.slice(Math.max(0, index - 80), index);
    const after = code.slice(index + name.length, index + name.length + 20);
    const isDeclared = /^\s*(?:=(?!=)|,[^;=()]*=(?!=))/.test(after);
    const isCopied = copied.some(([start, end]) => start <= index && index < end);
    if (!isDeclared && !isCopied && !ASKS.test(before) && !ASKED.test(after)) return false;
  }
  return true;
}

/** The names of a function that go back to one of some calls that make tensors. */
function namesOf(around: Scope, of: readonly Site[], some: PlacedSite): readonly string[] {
  const starts = new Set(of.map(({ span }) => span.start));
  const names: string[] = [];
  const walk = (scope: Scope): void => {
    for (const { name, init } of scope.declarations) {
      if (init === null) continue;
      const node = {
        kind: 'expression' as const,
        expr: init,
        start: init.span.start,
        end: init.span.end,
        depth: 0,
      };
      const made = madeBy(new PlacedSite(some.memo, node, some.dialect));
      if (made !== null && starts.has(made.span.start)) names.push(name);
    }
    scope.children.forEach(walk);
  };
  walk(around);
  return names;
}

/** The places that a function lays several tensors over, all of which it copies from or to alone. */
export function viewedBuffers(context: RuleContext): readonly ViewedBuffer[] {
  const { model, text } = context;
  const byPlace = new Map<Scope, Map<string, BufferView[]>>();
  for (const { site } of callsOf(model, ...MAKERS)) {
    const around = functionAround(site);
    const place = around === null ? null : placeOf(text, site);
    if (around === null || place === null) continue;
    const tensor = settledValueOf(model, site);
    if (!(tensor instanceof Tensor)) continue;
    const places = byPlace.get(around) ?? new Map<string, BufferView[]>();
    byPlace.set(around, places);
    places.set(place, [...(places.get(place) ?? []), { site, tensor }]);
  }
  return [...byPlace].flatMap(([around, places]) =>
    [...places.values()]
      .filter((views) => views.length > 1)
      .flatMap((views) => usedViews(context, around, views)),
  );
}

function usedViews(
  context: RuleContext,
  around: Scope,
  views: readonly BufferView[],
): readonly ViewedBuffer[] {
  const { model, text } = context;
  const some = views[0]!.site;
  if (!(some instanceof PlacedSite)) return [];
  const { start, end } = fileSpan(some.memo.placed, around.span);
  const code = codeOf(text, some.dialect === 'python' ? 'python' : 'cpp').slice(start, end);
  const copies = callsOf(model, ...COPIES).filter(({ site }) => functionAround(site) === around);
  const products = multiplied(context).filter(({ site }) => functionAround(site) === around);
  const sides = copies.flatMap(({ call }) => sidesOf(call) ?? []);
  const copied = [...copies, ...products].map(
    ({ site: { span } }) => [span.start - start, span.end - start] as const,
  );
  const names = namesOf(
    around,
    views.map(({ site }) => site),
    some,
  );
  if (!names.every((name) => isOnlyCopied(code, name, copied))) return [];
  const used = (tensors: readonly Site[]): readonly UsedView[] =>
    views.flatMap((view) => {
      const at = tensors.find((tensor) => madeBy(tensor)?.span.start === view.site.span.start);
      return at === undefined ? [] : [{ view, at }];
    });
  return [
    {
      written: used(sides.map(({ to }) => to)),
      read: used([...sides.map(({ from }) => from), ...products.flatMap(({ operands }) => operands)]),
    },
  ];
}
