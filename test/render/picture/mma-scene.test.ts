// A, B and C of a multiplication around one another: a thread's elements where the hardware has them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure } from '../../../server/src/algebra/integer/failure.ts';
import { mmaAtom } from '../../../server/src/hardware/mma/mma-atom.ts';
import { lengthOf } from '../../../server/src/render/picture/scene.ts';
import { sceneOf } from '../../../server/src/render/picture/scene-of.ts';

test('m16n8k16: fragments as PTX draws them', () => {
  const atom = mmaAtom('SM80_16x8x16_F32F16F16F32_TN');
  assert.ok(!isFailure(atom));
  const scene = sceneOf(atom)!;
  assert.deepEqual([lengthOf(scene.rows), lengthOf(scene.columns)], [16 + 1 + 16, 16 + 1 + 8]);
  const label = (row: number, column: number) => scene.cell(row, column)?.label ?? null;
  for (let thread = 0; thread < 32; thread++) {
    const [group, inGroup] = [Math.floor(thread / 4), thread % 4];
    for (let value = 0; value < 8; value++) {
      // A: rows group and group + 8, columns 2 (thread % 4) + (value & 1), 8 further from the fifth value on.
      const row = group + (value & 2 ? 8 : 0);
      const column = 2 * inGroup + (value & 1) + (value & 4 ? 8 : 0);
      assert.equal(label(17 + row, column), `T${thread}V${value}`);
    }
    for (let value = 0; value < 4; value++) {
      const k = 2 * inGroup + (value & 1) + (value & 2 ? 8 : 0);
      assert.equal(label(k, 17 + group), `T${thread}V${value}`, 'B: column by column');
      const row = group + (value & 2 ? 8 : 0);
      assert.equal(label(17 + row, 17 + 2 * inGroup + (value & 1)), `T${thread}V${value}`, 'C');
    }
  }
  for (let i = 0; i < 17; i++)
    assert.deepEqual([label(16, i), label(i, 16), label(i, i)], [null, null, null]);
  assert.deepEqual(
    [15, 16, 17].map((at) => scene.rows.headOf!(at)),
    ['15', '', '0'],
  );
});
