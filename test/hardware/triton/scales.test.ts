// Scale factors in tensor memory, by what Triton says of them: blocks of 128 × 16 bytes, of which each warp has 32 rows
// and all warps have the same.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply } from '../../../server/src/algebra/linear/apply.ts';
import { inputOf, outputOf } from '../../../server/src/algebra/linear/layout.ts';
import type { Encoding } from '../../../server/src/hardware/triton/encoding.ts';
import { toLinearLayout } from '../../../server/src/hardware/triton/to-linear-layout.ts';
import { must } from '../../algebra/linear/records.ts';

const scales = (shape: readonly number[], split: readonly number[] | null = null) =>
  must(toLinearLayout({ layout: 'TensorMemoryScalesLayout', cta_split_num: split } as Encoding, [...shape]));

const bit = (n: number, at: number): number => (n >> at) & 1;

test('four columns of factors, then 32 more rows, then further columns', () => {
  for (const [rows, columns] of [
    [64, 4],
    [64, 16],
    [128, 4],
    [256, 8],
  ] as const) {
    const layout = scales([rows, columns]);
    assert.deepEqual(
      [outputOf(layout, 'dim0')!.bits, outputOf(layout, 'dim1')!.bits],
      [Math.log2(rows), Math.log2(columns)],
    );
    assert.equal(inputOf(layout, 'row')!.bases.length, 7);
    const words = 2 ** inputOf(layout, 'col')!.bases.length;
    // Every factor is there once in each warp's rows.
    assert.equal(words * 32, rows * columns);
    const repeats = Math.log2(rows / 64);
    for (const row of [0, 1, 31, 32, 77, 127])
      for (let col = 0; col < words; col++) {
        const further = col >> 3;
        const dim0 = (row % 32) + 32 * bit(col, 2) + 64 * (further % 2 ** repeats);
        const dim1 = (col % 4) + 4 * (further >> repeats);
        const found = must(
          apply(
            layout,
            new Map([
              ['row', row],
              ['col', col],
            ]),
          ),
        );
        assert.deepEqual(
          [found.get('dim0'), found.get('dim1')],
          [dim0, dim1],
          `${rows} × ${columns}: ${row} ${col}`,
        );
      }
  }
});
