// How much an instruction moves at once, from one address that is a multiple of that.

import { knownNumber } from '../../../../algebra/integer/known.ts';
import { sizeOrThrow } from '../../../../algebra/layout/measure.ts';
import { modeOf } from '../../../../algebra/operation/coalesce.ts';
import type { Side, TiledCopy } from '../../../../hardware/copy/tiled-copy.ts';

/** Instructions whose access is one vector, by the sides on which memory is. */
const VECTORS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|::)(?:UniversalCopy|SM80_CP_ASYNC)/, 'SD'],
  [/_LDSM_/, 'S'],
  [/_STSM_/, 'D'],
];

/** A row of a matrix that ldmatrix takes. */
const ROW_BYTES = 16;

/** How many values one access takes; null where it is no vector. */
export function vectorOf({ atom }: Pick<TiledCopy, 'atom'>, side: Side): number | null {
  const { name } = atom.operation;
  if (!VECTORS.some(([pattern, sides]) => pattern.test(name) && sides.includes(side))) return null;
  const values = knownNumber(sizeOrThrow(modeOf(side === 'S' ? atom.src : atom.dst, 1)));
  return values === undefined || values === 1 ? null : values;
}

/** The same in bytes, of matrices those of a row; null also where the width of an element is not known. */
export function vectorBytes(tiled: Pick<TiledCopy, 'atom'>, side: Side): number | null {
  const values = vectorOf(tiled, side);
  const { element, operation } = tiled.atom;
  if (values === null || typeof element.bits !== 'number') return null;
  return /_(?:LDSM|STSM)_/.test(operation.name) ? ROW_BYTES : (values * element.bits) / 8;
}
