// The properties of random layouts against what counting says.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Failure,
  isFailure,
  NeedsValue,
  type Outcome,
} from '../../server/src/algebra/integer/failure.ts';
import { Dynamic } from '../../server/src/algebra/integer/integer.ts';
import { dynamicSymbol } from '../../server/src/algebra/integer/operations.ts';
import { type AnyLayout, ComposedLayout, Layout } from '../../server/src/algebra/layout/layout.ts';
import { ScaledBasis } from '../../server/src/algebra/layout/stride.ts';
import {
  describe,
  equalFunctions,
  linearForm,
  properties,
} from '../../server/src/algebra/property/properties.ts';
import { enumerate } from '../../server/src/algebra/view/enumerate.ts';
import {
  allValues,
  anyLayout,
  basisLayout,
  binaryLayout,
  compactLayout,
  naive,
  naturalLayout,
  powerLayout,
  SEED,
  sizeOf,
  stackedLayout,
  swizzledLayout,
  type Value,
} from './properties-random.ts';

const RUNS = 1500;
const every = fc.oneof(
  anyLayout,
  naturalLayout,
  powerLayout,
  compactLayout,
  basisLayout,
  binaryLayout,
  swizzledLayout,
  stackedLayout,
);
const offsets = fc.oneof(
  anyLayout,
  naturalLayout,
  powerLayout,
  compactLayout,
  binaryLayout,
  swizzledLayout,
  stackedLayout,
);

const check = <T>(arbitrary: fc.Arbitrary<T>, body: (value: T) => void, numRuns = RUNS): void =>
  fc.assert(fc.property(arbitrary, body), { seed: SEED, numRuns, includeErrorInReport: true });

/** A layout with all properties; none of these is Undetermined, they are small. */
const known = (layout: AnyLayout) => {
  const found = properties(layout);
  assert.ok(!isFailure(found));
  return found;
};
const decided = <T>(outcome: Outcome<T>): T => {
  assert.ok(
    !isFailure(outcome),
    isFailure(outcome) ? `${outcome.constructor.name}: ${failureText(outcome)}` : '',
  );
  return outcome;
};
const failureText = (failure: Failure): string =>
  failure instanceof NeedsValue ? failure.reason : failure.message;

const tableValue = (layout: AnyLayout, i: number): Value => {
  const all = enumerate(layout);
  assert.ok(!isFailure(all), JSON.stringify(all));
  if (all.kind !== 'coordinate') return all.values[i]!;
  const entry = (k: number) => all.components.find((c) => c.path[0] === k)?.values[i] ?? 0;
  return [entry(0), entry(1)];
};

test('enumerate gives the value at every coordinate', () => {
  check(
    every,
    (layout) => {
      const all = enumerate(layout);
      assert.ok(!isFailure(all), JSON.stringify(all));
      const expected = allValues(layout);
      for (let i = 0; i < expected.length; i += Math.max(1, Math.floor(expected.length / 40))) {
        assert.deepEqual(tableValue(layout, i), expected[i]);
      }
      const length = all.kind === 'coordinate' ? all.size : all.values.length;
      assert.equal(length, expected.length);
    },
    600,
  );
});

test('enumerate stops at its budget', () => {
  const refused = enumerate(new Layout([1024, 1024], [1, 1024]), 1000);
  assert.ok(refused instanceof NeedsValue);
  assert.match(refused.reason, /too large to enumerate/);
});

test('injective, with two coordinates of the same value where it is not', () => {
  let notInjective = 0;
  check(every, (layout) => {
    const values = allValues(layout).map(String);
    const answer = decided(known(layout).injective);
    assert.equal(answer.holds, new Set(values).size === values.length);
    if (answer.holds) return;
    notInjective++;
    const [a, b] = answer.witness!.map(Number);
    assert.notEqual(a, b);
    assert.equal(values[a!], values[b!]);
    assert.notEqual(values[a!], undefined);
  });
  assert.ok(notInjective > RUNS / 10, `only ${notInjective} layouts were not injective`);
});

test('coordinates that a composed layout gives twice are the same value', () => {
  const outer = new Layout([2, 2], [new ScaledBasis(1, [0]), new ScaledBasis(1, [1])]);
  const injective = (inner: Layout) => decided(known(new ComposedLayout(outer, 0, inner)).injective);
  assert.equal(injective(new Layout([2, 2], [2, 1])).holds, true);
  const { holds, witness } = injective(new Layout([2, 2], [1, 1]));
  assert.deepEqual([holds, witness?.map(Number)], [false, [1, 2]]);
});

test('image, gaps and overlaps', () => {
  check(offsets, (layout) => {
    const values = allValues(layout) as number[];
    const image = decided(known(layout).image);
    const distinct = new Set(values);
    const [min, max] = [Math.min(...values), Math.max(...values)];
    assert.deepEqual([image.min, image.max], [BigInt(min), BigInt(max)]);
    assert.equal(decided(image.distinct), BigInt(distinct.size));
    assert.equal(decided(image.overlaps), BigInt(values.length - distinct.size));
    assert.equal(decided(image.gaps), BigInt(max - min + 1 - distinct.size));
    assert.equal(image.contiguous, distinct.size === max - min + 1);
    let gap = min;
    while (distinct.has(gap)) gap++;
    assert.equal(image.firstGap, gap > max ? null : BigInt(gap));
  });
});

test('surjective and bijective', () => {
  let bijections = 0;
  check(offsets, (layout) => {
    const values = allValues(layout) as number[];
    const distinct = new Set(values);
    const max = Math.max(...values);
    const { surjective, bijective } = known(layout);
    const onto = Math.min(...values) === 0 && distinct.size === max + 1;
    assert.equal(decided(surjective).holds, onto);
    const one = onto && distinct.size === values.length;
    assert.equal(decided(bijective).holds, one);
    if (!one) return;
    bijections++;
    assert.ok(describe(layout).includes(`bijective onto [0, ${values.length})`));
  });
  assert.ok(bijections > RUNS / 20, `only ${bijections} bijections`);
});

test('linear over F2, with the bases', () => {
  let linear = 0;
  check(fc.oneof(powerLayout, binaryLayout, swizzledLayout, naturalLayout, stackedLayout), (layout) => {
    const values = allValues(layout) as number[];
    const form = decided(linearForm(layout));
    const powers = Number.isInteger(Math.log2(values.length));
    const isLinear =
      powers &&
      values.every((v, i) => {
        const high = i === 0 ? 0 : 2 ** Math.floor(Math.log2(i));
        return i === 0 ? v === 0 : v === (values[high]! ^ values[i - high]!);
      });
    assert.equal(form.linear, isLinear);
    if (!form.linear) return;
    linear++;
    form.bases.flat().forEach((basis, bit) => {
      assert.deepEqual(basis, [values[2 ** bit]]);
    });
  });
  assert.ok(linear > RUNS / 10, `only ${linear} linear layouts`);
});

test('equality as functions, with the smallest coordinate that differs', () => {
  const pairs = fc.oneof(
    fc.tuple(every, every),
    // A layout and the same modes flattened or regrouped are equal.
    naturalLayout.map((l) => [l, new Layout([l.shape].flat(9) as number[], [l.stride].flat(9) as number[])]),
    fc.tuple(powerLayout, powerLayout),
  ) as fc.Arbitrary<[AnyLayout, AnyLayout]>;
  let equal = 0;
  check(pairs, ([a, b]) => {
    const answer = equalFunctions(a, b);
    const [x, y] = [allValues(a), allValues(b)];
    const kindsDiffer = typeof x[0] !== typeof y[0];
    if (kindsDiffer) return;
    const limit = Math.min(x.length, y.length);
    let at = 0;
    while (at < limit && String(x[at]) === String(y[at])) at++;
    const same = at === limit && x.length === y.length;
    assert.equal(decided(answer).holds, same);
    if (same) equal++;
    else assert.deepEqual(decided(answer).witness, [BigInt(at)]);
  });
  assert.ok(equal > RUNS / 10, `only ${equal} pairs were equal`);
});

test('the contiguous run is what every aligned group of neighbours has', () => {
  check(fc.oneof(naturalLayout, powerLayout, compactLayout, swizzledLayout), (layout) => {
    const { length, mode } = decided(known(layout).run);
    if (mode === null) return;
    const inner = layout instanceof Layout ? layout : (layout.inner as Layout);
    const shape = Array.isArray(inner.shape) ? inner.shape : [inner.shape];
    const extents = shape.map((m) => sizeOf(new Layout(m, m)));
    const place = extents.slice(0, mode).reduce((a, b) => a * b, 1);
    for (let i = 0; i < sizeOf(layout); i++) {
      const c = Math.floor(i / place) % extents[mode]!;
      if (c % Number(length) === 0) continue;
      assert.equal(naive(layout, i), (naive(layout, i - place) as number) + 1);
    }
  });
});

test('properties of layouts too large to enumerate', () => {
  const huge = new Layout([2 ** 30, 2 ** 30], [1, 2 ** 30]);
  const found = known(huge);
  assert.equal(decided(found.bijective).holds, true);
  assert.equal(found.size, 2n ** 60n);
  assert.deepEqual(describe(huge), ['column-major', 'compact', `bijective onto [0, ${2n ** 60n})`]);
  const overlapping = new Layout([2 ** 20, 2 ** 20, 2 ** 20], [6, 10, 15]);
  const [a, b] = decided(known(overlapping).injective).witness!;
  const value = (i: bigint) =>
    (i % 2n ** 20n) * 6n + ((i / 2n ** 20n) % 2n ** 20n) * 10n + (i / 2n ** 40n) * 15n;
  assert.notEqual(a, b);
  assert.equal(value(a!), value(b!));
});

test('summary lines', () => {
  const line = (shape: never, stride: never) => describe(new Layout(shape, stride)).join(', ');
  const of = (shape: unknown, stride: unknown) => line(shape as never, stride as never);
  assert.equal(of([8, 64], [64, 1]), 'row-major, compact, bijective onto [0, 512)');
  assert.equal(of([8, 64], [1, 8]), 'column-major, compact, bijective onto [0, 512)');
  assert.equal(of([8, 64], [72, 1]), 'row-major, padded to 72, injective, 56 gaps in [0, 568)');
  assert.equal(of([[4, 8], 2], [[16, 1], 8]), 'compact, bijective onto [0, 64)');
  assert.equal(
    of([4, 8], [0, 1]),
    'contiguous along mode 1, broadcast along mode 0, not injective, onto [0, 8), 24 overlaps',
  );
});

test('summary lines of layouts whose integers are not known', () => {
  const [m, k] = [dynamicSymbol('M'), dynamicSymbol('K')];
  const line = (layout: Layout) => describe(layout).join(', ');
  assert.equal(line(new Layout([m, k], [k, 1])), 'row-major, compact, bijective onto [0, K*M)');
  assert.equal(line(new Layout([m, k], [1, m])), 'column-major, compact, bijective onto [0, K*M)');
  assert.equal(line(new Layout([m, k], [dynamicSymbol('lda'), 1])), 'contiguous along mode 1');
  assert.equal(line(new Layout([new Dynamic(null), 64], [64, 1])), 'row-major, compact');
  assert.equal(line(new Layout([m, k], [0, 1])), 'contiguous along mode 1, broadcast along mode 0');
  assert.equal(line(new Layout([4, 1, m], [1, 0, dynamicSymbol('lda')])), 'contiguous along mode 0');
});

test('identity layouts', () => {
  const e = (...path: number[]) => new ScaledBasis(1, path);
  assert.deepEqual(describe(new Layout([4, 8], [e(0), e(1)])), ['identity on (4,8)']);
  assert.deepEqual(describe(new Layout([4, [2, 3]], [e(0), [e(1, 0), e(1, 1)]])), ['identity on (4,(2,3))']);
  assert.deepEqual(describe(new Layout([4, 8], [e(1), e(0)])), ['injective']);
});
