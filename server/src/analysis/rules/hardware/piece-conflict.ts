// Vectors of shared memory that each lane copies from a place of its own, `copy(atom, s(lane, _), held)`.

import { innermostLayout } from '../../../algebra/composed/composed.ts';
import { isFailure } from '../../../algebra/integer/failure.ts';
import { Layout } from '../../../algebra/layout/layout.ts';
import { coalesce } from '../../../algebra/operation/coalesce.ts';
import { dataLayout } from '../../../evaluate/cute/engine.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import { CopyAtom } from '../../../hardware/copy/copy-atom.ts';
import { WARP } from '../../../hardware/memory/banks.ts';
import { collisionText } from '../../accesses/shared.ts';
import { knownValueOf, settledValueOf } from '../../document/extents.ts';
import { calledName, type WrittenCall, writtenCall } from '../../document/written/call.ts';
import { sidesOf } from '../../document/written/copies.ts';
import { isLeftToSome } from '../../indexing/conditions-of-threads.ts';
import { isUniform, type LaneContext } from '../../indexing/lanes.ts';
import { pieceAt } from '../../indexing/pieces.ts';
import type { Site } from '../../values/model.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';
import { vectorBytes } from './alignment/vector-bytes.ts';
import { costOf, isSpread } from './element-conflict.ts';

/** The bytes that all banks hold in one row of them. */
const ROW_BYTES = 128;
const WIDEST_BYTES = 16;

/** From so many times the wavefronts without conflicts on it is a warning, as it is of elements. */
const MANY = 8;
const FEWEST_WHERE_SPREAD = 2;

export const isPieceCopy = (site: Site): boolean => /^(?:copy|autovec_copy)$/.test(calledName(site) ?? '');

/** How many bytes one access takes of a piece whose elements follow one another; null where that is not known. */
function accessBytes(
  call: WrittenCall,
  piece: Site,
  side: 'S' | 'D',
  model: RuleContext['model'],
): number | null {
  const value = settledValueOf(model, piece);
  if (!(value instanceof Tensor) || value.engine.bits === null) return null;
  const layout = coalesce(innermostLayout(value.layout));
  if (isFailure(layout) || !(layout instanceof Layout) || layout.stride !== 1) return null;
  const bytes = typeof layout.shape === 'number' ? (layout.shape * value.engine.bits) / 8 : 0;
  if (call.name === 'autovec_copy') return bytes === 8 || bytes === WIDEST_BYTES ? bytes : null;
  const by = call.args.length === 3 ? knownValueOf(model, call.args[0]!) : null;
  const width = by instanceof CopyAtom ? vectorBytes({ atom: by }, side) : null;
  return width !== null &&
    width <= bytes &&
    by instanceof CopyAtom &&
    !/_LDSM_|_STSM_/.test(by.operation.name)
    ? width
    : null;
}

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
