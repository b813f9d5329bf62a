// The operations against their definitions, input by input, on random layouts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure, Violation } from '../../../server/src/algebra/integer/failure.ts';
import { compose } from '../../../server/src/algebra/linear/compose.ts';
import { concatIns, concatOuts } from '../../../server/src/algebra/linear/concat.ts';
import { divideLeft, divideRight } from '../../../server/src/algebra/linear/divide.ts';
import { isEqual, isEqualUpToBroadcast } from '../../../server/src/algebra/linear/equality.ts';
import { freeVariableMasks } from '../../../server/src/algebra/linear/free-variables.ts';
import { identity1D, strided1D, zeros1D } from '../../../server/src/algebra/linear/identity.ts';
import { invert, pseudoinvert } from '../../../server/src/algebra/linear/invert.ts';
import { type LinearLayout, makeLinearLayout } from '../../../server/src/algebra/linear/layout.ts';
import { matrixOf, matrixText } from '../../../server/src/algebra/linear/matrix.ts';
import { product } from '../../../server/src/algebra/linear/product.ts';
import { isInjective, isInvertible, isSurjective } from '../../../server/src/algebra/linear/rank.ts';
import { reshapeIns, reshapeOuts } from '../../../server/src/algebra/linear/reshape.ts';
import { resizeIn, resizeOut } from '../../../server/src/algebra/linear/resize.ts';
import { isZeroOn, sublayout } from '../../../server/src/algebra/linear/sublayout.ts';
import { transposeIns, transposeOuts } from '../../../server/src/algebra/linear/transpose.ts';
import { seeded } from '../../support/random.ts';
import { outputCount, points, randomLayout, randomSizes, textOf, valueAt } from './random-layouts.ts';
import { must, read, write } from './records.ts';

function layouts(seed: number, count = 150): LinearLayout[] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => randomLayout(random));
}

function refused(outcome: unknown): Violation {
  assert.ok(outcome instanceof Violation, `a violation, not ${JSON.stringify(outcome)}`);
  return outcome;
}

test('injective, surjective and invertible count the values', () => {
  for (const layout of layouts(1)) {
    const all = points(layout);
    const values = new Set(all.map((p) => textOf(valueAt(layout, p))));
    assert.equal(isInjective(layout), values.size === all.length);
    assert.equal(isSurjective(layout), values.size === outputCount(layout));
    assert.equal(isInvertible(layout), values.size === all.length && values.size === outputCount(layout));
  }
});

test('a composition is the one after the other', () => {
  const random = seeded(2);
  for (const inner of layouts(3)) {
    const outs = inner.outs.map(({ name, bits }) => [name, bits + random.between(0, 1)] as const);
    const bases = outs.map(
      ([name, bits]) => [name, Array.from({ length: bits }, () => [random.between(0, 63)])] as const,
    );
    const outer = must(makeLinearLayout(bases, [['offset', 64]]));
    const both = must(compose(inner, outer));
    for (const p of points(inner)) {
      assert.equal(textOf(valueAt(both, p)), textOf(valueAt(outer, valueAt(inner, p))));
    }
  }
});

test('a pseudoinverse takes every value to an input that has it', () => {
  let [count, inverses] = [0, 0];
  for (const layout of layouts(4, 600)) {
    const inverse = pseudoinvert(layout);
    if (!isSurjective(layout)) {
      assert.equal(refused(inverse).code, 'not-invertible');
      continue;
    }
    count++;
    for (const p of points(must(inverse))) {
      assert.equal(textOf(valueAt(layout, valueAt(must(inverse), p))), textOf(p));
    }
    if (isInvertible(layout)) {
      inverses++;
      assert.ok(isEqual(must(invert(must(invert(layout)))), layout));
    } else refused(invert(layout));
  }
  assert.ok(count > 30 && inverses > 5, `${count} surjective layouts, ${inverses} invertible`);
});

test('free bits are those without which the values stay the same', () => {
  for (const layout of layouts(5)) {
    const masks = freeVariableMasks(layout);
    const isBound = (p: ReadonlyMap<string, number>) =>
      [...p].every(([name, v]) => (v & masks.get(name)!) === 0);
    const all = points(layout);
    const values = new Set(all.map((p) => textOf(valueAt(layout, p))));
    const bound = all.filter(isBound);
    assert.equal(bound.length, values.size);
    assert.equal(new Set(bound.map((p) => textOf(valueAt(layout, p)))).size, values.size);
  }
});

test('a factor of a product is found again', () => {
  const random = seeded(6);
  for (const a of layouts(7)) {
    const outs = a.outs.map(({ name }) => [name, 2 ** random.between(0, 2)] as const);
    const b = randomLayout(random, outs);
    const whole = must(product(a, b));
    assert.ok(isEqual(must(divideLeft(whole, a)), b));
    assert.ok(isEqual(must(divideRight(whole, b)), a));
  }
  const [two, one] = [read(LANES), must(identity1D(2, 'warp', 'dim0'))];
  assert.match(refused(divideLeft(two, one)).message, /no dimension warp/);
  assert.match(refused(divideLeft(read(SWAPPED), must(identity1D(2, 'lane', 'dim0')))).message, /factor/);
});

const LANES = { bases: [['lane', [[1], [2]]]], out_dims: [['dim0', 4]] };
const SWAPPED = { bases: [['lane', [[2], [1]]]], out_dims: [['dim0', 4]] };

test('a sublayout says the same of what it keeps', () => {
  for (const layout of layouts(8)) {
    const outs = [layout.outs[0]!.name];
    const part = must(sublayout(layout, ['lane'], outs));
    for (const p of points(part)) {
      const whole = new Map([...layout.ins.map((d): [string, number] => [d.name, 0]), ...p]);
      assert.equal(valueAt(part, p).get(outs[0]!), valueAt(layout, whole).get(outs[0]!));
    }
    const zero = points(part).every((p) => [...valueAt(part, p).values()].every((v) => v === 0));
    assert.equal(must(isZeroOn(layout, ['lane'], outs)), zero);
  }
  assert.match(
    refused(sublayout(read(LANES), ['block'], [])).message,
    /no input dimension block: there are lane/,
  );
});

test('transposing keeps the values by name', () => {
  for (const layout of layouts(9)) {
    const turned = must(transposeIns(layout, ['warp', 'register', 'lane']));
    const both = must(transposeOuts(turned, [...layout.outs.map((d) => d.name)].reverse()));
    assert.deepEqual(
      both.outs.map((d) => d.name),
      [...layout.outs.map((d) => d.name)].reverse(),
    );
    for (const p of points(layout)) assert.equal(textOf(valueAt(both, p)), textOf(valueAt(layout, p)));
  }
  refused(transposeIns(read(LANES), ['warp']));
});

test('reshaping keeps the flat values', () => {
  const flat = (p: ReadonlyMap<string, number>, sizes: readonly (readonly [string, number])[]) =>
    [...sizes].reverse().reduce((n, [name, size]) => n * size + p.get(name)!, 0);
  for (const layout of layouts(10)) {
    const total = outputCount(layout);
    const one = must(reshapeOuts(layout, [['flat', total]]));
    const ins = must(reshapeIns(layout, [['i', 2 ** layout.inBits]]));
    const outs = write(layout).out_dims;
    const sizes = layout.ins.map(({ name, bases }) => [name, 2 ** bases.length] as const);
    for (const p of points(layout)) {
      assert.equal(valueAt(one, p).get('flat'), flat(valueAt(layout, p), outs));
      assert.equal(textOf(valueAt(ins, new Map([['i', flat(p, sizes)]]))), textOf(valueAt(layout, p)));
    }
  }
  refused(reshapeOuts(read(LANES), [['dim0', 8]]));
});

test('resizing cuts a dimension', () => {
  assert.deepEqual(write(must(resizeIn(read(LANES), 'lane', 2))).bases, [['lane', [[1]]]]);
  assert.deepEqual(write(must(resizeOut(read(LANES), 'dim0', 2))), {
    bases: [['lane', [[1], [0]]]],
    out_dims: [['dim0', 2]],
  });
  assert.match(refused(resizeIn(read(LANES), 'lane', 8)).message, /lane has 4 values, fewer than 8/);
  assert.equal(refused(resizeOut(read(LANES), 'dim0', 3)).code, 'not-a-power-of-two');
});

test('layouts side by side', () => {
  const random = seeded(11);
  for (let k = 0; k < 50; k++) {
    const a = randomLayout(random, randomSizes(random), [2]);
    const b = must(makeLinearLayout([['warp', [a.outs.map(() => 0)]]], write(a).out_dims));
    assert.deepEqual(write(must(concatIns(a, b))).bases, [...write(a).bases, ...write(b).bases]);
    const c = must(makeLinearLayout([['register', [[1], [2]]]], [['other', 4]]));
    const both = must(concatOuts(a, c));
    for (const p of points(a)) {
      assert.equal(textOf(valueAt(both, p)), textOf(new Map([...valueAt(a, p), ...valueAt(c, p)])));
    }
  }
  refused(concatIns(read(LANES), read(LANES)));
  refused(concatOuts(read(LANES), read(LANES)));
});

test('layouts of one dimension', () => {
  assert.deepEqual(write(must(identity1D(4, 'lane', 'dim0'))), LANES);
  assert.deepEqual(write(must(strided1D(4, 2, 'lane', 'dim0'))), {
    bases: [['lane', [[2], [4]]]],
    out_dims: [['dim0', 8]],
  });
  assert.deepEqual(write(must(zeros1D(4, 'lane', 'dim0', 2))), {
    bases: [['lane', [[0], [0]]]],
    out_dims: [['dim0', 2]],
  });
  assert.equal(refused(identity1D(6, 'lane', 'dim0')).message, 'the size of lane is 6, not a power of two');
});

test('equality up to broadcast leaves out what only repeats', () => {
  const repeated = read({ bases: [['lane', [[1], [0], [2]]]], out_dims: [['dim0', 4]] });
  assert.ok(!isEqual(repeated, read(LANES)) && isEqualUpToBroadcast(repeated, read(LANES)));
  assert.ok(!isEqualUpToBroadcast(read(SWAPPED), read(LANES)));
});

test('the matrix has a row for each output bit', () => {
  for (const layout of layouts(12, 40)) {
    const rows = matrixOf(layout);
    for (let c = 0; c < layout.inBits; c++) {
      const column = rows.reduce((word, row, r) => word | (((row >>> c) & 1) << r), 0);
      assert.equal(column, layout.ins.flatMap((d) => d.bases)[c]);
    }
  }
  const layout = read({
    bases: [
      ['register', [[1, 0]]],
      [
        'lane',
        [
          [2, 0],
          [0, 1],
        ],
      ],
      ['warp', []],
    ],
    out_dims: [
      ['dim0', 4],
      ['dim1', 2],
    ],
  });
  assert.equal(
    matrixText(layout),
    ['        r   lan', 'dim0:1  1 | · ·', 'dim0:2  · | 1 ·', 'dim1:1  · | · 1'].join('\n'),
  );
});

test('bases that no layout can have are refused with the numbers', () => {
  const made = (bases: unknown, sizes: unknown) => makeLinearLayout(bases as never, sizes as never);
  assert.equal(
    refused(
      made(
        [['lane', [[1]]]],
        [
          ['dim0', 2],
          ['dim1', 2],
        ],
      ),
    ).message,
    'the basis [1] of lane has 1 number, and there are 2 output dimensions',
  );
  assert.equal(
    refused(made([['lane', [[4]]]], [['dim0', 4]])).message,
    'the basis value 4 of lane is not in [0, 4), the size of dim0',
  );
  assert.equal(refused(made([], [['dim0', 12]])).message, 'the size of dim0 is 12, not a power of two');
  assert.equal(
    refused(
      made(
        [],
        [
          ['a', 2 ** 20],
          ['b', 2 ** 20],
        ],
      ),
    ).code,
    'overflow',
  );
  assert.ok(
    isFailure(
      made(
        [
          ['lane', []],
          ['lane', []],
        ],
        [],
      ),
    ),
  );
});
