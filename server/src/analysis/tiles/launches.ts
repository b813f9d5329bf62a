// How a kernel of Triton is launched, `kernel[grid](…)`, as all its launches in the file say.

import type { Value } from '../../evaluate/model/value.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import { numberIn, settledNumberAt, settledValueOf } from '../document/extents.ts';
import { type WrittenCall, writtenCall } from '../document/written/call.ts';
import { callsOf } from '../document/written/calls-by-name.ts';
import { itemsAt, siteOf } from '../document/written/expressions.ts';
import { initialiserOf } from '../document/written/names.ts';
import type { Dimensions, LaunchContext } from '../launches/launches.ts';
import { NO_DIMENSIONS } from '../launches/launches.ts';
import type { Site } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';
import { countOfItems } from './origins.ts';

/** A launch, with what stands in its brackets. */
interface TritonLaunch {
  readonly call: WrittenCall;
  readonly grid: readonly Site[];
}

/** The launches of a kernel in the file. */
export const tritonLaunches = ({ model, text }: LaunchContext, kernel: string): readonly TritonLaunch[] =>
  callsOf(model, '()').flatMap(({ call }) => {
    const launched = writtenCall(call.callee);
    if (launched?.name !== '[]') return [];
    const { start, end } = launched.callee.span;
    return text.slice(start, end) === kernel ? [{ call, grid: launched.args }] : [];
  });

/** The items of a grid as they are written, also by a name; null for others. */
function gridItems({ grid }: TritonLaunch): readonly Site[] | null {
  const [only] = grid;
  if (grid.length !== 1 || only === undefined) return grid.length === 0 ? null : grid;
  return itemsAt(initialiserOf(only) ?? only);
}

/** The programs of the grid by which every launch of the kernel launches it; nothing where there is none, or they differ. */
export function tritonGrid(context: LaunchContext, kernel: string): Dimensions {
  const said = tritonLaunches(context, kernel).map((launch): Dimensions => {
    const items = gridItems(launch);
    if (items === null) return NO_DIMENSIONS;
    const [x, y, z] = [...items.map((item) => settledNumberAt(context.model, item)), 1, 1];
    return [x, y, z];
  });
  const [first, ...others] = said;
  if (first === undefined) return NO_DIMENSIONS;
  const ofAll = (i: 0 | 1 | 2) => (others.every((each) => each[i] === first[i]) ? first[i] : undefined);
  return [ofAll(0), ofAll(1), ofAll(2)];
}

/** What a launch gives a parameter: what stands there, or the item of what `*xs` hands over. */
interface Handed {
  readonly site: Site;
  readonly item: number | null;
}

/** `xs` of `*xs`. */
function unpackedAt(site: Site): Site | null {
  const expr = site instanceof PlacedSite && site.node.kind === 'expression' ? site.node.expr : null;
  return expr?.kind === 'unary' && expr.operator === '*' ? siteOf(site as PlacedSite, expr.operand) : null;
}

function itemsIn(model: LaunchContext['model'], list: Site): number | null {
  const items = settledValueOf(model, list);
  if (Array.isArray(items)) return items.length;
  return list instanceof PlacedSite ? countOfItems(list) : null;
}

/** Null: nothing, or that cannot be told. */
export function handedItem(
  model: LaunchContext['model'],
  { args, keywords }: WrittenCall,
  kernel: Scope,
  parameter: string,
): Handed | null {
  const keyword = keywords.get(parameter);
  if (keyword !== undefined) return { site: keyword, item: null };
  let left = kernel.declarations
    .filter(({ kind }) => kind === 'parameter')
    .findIndex(({ name }) => name === parameter);
  if (left < 0) return null;
  for (const site of args) {
    const unpacked = unpackedAt(site);
    const count = unpacked === null ? 1 : itemsIn(model, unpacked);
    if (count === null) return null;
    if (left < count) return unpacked === null ? { site, item: null } : { site: unpacked, item: left };
    left -= count;
  }
  return null;
}

/** What a launch gives a parameter of the kernel, where it stands there by itself. */
export function handed(
  model: LaunchContext['model'],
  call: WrittenCall,
  kernel: Scope,
  parameter: string,
): Site | null {
  const given = handedItem(model, call, kernel, parameter);
  return given === null || given.item !== null ? null : given.site;
}

/** A number that no default decides, also one of several that are unpacked. */
function handedNumber(model: LaunchContext['model'], given: Handed | null): number | undefined {
  if (given === null) return undefined;
  const value = settledValueOf(model, given.site);
  if (given.item === null) return numberIn(value);
  return Array.isArray(value) ? numberIn((value as readonly Value[])[given.item] ?? null) : undefined;
}

/** The number that every launch of the file gives a parameter of a kernel; undefined where there is none, or they differ. */
export function launchedNumber(context: LaunchContext, kernel: Scope, parameter: string): number | undefined {
  if (kernel.name === null) return undefined;
  const numbers = tritonLaunches(context, kernel.name).map(({ call }) =>
    handedNumber(context.model, handedItem(context.model, call, kernel, parameter)),
  );
  return numbers.length > 0 && numbers.every((n) => n === numbers[0]) ? numbers[0] : undefined;
}
