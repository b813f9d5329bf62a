// Layout text found in prose.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { layoutSpans } from '../../../server/src/frontends/notation/scan.ts';
import { SEED } from '../../algebra/properties-random.ts';
import { loadParser, withTree } from '../../grammar/support.ts';
import { leastTime } from '../../support/processor-time.ts';

const found = (text: string): string[] => layoutSpans(text).map(({ start, end }) => text.slice(start, end));

describe('what is layout text', () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    '// the tile is (4,8):(8,1), row-major.': ['(4,8):(8,1)'],
    '"Layout: (_4,_8):(_8,_1)\\n"': ['(_4,_8):(_8,_1)'],
    'prints _4:_1 here': ['_4:_1'],
    '(4, 8) : (8, 1)': ['(4, 8) : (8, 1)'],
    'smem is Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1).': [
      'Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)',
    ],
    'gmem_ptr[16b](0x7f..) o (4,8):(8,1)': ['gmem_ptr[16b](0x7f..) o (4,8):(8,1)'],
    'ArithTuple(_0,0) o (4,8):(1@1,1@0)': ['ArithTuple(_0,0) o (4,8):(1@1,1@0)'],
    '{8} o ((2,3),2):((2,15),100)': ['{8} o ((2,3),2):((2,15),100)'],
    'with cute::Swizzle<3,4,3>{} applied': ['cute::Swizzle<3,4,3>{}'],
    'Swizzle<B,M,S> is a type': [],
    'composition((4,6,8):(2,3,5), 6:12) = (2,3):(9,5)': ['composition((4,6,8):(2,3,5), 6:12)', '(2,3):(9,5)'],
    'coalesce((2,(1,6)):(1,(6,2)), <_,_>)': ['coalesce((2,(1,6)):(1,(6,2)), <_,_>)'],
    'logical_divide((8,16):(20,1), [4:1;8:2])': ['logical_divide((8,16):(20,1), [4:1;8:2])'],
    'print_layout((4,8):(8,1))': ['(4,8):(8,1)'],
    '((5,3):(1,7) o 4:1) o 2:5': ['((5,3):(1,7) o 4:1) o 2:5'],
    'L=(4,8):(8,1)(2,_)': ['(4,8):(8,1)(2,_)'],
    '(M,K):(K,1)': ['(M,K):(K,1)'],
    '(?,?{i64}):(?{div=8},1)': ['(?,?{i64}):(?{div=8},1)'],
    '(ceil_div(M,64),8):(8,1)': ['(ceil_div(M,64),8):(8,1)'],
    'rows->(4,8):(8,1)->cols': ['(4,8):(8,1)'],
    '((2):(1),(2,2):(2,1))': ['(2):(1)', '(2,2):(2,1)'],
    '(4,8):(8,1)\n * (2,2):(1,2)': ['(4,8):(8,1)', '(2,2):(1,2)'],
  };
  for (const [text, expected] of Object.entries(cases))
    test(text, () => assert.deepEqual(found(text), expected));
});

describe('what is not', () => {
  const prose = [
    'see 4:1 and 8:1',
    '(see 4:1)',
    'at 12:30, from 9:00 to 17:30',
    'kernel.cu(12): error',
    'foo.py:12:3: warning',
    'https://example.com:8080/a(b):(c)',
    '(a,b): the pair of a and b',
    '(a,b):(c,d)',
    'def f(x: int, y: int): (x, y)',
    'x[(1,2):(3,4)]',
    'x[1:4, 2:8]',
    '{(0,1):(2,3), (4,5):(6,7)}',
    '{"a": (1, 2), "b": (3, 4)}',
    'foo(1,2):(3,4)',
    '[text](4):(5)',
    '(1): (2)',
    '(1):(2):(3)',
    '(\\d+):(\\d+)',
    '(8,1):8',
    '(4,8):(8,1,2)',
    'm[(4,8):(8,1)]',
    'std::pair<3,4>:(1)',
    '(4,8):(8,1)(-1o)',
    '(4,8):(8,1)(4A)',
    '(o):(-1?)',
    '(4,8):(8*,1)',
    '',
  ];
  for (const text of prose) test(JSON.stringify(text), () => assert.deepEqual(found(text), []));
});

test('every span parses', async () => {
  const parser = await loadParser('notation');
  const pieces =
    '( ( ( ) ) , , : : ):( ):( 4 8 _4 -1 ? o o A M Sw<3,4,3> size( coalesce( <4:1> [ ] { } @0 . _4:_1 (4,8):(8,1)'.split(
      ' ',
    );
  let count = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 16 }), fc.boolean(), (chosen, spaced) => {
      const text = chosen.join(spaced ? ' ' : '');
      let last = 0;
      for (const { start, end } of layoutSpans(text)) {
        assert.ok(start >= last && end > start && end <= text.length);
        last = end;
        count++;
        withTree(parser, text.slice(start, end), (tree) =>
          assert.equal(tree.rootNode.hasError, false, text.slice(start, end)),
        );
      }
    }),
    { numRuns: 3000, seed: SEED },
  );
  assert.ok(count > 500, `${count} spans`);
});

test('the worked examples of the papers are found in prose', () => {
  const lines = readFileSync(new URL('../../golden/seeds.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const exprs = lines
    .map((line) => (JSON.parse(line) as { expr: string }).expr)
    .filter(
      (expr) =>
        /\):\(/.test(expr) && /^(?:coalesce|composition|\(|complement|left_inverse|logical_)/.test(expr),
    );
  assert.ok(exprs.length > 50);
  for (const expr of exprs) assert.deepEqual(found(`Here ${expr} is meant.`), [expr]);
});

test('the time to scan grows with the length of the text', () => {
  /** Of one scan; the processor's clock is too coarse for a short one. */
  const time = (text: string, times: number): number =>
    leastTime(() => {
      for (let i = 0; i < times; i++) layoutSpans(text);
    }) / times;
  const make = [
    (n: number) => `${'('.repeat(n)}(4,8):(8,1)`,
    (n: number) => `${'(1,'.repeat(n)}(4,8):(8,1)`,
    (n: number) => `${'A o '.repeat(n)}):(`,
    (n: number) => '((4,8):(8,1) o '.repeat(n / 4),
    (n: number) => `${'coalesce('.repeat(n / 4)}):(`,
    (n: number) => `${'coalesce(A,<4,'.repeat(n / 4)}):(1`,
    (n: number) => `${' '.repeat(4 * n)}):(`,
    (n: number) => `${'x'.repeat(4 * n)}_1:_1`,
    (n: number) => '(4,8):(8,1) '.repeat(n / 4),
  ];
  for (const text of make) {
    time(text(2000), 1);
    // Thirty-two times the text: in proportion, or a thousand times as long if it grew with the square.
    const [small, large] = [time(text(4000), 16), time(text(128_000), 1)];
    assert.ok(large < 32 * 8 * Math.max(small, 1), `${text(4).slice(0, 20)}: ${small} ms, ${large} ms`);
  }
});
