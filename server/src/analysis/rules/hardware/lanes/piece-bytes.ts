// What one access takes of a piece that a lane copies.

import { innermostLayout } from '../../../../algebra/composed/composed.ts';
import { isFailure } from '../../../../algebra/integer/failure.ts';
import { Layout } from '../../../../algebra/layout/layout.ts';
import { coalesce } from '../../../../algebra/operation/coalesce.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import { CopyAtom } from '../../../../hardware/copy/copy-atom.ts';
import { knownValueOf, settledValueOf } from '../../../document/extents.ts';
import { calledName, type WrittenCall } from '../../../document/written/call.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext } from '../../rule.ts';
import { vectorBytes } from '../alignment/vector-bytes.ts';

const WIDEST_BYTES = 16;

export const isPieceCopy = (site: Site): boolean => /^(?:copy|autovec_copy)$/.test(calledName(site) ?? '');

/** How many bytes one access takes of a piece whose elements follow one another; null where that is not known. */
export function accessBytes(
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
