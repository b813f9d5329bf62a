// Other atoms for an access to shared memory by a tiled copy: the same elements for each thread, by vectors of another width
// or by matrices.

import { isFailure } from '../../algebra/integer/failure.ts';
import { copyAtom, copyOperation } from '../copy/copy-atom.ts';
import { makeTiledCopyImpl, type Side, TiledCopy } from '../copy/tiled-copy.ts';
import { canBeMade, type TileCost, tileCost } from './accesses.ts';
import { instructionOf } from './instruction.ts';
import { elementsOf, type Share } from './share.ts';

const VECTORS = [128, 64, 32, 16].map((bits) => `UniversalCopy<uint${bits}_t>`);

const OPERATIONS: Readonly<Record<Side, readonly string[]>> = {
  S: [
    ...VECTORS,
    ...['SM75_U32x4_LDSM_N', 'SM75_U16x8_LDSM_T', 'SM75_U32x2_LDSM_N', 'SM75_U16x4_LDSM_T'],
    ...['SM75_U32x1_LDSM_N', 'SM75_U16x2_LDSM_T'],
  ],
  D: [
    ...VECTORS,
    ...['SM90_U32x4_STSM_N', 'SM90_U16x8_STSM_T', 'SM90_U32x2_STSM_N', 'SM90_U16x4_STSM_T'],
    ...['SM90_U32x1_STSM_N', 'SM90_U16x2_STSM_T'],
  ],
};

interface AtomAdvice {
  /** As C++ names it. */
  readonly operation: string;
  readonly cost: TileCost;
}

/** What an operation costs in place of a copy's own; null where it cannot be made, or that is not known. */
function costBy(share: Share, name: string, elementBits: number): TileCost | null {
  if (share.part === null || !(share.by instanceof TiledCopy)) return null;
  const { atom, layoutTv, tiler } = share.by;
  const operation = copyOperation(name);
  const other = isFailure(operation) ? operation : copyAtom(operation, atom.element);
  const tiled = isFailure(other) ? other : makeTiledCopyImpl(other, layoutTv, tiler);
  if (isFailure(other) || isFailure(tiled)) return null;
  const part = share.part as Side;
  const instruction = instructionOf(other, part);
  const elements = elementsOf({ data: share.data, thread: share.thread, by: tiled, part });
  if (instruction === null || isFailure(elements) || !canBeMade(elements, instruction, elementBits))
    return null;
  const cost = tileCost(elements, instruction, elementBits);
  return isFailure(cost) ? null : cost;
}

/** Those that take fewer wavefronts than the access does now: those without conflicts first, and then the least. */
export function atomsFor(share: Share, now: TileCost, elementBits: number): readonly AtomAdvice[] {
  if (share.part === null || !(share.by instanceof TiledCopy) || now.worst === null) return [];
  return OPERATIONS[share.part as Side]
    .flatMap((operation) => {
      const cost = costBy(share, operation, elementBits);
      return cost === null || cost.total >= now.total ? [] : [{ operation, cost }];
    })
    .sort(
      (a, b) => Number(a.cost.worst !== null) - Number(b.cost.worst !== null) || a.cost.total - b.cost.total,
    );
}
