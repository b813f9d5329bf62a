// Values as Python prints them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Dynamic } from '../../../server/src/algebra/integer/integer.ts';
import { dynamicSymbol } from '../../../server/src/algebra/integer/operations.ts';
import { ComposedLayout, Layout, Swizzle, UNDERSCORE } from '../../../server/src/algebra/layout/layout.ts';
import { printPython } from '../../../server/src/evaluate/python/dsl/print.ts';
import { PyCuteLayout } from '../../../server/src/evaluate/python/pycute/pycute.ts';

test('CuTe DSL prints no run-time values', () => {
  assert.equal(printPython(new Layout([4, 8], [8, 1])), '(4,8):(8,1)');
  assert.equal(printPython(new Layout([6, 2], [new Dynamic(8), 2])), '(6,2):(?,2)');
  assert.equal(printPython(new Layout(dynamicSymbol('n', 4), 1)), '?{div=4}:1');
  const composed = new ComposedLayout(new Swizzle(3, 4, 3), 0, new Layout([8, 64], [64, 1]));
  assert.equal(printPython(composed), 'S<3,4,3> o 0 o (8,64):(64,1)');
});

test('pycute prints tuples as Python does', () => {
  const layout = new PyCuteLayout([4, [2, 3]], [6, [3, 1]]);
  assert.equal(printPython(layout), '(4, (2, 3)):(6, (3, 1))');
  assert.equal(printPython(new PyCuteLayout([8], [1])), '(8,):(1,)');
  assert.equal(
    printPython(new ComposedLayout(new Swizzle(1, 0, 3), 0, layout)),
    `SW_1_0_3 o 0 o ${printPython(layout)}`,
  );
});

test('tuples, None and booleans', () => {
  assert.equal(printPython([1, UNDERSCORE, true]), '(1, None, True)');
  assert.equal(printPython([1]), '(1,)');
});
