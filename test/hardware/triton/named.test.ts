// Bases as the named layout that has them: for a tensor of the shape it is the same linear layout.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DistributedLinear, Encoding } from '../../../server/src/hardware/triton/encoding.ts';
import { namedLayout } from '../../../server/src/hardware/triton/named.ts';
import { toLinearLayout } from '../../../server/src/hardware/triton/to-linear-layout.ts';
import { must, tritonRecords } from '../../algebra/linear/records.ts';

test('a named layout that is found has the bases of the one that it is found for', () => {
  let found = 0;
  for (const { layout, result } of tritonRecords('triton-encodings', 'to_linear_layout')) {
    const made = layout as unknown as Encoding;
    const linear = result as unknown as DistributedLinear;
    if (linear.layout !== 'DistributedLinearLayout') continue;
    const named = namedLayout(linear);
    if (named === null) continue;
    found++;
    assert.deepEqual(
      must(toLinearLayout(named, linear.shape)),
      must(toLinearLayout(linear, linear.shape)),
      JSON.stringify(made),
    );
  }
  assert.ok(found >= 40, `${found}`);
});

test('bases of several dimensions at once are of no named layout', () => {
  const mixed: DistributedLinear = {
    layout: 'DistributedLinearLayout',
    reg_bases: [[0, 1]],
    lane_bases: [
      [0, 2],
      [0, 4],
      [1, 1],
      [2, 0],
      [4, 0],
    ],
    warp_bases: [
      [8, 0],
      [16, 0],
    ],
    block_bases: [],
    shape: [32, 8],
  };
  assert.equal(namedLayout(mixed), null);
});
