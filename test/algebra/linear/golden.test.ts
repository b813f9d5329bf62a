// Every record of triton.jsonl about operations on linear layouts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply } from '../../../server/src/algebra/linear/apply.ts';
import { compose } from '../../../server/src/algebra/linear/compose.ts';
import { invert, pseudoinvert } from '../../../server/src/algebra/linear/invert.ts';
import { invertAndCompose } from '../../../server/src/algebra/linear/invert-and-compose.ts';
import { printLinearLayout } from '../../../server/src/algebra/linear/print.ts';
import { product } from '../../../server/src/algebra/linear/product.ts';
import { isInjective, isInvertible, isSurjective } from '../../../server/src/algebra/linear/rank.ts';
import { compareAll, must, read, tritonRecords, write } from './records.ts';

const records = (op: string) => tritonRecords('triton', op);

test('invert', () => {
  compareAll(records('invert'), (r) => write(must(invert(read(r.layout)))));
});

test('pseudoinvert', () => {
  compareAll(records('pseudoinvert'), (r) => write(must(pseudoinvert(read(r.layout)))));
});

test('compose', () => {
  compareAll(records('compose'), (r) => write(must(compose(read(r.inner), read(r.outer)))));
});

test('invert_and_compose', () => {
  compareAll(records('invert_and_compose'), (r) =>
    write(must(invertAndCompose(read(r.layout), read(r.other)))),
  );
});

test('product', () => {
  compareAll(records('product'), (r) => write(must(product(read(r.a), read(r.b)))));
});

test('apply', () => {
  compareAll(records('apply'), (r) =>
    Object.fromEntries(must(apply(read(r.layout), new Map(Object.entries(r.input as object))))),
  );
});

test('injective, surjective, invertible', () => {
  compareAll(records('props'), ({ layout }) => ({
    injective: isInjective(read(layout)),
    surjective: isSurjective(read(layout)),
    invertible: isInvertible(read(layout)),
  }));
});

test('the printed form', () => {
  const printed = tritonRecords('triton', 'invert');
  assert.ok(printed.length >= 300);
  for (const { layout, text } of printed) assert.equal(printLinearLayout(read(layout)), text);
});
