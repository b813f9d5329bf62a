// Types as Triton prints them: read back, they have the layout that they were made of.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure } from '../../../server/src/algebra/integer/failure.ts';
import { basesOf, LinearLayout, sizesOf } from '../../../server/src/algebra/linear/layout.ts';
import { ttgirTensor } from '../../../server/src/evaluate/triton/ttgir.ts';
import { typeAt } from '../../../server/src/frontends/ttgir/places.ts';
import type { Encoding } from '../../../server/src/hardware/triton/encoding.ts';
import { toLinearLayout } from '../../../server/src/hardware/triton/to-linear-layout.ts';
import { compareAll, tritonRecords } from '../../algebra/linear/records.ts';

const NONE = () => null;

/** The linear layout as JSON; for what has none, why. */
function linear(encoding: Encoding, shape: readonly number[]): unknown {
  const made = toLinearLayout(encoding, shape);
  return made instanceof LinearLayout ? [basesOf(made), sizesOf(made)] : made;
}

test('types of every encoding', () => {
  const records = tritonRecords('triton-types', 'type');
  assert.ok(records.length > 100);
  const expected = records.map((r) => ({ ...r, result: linear(r.layout as Encoding, r.shape as number[]) }));
  compareAll(expected, (r) => {
    const text = records[expected.indexOf(r as (typeof expected)[number])]!.result as string;
    const type = typeAt(text, 2, { start: 0, end: text.length });
    const tensor = type === null ? null : ttgirTensor(type, NONE);
    if (tensor === null || isFailure(tensor) || tensor.layout === null) return `${text} is not read`;
    assert.equal(tensor.layout.layout, (r.layout as Encoding).layout);
    assert.deepEqual(tensor.shape, r.shape);
    return linear(tensor.layout, tensor.shape);
  });
});

test('a text that is broken anywhere is read or not, and nothing worse', () => {
  for (const { result } of tritonRecords('triton-types', 'type')) {
    const text = result as string;
    for (let cut = 0; cut < text.length; cut++) {
      const broken = text.slice(0, cut) + text.slice(cut + 1);
      const type = typeAt(broken, 2, { start: 0, end: broken.length });
      if (type !== null) ttgirTensor(type, NONE);
    }
  }
});
