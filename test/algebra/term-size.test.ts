// Symbolic integers that grow: every operation stays bounded, and equal terms stay equal.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lessThan } from '../../server/src/algebra/integer/comparison.ts';
import { Dynamic, StaticSymbol } from '../../server/src/algebra/integer/integer.ts';
import { signum } from '../../server/src/algebra/integer/operations.ts';
import {
  addTerms,
  constantTerm,
  floorDivideTerms,
  maxTerms,
  minTerms,
  multiplyTerms,
  printTerm,
  remainderTerms,
  sameTerm,
  scaleTerm,
  subtractTerms,
  symbolTerm,
  termSymbols,
} from '../../server/src/algebra/term/operations.ts';
import { isOpaque } from '../../server/src/algebra/term/size.ts';
import type { Term } from '../../server/src/algebra/term/term.ts';
import { processorTime } from '../support/processor-time.ts';

test('operations that nest in one another end in a name of their own, not in a text that doubles each time', () => {
  const step = (t: Term): Term =>
    floorDivideTerms(
      minTerms(addTerms(t, symbolTerm('a')), maxTerms(t, symbolTerm('b'))),
      addTerms(t, symbolTerm('c')),
    );
  const build = (depth: number): Term => {
    let t = symbolTerm('n');
    for (let i = 0; i < depth; i++) t = step(t);
    return t;
  };
  const time = processorTime(() => build(60));
  assert.ok(time < 1000, `${time} ms`);
  const deep = build(60);
  assert.ok(printTerm(deep).length < 2000);
  assert.ok(isOpaque(deep));
  assert.ok(!isOpaque(build(2)));
  // Equal terms stay equal, different ones different.
  assert.ok(sameTerm(build(60), deep));
  assert.ok(!sameTerm(build(61), deep));
  assert.equal(printTerm(subtractTerms(deep, build(60))), '0');
  // What it depends on is still told, and what divides it.
  assert.deepEqual(new Set(termSymbols(deep)), new Set(['n', 'a', 'b', 'c']));
  const sum = (step: number): Term =>
    Array.from({ length: 200 }, (_, i) => symbolTerm(`x${i}`)).reduce((s, x) =>
      addTerms(s, scaleTerm(x, step)),
    );
  assert.equal(printTerm(remainderTerms(scaleTerm(sum(1), 8), constantTerm(8))), '0');
});

test('the product of long sums is a name of its own', () => {
  const sum = (name: string): Term =>
    Array.from({ length: 20 }, (_, i) => symbolTerm(`${name}${i}`)).reduce(addTerms);
  const product = multiplyTerms(sum('x'), sum('y'));
  assert.ok(isOpaque(product));
  assert.ok(sameTerm(product, multiplyTerms(sum('y'), sum('x'))));
  // An integer with such a name is not supposed to differ from 1, and has no sign where its term has none.
  assert.throws(() => signum(new StaticSymbol(subtractTerms(product, symbolTerm('z')))));
  assert.equal(signum(new StaticSymbol(product)), 1);
});

test('a quotient of what may be negative may be negative', () => {
  const m = symbolTerm('m');
  const quotient = floorDivideTerms(subtractTerms(m, constantTerm(64)), symbolTerm('n'));
  assert.equal(
    lessThan(new Dynamic(constantTerm(0)), new Dynamic(addTerms(quotient, constantTerm(1)))),
    undefined,
  );
  assert.equal(
    lessThan(
      new Dynamic(constantTerm(0)),
      new Dynamic(addTerms(floorDivideTerms(m, symbolTerm('n')), constantTerm(1))),
    ),
    true,
  );
});
