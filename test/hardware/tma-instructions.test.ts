// Which names are TMA instructions, and when a box is too wide for one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Violation } from '../../server/src/algebra/integer/failure.ts';
import { Dynamic, type Int } from '../../server/src/algebra/integer/integer.ts';
import { Layout } from '../../server/src/algebra/layout/layout.ts';
import { requireBoxFits } from '../../server/src/hardware/tma/box.ts';
import { tmaInstruction } from '../../server/src/hardware/tma/tma.ts';

test('of all names that could be, those that CUTLASS declares are instructions', () => {
  // include/cute/arch/copy_sm90_tma.hpp and copy_sm100_tma.hpp, but for im2col and gather.
  const declared = [
    'SM90_TMA_LOAD',
    'SM90_TMA_LOAD_MULTICAST',
    'SM90_TMA_STORE',
    'SM90_TMA_REDUCE_ADD',
    'SM100_TMA_2SM_LOAD',
    'SM100_TMA_2SM_LOAD_MULTICAST',
  ];
  const found: string[] = [];
  for (const arch of ['SM80', 'SM90', 'SM100'])
    for (const pair of ['', '2SM_'])
      for (const kind of ['LOAD', 'STORE', 'REDUCE_ADD', 'REDUCE_MAX'])
        for (const multicast of ['', '_MULTICAST']) {
          const name = `${arch}_TMA_${pair}${kind}${multicast}`;
          const instruction = tmaInstruction(name);
          if (instruction === null) continue;
          found.push(name);
          assert.deepEqual(
            [instruction.ctas, instruction.multicast],
            [pair === '' ? 1 : 2, multicast !== ''],
            name,
          );
        }
  assert.deepEqual(found.sort(), declared.sort());
});

test('a direction of a box has at most 256 elements; a multicast shares the last ones', () => {
  const fits = (extents: readonly Int[], multicast: Int): boolean => {
    try {
      requireBoxFits(
        new Layout(
          extents,
          extents.map(() => 1),
        ),
        multicast,
      );
      return true;
    } catch (refusal) {
      assert.ok(refusal instanceof Violation);
      return false;
    }
  };
  assert.deepEqual([fits([256, 256], 1), fits([257, 2], 1), fits([2, 257], 1)], [true, false, false]);
  assert.deepEqual([fits([64, 512], 2), fits([512, 64], 2), fits([64, 512], 1)], [true, false, false]);
  // Four CTAs share two elements of the last direction, and two of them halves of the one before.
  assert.deepEqual([fits([64, 512, 2], 4), fits([64, 1024, 2], 4)], [true, false]);
  assert.deepEqual([fits([512, 8], new Dynamic(null)), fits([new Dynamic(null), 512], 1)], [true, false]);
  assert.ok(fits([512, new Dynamic(null)], 2), 'who shares what is known at run time');
});
