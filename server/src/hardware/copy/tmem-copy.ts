// Copies between tensor memory and registers: an instruction reaches fixed addresses of tensor memory, so
// the tiling follows from where the tensor lies (C++ CuTe's make_tmem_copy).

import { equalStatic } from '../../algebra/integer/comparison.ts';
import { NeedsValue, needsValue, type Outcome } from '../../algebra/integer/failure.ts';
import { Layout } from '../../algebra/layout/layout.ts';
import { coalesceOrThrow } from '../../algebra/operation/coalesce.ts';
import { concatenate } from '../../algebra/operation/make.ts';
import { upcastOrThrow } from '../../algebra/operation/recast.ts';
import { orThrow, outcomeOf } from '../atom/partition.ts';
import type { CopyAtom, CopyOperation } from './copy-atom.ts';
import { makeCotiledCopy, type TiledCopy } from './tiled-copy.ts';

/** Address of the next datapath, in bits. */
const DATAPATH_BITS = 2 ** 21;
const LANES = 32;
const WARPS = 4;
const WORD_BITS = 32;

const NAME = /^SM100_TMEM_(?:LOAD|STORE)(?:_STAT)?_(16|32)dp\d+b\d+x(_16b)?$/;

/** Bit that an instruction moves → address in tensor memory, in bits (`Copy_Traits<…>::ValID`). */
export function tmemAddresses(operation: CopyOperation): Outcome<Layout> {
  const parts = NAME.exec(operation.name);
  const shape = operation.ref.shape;
  const bits = Array.isArray(shape) ? shape[1] : undefined;
  if (parts === null || typeof bits !== 'number') {
    return new NeedsValue(`${operation.name} is no copy between tensor memory and registers`, [
      operation.name,
    ]);
  }
  const datapaths = Number(parts[1]);
  const columns = bits / datapaths;
  // Packed copies take the lower 16 bits of every column.
  return parts[2] === undefined
    ? new Layout([columns, datapaths], [1, DATAPATH_BITS])
    : new Layout([[16, columns / 16], datapaths], [[1, WORD_BITS], DATAPATH_BITS]);
}

/** Columns that the widest of an instruction's variants takes at once, by what one of them is (16 or 32 lanes × bits). */
const MOST_REPEATS: Readonly<Record<string, number>> = {
  '16dp256b': 32,
  '16dp128b': 64,
  '16dp64b': 128,
  '16dp32b': 128,
  '32dp32b': 128,
};
const SINGLE = /^(SM100_TMEM_(?:LOAD|STORE)_)((?:16|32)dp(\d+)b)1x((?:_16b)?)$/;

/**
 * `TMEM::op_repeater<CopyOp, bits_n>()`: the name of the widest variant of an instruction for one column that divides the
 * bits of the N-mode; null when there is none, or the instruction is not one for one column.
 */
export function repeatedTmem(name: string, bits: number): string | null {
  const [, kind, lanes, width, packed] = SINGLE.exec(name) ?? [];
  let repeats = lanes === undefined ? 0 : (MOST_REPEATS[lanes] ?? 0);
  // CuTe counts the instruction for 16 lanes of 32 bits as one of 64 bits.
  const unit = lanes === '16dp32b' ? 64 : Number(width);
  while (repeats >= 1 && bits % (unit * repeats) !== 0) repeats /= 2;
  return repeats < 1 ? null : `${kind}${lanes}${repeats}x${packed}`;
}

/** `TMEM::tmem_load_to_store(load)`: the name of the store of the same extent; null for what is no load. */
export const storeOfTmemLoad = (name: string): string | null =>
  /^SM100_TMEM_LOAD_(?!STAT_)/.test(name) && NAME.test(name) ? name.replace('_LOAD_', '_STORE_') : null;

/** `make_tmem_copy(atom, tmem_tensor)`: four warps, each at its own quarter of the datapaths. */
export const makeTmemCopy = (atom: CopyAtom, tmem: Layout, elementBits: number): Outcome<TiledCopy> =>
  outcomeOf(() => {
    if (!equalStatic(atom.element.bits, elementBits)) {
      return needsValue('the atom and the tensor differ in the width of their elements');
    }
    if (WORD_BITS % elementBits !== 0) {
      return needsValue(`tensor memory of elements of ${elementBits} bits is not computed`);
    }
    const threads = new Layout([LANES, WARPS], [0, (LANES * DATAPATH_BITS) / elementBits]);
    const values = coalesceOrThrow(upcastOrThrow(orThrow(tmemAddresses(atom.operation)), elementBits));
    return orThrow(makeCotiledCopy(atom, concatenate(threads, values), tmem));
  });
