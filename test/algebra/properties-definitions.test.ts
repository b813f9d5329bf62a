// The operations against their definitions in the paper, on random layouts: composition (17), right inverse
// (24), left inverse (26), complement (27), (28), (29). Admissible by construction and not.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { compositionVerdict } from '../../server/src/algebra/admissibility/composition.ts';
import { isFailure, Violation } from '../../server/src/algebra/integer/failure.ts';
import { ComposedLayout, Layout } from '../../server/src/algebra/layout/layout.ts';
import { coalesce } from '../../server/src/algebra/operation/coalesce.ts';
import { complement } from '../../server/src/algebra/operation/complement.ts';
import { composition } from '../../server/src/algebra/operation/composition.ts';
import { logicalDivide } from '../../server/src/algebra/operation/divide.ts';
import { filter } from '../../server/src/algebra/operation/filter.ts';
import { leftInverse, rightInverse } from '../../server/src/algebra/operation/inverse.ts';
import { logicalProduct } from '../../server/src/algebra/operation/product.ts';
import { isInjective } from '../../server/src/algebra/property/properties.ts';
import {
  allValues,
  anyLayout,
  compactLayout,
  naturalLayout,
  powerLayout,
  SEED,
  sizeOf,
  valuesAt,
} from './properties-random.ts';

const RUNS = 4000;
const counts: string[] = [];
const check = <T>(arbitrary: fc.Arbitrary<T>, body: (value: T) => void): void =>
  fc.assert(fc.property(arbitrary, body), { seed: SEED, numRuns: RUNS, includeErrorInReport: true });
const tell = (text: string, ...numbers: number[]) =>
  counts.push(`${text}: ${numbers.join(' / ')} of ${RUNS} layouts`);

const random = fc.oneof(naturalLayout, powerLayout, compactLayout);

/**
 * A pair that is admissible by construction: B picks, for some modes of A, every k-th of its elements for a k
 * that divides the mode, so that (20) and (21) hold leaf by leaf and the images are segregated, (23).
 */
const admissible = fc
  .array(
    fc.record({
      keep: fc.integer({ min: 1, max: 4 }),
      step: fc.integer({ min: 1, max: 4 }),
      stride: fc.integer({ min: 0, max: 50 }),
      used: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((modes) => {
    const shape = modes.map((m) => m.keep * m.step);
    const places = shape.map((_, i) => shape.slice(0, i).reduce((p, n) => p * n, 1));
    const a = new Layout(
      shape,
      modes.map((m) => m.stride),
    );
    const used = modes.map((m, i) => ({ size: m.keep, stride: places[i]! * m.step, used: m.used }));
    const kept = used.filter((m) => m.used);
    const b = new Layout(
      kept.map((m) => m.size),
      kept.map((m) => m.stride),
    );
    return [a, kept.length === 0 ? new Layout(1, 0) : b] as const;
  });

test(`(16), (17): admissible compositions, seed ${SEED}`, () => {
  check(admissible, ([a, b]) => {
    const result = composition(a, b);
    assert.ok(!isFailure(result), 'refused');
    assert.equal(sizeOf(result), sizeOf(b));
    assert.deepEqual(allValues(result), allValues(new ComposedLayout(a, 0, b)));
  });
  tell('(17) by construction', RUNS);
});

test(`(17): any composition is the true one, or refused, or said to be wrong, seed ${SEED}`, () => {
  let [refused, wrong, right] = [0, 0, 0];
  check(fc.tuple(random, random), ([a, b]) => {
    const result = composition(a, b);
    if (isFailure(result)) {
      assert.ok(result instanceof Violation);
      refused++;
      return;
    }
    const expected = allValues(new ComposedLayout(a, 0, b));
    const got = allValues(result);
    const at = expected.findIndex((value, i) => value !== got[i]);
    const { truth } = compositionVerdict(a, b);
    assert.equal(truth.status, at < 0 ? 'true' : 'wrong-composition');
    if (at < 0) right++;
    else wrong++;
  });
  tell('(17) true / wrong / refused', right, wrong, refused);
  assert.ok(right > RUNS / 10 && wrong > RUNS / 200 && refused > RUNS / 10);
});

test(`(13), (15): coalesce keeps size and function, seed ${SEED}`, () => {
  check(fc.oneof(random, anyLayout), (layout) => {
    const result = coalesce(layout);
    assert.ok(!isFailure(result));
    assert.deepEqual(allValues(result), allValues(layout));
  });
});

test(`(24): right inverse, seed ${SEED}`, () => {
  let proper = 0;
  check(random, (layout) => {
    const inverse = rightInverse(layout);
    assert.ok(!isFailure(inverse), 'refused');
    const values = allValues(layout);
    const images = allValues(inverse) as number[];
    assert.equal(new Set(images).size, images.length, 'not injective');
    images.forEach((c, k) => {
      assert.equal(values[c], k);
    });
    assert.ok(images.length <= values.length);
    if (images.length > 1) proper++;
  });
  tell('(24) with more than one element', proper);
});

test(`(24): the right inverse of a compact layout is its inverse, seed ${SEED}`, () => {
  check(compactLayout, (layout) => {
    const inverse = rightInverse(layout);
    assert.ok(!isFailure(inverse), 'refused');
    assert.equal(sizeOf(inverse), sizeOf(layout));
    const offsets = allValues(layout) as number[];
    assert.deepEqual(
      valuesAt(inverse, offsets),
      offsets.map((_, c) => c),
    );
  });
});

test(`(26): left inverse, seed ${SEED}`, () => {
  let [defined, injective] = [0, 0];
  check(random, (layout) => {
    const inverse = leftInverse(layout);
    if (isFailure(inverse)) {
      assert.ok(inverse instanceof Violation);
      return;
    }
    defined++;
    const values = allValues(layout) as number[];
    const filtered = filter(layout);
    assert.ok(!isFailure(filtered));
    // C++ also accepts layouts that overlap themselves in modes of stride other than 0, and is wrong there.
    if (new Set(values).size !== sizeOf(filtered)) return;
    const back = valuesAt(inverse, values) as number[];
    assert.deepEqual(
      back.map((c) => values[c]),
      values,
    );
    if (sizeOf(filtered) !== values.length) return;
    injective++;
    assert.deepEqual(
      back,
      values.map((_, c) => c),
    );
  });
  tell('(26) defined / injective', defined, injective);
  assert.ok(injective > RUNS / 10);
});

test(`(27), (28), (29): complement, seed ${SEED}`, () => {
  let [defined, refused] = [0, 0];
  const cotarget = fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined });
  check(fc.tuple(random, cotarget), ([layout, bound]) => {
    const star = complement(layout, bound);
    const values = allValues(layout) as number[];
    if (isFailure(star)) {
      // Stride 0 apart, only layouts that overlap themselves are refused.
      assert.ok(star instanceof Violation);
      assert.equal(star.code, 'non-injective-complement');
      refused++;
      return;
    }
    defined++;
    const image = new Set(values);
    const others = allValues(star) as number[];
    others.forEach((offset, a) => {
      if (a === 0) return;
      assert.ok(!image.has(offset), `(28): ${offset} is in both images`);
      assert.ok(others[a - 1]! < offset, '(29)');
    });
  });
  tell('(28), (29) defined / refused', defined, refused);
});

test(`complement and layout together are injective, and cover the cotarget, for natural layouts, seed ${SEED}`, () => {
  // Compact layouts scaled and cut apart: every stride is a multiple of what the smaller ones cover.
  const spread = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 })), {
      minLength: 1,
      maxLength: 4,
    })
    .map((modes) => {
      let covered = 1;
      const strides = modes.map(([size, gap]) => {
        const stride = covered * gap;
        covered = stride * size;
        return stride;
      });
      return new Layout(
        modes.map(([size]) => size),
        strides,
      );
    });
  check(spread, (layout) => {
    const star = complement(layout);
    assert.ok(!isFailure(star), 'refused');
    const both = new Layout([layout.shape, star.shape], [layout.stride, star.stride]);
    const injective = isInjective(both);
    assert.ok(!isFailure(injective) && injective.holds);
    const values = new Set(allValues(both));
    const top = Math.max(...(allValues(layout) as number[]));
    for (let offset = 0; offset <= top; offset++) assert.ok(values.has(offset), `${offset} is not covered`);
  });
});

test(`logical_product repeats the block at every element, seed ${SEED}`, () => {
  check(fc.tuple(compactLayout, compactLayout), ([block, tiler]) => {
    if (sizeOf(block) * sizeOf(tiler) > 2000) return;
    const result = logicalProduct(block, tiler);
    assert.ok(!isFailure(result), 'refused');
    const [first, second] = [allValues(block) as number[], sizeOf(tiler)];
    const all = allValues(result) as number[];
    assert.equal(all.length, first.length * second);
    for (let j = 0; j < second; j++) {
      const shift = all[j * first.length]!;
      assert.deepEqual(
        all.slice(j * first.length, (j + 1) * first.length),
        first.map((v) => v + shift),
      );
    }
    assert.equal(new Set(all).size, all.length);
  });
});

test(`logical_divide by a tile that divides keeps all elements, seed ${SEED}`, () => {
  let defined = 0;
  check(fc.tuple(random, fc.integer({ min: 1, max: 8 })), ([layout, tile]) => {
    if (sizeOf(layout) % tile !== 0) return;
    const result = logicalDivide(layout, tile);
    if (isFailure(result)) return;
    const { truth } = compositionVerdict(layout, new Layout(tile, 1));
    if (truth.status !== 'true' || sizeOf(result) !== sizeOf(layout)) return;
    defined++;
    assert.deepEqual((allValues(result) as number[]).sort(), (allValues(layout) as number[]).sort());
  });
  tell('divides', defined);
});

after(() => {
  console.log(counts.join('\n'));
});
