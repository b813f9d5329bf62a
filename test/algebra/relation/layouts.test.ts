// Relations of layouts: those of a thousand golden ones, at random, against the values that another program gives.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure, Violation } from '../../../server/src/algebra/integer/failure.ts';
import { dynamicSymbol } from '../../../server/src/algebra/integer/operations.ts';
import { type AnyLayout, Layout } from '../../../server/src/algebra/layout/layout.ts';
import { printPlain } from '../../../server/src/algebra/layout/print.ts';
import { equalFunctions } from '../../../server/src/algebra/property/equality.ts';
import { coordinateMapping, layoutMapping } from '../../../server/src/algebra/relation/layout.ts';
import { type MapTerm, map, set } from '../../../server/src/algebra/relation/term.ts';
import { asked } from '../../isl/library.ts';
import { naive, sizeOf } from '../properties-random.ts';
import { parse } from '../swizzle-notation.ts';
import { drawLayouts, tableText } from './golden.ts';
import { functionOf } from './values.ts';

const innermost = (layout: AnyLayout): Layout =>
  layout instanceof Layout ? layout : innermost(layout.inner);

test('relations of 1,000 random golden layouts are their values', () => {
  let confirmed = 0;
  for (const draw of drawLayouts(1000, 20261122)) {
    const { layout, points } = draw;
    const term = layoutMapping(layout, 'flat');
    if (isFailure(term)) {
      assert.ok(term instanceof Violation && term.code === 'unsupported');
      continue;
    }
    const name = printPlain(layout);
    const at = set(`{ ${points.map((c) => `[${c}]`).join('; ')} }`);
    const restricted = { op: 'restrict', of: term, to: at } as const;
    assert.equal(asked({ ask: 'equal', left: restricted, right: map(tableText(draw)) }), true, name);
    confirmed++;
    // What is before a swizzle has the same domain, and says so a hundred times sooner.
    const plain = layoutMapping(innermost(layout), 'flat');
    assert.ok(!isFailure(plain));
    const wanted = set(`{ [c] : 0 <= c < ${sizeOf(layout)} }`);
    assert.equal(asked({ ask: 'equal', left: { op: 'domain', of: plain }, right: wanted }), true, name);
  }
  assert.ok(confirmed >= 950, `${confirmed} confirmed`);
});

/** Of longer ones this many coordinates are called. */
const MAXIMUM_CALLS = 2 ** 13;

test('relations of 1,000 random golden layouts are their values at every coordinate', () => {
  let [called, whole] = [0, 0];
  for (const { layout } of drawLayouts(1000, 20261123)) {
    const term = layoutMapping(layout, 'flat');
    if (isFailure(term)) continue;
    const [run, size] = [functionOf(term), sizeOf(layout)];
    const count = Math.min(size, MAXIMUM_CALLS);
    for (let c = 0; c < count; c++)
      assert.equal(run([c])?.[0], naive(layout, c), `${printPlain(layout)} at ${c}`);
    assert.equal(run([size]), null, printPlain(layout));
    called += count;
    if (count === size) whole++;
  }
  assert.ok(whole >= 900 && called > 50_000, `${whole} layouts as a whole, ${called} coordinates`);
});

const layoutOf = (text: string): AnyLayout => parse(text) as AnyLayout;
const mapping = (text: string, space: Parameters<typeof layoutMapping>[1]): MapTerm => {
  const term = layoutMapping(layoutOf(text), space);
  assert.ok(!isFailure(term), text);
  return term;
};

test('a relation is the same function in every coordinate space', () => {
  const texts = [
    '(4,(2,2)):(2,(1,8))',
    '((2,3),(4,5)):((60,1),(3,12))',
    '(4,6,8,10):(2,3,5,7)',
    '(2,1,8):(0,5,-3)',
  ];
  for (const text of texts) {
    const layout = layoutOf(text) as Layout;
    for (const space of ['natural', layout.shape] as const) {
      const coordinates = coordinateMapping(layout.shape);
      assert.ok(!isFailure(coordinates));
      const composed = { op: 'compose', first: coordinates, next: mapping(text, space) } as const;
      assert.equal(asked({ ask: 'equal', left: composed, right: mapping(text, 'flat') }), true, text);
    }
  }
  // Coordinates that run across the modes.
  const grouped = coordinateMapping([8, 2]);
  assert.ok(!isFailure(grouped));
  const across = { op: 'compose', first: grouped, next: mapping('(4,4):(1,8)', [8, 2]) } as const;
  assert.equal(asked({ ask: 'equal', left: across, right: mapping('(4,4):(1,8)', 'flat') }), true);
});

test('bits are those of the integer, lowest first', () => {
  const text = 'Sw<2,0,3> o 0 o (8,8):(8,1)';
  const bits = '[c0, c1, c2, c3, c4, c5]';
  const number = 'c0 + 2c1 + 4c2 + 8c3 + 16c4 + 32c5';
  const digits = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'].map((c) => `0 <= ${c} < 2`).join(' and ');
  const numbers = map(`{ ${bits} -> [${number}] : ${digits} }`);
  const through = { op: 'compose', first: numbers, next: mapping(text, 'flat') } as const;
  const direct = { op: 'compose', first: mapping(text, 'bits'), next: numbers } as const;
  assert.equal(asked({ ask: 'equal', left: through, right: direct }), true);
});

test('coordinates have as many numbers as those that they are', () => {
  const identity = mapping('(4,8):(1@0,1@1)', 'flat');
  assert.equal(
    asked({ ask: 'equal', left: identity, right: map('{ [c] -> [c mod 4, floor(c/4)] : 0 <= c < 32 }') }),
    true,
  );
  const second = mapping('3:2@1', 'flat');
  assert.equal(asked({ ask: 'equal', left: second, right: map('{ [c] -> [0, 2c] : 0 <= c < 3 }') }), true);
  const nested = mapping('(3,2):(1@1@0,1@1)', 'natural');
  const wanted = map('{ [a, b] -> [0, a, b] : 0 <= a < 3 and 0 <= b < 2 }');
  assert.equal(asked({ ask: 'equal', left: nested, right: wanted }), true);
});

const [M, N] = [dynamicSymbol('M'), dynamicSymbol('N')];

test('names of extents are parameters; what is not affine is refused with its place', () => {
  const text = (layout: Layout, space: 'flat' | 'natural'): unknown => {
    const term = layoutMapping(layout, space);
    return isFailure(term) ? term : asked({ ask: 'text', of: term });
  };
  assert.equal(text(new Layout([8, M], [1, 8]), 'flat'), '[M] -> { [c] -> [c] : 0 <= c < 8M }');
  assert.equal(
    text(new Layout([M, 8], [8, 1]), 'natural'),
    '[M] -> { [c0, c1] -> [8c0 + c1] : 0 <= c0 < M and 0 <= c1 <= 7 }',
  );
  const refused = (layout: Layout, space: 'flat' | 'natural'): string => {
    const failure = text(layout, space);
    assert.ok(failure instanceof Violation);
    return failure.message;
  };
  assert.match(
    refused(new Layout([M, 8], [8, 1]), 'flat'),
    /^the extent M would be multiplied by a coordinate/,
  );
  assert.match(refused(new Layout([M, N], [N, 1]), 'natural'), /^the stride of mode 0 is N: /);
});

test('layouts that are equal have equal relations', () => {
  const pairs = [
    ['(3,4):(1,3)', '12:1'],
    ['(4,8):(8,1)', '(4,8):(1,4)'],
    ['((2,2),8):((8,16),1)', '(4,8):(8,1)'],
  ] as const;
  for (const [a, b] of pairs) {
    const decision = equalFunctions(layoutOf(a), layoutOf(b));
    assert.ok(!isFailure(decision));
    assert.equal(
      asked({ ask: 'equal', left: mapping(a, 'flat'), right: mapping(b, 'flat') }),
      decision.holds,
    );
  }
});
