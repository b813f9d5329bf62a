// What the lanes of a warp access of shared memory in one instruction, where a layout of registers goes through one of
// shared memory. Measured on an NVIDIA H100 with Triton 3.6 (SM90): of 120 pairs of layouts drawn by chance 87 are
// judged, and cost what `sharedCost` says (test/hardware/triton/shared-accesses.jsonl).

import { isFailure, type Outcome } from '../../../algebra/integer/failure.ts';
import { invertAndCompose } from '../../../algebra/linear/invert-and-compose.ts';
import { inputOf, type LinearLayout } from '../../../algebra/linear/layout.ts';
import { withoutZeroBases } from '../../../algebra/linear/sublayout.ts';
import { vectorElements } from './bank-conflicts.ts';

const LANES = 32;
const WORD_BYTES = 4;
const ROW_BYTES = 16;

interface WarpAccess {
  /** Bytes a lane. */
  readonly width: number;
  /** Bytes from the beginning of the buffer, of each lane. */
  readonly offsets: readonly number[];
}

/**
 * The accesses of `registers` through `shared`, which are all alike but for where they begin; null for warps of other
 * sizes than NVIDIA's, and where other instructions may take their place: ldmatrix, stmatrix, or wider ones. `bits` is
 * the width of an element, a whole number of bytes.
 */
export function warpAccess(
  registers: LinearLayout,
  shared: LinearLayout,
  bits: number,
): Outcome<WarpAccess | null> {
  const toShared = invertAndCompose(withoutZeroBases(registers, 'register'), shared);
  if (isFailure(toShared)) return toShared;
  const bytes = bits / 8;
  const offsetsOf = (input: string): readonly number[] =>
    (inputOf(toShared, input)?.bases ?? []).map((basis) => basis * bytes);
  const [own, lanes] = [offsetsOf('register'), offsetsOf('lane')];
  if (2 ** lanes.length !== LANES || isByMatrices(own, lanes, bytes)) return null;
  const width = vectorElements(toShared, bits) * bytes;
  // The compiler may put registers in another order than the layout has, and take more of them at once.
  if (width < ROW_BYTES && own.includes(width)) return null;
  const offsets = Array.from({ length: LANES }, (_, lane) =>
    lanes.reduce((sum, offset, bit) => ((lane >> bit) & 1 ? sum ^ offset : sum), 0),
  );
  return { width, offsets };
}

/**
 * Whether the lanes have a word of each bank, one after the other: no instruction takes longer for them than for
 * whatever else, also one for matrices (an ldmatrix.x4 of 512 such bytes was counted with 4 wavefronts).
 */
export function isRowOfBanks(registers: LinearLayout, shared: LinearLayout, bits: number): boolean {
  const toShared = invertAndCompose(withoutZeroBases(registers, 'register'), shared);
  if (isFailure(toShared)) return false;
  const lanes = (inputOf(toShared, 'lane')?.bases ?? []).map((basis) => (basis * bits) / 8);
  return 2 ** lanes.length === LANES && lanes.every((offset, bit) => offset === WORD_BYTES << bit);
}

/** Whether four lanes have the words of a row of 16 bytes, or eight lanes its halves: the rows are given by lanes then. */
function isByMatrices(own: readonly number[], lanes: readonly number[], bytes: number): boolean {
  const has = (offset: number): boolean => own.includes(offset);
  const isPlain =
    lanes[0] === WORD_BYTES && lanes[1] === 2 * WORD_BYTES && (bytes === WORD_BYTES || has(bytes));
  const isTransposed = bytes < WORD_BYTES && lanes[2] === bytes && lanes[3] === 2 * bytes;
  return isPlain || isTransposed;
}
