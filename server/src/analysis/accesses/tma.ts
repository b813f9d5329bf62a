// What makes a copy by TMA, and what it is known to move.

import type { Value } from '../../evaluate/model/value.ts';
import { CopyAtom } from '../../hardware/copy/copy-atom.ts';
import { TiledCopy } from '../../hardware/copy/tiled-copy.ts';
import { TmaOperation } from '../../hardware/tma/tma.ts';

/** What makes an atom or a copy of TMA. */
export const MAKES_TMA = /^make_(?:tiled_)?tma_(?:atom|copy)(?:_[A-C])?(?:_sm\d+)?$/;

/** The operation of an atom, of a tiled copy, or of the atom that CuTe DSL hands over with its coordinates. */
export function tmaOperationOf(value: Value): TmaOperation | null {
  const made = Array.isArray(value) ? (value as readonly Value[])[0] : value;
  const atom = made instanceof TiledCopy ? made.atom : made;
  return atom instanceof CopyAtom && atom.operation instanceof TmaOperation ? atom.operation : null;
}
