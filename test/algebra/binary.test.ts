// Binary strides: the paper's rows, and the definitions on random layouts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isFailure, type Outcome } from '../../server/src/algebra/integer/failure.ts';
import { ComposedLayout, Layout } from '../../server/src/algebra/layout/layout.ts';
import { printPlain } from '../../server/src/algebra/layout/print.ts';
import { Binary } from '../../server/src/algebra/layout/stride.ts';
import {
  asBinary,
  coalesceBinary,
  composeBinary,
  hasBinaryStride,
  swizzleAsBinary,
} from '../../server/src/algebra/semimodule/binary.ts';
import {
  complementBinary,
  leftInverseBinary,
  rightInverseBinary,
} from '../../server/src/algebra/semimodule/binary-inverse.ts';
import {
  BINARY_VECTORS,
  COORDINATES,
  INTEGERS,
  semimoduleOf,
} from '../../server/src/algebra/semimodule/semimodule.ts';
import {
  allValues,
  binaryLayout,
  naive,
  naturalLayout,
  powerLayout,
  powerOfTwo,
  SEED,
  sizeOf,
  swizzle,
} from './properties-random.ts';
import { parse } from './swizzle-notation.ts';

const layout = (text: string): Layout => parse(text) as Layout;
const shown = (outcome: Outcome<Layout>): string =>
  isFailure(outcome) ? outcome.constructor.name : printPlain(outcome);
const check = <T>(arbitrary: fc.Arbitrary<T>, body: (value: T) => void, numRuns = 1500): void =>
  fc.assert(fc.property(arbitrary, body), { seed: SEED, numRuns, includeErrorInReport: true });

test('Table 1: a mode is its columns', () => {
  assert.deepEqual(allValues(layout('(4,4):(f1,f5)')), allValues(layout('((2,2),(2,2)):((f1,f2),(f5,f10))')));
  assert.equal(shown(coalesceBinary(layout('((2,2),(2,2)):((f1,f2),(f5,f10))'))), '(4,4):(f1,f5)');
});

test('Table 4: the swizzled layout through the thread-value layout', () => {
  const result = composeBinary(layout('(8,8):(f1,f9)'), layout('((4,8),2):((16,1),8)'));
  assert.equal(shown(result), '((4,8),2):((f18,f1),f9)');
});

test('Tables 5 and 6: inverses', () => {
  assert.equal(shown(rightInverseBinary(layout('(4,(4,3)):(f1,(f5,f16))'))), '(4,4,3):(f1,f5,f16)');
  assert.equal(shown(leftInverseBinary(layout('(4,(4,3)):(f1,(f5,f16))'))), '(4,4,3):(f1,f5,f16)');
});

test('a mode whose size is no power of two is not merged with the next', () => {
  assert.equal(shown(coalesceBinary(layout('(3,2):(f1,f3)'))), '(3,2):(f1,f3)');
  assert.equal(shown(coalesceBinary(layout('(4,2,1):(f1,f4,f9)'))), '8:f1');
});

test('what no document defines is refused', () => {
  assert.equal(complementBinary().code, 'unsupported');
  assert.equal(shown(composeBinary(layout('(4,6):(f1,f8)'), layout('6:3'))), 'Violation');
  assert.equal(shown(composeBinary(layout('(4,4):(f1,f8)'), layout('6:1'))), 'Violation');
  assert.equal(shown(rightInverseBinary(layout('(3,4):(f1,f4)'))), 'NeedsValue');
});

test('coalesce keeps the function', () => {
  check(binaryLayout, (l) => {
    const merged = coalesceBinary(l);
    assert.ok(!isFailure(merged));
    assert.deepEqual(allValues(merged), allValues(l));
  });
});

test('(17) for compositions with binary strides', () => {
  let defined = 0;
  const right = fc.oneof(powerLayout, naturalLayout, binaryLayout);
  check(fc.tuple(binaryLayout, right), ([a, b]) => {
    const result = composeBinary(a, b);
    if (isFailure(result)) return;
    defined++;
    assert.deepEqual(allValues(result), allValues(new ComposedLayout(a, 0, b)));
    assert.equal(sizeOf(result), sizeOf(b));
  });
  assert.ok(defined > 300, `only ${defined} compositions were defined`);
});

test('(17) for integer layouts in front of binary ones', () => {
  let defined = 0;
  check(fc.tuple(powerLayout, binaryLayout), ([a, b]) => {
    const result = composeBinary(a, b);
    if (isFailure(result)) return;
    if (!hasBinaryStride(b)) return;
    defined++;
    assert.deepEqual(allValues(result), allValues(new ComposedLayout(a, 0, b)));
  });
  assert.ok(defined > 100, `only ${defined} compositions were defined`);
});

/** A last mode of any size, as in Table 5. */
const anyTop = fc
  .tuple(binaryLayout, fc.integer({ min: 2, max: 6 }), fc.integer({ min: 0, max: 9 }))
  .map(
    ([l, size, k]) =>
      new Layout(
        [...[l.shape].flat(9), size] as number[],
        [...[l.stride].flat(9), new Binary(2 ** k)] as Binary[],
      ),
  );

test('(24) for right inverses', () => {
  let proper = 0;
  check(fc.oneof(binaryLayout, anyTop), (l) => {
    const inverse = rightInverseBinary(l);
    if (isFailure(inverse)) return;
    const values = allValues(l);
    for (let k = 0; k < sizeOf(inverse); k++) assert.equal(values[naive(inverse, k) as number], k);
    // The largest: the next offset is hit by no coordinate, or the domain could double.
    if (sizeOf(inverse) > 1) proper++;
    const next = Math.log2(sizeOf(inverse));
    if (Number.isInteger(next) && Number.isInteger(Math.log2(values.length))) {
      assert.ok(!values.includes(2 ** next), `${2 ** next} is hit as well`);
    }
  });
  assert.ok(proper > 200, `only ${proper} proper inverses`);
});

test('(26) for left inverses', () => {
  check(fc.oneof(binaryLayout, anyTop), (l) => {
    const inverse = leftInverseBinary(l);
    if (isFailure(inverse)) return;
    const values = allValues(l) as number[];
    const power = Number.isInteger(Math.log2(values.length));
    values.forEach((value, c) => {
      const back = naive(inverse, value) as number;
      if (power) assert.equal(values[back], value);
      else if (new Set(values).size === values.length) assert.equal(back, c);
    });
  });
});

test('a swizzle is a layout with binary strides', () => {
  check(
    fc.tuple(swizzle, powerLayout),
    ([sw, l]) => {
      const flat = swizzleAsBinary(sw);
      for (let i = 0; i < sizeOf(flat); i++) {
        assert.equal(naive(flat, i), naive(new ComposedLayout(sw, 0, new Layout(sizeOf(flat), 1)), i));
      }
      const composed = new ComposedLayout(sw, 0, l);
      const binary = asBinary(composed);
      if (isFailure(binary)) return;
      assert.deepEqual(allValues(binary), allValues(composed));
    },
    500,
  );
  assert.equal(shown(asBinary(parse('Sw<3,3,3> o 0 o (8,64):(64,1)') as ComposedLayout)), '(8,64):(f72,f1)');
});

test('semimodules', () => {
  assert.equal(semimoduleOf(layout('(4,8):(1,4)')), INTEGERS);
  assert.equal(semimoduleOf(layout('(4,(4,2)):(e1,(e0,6e1))')), COORDINATES);
  assert.equal(semimoduleOf(layout('(4,4):(f1,f5)')), BINARY_VECTORS);
  check(
    fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 99 }), powerOfTwo),
    ([a, b, n]) => {
      const { add, scale, equals, zero } = BINARY_VECTORS;
      const [x, y] = [new Binary(a), new Binary(b)];
      assert.ok(equals(add(x, y), add(y, x)));
      assert.ok(equals(add(x, x), zero));
      assert.ok(equals(scale(n, add(x, y)), add(scale(n, x), scale(n, y))));
    },
  );
});
