// Layouts as linear layouts over F2: those whose offsets are exclusive ors, found here by running through all of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure, Violation } from '../../server/src/algebra/integer/failure.ts';
import { ComposedLayout, Layout, Swizzle } from '../../server/src/algebra/layout/layout.ts';
import { imageOfWord } from '../../server/src/algebra/linear/apply.ts';
import { outputNames } from '../../server/src/algebra/linear/layout.ts';
import { linearForm } from '../../server/src/render/emit/index/linear.ts';
import { valueAtIndex } from '../../server/src/render/picture/layout-scene.ts';
import { seeded } from '../support/random.ts';

test('a layout has a linear form just where its offsets are exclusive ors, and then the same offsets', () => {
  const { pick, oneIn } = seeded(20261123, 8);
  const counts = { linear: 0, refused: 0 };
  for (let i = 0; i < 400; i++) {
    const inner = new Layout(
      [pick([1, 2, 4]), [pick([2, 4]), pick([1, 2])]],
      [pick([0, 1, 2, 8]), [pick([0, 1, 4, 16, 3]), pick([0, 2, 32, 64])]],
    );
    const layout = oneIn(2)
      ? inner
      : new ComposedLayout(new Swizzle(1, 0, pick([1, 2])), pick([0, 0, 4]), inner);
    const [m, [n, k]] = inner.shape as [number, [number, number]];
    const offsets = Array.from({ length: m * n * k }, (_, index) => valueAtIndex(layout, index) as number);
    const isLinear = offsets.every((offset, a) =>
      offsets.every((other, b) => (offset ^ other) === offsets[a ^ b]),
    );
    const form = linearForm(layout);
    assert.equal(!isFailure(form), isLinear, `${JSON.stringify([inner.shape, inner.stride])}`);
    counts[isLinear ? 'linear' : 'refused']++;
    if (isFailure(form)) assert.equal(form instanceof Violation && form.code, 'inadmissible');
    else {
      assert.deepEqual(outputNames(form), ['offset']);
      offsets.forEach((offset, index) => void assert.equal(imageOfWord(form, index), offset));
    }
  }
  assert.ok(counts.linear > 50 && counts.refused > 50, JSON.stringify(counts));
});

test('what has none says why, by its code', () => {
  const codes = [
    [new Layout([3, 4], [1, 4]), 'not-a-power-of-two', /a mode has 3 elements/],
    [new Layout([2048, 1024], [1, 2048]), 'unsupported', /2097152 points are too many/],
    [new Layout([2, 2], [1, -2]), 'unsupported', /offsets of 31 bits/],
    [new Layout([2, 2], [1, 2 ** 31]), 'unsupported', /offsets of 31 bits/],
    [new Layout([2, 2], [1, 1]), 'inadmissible', /at \(1,1\) the bits give 0, and the offset is 2/],
  ] as const;
  for (const [layout, code, message] of codes) {
    const form = linearForm(layout);
    assert.ok(form instanceof Violation);
    assert.equal(form.code, code);
    assert.match(form.message, message);
  }
  assert.ok(!isFailure(linearForm(new Layout([1024, 1024], [1, 1024]))), 'as many as are looked at');
  assert.ok(!isFailure(linearForm(new Layout([2, 2], [1, 2 ** 30]))), 'the largest offset');
});
