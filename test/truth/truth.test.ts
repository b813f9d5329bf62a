// The instrument of `npm run truth` itself, without a compiler: what it writes, and how it judges.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Dynamic } from '../../server/src/algebra/integer/integer.ts';
import { dynamicSymbol, staticSymbol } from '../../server/src/algebra/integer/operations.ts';
import { Layout } from '../../server/src/algebra/layout/layout.ts';
import { OneOf, Unknown, type Value } from '../../server/src/evaluate/model/value.ts';
import { grammars } from '../evaluate/cpp/support.ts';
import { compare, type Truth } from './compare.ts';
import { errorsIn } from './compile.ts';
import { examine } from './examine.ts';
import { families } from './families.ts';
import { snippets } from './run.ts';
import { probesOf, type Snippet, type, value, without } from './snippet.ts';
import { programOf, sourceOf } from './unit.ts';

const verdict = (truth: Truth, shown: Value): string => compare(truth, shown).verdict.kind;
const dynamic = (n: number): Dynamic => new Dynamic(n);
const open = new Dynamic(null);
const unknown = new Unknown('run-time', 'nobody knows');

test('a seed writes the same snippets each time, another one others', () => {
  const texts = (seed: number): readonly string[] =>
    [...snippets({ seed, count: 400, families })].map((s) => sourceOf(s).text);
  assert.deepEqual(texts(7), texts(7));
  assert.notDeepEqual(texts(7), texts(8));
});

test('every family writes variables, and names each where it is declared', () => {
  for (const family of families) {
    const written = [...snippets({ seed: 3, count: 40, families: [family] })];
    assert.ok(written.flatMap(probesOf).length >= 40, family.name);
    for (const snippet of written) {
      const { text, placed } = sourceOf(snippet);
      for (const { probe, start, end } of placed)
        assert.ok(text.slice(start, end).includes(probe.name.replace(/_(?:value|type)$/, '')), family.name);
    }
  }
});

test('a value is right only with its static marks and its nesting', () => {
  const four: Truth = { static: '4' };
  const runTime: Truth = { dynamic: '4' };
  assert.equal(verdict(four, 4), 'equal');
  assert.equal(verdict(runTime, dynamic(4)), 'equal');
  assert.equal(verdict(four, 5), 'wrong');
  assert.equal(verdict(four, dynamic(4)), 'wrong');
  assert.equal(verdict(runTime, 4), 'wrong');
  assert.equal(verdict([four, runTime], [4, dynamic(4)]), 'equal');
  assert.equal(verdict([four, [runTime]], [4, dynamic(4)]), 'wrong');
  assert.equal(verdict([four, runTime], [4]), 'wrong');
  assert.equal(verdict({ shape: four, stride: { static: '1' } }, new Layout(4, 1)), 'equal');
  assert.equal(verdict({ shape: four, stride: { static: '2' } }, new Layout(4, 1)), 'wrong');
  assert.equal(verdict(four, new Layout(4, 1)), 'wrong');
  assert.equal(verdict({ dynamic: true }, true), 'equal');
  assert.equal(verdict({ dynamic: true }, false), 'wrong');
  assert.equal(verdict({ dynamic: '1' }, true), 'wrong');
  assert.equal(verdict({ dynamic: '9007199254740993' }, dynamic(9007199254740992)), 'wrong');
});

test('what is partly known agrees as far as it is known, or is wrong', () => {
  const truth: Truth = [{ static: '4' }, { dynamic: '6' }];
  assert.equal(verdict(truth, [4, open]), 'partly');
  assert.equal(verdict(truth, [4, unknown]), 'partly');
  assert.equal(verdict(truth, [5, open]), 'wrong');
  assert.equal(verdict(truth, [open, dynamic(6)]), 'wrong');
  assert.equal(verdict({ static: '4' }, staticSymbol('N')), 'partly');
  assert.equal(verdict({ dynamic: '4' }, staticSymbol('N')), 'wrong');
  assert.equal(verdict({ dynamic: '6' }, new Dynamic(null, 4)), 'wrong');
  assert.equal(verdict({ dynamic: '8' }, new Dynamic(null, 4)), 'partly');
  assert.equal(verdict({ dynamic: '8' }, new OneOf([dynamic(7), dynamic(8)], unknown)), 'partly');
  assert.equal(verdict({ dynamic: '9' }, new OneOf([dynamic(7), dynamic(8)], unknown)), 'wrong');
  assert.equal(verdict({ other: 'object' }, dynamic(3)), 'wrong');
  assert.deepEqual(compare(truth, unknown).verdict, { kind: 'unknown', category: 'run-time' });
});

test('a name for a run-time integer stands for what the program printed for it', () => {
  const shown = dynamicSymbol('n', 1, 'any');
  const judged = (names: readonly (readonly [string, bigint])[]): string =>
    compare({ dynamic: '4' }, shown, 'value', new Map(names)).verdict.kind;
  assert.equal(judged([]), 'partly');
  assert.equal(judged([['n', 4n]]), 'equal');
  assert.equal(judged([['n', 5n]]), 'wrong');
});

const piece = (code: string, name?: string) => ({ code, probes: name === undefined ? [] : [value(name)] });
const SNIPPET: Snippet = {
  family: 'test',
  index: 0,
  outside: [piece('constexpr int k = 3;', 'k'), { code: 'using T = Int<k>;', probes: [type('T')] }],
  inside: [piece('int n = k;'), piece('auto a = make_shape(T{}, 4);', 'a')],
};

test('Layout Lens is asked for the variables that the program prints', async () => {
  const truths = new Map<number, Truth>([
    [0, { dynamic: '3' }],
    [1, { static: '3' }],
    [2, [{ static: '3' }, { dynamic: '5' }]],
  ]);
  const examined = examine(await grammars(), SNIPPET, {
    kind: 'ran',
    snippet: SNIPPET,
    truths,
    messages: [],
  });
  assert.ok(examined.kind === 'compared');
  assert.deepEqual(
    examined.answers.map((a) => [a.probe.name, a.comparison?.shown, a.comparison?.verdict.kind]),
    [
      ['k', '3', 'equal'],
      ['T', '_3', 'equal'],
      ['a', '(_3,4)', 'wrong'],
    ],
  );
});

test('an error of the compiler is blamed on the piece that it arose from', () => {
  const unit = programOf([SNIPPET, SNIPPET]);
  const lines = unit.text.split('\n');
  const at = (text: string): number => lines.lastIndexOf(text) + 1;
  const used = at('auto a = make_shape(T{}, 4);');
  const errors = [
    'In file included from probe.hpp:3:',
    'layout.hpp: In instantiation of ‘f<int>’:',
    `unit.cpp:${at('using T = Int<k>;')}:9:   required from ‘g<int>’`,
    `unit.cpp:${used}:10:   required from here`,
    'layout.hpp:40:3: error: static assertion failed: no',
    `unit.cpp:${at('int n = k;')}:5: error: redeclaration`,
  ].join('\n');
  const found = errorsIn(errors, 'unit.cpp', unit.lines);
  assert.deepEqual(
    found.map(({ place, message }) => [place.snippet, place.piece, message]),
    [
      [1, 3, 'static assertion failed: no'],
      [1, 2, 'redeclaration'],
    ],
  );
  assert.deepEqual(
    probesOf(without(SNIPPET, new Set([3]))).map((p) => p.name),
    ['k', 'T'],
  );
});
