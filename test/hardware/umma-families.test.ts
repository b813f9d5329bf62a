// What the names of SM100's and SM103's MMA atoms say: how many CTAs, where A stands, and the extent of K. The numbers are
// those that the atoms' traits assert in CuTe's headers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ummaFamily } from '../../server/src/hardware/mma/umma.ts';

const told = (name: string): readonly unknown[] | null => {
  const family = ummaFamily(name);
  if (family === null) return null;
  const { arch, ctas, aInTensorMemory, k, aBits, mIndex, vectorSize } = family;
  return [arch, ctas, aInTensorMemory ? 'TS' : 'SS', k, aBits, mIndex, vectorSize];
};

test('dense families, of one CTA and of two', () => {
  for (const [family, k, bits] of [
    ['F16BF16', 16, 16],
    ['TF32', 8, 32],
    ['S8', 32, 8],
    ['F8F6F4', 32, null],
  ] as const)
    for (const home of ['SS', 'TS'])
      for (const [pair, ctas] of [
        ['', 1],
        ['2x1SM_', 2],
      ] as const)
        assert.deepEqual(told(`SM100_MMA_${family}_${pair}${home}`), [
          'SM100',
          ctas,
          home,
          k,
          bits,
          3,
          false,
        ]);
});

test('families with scale factors take the width of a vector of them where that is not one alone', () => {
  for (const [pair, ctas] of [
    ['', 1],
    ['2x1SM_', 2],
  ] as const) {
    assert.deepEqual(told(`SM100_MMA_MXF8F6F4_${pair}SS`), ['SM100', ctas, 'SS', 32, null, 4, false]);
    assert.deepEqual(told(`SM100_MMA_MXF4_${pair}SS`), ['SM100', ctas, 'SS', 64, null, 4, true]);
    assert.deepEqual(told(`SM103_MXF4_ULTRA_${pair}SS_VS`), ['SM103', ctas, 'SS', 96, null, 4, true]);
  }
});

test('other names are of no family', () => {
  for (const name of [
    'SM100_MMA_F16BF16_SS_SPARSE',
    'SM100_MMA_F16BF16',
    'SM100_MMA_F16_SS',
    'SM100_MMA_MXF4_TS',
    'SM103_MXF4_ULTRA_SS',
    'SM90_64x64x16_F32F16F16_SS',
  ])
    assert.equal(ummaFamily(name), null, name);
});
