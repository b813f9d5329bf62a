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

/** Elements between neighbouring datapaths, as `TMEM::DP<T>`: those of 6 bits lie as far apart as those of 4. */
const datapathStride = (bits: number): number => 2 ** (21 - Math.floor(Math.log2(bits)));

/** The allocations that `tmem_frg` takes for atoms of one CTA and of two. */
const ALLOCATIONS: Readonly<Record<1 | 2, readonly Allocation[]>> = {
  1: ['interleaved', 'non-interleaved'],
  2: ['interleaved', 'duplicated'],
};

function requireAllocation({ ctas, allocation }: TensorMemory): void {
  if (allocation === 'weight-stationary') {
    if (ctas !== 1)
      refuse('inadmissible', 'a weight-stationary atom is of one CTA', {
        cute: 'UMMA.WS expects N_SM == 1',
      });
    return;
  }
  if (ALLOCATIONS[ctas].includes(allocation)) return;
  refuse(
    'inadmissible',
    `an atom of ${ctas === 1 ? 'one CTA' : 'two CTAs'} has no ${allocation} allocation`,
    {
      cute: `UMMA_${ctas}SM only accepts Interleaved or ${ctas === 1 ? 'NonInterleaved' : 'Duplicated'}`,
    },
  );
}

/** (m,n) of one atom → 128 · column + datapath. */
function atomLayout(memory: TensorMemory, m: number, n: number): Layout {
  requireAllocation(memory);
  if (memory.allocation === 'weight-stationary') return stationaryLayout(m, n);
  if (memory.ctas === 1) {
    if (m === 64) return new Layout([[16, 4], n], [[1, 32], DATAPATHS]);
    if (m === 128) return new Layout([128, n], [1, DATAPATHS]);
    return refuse('inadmissible', `M is ${m} in an atom of one CTA`, {
      cute: 'UMMA_1SM M-mode size should be 64 or 128.',
    });
  }
  if (m === 32) {
    if (memory.allocation !== 'interleaved')
      refuse(
        'inadmissible',
        `M is 32 for each CTA of an atom of two whose allocation is ${memory.allocation}`,
        {
          cute: 'Only TmemAllocMode::Interleaved is supported for UMMA_2SM M_MMA=32',
        },
      );
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
function stationaryLayout(m: number, n: number): Layout {
  if (![32, 64, 128].includes(m))
    return refuse('inadmissible', `M is ${m} in a weight-stationary atom`, {
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
    if (bits > memory.storageBits) {
      refuse(
        'inadmissible',
        `elements of ${bits} bits do not go into storage of ${memory.storageBits} bits`,
        {
          cute: 'TMEM MMA allocations require StorageType big enough for ValueType.',
        },
      );
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
      [datapathStride(bits), Math.floor(memory.storageBits / bits)],
    );
    return composeOrThrow(address, virtual);
  });
