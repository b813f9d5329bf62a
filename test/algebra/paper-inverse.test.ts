// Inverses and complements beyond C++ (Cecka Tables 5 to 7), against the definitions (24), (26), (28), (29).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyOperation } from '../../server/src/algebra/catalog/catalog.ts';
import { isFailure, Violation } from '../../server/src/algebra/integer/failure.ts';
import type { Int } from '../../server/src/algebra/integer/integer.ts';
import { crd2idxOrThrow } from '../../server/src/algebra/layout/evaluate.ts';
import type { Layout } from '../../server/src/algebra/layout/layout.ts';
import { printPlain } from '../../server/src/algebra/layout/print.ts';
import { asCoordinate } from '../../server/src/algebra/layout/stride-operations.ts';
import { unboundedComplement } from '../../server/src/algebra/operation/paper-complement.ts';
import { paperLeftInverse, paperRightInverse } from '../../server/src/algebra/operation/paper-inverse.ts';
import type { HTuple } from '../../server/src/algebra/tuple/htuple.ts';
import { readLayout } from './notation.ts';

/** Seed notation for basis strides: 6e1 is 6@1. */
const layout = (text: string): Layout =>
  readLayout(text.replace(/(\d*)e(\d+)/g, (_, n: string, i: string) => `${n || '1'}@${i}`));
const seedText = (l: unknown): string =>
  (isFailure(l) ? JSON.stringify(l) : printPlain(l as Layout)).replace(
    /(\d+)@(\d+)/g,
    (_, n: string, i: string) => `${n === '1' ? '' : n}e${i}`,
  );

const RIGHT: [string, string][] = [
  ['(4,8):(1,4)', '32:1'],
  ['(4,8):(8,1)', '(8,4):(4,1)'],
  ['(3,7,5):(5,15,1)', '(5,21):(21,1)'],
  ['(4,8):(1,5)', '4:1'],
  ['(4,(4,2)):(4,(1,16))', '(4,4,2):(4,1,16)'],
  ['((2,2),(4,2)):((1,8),(2,16))', '(2,4,2,2):(1,4,2,16)'],
  ['((2,2),(2,4)):((0,1),(0,2))', '(2,4):(2,8)'], // the table prints (2,2):(4,8), which fails (24)
  ['((2,2),(2,4)):((0,2),(0,4))', '1:0'],
  ['(4,8):(e0,e1)', '(4,8):(1,4)'],
  ['(4,(4,2)):(e1,(e0,6e1))', '(4,4):(4,1)'],
];
const LEFT: [string, string][] = [
  ['(4,8):(1,4)', '32:1'],
  ['(4,8):(8,1)', '(8,4):(4,1)'],
  ['(3,7,5):(5,15,1)', '(5,21):(21,1)'],
  ['(4,8):(1,5)', '(5,8):(1,4)'],
  ['(4,(4,2)):(4,(1,16))', '(4,4,2):(4,1,16)'],
  ['((2,2),(4,2)):((1,8),(2,16))', '(2,4,2,2):(1,4,2,16)'],
  ['((2,2),(2,4)):((0,2),(0,4))', '(2,2,4):(0,2,8)'],
  ['((2,2),(2,4)):((0,1),(0,2))', '(2,4):(2,8)'],
  ['(4,8):(e0,e1)', '(4,8):(1,4)'],
  ['(4,(4,2)):(e1,(e0,6e1))', '(4,(6,2)):(4,(1,16))'],
];
const COMPLEMENT: [string, string][] = [
  ['(4,8):(1,4)', '1:32'],
  ['(4,8):(8,1)', '1:32'],
  ['(4,(4,2)):(4,(1,16))', '1:32'],
  ['(4,8):(1,5)', '1:40'],
  ['(4,8):(1,8)', '(2,1):(4,64)'],
  ['((2,2),(2,4)):((0,1),(0,2))', '1:8'],
  ['((2,2),(2,4)):((0,2),(0,4))', '(2,1):(1,16)'],
  ['(4,8):(e0,e1)', '(1,1):(4e0,8e1)'], // the table prints 4e1, which lies in the image
  ['(4,(4,2)):(e1,(e0,12e1))', '(1,(3,1)):(4e0,(4e1,24e1))'],
  ['(4,8):(20,2)', '(2,1):(1,80)'],
];

for (const [name, rows, operation] of [
  ['Table 5: right inverse', RIGHT, paperRightInverse],
  ['Table 6: left inverse', LEFT, paperLeftInverse],
  ['Table 7: unbounded complement', COMPLEMENT, unboundedComplement],
] as const) {
  test(`Cecka ${name}`, () => {
    for (const [input, output] of rows) assert.equal(seedText(operation(layout(input))), output, input);
  });
}

const value = (l: Layout, c: HTuple<Int>): HTuple<Int> => asCoordinate(crd2idxOrThrow(c, l.shape, l.stride));
const sizeOf = (s: unknown): number =>
  Array.isArray(s) ? s.reduce((n, e) => n * sizeOf(e), 1) : (s as number);
/** A coordinate as the inverse takes it: missing trailing modes are 0. */
const pad = (c: HTuple<Int>, shape: HTuple<Int>): HTuple<Int> =>
  Array.isArray(c) && Array.isArray(shape)
    ? shape.map((s, i) => pad((c[i] as HTuple<Int>) ?? 0, s as HTuple<Int>))
    : c;
/** A codomain value as a coordinate of the inverse's domain. */
const into = (l: Layout, c: HTuple<Int>): HTuple<Int> => (Array.isArray(l.shape) ? pad(c, l.shape) : c);

test('paper inverses keep (24) and (26) by enumeration', () => {
  for (const [input] of [...RIGHT, ...LEFT]) {
    const l = layout(input);
    const right = paperRightInverse(l) as Layout;
    const n = sizeOf(right.shape);
    for (let k = 0; k < n; k++) {
      const r = value(right, k) as number;
      assert.equal(value(right, into(right, value(l, r))), r, `(24) ${input} at ${k}`);
    }
    const left = paperLeftInverse(l) as Layout;
    for (let k = 0; k < sizeOf(l.shape); k++) {
      const at = value(left, into(left, value(l, k))) as number;
      assert.deepEqual(value(l, at), value(l, k), `(26) ${input} at ${k}`);
    }
  }
});

test('the unbounded complement has a disjoint, ordered image (28), (29)', () => {
  for (const [input] of COMPLEMENT) {
    if (input.includes('e')) continue;
    const l = layout(input);
    const complement = unboundedComplement(l) as Layout;
    const image = new Set(Array.from({ length: sizeOf(l.shape) }, (_, k) => value(l, k) as number));
    let last = 0;
    for (let k = 1; k < 40; k++) {
      const v = value(complement, k) as number;
      assert.ok(v > last, `(29) ${input} at ${k}`);
      assert.ok(!image.has(v), `(28) ${input} at ${k}`);
      last = v;
    }
  }
});

test('C++ refuses what only the paper defines', () => {
  for (const name of ['right_inverse', 'left_inverse', 'complement']) {
    assert.ok(isFailure(applyOperation(name, [layout('(4,8):(e0,e1)')])), name);
  }
  assert.equal(seedText(applyOperation('paper_right_inverse', [layout('(4,8):(e0,e1)')])), '(4,8):(1,4)');
});

test('a complement that has no gap to count names its stride, what is covered, and the equation', () => {
  const refused = unboundedComplement(readLayout('(2,2):(2,3)'));
  assert.ok(refused instanceof Violation);
  assert.deepEqual(refused.detail, { dividend: 3, divisor: 4, source: 'Cecka 3.5 (28)' });
});
