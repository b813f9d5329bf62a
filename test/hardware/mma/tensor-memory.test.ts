// Fragments in tensor memory: the layouts as C++ CuTe (commit 7107b0553, compiled on the host with g++) prints them, and
// the shapes that its assertions refuse, with the assertion.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure, Violation } from '../../../server/src/algebra/integer/failure.ts';
import type { Shape } from '../../../server/src/algebra/layout/layout.ts';
import { printMarked } from '../../../server/src/algebra/layout/print.ts';
import {
  type Allocation,
  type TensorMemory,
  tensorMemoryLayout,
} from '../../../server/src/hardware/mma/tensor-memory.ts';

const memory = (ctas: 1 | 2, allocation: Allocation, storageBits = 32): TensorMemory => ({
  ctas,
  allocation,
  storageBits,
});

/** The memory, the width of the elements, M, N and the tiles of it; and the fragment. */
type Made = readonly [TensorMemory, number, readonly [number, number], readonly number[], string];

const checkMade = (list: readonly Made[]): void => {
  for (const [kind, bits, atom, rest, expected] of list) {
    const layout = tensorMemoryLayout(kind, [[...atom], ...rest], bits);
    assert.ok(!isFailure(layout), expected);
    assert.equal(printMarked(layout), expected);
  }
};

test('weight-stationary atoms fold N over the datapaths that M leaves', () => {
  const stationary = (bits = 32): TensorMemory => memory(1, 'weight-stationary', bits);
  checkMade([
    [stationary(), 32, [32, 64], [2, 3], '((_32,(_16,_4)),_2,_3):((_65536,(_1,_2097152)),_16,_32)'],
    [stationary(), 32, [64, 64], [2, 3], '((_64,(_32,_2)),_2,_3):((_65536,(_1,_4194304)),_32,_64)'],
    [stationary(), 32, [128, 64], [1, 2], '((_128,_64),_1,_2):((_65536,_1),_0,_64)'],
    [stationary(), 32, [32, 128], [4, 1], '((_32,(_32,_4)),_4,_1):((_65536,(_1,_2097152)),_32,_0)'],
    [stationary(), 32, [64, 256], [1, 1], '((_64,(_128,_2)),_1,_1):((_65536,(_1,_4194304)),_0,_0)'],
    [stationary(), 32, [128, 256], [1, 2], '((_128,_256),_1,_2):((_65536,_1),_0,_256)'],
    [stationary(16), 16, [32, 256], [2, 2], '((_32,(_64,_4)),_2,_2):((_131072,(_1,_4194304)),_64,_128)'],
    [stationary(16), 16, [64, 128], [1, 2], '((_64,(_64,_2)),_1,_2):((_131072,(_1,_8388608)),_0,_64)'],
    [stationary(), 16, [32, 64], [1, 2], '((_32,(_16,_4)),_1,_2):((_131072,(_2,_4194304)),_0,_32)'],
  ]);
});

test('atoms of one CTA and of two, by their allocation', () => {
  const one = memory(1, 'interleaved');
  const apart = memory(1, 'non-interleaved', 16);
  const two = memory(2, 'interleaved');
  const twice = memory(2, 'duplicated', 16);
  checkMade([
    [one, 32, [64, 32], [2, 3], '(((_16,_4),_32),_2,_3):(((_65536,_2097152),_1),_1048576,_32)'],
    [apart, 16, [64, 32], [2, 3], '(((_16,_4),_32),_2,_3):(((_131072,_4194304),_1),_32,_64)'],
    [one, 32, [128, 32], [2, 3], '((_128,_32),_2,_3):((_65536,_1),_32,_64)'],
    [apart, 16, [128, 32], [2, 3], '((_128,_32),_2,_3):((_131072,_1),_32,_64)'],
    [two, 32, [32, 32], [2, 3], '((_32,(_8,_4)),_2,_3):((_65536,(_1,_2097152)),_8,_16)'],
    [two, 32, [64, 32], [2, 3], '((_64,(_16,_2)),_2,_3):((_65536,(_1,_4194304)),_16,_32)'],
    [two, 32, [128, 32], [2, 3], '((_128,_32),_2,_3):((_65536,_1),_32,_64)'],
    [twice, 16, [64, 32], [2, 3], '((_128,_32),_2,_3):((_131072,_1),_32,_64)'],
    [twice, 16, [128, 16], [2, 3], '((_128,_16),_2,_3):((_131072,_1),_16,_32)'],
  ]);
});

test('elements of 6 bits lie as far apart as those of 4', () => {
  checkMade([
    [memory(1, 'non-interleaved', 6), 6, [128, 32], [1, 2], '((_128,_32),_1,_2):((_524288,_1),_0,_32)'],
    [memory(1, 'non-interleaved', 8), 6, [128, 32], [1, 2], '((_128,_32),_1,_2):((_524288,_1),_0,_32)'],
    [memory(1, 'interleaved', 32), 6, [128, 32], [1, 2], '((_128,_32),_1,_2):((_524288,_5),_0,_160)'],
    [memory(2, 'duplicated', 6), 6, [64, 32], [2, 3], '((_128,_32),_2,_3):((_524288,_1),_32,_64)'],
    [memory(1, 'non-interleaved', 4), 4, [128, 32], [1, 2], '((_128,_32),_1,_2):((_524288,_1),_0,_32)'],
    [memory(1, 'interleaved', 2), 2, [128, 32], [1, 2], '((_128,_32),_1,_2):((_1048576,_1),_0,_32)'],
    [memory(1, 'interleaved', 1), 1, [128, 32], [1, 2], '((_128,_32),_1,_2):((_2097152,_1),_0,_32)'],
    [memory(1, 'interleaved', 64), 64, [128, 32], [1, 2], '((_128,_32),_1,_2):((_32768,_1),_0,_32)'],
  ]);
});

test('what the assertions of C++ refuse is refused with them', () => {
  const refused: readonly (readonly [TensorMemory, Shape, string, string, string])[] = [
    [
      memory(1, 'weight-stationary'),
      [[32, 32], 1, 1],
      'inadmissible',
      'N is 32 in a weight-stationary atom',
      'Dense weight stationary UMMA_1SM N-mode size should be 64 or 128 or 256.',
    ],
    [
      memory(1, 'weight-stationary'),
      [[16, 64], 1, 1],
      'inadmissible',
      'M is 16 in a weight-stationary atom',
      'Weight stationary UMMA_1SM M-mode size should be 32 or 64 or 128.',
    ],
    [
      memory(1, 'interleaved'),
      [[32, 64], 1, 1],
      'inadmissible',
      'M is 32 in an atom of one CTA',
      'UMMA_1SM M-mode size should be 64 or 128.',
    ],
    [
      memory(2, 'interleaved'),
      [[256, 64], 1, 1],
      'inadmissible',
      'M is 256 for each CTA of an atom of two',
      'UMMA_2SM M-mode size should be 32 or 64 or 128.',
    ],
    [
      memory(2, 'weight-stationary'),
      [[32, 64], 1, 1],
      'inadmissible',
      'a weight-stationary atom is of one CTA',
      'UMMA.WS expects N_SM == 1',
    ],
    [
      memory(2, 'non-interleaved'),
      [[64, 64], 1, 1],
      'inadmissible',
      'an atom of two CTAs has no non-interleaved allocation',
      'UMMA_2SM only accepts Interleaved or Duplicated',
    ],
    [
      memory(1, 'duplicated'),
      [[64, 64], 1, 1],
      'inadmissible',
      'an atom of one CTA has no duplicated allocation',
      'UMMA_1SM only accepts Interleaved or NonInterleaved',
    ],
    [
      memory(2, 'duplicated'),
      [[32, 64], 1, 1],
      'inadmissible',
      'M is 32 for each CTA of an atom of two whose allocation is duplicated',
      'Only TmemAllocMode::Interleaved is supported for UMMA_2SM M_MMA=32',
    ],
    [
      memory(1, 'interleaved', 16),
      [[64, 64], 1, 1],
      'inadmissible',
      'elements of 32 bits do not go into storage of 16 bits',
      'TMEM MMA allocations require StorageType big enough for ValueType.',
    ],
    [
      memory(1, 'interleaved'),
      [64, 1, 1],
      'rank-mismatch',
      'the first mode of a tensor-memory fragment is (M,N)',
      'Expected post-partitioned shape ((M_MMA,N_MMA),...).',
    ],
    [
      memory(1, 'interleaved'),
      [[128, 256], 1, 4],
      'inadmissible',
      '131072 elements of 32 bits do not fit tensor memory',
      'Requesting more TMEM than is available.',
    ],
  ];
  for (const [kind, shape, code, message, cute] of refused) {
    const outcome = tensorMemoryLayout(kind, shape, 32);
    assert.ok(outcome instanceof Violation, message);
    assert.deepEqual([outcome.code, outcome.message, outcome.detail.cute], [code, message, cute]);
  }
});
