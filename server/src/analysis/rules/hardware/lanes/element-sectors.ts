// Elements of global memory that the lanes of a warp take one by one: `part(i)` of a partition, `points(threadIdx.x, k)`,
// `x[threadIdx.x * 16 + k]`.

import { innermostLayout } from '../../../../algebra/composed/composed.ts';
import { isFailure } from '../../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import { Layout } from '../../../../algebra/layout/layout.ts';
import type { Stride } from '../../../../algebra/layout/stride.ts';
import { isInt } from '../../../../algebra/layout/stride-operations.ts';
import { coalesce } from '../../../../algebra/operation/coalesce.ts';
import { leavesOf } from '../../../../algebra/tuple/operations.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import { WARP } from '../../../../hardware/memory/banks.ts';
import { type GlobalCost, globalCost } from '../../../../hardware/memory/coalescing.ts';
import { vectorInstruction } from '../../../../hardware/memory/instruction.ts';
import { withFarStrides } from '../../../../hardware/memory/share.ts';
import { type Access, isByLane } from '../../../accesses/access.ts';
import { type SectorCost, sectorCosts } from '../../../accesses/global.ts';
import { knownValueOf, settledValueOf } from '../../../document/extents.ts';
import { isInLoop } from '../../../document/written/around.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { operandsAt, siteOf } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { ofElement } from '../../../indexing/addresses.ts';
import { elementAt } from '../../../indexing/arrays.ts';
import { isLeftToSome } from '../../../indexing/conditions-of-threads.ts';
import {
  isUniform,
  type LaneContext,
  type Lanes,
  lanesOf,
  loopOf,
  offsetsIn,
} from '../../../indexing/lanes.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';

/** Whether elements of a layout follow one another at all. */
export function hasNeighbours(layout: Layout): boolean {
  const flat = coalesce(layout);
  return !isFailure(flat) && leavesOf<unknown>(flat.stride).includes(1);
}

/** What an element of a thread's own part costs, at the same place in all lanes; null where it is none. */
function partCosts(
  context: LaneContext,
  tensor: Tensor,
  coordinates: readonly Site[],
): readonly SectorCost[] {
  const { share, engine } = tensor;
  if (share === null || engine.space !== 'gmem' || engine.bits === null || engine.bits % 8 !== 0) return [];
  if (!isByLane(share, 'cpp') || !hasNeighbours(innermostLayout(share.data))) return [];
  const all = coordinates.map((site) => lanesOf(context, site));
  if (!all.every((lanes) => lanes !== null && isUniform(lanes))) return [];
  const instruction = vectorInstruction('S', engine.bits, engine.bits);
  if (instruction === null) return [];
  const access: Access = {
    side: 'S',
    space: 'gmem',
    share,
    instruction,
    elementBits: engine.bits,
    argument: null,
  };
  return sectorCosts(access);
}

/** What an element costs that coordinates of a whole tensor name; null where it is none, or that is not known. */
function coordinateCost(context: LaneContext, site: Site): SectorCost | null {
  const element = elementAt(context, site, knownValueOf);
  if (element === null || element.space !== 'gmem' || element.bits % 8 !== 0) return null;
  const { layout, bits, coordinates } = element;
  if (
    !(layout instanceof Layout) ||
    !Array.isArray(layout.shape) ||
    layout.shape.length !== coordinates.length
  )
    return null;
  if (layout.shape.some(Array.isArray) || !hasNeighbours(layout) || isLeftToSome(context, site)) return null;
  const columns: Lanes[] = [];
  for (const coordinate of coordinates) {
    const lanes = lanesOf(context, coordinate);
    if (lanes === null) return null;
    columns.push(lanes);
  }
  if (columns.every(isUniform) || !columns.some((lanes) => lanes.isMoved && isUniform(lanes))) return null;
  const { layout: supposed, hasRunTimeStrides } = withFarStrides(layout);
  if (hasRunTimeStrides && !goesThroughNeighbours(context, layout, coordinates)) return null;
  const offsets = offsetsIn(supposed, columns)?.map((offset) => (offset * bits) / 8);
  const cost = offsets === undefined ? null : globalCost(offsets, bits / 8);
  return cost === null || isFailure(cost) ? null : { ...cost, isSupposed: hasRunTimeStrides };
}

/** Whether rounds of a loop go through elements that follow one another: the mode is where other lanes should be. */
const goesThroughNeighbours = (context: LaneContext, layout: Layout, coordinates: readonly Site[]): boolean =>
  leavesOf<Stride>(layout.stride).some(
    (step, i) => isInt(step) && knownNumber(step) === 1 && goesOnByOne(context, coordinates[i]!),
  );

/** How many names and operators are followed. */
const MAXIMUM_DEPTH = 8;

/** Whether an index goes from one element to the next in the rounds of a loop, in all lanes alike. */
function goesOnByOne(context: LaneContext, site: Site, depth = 0): boolean {
  if (depth > MAXIMUM_DEPTH) return false;
  const loop = loopOf(site);
  if (loop !== null && site instanceof PlacedSite) {
    const [step, ...others] = loop.scope.loop?.steps ?? [];
    if (step?.kind !== 'binary' || step.operator !== '+=' || others.length > 0) return false;
    const [by, counter] = [lanesOf(context, siteOf(site, step.right)), lanesOf(context, site)];
    return by?.isMoved === false && by.of(0) === 1 && counter !== null && isUniform(counter);
  }
  const sides = operandsAt(site);
  if (sides !== null)
    return (
      sides.operator === '+' &&
      [sides.left, sides.right].some((side) => goesOnByOne(context, side, depth + 1))
    );
  const given = initialiserOf(site);
  return given !== null && goesOnByOne(context, given, depth + 1);
}

/** What an element costs behind a pointer that the kernel is launched with, where rounds of a loop go through its neighbours. */
function pointerCost(context: LaneContext, site: Site, index: Site): GlobalCost | null {
  if (!isInLoop(site) || !goesOnByOne(context, index) || isLeftToSome(context, site)) return null;
  const address = ofElement(context, site);
  if (address === null || address.parameter === null || address.bits === null || address.bits % 8 !== 0)
    return null;
  const { bytes, bits } = address;
  if (!bytes.isMoved || isUniform(bytes)) return null;
  const cost = globalCost(
    Array.from({ length: WARP }, (_, lane) => bytes.of(lane)),
    bits / 8,
  );
  return isFailure(cost) ? null : cost;
}

/** The costs of an element behind a pointer: `x[i]`. */
export function pointerCosts(context: LaneContext, site: Site): readonly SectorCost[] {
  const call = writtenCall(site);
  const [index] = call?.name === '[]' ? call.args : [];
  const cost = index === undefined ? null : pointerCost(context, site, index);
  return cost === null ? [] : [{ ...cost, isSupposed: false }];
}

/** The costs of an element in global memory, by all ways in which it may be taken; empty where they are not known. */
export function elementCosts(
  context: LaneContext,
  site: Site,
  callee: Site,
  args: readonly Site[],
): readonly SectorCost[] {
  const tensor = knownValueOf(context.model, callee);
  if (!(tensor instanceof Tensor) || tensor.engine.space !== 'gmem') return [];
  const isSupposed = settledValueOf(context.model, callee) === null;
  if (tensor.share !== null) return isSupposed ? [] : partCosts(context, tensor, args);
  const cost = coordinateCost(context, site);
  return cost === null ? [] : [{ ...cost, isSupposed: isSupposed || cost.isSupposed }];
}
