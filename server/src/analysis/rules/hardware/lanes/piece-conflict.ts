// Vectors of shared memory that each lane copies from a place of its own, `copy(atom, s(lane, _), held)`.

import { dataLayout } from '../../../../evaluate/cute/engine.ts';
import { WARP } from '../../../../hardware/memory/banks.ts';
import { collisionText } from '../../../accesses/shared.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { sidesOf } from '../../../document/written/copies.ts';
import { isLeftToSome } from '../../../indexing/conditions-of-threads.ts';
import { isUniform, type LaneContext } from '../../../indexing/lanes.ts';
import { pieceAt } from '../../../indexing/pieces.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { costOf, isSpread } from './element-conflict.ts';
import { accessBytes } from './piece-bytes.ts';

/** The bytes that all banks hold in one row of them. */
const ROW_BYTES = 128;

/** From so many times the wavefronts without conflicts on it is a warning, as it is of elements. */
const MANY = 8;
const FEWEST_WHERE_SPREAD = 2;

/** Findings of `bank-conflict` about one copy. */
export function conflictOfPieces(
  site: Site,
  lanes: LaneContext,
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  const call = writtenCall(site);
  const sides = call === null ? null : sidesOf(call);
  if (call === null || sides === null) return [];
  return (['S', 'D'] as const).flatMap((side): readonly RuleFinding[] => {
    const given = side === 'S' ? sides.from : sides.to;
    const piece = pieceAt(lanes, given);
    if (piece === null || piece.tensor.engine.space !== 'smem' || piece.begins.every(isUniform)) return [];
    const [bytes, layout] = [accessBytes(call, given, side, model), dataLayout(piece.tensor)];
    const { bits } = piece.tensor.engine;
    if (bytes === null || layout === null || bits === null || isLeftToSome(lanes, site)) return [];
    const cost = costOf({ layout, bits }, piece.begins, bytes, piece.steps);
    const least = Math.max(1, (bytes * WARP) / ROW_BYTES);
    const times = (cost?.wavefronts ?? 0) / least;
    if (cost?.worst == null || times < (isSpread({ layout }) ? FEWEST_WHERE_SPREAD : MANY)) return [];
    if (model.neverRuns(site)) return [];
    const written = text.slice(given.span.start, given.span.end);
    const message = `bank conflicts ${side === 'S' ? 'reading' : 'writing'} ${written}: each ${bytes}-byte access takes ${cost.wavefronts} wavefronts, ${least} without conflicts: ${collisionText(cost.worst)}`;
    return [{ span: given.span, message, ...(times < MANY ? { severity: 'information' as const } : {}) }];
  });
}
