// Divisions that round up, products, and the admissible neighbours of arguments that are not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compositionAlternatives,
  divideAlternatives,
} from '../../server/src/algebra/admissibility/alternatives.ts';
import { compositionVerdict } from '../../server/src/algebra/admissibility/composition.ts';
import { divideVerdict, productVerdict } from '../../server/src/algebra/admissibility/divide.ts';
import { isFailure, Violation } from '../../server/src/algebra/integer/failure.ts';
import type { Tiler } from '../../server/src/algebra/layout/layout.ts';
import { printPlain } from '../../server/src/algebra/layout/print.ts';
import { goldenRecords, recordName } from './golden-records.ts';
import { readLayout, readValue } from './notation.ts';

const tilerOf = (text: string): Tiler => readValue(text) as Tiler;

test('a tile that does not divide is told with its counts and the first coordinate beyond', () => {
  const v = divideVerdict(readLayout('12:1'), 5);
  assert.equal(!isFailure(v.value) && printPlain(v.value), '(5,3):(1,5)');
  assert.deepEqual(v.overTiling, [
    {
      mode: [],
      coordinates: 15,
      elements: 12,
      beyond: { coordinate: [2, 2], index: 12, value: 12, size: 12 },
    },
  ]);
  assert.deepEqual(divideVerdict(readLayout('12:1'), 4).overTiling, []);
});

test('over-tiling is told for the mode of a tuple tiler', () => {
  const v = divideVerdict(readLayout('(8,10):(1,8)'), tilerOf('(4,3)'));
  assert.equal(v.overTiling.length, 1);
  assert.deepEqual(
    [v.overTiling[0]!.mode, v.overTiling[0]!.coordinates, v.overTiling[0]!.elements],
    [[1], 12, 10],
  );
  assert.equal(v.parts.length, 2);
});

test('logical_divide of (6,2,2):(2,1,20) by 4:1 has more coordinates than elements', () => {
  const v = divideVerdict(readLayout('(6,2,2):(2,1,20)'), readLayout('4:1'));
  assert.equal(!isFailure(v.value) && printPlain(v.value), '(4,(2,2,2)):(2,(8,1,20))');
  assert.deepEqual([v.overTiling[0]?.coordinates, v.overTiling[0]?.elements], [32, 24]);
});

test('over-tiling is told exactly when the golden result has more elements than the layout', () => {
  const sizeOf = (s: unknown): number =>
    Array.isArray(s) ? s.reduce((n, e) => n * sizeOf(e), 1) : (s as number);
  let [over, exact] = [0, 0];
  for (const record of goldenRecords('divide')) {
    if (record.op !== 'logical_divide') continue;
    const [layout, result] = [readLayout(String(record.args[0])), readLayout(String(record.result))];
    const tiler = readValue(record.args[1]!) as Tiler;
    const more = sizeOf(result.shape) > sizeOf(layout.shape);
    assert.equal(divideVerdict(layout, tiler).overTiling.length > 0, more, recordName(record));
    if (more) over++;
    else exact++;
  }
  assert.ok(over > 0 && exact > 0);
});

test('an overlapping tiler has no complement, and the verdict says so', () => {
  const v = divideVerdict(readLayout('(5,4,3):(1,18,6)'), readLayout('(8,7):(8,7)'));
  assert.equal(v.accepts, false);
  const failure = v.failures[0]?.failure;
  assert.equal(failure instanceof Violation && failure.code, 'non-injective-complement');
});

test('a product is judged by the composition of the complement with the tiler', () => {
  const fine = productVerdict(readLayout('(3,4):(4,1)'), readLayout('(2,5):(1,2)'));
  assert.deepEqual([fine.accepts, fine.parts[0]?.verdict.truth.status], [true, 'true']);
  const refused = productVerdict(readLayout('5:5'), readLayout('5:16'));
  assert.deepEqual([refused.accepts, refused.parts[0]?.verdict.accepts], [false, false]);
});

test('alternatives of a refused composition are admissible and nearest', () => {
  const a = readLayout('(4,6,8):(2,3,5)');
  const b = readLayout('6:1');
  const found = compositionAlternatives(a, b, []).map((x) => `${x.what} ${x.to}: ${printPlain(x.value)}`);
  assert.deepEqual(
    found,
    ['size 4: 4:1', 'size 8: 8:1', 'stride 2: 6:2'].filter((t) => found.includes(t)),
  );
  for (const { value } of compositionAlternatives(a, b, [])) {
    assert.equal(compositionVerdict(a, value).truth.status, 'true');
  }
  assert.ok(found.includes('size 4: 4:1') && found.includes('size 8: 8:1'));
});

test('alternatives of a division divide without remainder', () => {
  const found = divideAlternatives(readLayout('12:1'), 5, []);
  assert.deepEqual(
    found.map((x) => x.to),
    [4, 6],
  );
  const second = divideAlternatives(readLayout('(8,10):(1,8)'), tilerOf('(4,3)'), [1]);
  assert.deepEqual(
    second.map((x) => printPlain(x.value)),
    ['(4,2)', '(4,5)'],
  );
});
