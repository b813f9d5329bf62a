// Composed layouts as functions: what slices, offsets, casts and inverses must keep.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyOperation } from '../../server/src/algebra/catalog/catalog.ts';
import { evaluateAny, makeComposed } from '../../server/src/algebra/composed/composed.ts';
import { isFailure, NeedsValue, type Outcome, Violation } from '../../server/src/algebra/integer/failure.ts';
import { Dynamic, type Int, knownValue } from '../../server/src/algebra/integer/integer.ts';
import { dynamicSymbol, staticSymbol } from '../../server/src/algebra/integer/operations.ts';
import {
  type AnyLayout,
  ComposedLayout,
  Layout,
  SmemPtrFlag,
  Swizzle,
  UNDERSCORE,
} from '../../server/src/algebra/layout/layout.ts';
import { printMarked } from '../../server/src/algebra/layout/print.ts';
import type { AlgebraValue } from '../../server/src/algebra/layout/value.ts';
import {
  layoutSwizzleTruth,
  leftInverseTruth,
  rightInverseTruth,
  sliceTruth,
  swizzleTruth,
} from './composed-truths.ts';
import { allValues, powerOfTwo, SEED, sizeOf, swizzle, swizzledLayout } from './properties-random.ts';
import { parse } from './swizzle-notation.ts';

const known = (v: unknown): number => {
  const n = knownValue(v as Int);
  assert.notEqual(n, undefined);
  return n!;
};
const at = (layout: AnyLayout, i: number | Dynamic): number => {
  const value = evaluateAny(layout, i);
  assert.ok(!isFailure(value));
  return known(value);
};
const check = <T>(arbitrary: fc.Arbitrary<T>, body: (value: T) => void, numRuns = 2000): void =>
  fc.assert(fc.property(arbitrary, body), { seed: SEED, numRuns, includeErrorInReport: true });

/** A matrix of powers of two: compact in one order or the other, or strided, so that bits stay apart. */
const matrix = fc
  .tuple(powerOfTwo, powerOfTwo, powerOfTwo, fc.boolean())
  .map(([m, n, gap, rows]) => new Layout([m * 2, n * 2], rows ? [n * 2 * gap, 1] : [1, m * 2 * gap]));

test('a slice and its offset are the layout at the fixed coordinate', () => {
  let [plain, swizzled, wrong] = [0, 0, 0];
  check(
    fc.tuple(swizzle, fc.nat(30), fc.boolean(), matrix, fc.nat(15), fc.nat(15), fc.boolean(), fc.boolean()),
    ([sw, start, moved, inner, i, j, row, runTime]) => {
      const [m, n] = inner.shape as readonly number[];
      const fixed = row ? i % m! : j % n!;
      const layout = makeComposed(sw, moved ? start : 0, inner);
      const c = runTime ? new Dynamic(fixed) : fixed;
      const coordinate = row ? [c, UNDERSCORE] : [UNDERSCORE, c];
      const sliced = applyOperation('slice_and_offset', [coordinate, layout]);
      if (isFailure(sliced)) {
        assert.ok(sliced instanceof Violation);
        return;
      }
      const [part, offset] = sliced as readonly [AnyLayout, Int];
      if (part instanceof Layout) plain++;
      else swizzled++;
      const count = row ? n! : m!;
      const differs = Array.from({ length: count }, (_, k) => k).find((k) => {
        const whole = row ? fixed + k * m! : k + fixed * m!;
        return at(part, k) + known(offset) !== at(layout, whole);
      });
      const truth = sliceTruth(coordinate, layout);
      assert.equal(truth.status, differs === undefined ? 'true' : 'wrong', printMarked(part));
      if (truth.status !== 'wrong') return;
      // C++ counts on an offset that lies in the swizzle's bits; without one it is never wrong.
      wrong++;
      assert.ok(moved && start > 0);
      assert.equal(truth.witness.index, differs);
    },
  );
  assert.ok(wrong > 10, `${wrong} wrong`);
  assert.ok(plain > 300 && swizzled > 50, `${plain} plain, ${swizzled} swizzled`);
});

test('domain_offset moves the origin', () => {
  check(fc.tuple(swizzledLayout, fc.nat(20)), ([layout, c]) => {
    const moved = applyOperation('domain_offset', [c, layout]);
    assert.ok(!isFailure(moved));
    const [result, offset] = moved as readonly [AnyLayout, Int];
    assert.equal(offset, 0);
    // At the new origin stands what stood at the coordinate.
    assert.equal(at(result, 0), at(layout, c));
  });
});

test('downcast undoes upcast wherever upcast loses nothing', () => {
  let kept = 0;
  check(fc.tuple(swizzle, matrix, fc.integer({ min: 1, max: 2 })), ([sw, inner, log]) => {
    const n = 2 ** log;
    const layout = makeComposed(sw, 0, inner);
    const wide = applyOperation('upcast', [layout], { template: [n] });
    if (isFailure(wide)) return;
    const back = applyOperation('downcast', [wide], { template: [n] });
    if (isFailure(back) || sizeOf(back as AnyLayout) !== sizeOf(layout)) return;
    if (sw.base < log && sw.bits > 0) return;
    kept++;
    assert.deepEqual(allValues(back as AnyLayout), allValues(layout));
  });
  assert.ok(kept > 100, `only ${kept}`);
});

test('an accepted inverse of a swizzled compact layout is its inverse, or said not to be', () => {
  let inverses = 0;
  let wrong = 0;
  check(fc.tuple(swizzle, matrix), ([sw, inner]) => {
    const layout = makeComposed(sw, 0, inner);
    const inverse = applyOperation('right_inverse', [layout]);
    if (isFailure(inverse) || sizeOf(inverse as AnyLayout) !== sizeOf(layout)) return;
    const values = allValues(layout) as number[];
    if (Math.max(...values) >= values.length) return;
    const back = allValues(inverse as AnyLayout) as number[];
    const isInverse = values.every((offset, c) => back[offset] === c);
    assert.equal(rightInverseTruth(layout, inverse as AnyLayout).status, isInverse ? 'true' : 'wrong');
    assert.equal(leftInverseTruth(layout, inverse as AnyLayout).status, isInverse ? 'true' : 'wrong');
    if (isInverse) inverses++;
    else wrong++;
  });
  assert.ok(inverses > 200, `${inverses} inverses, ${wrong} wrong`);
});

test('an identity swizzle is dropped when built, kept with another offset or a pointer', () => {
  const layout = parse('(8,64):(64,1)') as Layout;
  const none = new Swizzle(0, 4, 3);
  assert.equal(makeComposed(none, 0, layout), layout);
  assert.ok(makeComposed(none, 5, layout) instanceof ComposedLayout);
  const atom = makeComposed(none, new SmemPtrFlag(16), layout);
  assert.equal(printMarked(atom), 'Sw<0,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)');
});

test('composition of three builds a composed layout', () => {
  const layout = parse('(8,64):(64,1)') as Layout;
  const built = (...parts: AlgebraValue[]) =>
    printMarked(applyOperation('composition', parts) as AlgebraValue);
  assert.equal(built(new Swizzle(3, 3, 3), 0, layout), 'Sw<3,3,3> o _0 o (_8,_64):(_64,_1)');
  assert.equal(built(new Swizzle(0, 3, 3), 0, layout), '(_8,_64):(_64,_1)');
  assert.equal(
    built(new Swizzle(0, 4, 3), new SmemPtrFlag(16), layout),
    'Sw<0,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)',
  );
  assert.equal(built(new Layout(7, 2), 3, layout), '_7:_2 o _3 o (_8,_64):(_64,_1)');
});

test('shared-memory atoms keep their swizzle under casts', () => {
  const atom = parse('Sw<3,4,3> o smem_ptr[1b](unset) o (8,1024):(1024,1)') as ComposedLayout;
  const half = applyOperation('upcast', [atom], { template: [16] });
  assert.ok(!isFailure(half));
  assert.equal(printMarked(half), 'Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)');
  const free = applyOperation('as_position_independent_swizzle_layout', [half]);
  assert.ok(!isFailure(free));
  assert.equal(printMarked(free), 'Sw<3,3,3> o _0 o (_8,_64):(_64,_1)');
});

test('what is not known stays unknown', () => {
  const layout = parse('Sw<3,3,3> o 0 o (8,64):(64,1)') as ComposedLayout;
  const symbol = applyOperation('slice_and_offset', [
    [dynamicSymbol('i'), UNDERSCORE],
    layout,
  ]) as AlgebraValue;
  assert.equal(printMarked(symbol), '(((_8,_2,_2,_2)):((_1,?,?,?)),?{div=8})');
  const template = applyOperation('slice', [[staticSymbol('kRow'), UNDERSCORE], layout]);
  assert.ok(template instanceof NeedsValue);
  assert.deepEqual(template.needs, ['kRow']);
});

test('what C++ has no overload for is refused', () => {
  const swizzled = parse('Sw<3,3,3> o 0 o (8,64):(64,1)') as ComposedLayout;
  const refused = (name: string, args: readonly AlgebraValue[], template: number[] = []): string => {
    const result: Outcome<AlgebraValue> = applyOperation(name, args, { template });
    return result instanceof Violation ? result.code : printMarked(result as AlgebraValue);
  };
  assert.equal(refused('dice', [[0, UNDERSCORE], swizzled]), 'unsupported');
  assert.equal(refused('filter', [swizzled]), 'unsupported');
  assert.equal(refused('stride', [swizzled]), 'unsupported');
  const moved = new ComposedLayout(swizzled.outer, new Dynamic(8), swizzled.inner);
  assert.equal(refused('upcast', [moved], [2]), 'unsupported');
  const odd = new ComposedLayout(swizzled.outer, 3, swizzled.inner);
  assert.equal(refused('upcast', [odd], [2]), 'indivisible');
});

test('composition of a layout with a swizzle, and of swizzles, is the true one or said not to be', () => {
  const counts = { true: 0, wrong: 0 };
  check(fc.tuple(swizzle, matrix), ([sw, layout]) => {
    const result = applyOperation('composition', [layout, sw]);
    if (isFailure(result)) return;
    const { status } = layoutSwizzleTruth(layout, sw, result as AnyLayout);
    const expected = allValues(
      new ComposedLayout(layout, 0, new ComposedLayout(sw, 0, new Layout(sizeOf(layout), 1))),
    );
    const same = allValues(result as AnyLayout).every((v, i) => v === expected[i]);
    assert.equal(status, same ? 'true' : 'wrong');
    counts[same ? 'true' : 'wrong']++;
  });
  assert.ok(counts.true > 200 && counts.wrong > 10, JSON.stringify(counts));
  check(
    fc.tuple(swizzle, swizzle),
    ([a, b]) => {
      const merged = applyOperation('composition', [a, b]);
      if (isFailure(merged)) return;
      const layout = (...parts: Swizzle[]) =>
        parts.reduceRight<AnyLayout>((l, sw) => new ComposedLayout(sw, 0, l), new Layout(1024, 1));
      const [got, expected] = [allValues(layout(merged as Swizzle)), allValues(layout(a, b))];
      const differs = got.findIndex((v, i) => v !== expected[i]);
      const truth = swizzleTruth(a, b, merged as Swizzle);
      assert.equal(truth.status, differs < 0 ? 'true' : 'wrong');
      if (truth.status === 'wrong') assert.equal(truth.witness.index, differs);
    },
    500,
  );
});

test('C++ accepts left inverses of layouts that overlap themselves', () => {
  const layout = new Layout([2, 2], [1, 1]);
  const inverse = applyOperation('left_inverse', [layout]);
  assert.ok(!isFailure(inverse));
  assert.equal(leftInverseTruth(layout, inverse as AnyLayout).status, 'wrong');
});
