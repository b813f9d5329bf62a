// The tensors that a function lays over one place in memory, and which of them its copies write and read. Of a tensor with
// which anything else is done, an element is written, or it is handed to a function, that is not known.

import { Tensor } from '../../../../evaluate/model/value.ts';
import { fileSpan } from '../../../../frontends/common/gap-map.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import type { Scope } from '../../../../frontends/common/scope.ts';
import { settledValueOf } from '../../../document/extents.ts';
import { functionAround } from '../../../document/written/around.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { COPIES, sidesOf } from '../../../document/written/copies.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { escaped } from '../../../indexing/text/code.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import { multiplied } from '../../products/gemm-calls.ts';
import type { CalledSite, RuleContext } from '../../rule.ts';
import { MAKERS, placeOf } from './buffer-places.ts';

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

/** The call that gave the threads of a product their parts of an operand. */
export const handedOutBy = (site: Site): Site | null =>
  rootOf(site, ['partition_A', 'partition_B', 'partition_S']);

/** What asks of a tensor but for its elements, or hands out parts of it that are looked at by themselves. */
const ASKS =
  /\b(?:size|shape|rank|layout|stride|cosize|depth|print\w*|partition_(?:[SDABC]|fragment_[ABC])|make_fragment_like|make_identity_tensor|make_tensor_like|local_partition|local_tile|group_modes|flatten|coalesce|composition|filter_zeros)\s*(?:<[^<>()]*>)?\s*\(\s*$/;
const ASKED = /^\s*\.\s*(?:layout|shape|stride|size|element_type)\b/;

type Range = readonly [start: number, end: number];

const isIn = (ranges: readonly Range[], at: number): boolean =>
  ranges.some(([start, end]) => start <= at && at < end);

/**
 * Whether a name stands for nothing in the code of the function but copies, their parts, and questions.
 * @param accounted where it may stand: in copies, and where the views are made
 */
function isOnlyCopied(code: string, name: string, accounted: readonly Range[]): boolean {
  for (const { index } of code.matchAll(new RegExp(`(?<![\\w.])${escaped(name)}(?!\\w)`, 'g'))) {
    if (isIn(accounted, index)) continue;
    const before = code.slice(Math.max(0, index - 80), index);
    const after = code.slice(index + name.length, index + name.length + 20);
    const isDeclared = /^\s*(?:=(?!=)|,[^;=()]*=(?!=))/.test(after);
    if (!isDeclared && !ASKS.test(before) && !ASKED.test(after)) return false;
  }
  return true;
}

/** Whether an array is named in the code of a function only where it is declared, and where the views are made. */
function isOnlyViewed(code: string, array: string, accounted: readonly Range[]): boolean {
  // What CuTe DSL allocates has no name of its own.
  if (!/^\w*[A-Za-z]/.test(array)) return true;
  for (const { index } of code.matchAll(new RegExp(`(?<![\\w.])${escaped(array)}(?!\\w)`, 'g'))) {
    const isDeclared = /[\w>*&]\s*[*&]?\s*$/.test(code.slice(Math.max(0, index - 80), index));
    if (!isIn(accounted, index) && !(isDeclared && /^\w+$/.test(array))) return false;
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

interface Views {
  readonly array: string;
  readonly views: readonly BufferView[];
}

/** The tensors of each function, by the arrays that they begin in. */
function viewsByFunction(
  context: RuleContext,
  calls: readonly CalledSite[],
): ReadonlyMap<Scope, ReadonlyMap<string, Views>> {
  const found = new Map<Scope, Map<string, Views>>();
  for (const { site } of calls) {
    const around = functionAround(site);
    const place = around === null ? null : placeOf(context, site);
    if (around === null || place === null || place.offset !== 0) continue;
    const tensor = settledValueOf(context.model, site);
    if (!(tensor instanceof Tensor)) continue;
    const own = found.get(around) ?? new Map<string, Views>();
    found.set(around, own);
    const { array } = place;
    own.set(array, { array, views: [...(own.get(array)?.views ?? []), { site, tensor }] });
  }
  return found;
}

const memoAt = (site: Site): object | null => (site instanceof PlacedSite ? site.memo : null);

/** What copies and multiplies, each by the function that it stands in. */
interface Accesses {
  readonly copies: ReadonlyMap<Scope | null, ReturnType<typeof callsOf>>;
  readonly products: ReadonlyMap<Scope | null, ReturnType<typeof multiplied>>;
}

const byFunction = <T extends { readonly site: Site }>(all: readonly T[]): ReadonlyMap<Scope | null, T[]> => {
  const found = new Map<Scope | null, T[]>();
  for (const each of all) {
    const around = functionAround(each.site);
    const own = found.get(around);
    if (own === undefined) found.set(around, [each]);
    else own.push(each);
  }
  return found;
};

/**
 * The places that a function lays several tensors over, all of which it copies from or to alone.
 * @param calls those of functions that make tensors
 */
export function viewedBuffers(context: RuleContext, calls: readonly CalledSite[]): readonly ViewedBuffer[] {
  const several = [...viewsByFunction(context, calls)].flatMap(([around, arrays]) =>
    [...arrays.values()].flatMap((views) => (views.views.length > 1 ? [{ around, views }] : [])),
  );
  if (several.length === 0) return [];
  // Most units have none such, and a file many copies.
  const units = new Set(several.map(({ views: { views } }) => memoAt(views[0]!.site)));
  const isInUnits = ({ site }: { readonly site: Site }): boolean => units.has(memoAt(site));
  const accesses = {
    copies: byFunction(callsOf(context.model, ...COPIES).filter(isInUnits)),
    products: byFunction(multiplied(context).filter(isInUnits)),
  };
  return several.flatMap(({ around, views }) => usedViews(context, around, views, accesses));
}

function usedViews(
  { text }: RuleContext,
  around: Scope,
  { array, views }: Views,
  accesses: Accesses,
): readonly ViewedBuffer[] {
  const some = views[0]!.site;
  if (!(some instanceof PlacedSite)) return [];
  const { start, end } = fileSpan(some.memo.placed, around.span);
  const code = codeOf(text, some.dialect === 'python' ? 'python' : 'cpp').slice(start, end);
  const copies = accesses.copies.get(around) ?? [];
  const products = accesses.products.get(around) ?? [];
  const rangeOf = ({ site: { span } }: { readonly site: Site }): Range => [
    span.start - start,
    span.end - start,
  ];
  const made = views.map(rangeOf);
  if (!isOnlyViewed(code, array, made)) return [];
  const accounted = [...made, ...[...copies, ...products].map(rangeOf)];
  const names = namesOf(
    around,
    views.map(({ site }) => site),
    some,
  );
  if (!names.every((name) => isOnlyCopied(code, name, accounted))) return [];
  const sides = copies.flatMap(({ call }) => sidesOf(call) ?? []);
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
