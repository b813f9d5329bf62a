// Vectors of global memory that each lane copies from a place of its own, `autovec_copy(rows[None, lane, k], held)`.

import { innermostLayout } from '../../../../algebra/composed/composed.ts';
import { isFailure } from '../../../../algebra/integer/failure.ts';
import { globalCost } from '../../../../hardware/memory/coalescing.ts';
import { withFarStrides } from '../../../../hardware/memory/share.ts';
import type { SectorCost } from '../../../accesses/global.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { sidesOf } from '../../../document/written/copies.ts';
import { isLeftToSome } from '../../../indexing/conditions-of-threads.ts';
import { isUniform, type LaneContext, offsetsIn } from '../../../indexing/lanes.ts';
import { pieceAt } from '../../../indexing/pieces.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext } from '../../rule.ts';
import { hasNeighbours } from './element-sectors.ts';
import { accessBytes } from './piece-bytes.ts';

/** A side of a copy, with what one access of a warp fetches. */
interface PieceCost {
  readonly piece: Site;
  readonly cost: SectorCost;
}

/** The sides of a copy that are such pieces. */
export function pieceCosts(site: Site, lanes: LaneContext, { model }: RuleContext): readonly PieceCost[] {
  const call = writtenCall(site);
  const sides = call === null ? null : sidesOf(call);
  if (call === null || sides === null) return [];
  return (['S', 'D'] as const).flatMap((side): readonly PieceCost[] => {
    const given = side === 'S' ? sides.from : sides.to;
    const piece = pieceAt(lanes, given);
    if (piece === null || piece.tensor.engine.space !== 'gmem' || piece.begins.every(isUniform)) return [];
    const [bytes, { bits }] = [accessBytes(call, given, side, model), piece.tensor.engine];
    const whole = innermostLayout(piece.tensor.layout);
    if (bytes === null || bits === null || !hasNeighbours(whole) || isLeftToSome(lanes, site)) return [];
    const { layout, hasRunTimeStrides } = withFarStrides(whole);
    const offsets = offsetsIn(layout, piece.begins)?.map((offset) => (offset * bits) / 8);
    const cost = offsets === undefined ? null : globalCost(offsets, bytes);
    if (cost === null || isFailure(cost)) return [];
    return [{ piece: given, cost: { ...cost, isSupposed: hasRunTimeStrides } }];
  });
}
