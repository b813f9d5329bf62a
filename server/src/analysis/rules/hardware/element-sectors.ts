// Elements of global memory that the lanes of a warp take one by one: `part(i)` of a partition, `points(threadIdx.x, k)`.

import { innermostLayout } from '../../../algebra/composed/composed.ts';
import { isFailure } from '../../../algebra/integer/failure.ts';
import { Layout } from '../../../algebra/layout/layout.ts';
import { coalesce } from '../../../algebra/operation/coalesce.ts';
import { leavesOf } from '../../../algebra/tuple/operations.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import { type GlobalCost, globalCost } from '../../../hardware/memory/coalescing.ts';
import { vectorInstruction } from '../../../hardware/memory/instruction.ts';
import { type Access, isByLane } from '../../accesses/access.ts';
import { type SectorCost, sectorCosts } from '../../accesses/global.ts';
import { settledValueOf } from '../../document/extents.ts';
import { elementAt } from '../../indexing/arrays.ts';
import { isUniform, type LaneContext, type Lanes, lanesOf, offsetsIn } from '../../indexing/lanes.ts';
import type { Site } from '../../values/model.ts';

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
function coordinateCost(context: LaneContext, site: Site): GlobalCost | null {
  const element = elementAt(context, site);
  if (element === null || element.space !== 'gmem' || element.bits % 8 !== 0) return null;
  const { layout, bits, coordinates } = element;
  if (
    !(layout instanceof Layout) ||
    !Array.isArray(layout.shape) ||
    layout.shape.length !== coordinates.length
  )
    return null;
  if (layout.shape.some(Array.isArray) || !hasNeighbours(layout)) return null;
  const columns: Lanes[] = [];
  for (const coordinate of coordinates) {
    const lanes = lanesOf(context, coordinate);
    if (lanes === null) return null;
    columns.push(lanes);
  }
  if (columns.every(isUniform) || !columns.some((lanes) => lanes.isMoved && isUniform(lanes))) return null;
  const offsets = offsetsIn(layout, columns)?.map((offset) => (offset * bits) / 8);
  const cost = offsets === undefined ? null : globalCost(offsets, bits / 8);
  return cost === null || isFailure(cost) ? null : cost;
}

/** The costs of an element in global memory, by all ways in which it may be taken; empty where they are not known. */
export function elementCosts(
  context: LaneContext,
  site: Site,
  callee: Site,
  args: readonly Site[],
): readonly SectorCost[] {
  const tensor = settledValueOf(context.model, callee);
  if (!(tensor instanceof Tensor) || tensor.engine.space !== 'gmem') return [];
  if (tensor.share !== null) return partCosts(context, tensor, args);
  const cost = coordinateCost(context, site);
  return cost === null ? [] : [{ ...cost, isSupposed: false }];
}
