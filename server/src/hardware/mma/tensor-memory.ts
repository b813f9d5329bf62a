// Where UMMA accumulators (and A operands) lie in tensor memory: 128 datapaths of 512 columns of 32 bits.
// Addresses are (datapath << 16) + column, counted in elements.

import { requireStatic } from '../../algebra/integer/comparison.ts';
import { type Outcome, refuse } from '../../algebra/integer/failure.ts';
import { compactColMajor } from '../../algebra/layout/compact.ts';
import { Layout, type Shape } from '../../algebra/layout/layout.ts';
import { composeOrThrow } from '../../algebra/operation/composition.ts';
import { tiledProductOrThrow } from '../../algebra/operation/product.ts';
import { product } from '../../algebra/tuple/int-tuple.ts';
import { outcomeOf } from '../atom/partition.ts';

/** How atoms that fill a part of the datapaths lie beside each other; weight-stationary ones fold N over them instead. */
export type Allocation = 'interleaved' | 'non-interleaved' | 'duplicated' | 'weight-stationary';

/** What `UMMA::tmem_frg<ValueType, StorageType, N_SM, TmemAlloc>` says, or `tmem_frg_ws` without the mode. */
export interface TensorMemory {
  readonly ctas: 1 | 2;
  readonly allocation: Allocation;
  /** Width of the storage of one element: 32 for accumulators, the element's own for A. */
  readonly storageBits: number;
}

const DATAPATHS = 128;
const COLUMNS = 512;
const COLUMN_BITS = 32;
/** Addresses of neighbouring datapaths of 32-bit elements. */
const DATAPATH_STRIDE = 2 ** 16;

/** (m,n) of one atom → 128 · column + datapath. */
function atomLayout(memory: TensorMemory, m: number, n: number): Layout {
  if (memory.allocation === 'weight-stationary') return stationaryLayout(memory, m, n);
  if (memory.ctas === 1) {
    if (m === 64) return new Layout([[16, 4], n], [[1, 32], DATAPATHS]);
    if (m === 128) return new Layout([128, n], [1, DATAPATHS]);
    return refuse('inadmissible', `M is ${m} in an atom of one CTA`, {
      cute: 'UMMA_1SM M-mode size should be 64 or 128.',
    });
  }
  if (m === 32 && memory.allocation === 'interleaved') {
    return new Layout([32, [n / 4, 4]], [1, [DATAPATHS, 32]]);
  }
  if (m === 64 && memory.allocation === 'interleaved') {
    return new Layout([64, [n / 2, 2]], [1, [DATAPATHS, 64]]);
  }
  if (m === 64 || m === 128) return new Layout([128, n], [1, DATAPATHS]);
  return refuse('inadmissible', `M is ${m} for each CTA of an atom of two`, {
    cute: 'UMMA_2SM M-mode size should be 32 or 64 or 128.',
  });
}

/** The same of `tmem_frg_ws`: where M does not fill the datapaths, N does. */
function stationaryLayout({ ctas }: TensorMemory, m: number, n: number): Layout {
  if (ctas !== 1 || ![32, 64, 128].includes(m))
    return refuse('inadmissible', `M is ${m} in a weight-stationary atom of ${ctas} CTAs`, {
      cute: 'Weight stationary UMMA_1SM M-mode size should be 32 or 64 or 128.',
    });
  if (![64, 128, 256].includes(n))
    return refuse('inadmissible', `N is ${n} in a weight-stationary atom`, {
      cute: 'Dense weight stationary UMMA_1SM N-mode size should be 64 or 128 or 256.',
    });
  if (m === DATAPATHS) return new Layout([m, n], [1, DATAPATHS]);
  const folds = DATAPATHS / m;
  return new Layout([m, [n / folds, folds]], [1, [DATAPATHS, m]]);
}

/**
 * The layout of a fragment in tensor memory.
 * @param shape ((M,N),RestM,RestN,…) as the partition has it, static
 * @param bits width of the elements
 */
export const tensorMemoryLayout = (memory: TensorMemory, shape: Shape, bits: number): Outcome<Layout> =>
  outcomeOf(() => {
    const [atom, ...rest] = Array.isArray(shape) ? (shape as readonly Shape[]) : [shape];
    if (!Array.isArray(atom) || atom.length !== 2) {
      return refuse('rank-mismatch', 'the first mode of a tensor-memory fragment is (M,N)', {
        cute: 'Expected post-partitioned shape ((M_MMA,N_MMA),...).',
      });
    }
    const elements = requireStatic(product(shape), 'the size of the fragment');
    if (elements * memory.storageBits > DATAPATHS * COLUMNS * COLUMN_BITS) {
      refuse('inadmissible', `${elements} elements of ${memory.storageBits} bits do not fit tensor memory`, {
        cute: 'Requesting more TMEM than is available.',
      });
    }
    const [m, n] = atom.map((extent) => requireStatic(product(extent as Shape), 'the extent of the atom'));
    const skip = memory.ctas === 1 && m === 64 && memory.allocation === 'non-interleaved' ? 2 : 1;
    const tiles = new Layout(rest, compactColMajor(rest, skip));
    const virtual = tiledProductOrThrow(atomLayout(memory, m!, n!), tiles);
    const address = new Layout(
      [DATAPATHS, 2 ** 14],
      [(DATAPATH_STRIDE * COLUMN_BITS) / bits, memory.storageBits / bits],
    );
    return composeOrThrow(address, virtual);
  });
