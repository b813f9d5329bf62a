// The values of composed layouts, also of those inside one another, against their definitions; and which of several
// modes is the contiguous one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure, type Outcome } from '../../server/src/algebra/integer/failure.ts';
import { type AnyLayout, ComposedLayout, Layout, Swizzle } from '../../server/src/algebra/layout/layout.ts';
import { printPlain } from '../../server/src/algebra/layout/print.ts';
import { ArithTuple, Binary, ScaledBasis } from '../../server/src/algebra/layout/stride.ts';
import { contiguousRun } from '../../server/src/algebra/property/order.ts';
import { viewOf } from '../../server/src/algebra/property/view.ts';
import { enumerate, enumerateOffsets } from '../../server/src/algebra/view/enumerate.ts';
import { type Random, seeded } from '../support/random.ts';

function given<T>(outcome: Outcome<T>): T {
  if (isFailure(outcome)) assert.fail('message' in outcome ? outcome.message : outcome.reason);
  return outcome;
}

/** Multiplication of polynomials over F2, bit by bit. */
function carryless(a: number, b: number): number {
  let product = 0;
  for (let k = 0; 2 ** k <= a; k++) if ((a >> k) & 1) product ^= b << k;
  return product;
}

const flatSizes = (layout: Layout): number[] => [layout.shape].flat() as number[];

/** The value at an integer, by the definitions: the last mode goes on beyond the size. */
function valueAt(layout: AnyLayout, index: number): number {
  if (layout instanceof Layout) {
    const sizes = flatSizes(layout);
    let [rest, value] = [index, 0];
    for (const [k, stride] of ([layout.stride].flat() as (number | Binary)[]).entries()) {
      const digit = k === sizes.length - 1 ? rest : rest % sizes[k]!;
      rest = Math.floor(rest / sizes[k]!);
      value = stride instanceof Binary ? value ^ carryless(digit, stride.bits) : value + digit * stride;
    }
    return value;
  }
  const inner = valueAt(layout.inner, index) + (layout.offset as number);
  const { outer } = layout;
  if (!(outer instanceof Swizzle)) return valueAt(outer, inner);
  const [from, to] = [outer.base + Math.max(outer.shift, 0), outer.base - Math.min(outer.shift, 0)];
  return inner ^ (((inner >> from) & (2 ** outer.bits - 1)) << to);
}

const sizeOf = (layout: AnyLayout): number =>
  layout instanceof Layout ? flatSizes(layout).reduce((n, size) => n * size, 1) : sizeOf(layout.inner);

function randomPlain(random: Random, isBinary: boolean): Layout {
  const rank = random.between(1, 3);
  const shape = Array.from({ length: rank }, () => random.between(1, 5));
  const stride = shape.map(() => (isBinary ? new Binary(random.between(0, 9)) : random.between(0, 9)));
  return new Layout(shape, stride);
}

function randomSwizzle(random: Random): Swizzle {
  const bits = random.between(1, 2);
  const shift = random.between(bits, 3);
  return new Swizzle(bits, random.between(0, 2), random.oneIn(3) ? -shift : shift);
}

function randomComposed(random: Random, depth: number): AnyLayout {
  if (depth === 0) return randomPlain(random, random.oneIn(4));
  const outer = random.oneIn(3) ? randomSwizzle(random) : randomPart(random, depth - 1);
  return new ComposedLayout(outer, random.between(0, 3), randomComposed(random, random.below(depth)));
}

/** An outer function: a layout, of binary strides at times, or a composed one. */
const randomPart = (random: Random, depth: number): AnyLayout =>
  depth === 0 ? randomPlain(random, random.oneIn(2)) : randomComposed(random, depth);

test('a composed layout gives outer(offset + inner(i)), however deep it is', () => {
  const random = seeded(21);
  for (let round = 0; round < 600; round++) {
    const layout = randomComposed(random, random.between(1, 3));
    const values = given(enumerateOffsets(layout));
    assert.deepEqual(
      [...values],
      Array.from({ length: sizeOf(layout) }, (_, i) => valueAt(layout, i)),
      printPlain(layout),
    );
  }
});

test('an outer layout of binary strides multiplies without carries', () => {
  const layout = new ComposedLayout(new Layout(8, new Binary(3)), 0, new Layout(8, 1));
  assert.deepEqual(given(enumerate(layout)), {
    kind: 'binary',
    values: Int32Array.of(0, 3, 6, 5, 12, 15, 10, 9),
  });
});

test('an offset is added to the values of a composed layout within another', () => {
  const swizzled = new ComposedLayout(new Swizzle(1, 0, 1), 0, new Layout(4, 1));
  const through = (offset: number): number[] => [
    ...given(enumerateOffsets(new ComposedLayout(new Layout([4, 4], [4, 1]), offset, swizzled))),
  ];
  assert.deepEqual([...given(enumerateOffsets(swizzled))], [0, 1, 3, 2]);
  assert.deepEqual(through(0), [0, 4, 12, 8]);
  assert.deepEqual(through(1), [4, 8, 1, 12]);
  assert.deepEqual(through(5), [5, 9, 2, 13]);
});

test('coordinates are neither swizzled nor offsets', () => {
  const coordinates = new Layout([2, 2], [new ScaledBasis(1, [0]), new ScaledBasis(1, [1])]);
  const sentence = (outcome: Outcome<unknown>): string =>
    isFailure(outcome) && 'message' in outcome ? `${outcome.code}: ${outcome.message}` : 'no violation';
  const plain = new Layout(4, 1);
  assert.equal(
    sentence(enumerateOffsets(coordinates)),
    'unsupported: this layout gives coordinates, not offsets',
  );
  assert.equal(
    sentence(enumerate(new ComposedLayout(new Swizzle(1, 0, 1), 0, coordinates))),
    'unsupported: the inner layout gives coordinates, which the outer layout does not take',
  );
  const within = new ComposedLayout(new Swizzle(1, 0, 1), 0, coordinates);
  assert.equal(
    sentence(enumerate(new ComposedLayout(within, 0, plain))),
    'unsupported: a coordinate cannot be swizzled',
  );
  assert.equal(
    sentence(enumerate(new ComposedLayout(plain, new ArithTuple([1, 0]), plain))),
    'unsupported: the offset of this composed layout is a coordinate, not an integer',
  );
});

test('an outer layout of coordinates gives a table for each of them', () => {
  const outer = new Layout([2, 3], [new ScaledBasis(2, [0]), new ScaledBasis(3, [1])]);
  const all = given(enumerate(new ComposedLayout(outer, 1, new Layout(4, 1))));
  assert.ok(all.kind === 'coordinate' && all.size === 4);
  assert.deepEqual(
    all.components.map(({ path, values }) => [path, [...values]]),
    [
      [[0], [2, 0, 2, 0]],
      [[1], [0, 3, 3, 6]],
    ],
  );
});

test('the longest run is that of the first mode that has it, and of none where neighbours are apart', () => {
  const run = (swizzle: Swizzle, shape: number[], stride: number[]) =>
    given(contiguousRun(given(viewOf(new ComposedLayout(swizzle, 0, new Layout(shape, stride))))));
  const high = new Swizzle(1, 3, 1);
  assert.deepEqual(run(high, [4, 4], [1, 1]), { length: 4n, mode: 0 });
  assert.deepEqual(run(high, [2, 4], [1, 1]), { length: 4n, mode: 1 });
  assert.deepEqual(run(high, [4, 4], [2, 8]), { length: 1n, mode: null });
  assert.deepEqual(run(new Swizzle(1, 1, 1), [4, 4], [4, 1]), { length: 2n, mode: 1 });
});
