// `to_cute` of linear layouts: the same function of the inputs, whether strides alone compute it or a swizzle around
// them; and the sentences of those that neither computes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure, Violation } from '../../../server/src/algebra/integer/failure.ts';
import { type ComposedLayout, Layout } from '../../../server/src/algebra/layout/layout.ts';
import { printPlain } from '../../../server/src/algebra/layout/print.ts';
import { linearOfLayout } from '../../../server/src/algebra/linear/from-layout.ts';
import { type LinearLayout, makeLinearLayout } from '../../../server/src/algebra/linear/layout.ts';
import { layoutOfLinear } from '../../../server/src/algebra/linear/to-layout.ts';
import { type Random, seeded } from '../../support/random.ts';
import { points, randomLayout, valueAt } from './random-layouts.ts';
import { must } from './records.ts';

type Bases = Readonly<Record<string, readonly number[]>>;

function linear(bases: Bases, size: number): LinearLayout {
  const images = Object.entries(bases).map(([name, words]) => [name, words.map((w) => [w])] as const);
  return must(makeLinearLayout(images, [['offset', size]]));
}

/** The XOR of the bases at the bits of each input, the first input counting fastest. */
function valuesOf(bases: readonly (readonly number[])[]): number[] {
  return bases.flat().reduce<number[]>((all, word) => all.concat(all.map((v) => v ^ word)), [0]);
}

/** The value at every integer, by the definitions: digits of the index times strides, then the swizzle's XOR. */
function valuesOfCute(layout: Layout | ComposedLayout): number[] {
  if (layout instanceof Layout) {
    const [sizes, strides] = [layout.shape, layout.stride].map((t) => [t].flat(9) as number[]);
    return sizes!.reduce<number[]>(
      (all, size, k) => Array.from({ length: size }, (_, i) => all.map((v) => v + i * strides![k]!)).flat(),
      [0],
    );
  }
  const { outer, inner, offset } = layout;
  assert.ok('bits' in outer && inner instanceof Layout && offset === 0);
  const mask = (2 ** outer.bits - 1) * 2 ** (outer.base + outer.shift);
  return valuesOfCute(inner).map((v) => v ^ ((v & mask) >> outer.shift));
}

/** Whether sums of some of these words never carry. */
const isDisjoint = (words: readonly number[]): boolean =>
  words.reduce((sum, w) => sum + w, 0) === words.reduce((all, w) => all | w, 0);

/** Words without common bits, which a swizzle then makes common. */
function swizzledWords(random: Random, count: number, outBits: number): number[] {
  const bits = random.between(1, Math.floor(outBits / 2));
  const shift = random.between(bits, outBits - bits);
  const base = random.between(0, outBits - bits - shift);
  const places = random.shuffled(Array.from({ length: outBits }, (_, k) => 2 ** k)).slice(0, count);
  return places.map((w) => w ^ (((w >> (base + shift)) & (2 ** bits - 1)) << base));
}

test('the layout of CuTe is the same function, and the way back gives the same layout', () => {
  const random = seeded(11);
  const seen = { plain: 0, swizzled: 0, refused: 0 };
  for (let round = 0; round < 400; round++) {
    const bits = [random.between(0, 3), random.between(0, 2), random.between(0, 2)];
    const outBits = random.between(2, 7);
    const words = swizzledWords(random, bits[0]! + bits[1]!, outBits);
    const layout = random.oneIn(2)
      ? randomLayout(random, [['offset', 2 ** outBits]], bits)
      : linear({ x: words.slice(0, bits[0]), y: words.slice(bits[0]) }, 2 ** outBits);
    const bases = layout.ins.map((dimension) => dimension.bases);
    const cute = layoutOfLinear(layout);
    if (isFailure(cute)) {
      seen.refused++;
      assert.ok(cute instanceof Violation && cute.code === 'inadmissible');
      assert.ok(!isDisjoint(bases.flat()), 'strides compute it');
      continue;
    }
    seen[cute instanceof Layout ? 'plain' : 'swizzled']++;
    assert.equal(cute instanceof Layout, isDisjoint(bases.flat()), printPlain(cute));
    const values = points(layout).map((p) => valueAt(layout, p).get('offset'));
    const back = must(linearOfLayout(cute));
    const again = points(back).map((p) => valueAt(back, p).get('offset'));
    assert.deepEqual(valuesOfCute(cute), valuesOf(bases), printPlain(cute));
    assert.deepEqual([...values].sort(), [...again].sort(), printPlain(cute));
    assert.deepEqual(
      back.ins.map((dimension) => dimension.bases),
      bases,
      printPlain(cute),
    );
  }
  assert.ok(seen.plain > 40 && seen.swizzled > 40 && seen.refused > 40, JSON.stringify(seen));
});

/** Every swizzle of the definition that leaves the words apart, bits first, then base, then shift. */
function swizzlesThatPart(words: readonly number[], outBits: number): string[] {
  const all: string[] = [];
  for (let bits = 1; bits <= outBits; bits++)
    for (let base = 0; base <= outBits; base++)
      for (let shift = bits; base + bits + shift <= outBits; shift++) {
        const mask = 2 ** bits - 1;
        if (isDisjoint(words.map((w) => w ^ (((w >> (base + shift)) & mask) << base))))
          all.push(`Sw<${bits},${base},${shift}>`);
      }
  return all;
}

test('the swizzle is the first of the fewest bits that does, and none is missed', () => {
  const random = seeded(12);
  const seen = { swizzled: 0, refused: 0 };
  for (let round = 0; round < 300; round++) {
    const outBits = random.between(2, 6);
    const count = random.between(2, 4);
    const words = random.oneIn(3)
      ? Array.from({ length: count }, () => random.between(1, 2 ** outBits - 1))
      : swizzledWords(random, count, outBits);
    if (isDisjoint(words)) continue;
    const cute = layoutOfLinear(linear({ x: words }, 2 ** outBits));
    const [first] = swizzlesThatPart(words, outBits);
    seen[first === undefined ? 'refused' : 'swizzled']++;
    if (first === undefined) assert.ok(isFailure(cute), JSON.stringify(words));
    else assert.ok(!isFailure(cute) && printPlain(cute).startsWith(`${first} o 0 o `), JSON.stringify(words));
  }
  assert.ok(seen.swizzled > 40 && seen.refused > 40, JSON.stringify(seen));
});

test('an input is a mode, of several where its bases do not double, of size 1 where it has none', () => {
  const told = (bases: Bases, size: number): string => {
    const cute = layoutOfLinear(linear(bases, size));
    return isFailure(cute) ? String(cute instanceof Violation && cute.message) : printPlain(cute);
  };
  assert.equal(told({ x: [1, 2, 4] }, 8), '8:1');
  assert.equal(told({ x: [1, 4, 2] }, 8), '(2,2,2):(1,4,2)');
  assert.equal(told({ x: [], y: [2, 4] }, 8), '(1,4):(0,2)');
  assert.equal(told({ x: [0, 0], y: [1] }, 2), '(4,2):(0,1)');
  assert.equal(told({ x: [1, 2], y: [4, 9] }, 16), 'Sw<1,0,3> o 0 o (4,4):(1,4)');
  assert.equal(told({}, 1), '():()');
});

test('what neither strides nor a swizzle give is refused by the first inputs with bits in common', () => {
  const sentence = (layout: LinearLayout): string => {
    const cute = layoutOfLinear(layout);
    assert.ok(cute instanceof Violation);
    return `${cute.code}: ${cute.message}`;
  };
  assert.equal(
    sentence(linear({ lane: [1, 2], warp: [4, 4] }, 8)),
    'inadmissible: no strides, swizzled or not, give warp=1 -> 4 and warp=2 -> 4, which have bits in common',
  );
  assert.equal(
    sentence(linear({ lane: [1], warp: [2, 1] }, 4)),
    'inadmissible: no strides, swizzled or not, give lane=1 -> 1 and warp=2 -> 1, which have bits in common',
  );
  const two = [
    ['row', 2],
    ['col', 2],
  ] as const;
  assert.equal(
    sentence(must(makeLinearLayout([['lane', [[1, 0]]]], two))),
    'inadmissible: a CuTe layout has one offset, and this has row, col: reshape_outs puts them together',
  );
  assert.equal(
    sentence(must(makeLinearLayout([], []))),
    'inadmissible: a CuTe layout has one offset, and this has no output: reshape_outs puts them together',
  );
});
