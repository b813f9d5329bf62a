// Bytes of all stages, `cute.size_in_bytes(dtype, staged_layout)`, that a barrier of CuTe DSL expects where the copy that
// reports to it fills one stage, and bytes of one tile where two copies each fill one: told by what is written, also where
// nothing is known of the layout.

import { settledNumberAt } from '../../document/extents.ts';
import { argumentAt, type WrittenCall, writtenCall } from '../../document/written/call.ts';
import { memberAt, operandsAt } from '../../document/written/expressions.ts';
import { givenTo, itemOf, lengthOf } from '../../document/written/names.ts';
import { compactIn, type Written } from '../../document/written/source-text.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';

/** How many names are followed. */
const MAXIMUM_DEPTH = 6;

/** The layouts whose bytes are added up, as they are written. */
function countedLayouts(site: Site, written: Written, depth = 0): readonly Site[] {
  const bytes = (memberAt(site) === null ? null : lengthOf(site)) ?? site;
  const sum = operandsAt(givenTo(bytes));
  if (sum?.operator === '+' && depth < MAXIMUM_DEPTH)
    return [sum.left, sum.right].flatMap((side) => countedLayouts(side, written, depth + 1));
  if (sum !== null) return cosizeIn(givenTo(bytes), written);
  const call = writtenCall(givenTo(bytes));
  const layout = call?.name === 'size_in_bytes' ? argumentAt(call, 1, 'layout') : undefined;
  return layout === undefined ? [] : [layout];
}

/** The layout of `cute.cosize(layout) * dtype.width // 8`. */
function cosizeIn(site: Site, written: Written): readonly Site[] {
  const quotient = operandsAt(site);
  if (quotient?.operator !== '//' || written(quotient.right) !== '8') return [];
  const factors = operandsAt(quotient.left);
  if (factors?.operator !== '*' || !written(factors.right).endsWith('.width')) return [];
  const call = writtenCall(factors.left);
  const layout = call?.name === 'cosize' ? call.args[0] : undefined;
  return layout === undefined || call?.args.length !== 1 || call.keywords.size > 0 ? [] : [layout];
}

/** The layout that memory is given, `allocate_tensor(dtype, layout.outer)`, `get_tensor(layout)`. */
function layoutGiven(call: WrittenCall | null): Site | undefined {
  const isAllocated = call?.name === 'allocate_tensor';
  if (call === null || (!isAllocated && call.name !== 'get_tensor')) return undefined;
  const layout = argumentAt(call, isAllocated ? 1 : 0, 'layout');
  const part = layout === undefined ? null : memberAt(layout);
  return part?.name === 'outer' ? part.object : layout;
}

/** The layout of the shared memory of which a copy fills one stage, `tXsX[None, stage]`; undefined for other destinations. */
function filledLayout({ call }: CalledSite, written: Written): Site | undefined {
  const slice = argumentAt(call, 2, 'dst');
  const indexed = slice === undefined ? null : writtenCall(givenTo(slice));
  const [box, stage, ...more] = indexed?.name === '[]' ? indexed.args : [];
  // A number may be the only stage.
  if (box === undefined || stage === undefined || more.length > 0) return undefined;
  if (written(box) !== 'None' || /^(?:None|\d+|.*:.*)$/.test(written(stage))) return undefined;
  return partitionedLayout(indexed!.callee);
}

/** The layout of the shared memory that is partitioned for a copy by TMA, by what it is partitioned to. */
function partitionedLayout(part: Site): Site | undefined {
  const item = itemOf(part);
  const partition = item?.item.join() === '0' ? writtenCall(item.of) : null;
  const grouped = partition?.name === 'tma_partition' ? argumentAt(partition, 3, 'smem_tensor') : undefined;
  const group = grouped === undefined ? null : writtenCall(givenTo(grouped));
  const tensor = group?.name === 'group_modes' ? argumentAt(group, 0, 'input') : undefined;
  return tensor === undefined ? undefined : layoutGiven(writtenCall(givenTo(tensor)));
}

/** @param copies those that report to the barrier, each of them once for each time that it expects the bytes */
export function stagedBytes(
  bytes: Site,
  copies: readonly CalledSite[],
  { text }: RuleContext,
): readonly RuleFinding[] {
  const written = compactIn(text);
  return countedLayouts(bytes, written).flatMap((layout) => {
    const own = copies.filter((copy) => {
      const filled = filledLayout(copy, written);
      return filled !== undefined && written(filled) === written(layout);
    });
    // Several may fill several stages.
    if (own.length !== 1 || !/^[\w.]+$/.test(written(layout))) return [];
    const message = `the bytes of all stages of ${written(layout)} are counted, and the copy that reports to the barrier fills one: the wait for it never ends`;
    return [
      { span: bytes.span, message, related: [{ span: own[0]!.site.span, message: 'fills one stage' }] },
    ];
  });
}

/** How often each layout is counted in a sum of bytes, as it is written; null for other sums. */
function timesCounted(
  site: Site,
  model: RuleContext['model'],
  written: Written,
  depth = 0,
): ReadonlyMap<string, number> | null {
  const given = givenTo((memberAt(site) === null ? null : lengthOf(site)) ?? site);
  const sides = operandsAt(given);
  if (sides === null) {
    const call = writtenCall(given);
    const layout = call?.name === 'size_in_bytes' ? argumentAt(call, 1, 'layout') : undefined;
    return layout === undefined ? null : new Map([[written(layout), 1]]);
  }
  if (depth >= MAXIMUM_DEPTH) return null;
  const of = (side: Site): ReadonlyMap<string, number> | null =>
    timesCounted(side, model, written, depth + 1);
  if (sides.operator === '*') {
    const [a, b] = [sides.left, sides.right].map((side) => settledNumberAt(model, side));
    const counted = a === undefined ? of(sides.left) : of(sides.right);
    const times = a ?? b;
    return counted === null || times === undefined
      ? null
      : new Map([...counted].map(([layout, n]) => [layout, n * times]));
  }
  const [left, right] = sides.operator === '+' ? [of(sides.left), of(sides.right)] : [null, null];
  if (left === null || right === null) return null;
  const layouts = new Set([...left.keys(), ...right.keys()]);
  return new Map([...layouts].map((layout) => [layout, (left.get(layout) ?? 0) + (right.get(layout) ?? 0)]));
}

/** Bytes of one tile where several copies fill one each, or of several where one does, by the name of their layout. */
export function tileBytes(
  bytes: Site,
  copies: readonly CalledSite[],
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  const written = compactIn(text);
  const counted = timesCounted(bytes, model, written);
  const filled = copies.map(({ call }) => {
    const part = argumentAt(call, 2, 'dst');
    const layout = part === undefined ? undefined : partitionedLayout(part);
    return layout === undefined ? undefined : written(layout);
  });
  // Layouts may have another name elsewhere.
  if (counted === null || !filled.every((layout) => layout !== undefined && counted.has(layout))) return [];
  return [...counted].flatMap(([layout, n]): readonly RuleFinding[] => {
    const own = copies.filter((_, i) => filled[i] === layout);
    if (own.length === 0 || own.length === n || !/^[\w.]+$/.test(layout)) return [];
    const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
    const then =
      n > own.length ? 'the wait for it never ends' : 'the wait for it may end before they are there';
    const copy = own.length === 1 ? 'a copy that reports to it fills' : 'copies that report to it fill';
    const message = `the bytes of ${layout} are counted ${times(n)}, and ${copy} it ${times(own.length)}: ${then}`;
    const related = own.map(({ site }) => ({ span: site.span, message: `fills ${layout}` }));
    return [{ span: bytes.span, message, related }];
  });
}
