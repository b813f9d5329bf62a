// The text notation lowered to expressions.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { lowerNotation, readNotation } from '../../../server/src/frontends/notation/notation.ts';
import { loadParser, withTree } from '../../grammar/support.ts';
import { short } from './expressions.ts';

const parser = await loadParser('notation');

const lower = (text: string): string =>
  withTree(parser, text, (tree) => {
    const expr = lowerNotation(tree, text);
    return expr === null ? 'null' : short(expr);
  });

function cases(title: string, table: Readonly<Record<string, string>>): void {
  describe(title, () => {
    for (const [text, expected] of Object.entries(table)) {
      test(text, () => assert.equal(lower(text), expected));
    }
  });
}

cases('layouts and integers', {
  '(4,8):(8,1)': 'layout[(4 8) (8 1)]',
  '4:1': 'layout[4 1]',
  '(8):(1)': 'layout[(8) (1)]',
  '((4,8),2):((16,1),8)': 'layout[((4 8) 2) ((16 1) 8)]',
  '(_4,8):(_-8,-1)': 'layout[(_4 8) (_-8 -1)]',
  '(0x10,0b101,4_c,-0)': '(16 5 _4 0)',
  '(?,?{i64}):(?{div=8},?{i64 div=16})': 'layout[(? ?) (?8 ?16)]',
  '(M,_kBlockM):(_kBlockM,1)': 'layout[(M _kBlockM) (_kBlockM 1)]',
  '(M/2,2*K+1):(ceil_div(M,64),-N)': 'layout[((M / 2) ((2 * K) + 1)) (ceil_div[M 64] -(N))]',
  '((2):(1),(2,2):(2,1))': '(layout[(2) (1)] layout[(2 2) (2 1)])',
  '(4,)': '(4)',
  '()': '()',
  __x: '__x',
});

cases('what parentheses mean', {
  '(8)': '(8)',
  '(M)': '(M)',
  '((8)):((1))': 'layout[((8)) ((1))]',
  '(M):(f(2))': 'layout[(M) (f[2])]',
  '(2-i)*2+(1-j)': '(((2 - i) * 2) + (1 - j))',
  '(M/2):(1)': 'layout[((M / 2)) (1)]',
  '(4:1)': 'layout[4 1]',
  '(4:1,)': '(layout[4 1])',
  'x((4:1), y=(8:1), (A o B), ((4:1) o C))':
    'x[(layout[4 1]) compose[A B] compose[layout[4 1] C] y=(layout[8 1])]',
  '((1,2:2),(1:1))': '((1 layout[2 2]) (layout[1 1]))',
  '(4:1)(2)': 'layout[4 1][2]',
  '((5,3):(1,7) o 4:1) o 2:5': 'compose[compose[layout[(5 3) (1 7)] layout[4 1]] layout[2 5]]',
  '(A o B)(3)': 'compose[A B][3]',
  '(A) o (4)': 'compose[A (4)]',
  '(K+1)@0': 'basis[(K + 1) @0]',
  'f((size(A)))': 'f[size[A]]',
});

cases('swizzles and compositions', {
  'Sw<3,4,3>': 'Sw<3,4,3>',
  'S<2,1,-3>': 'Sw<2,1,-3>',
  'Swizzle<3,4,3>{}': 'Sw<3,4,3>',
  'cute::Swizzle<3,4,3>{}': 'Sw<3,4,3>',
  'Swizzle<B,M,S>{}': 'Swizzle<B M S>{}',
  'Sw<3,4>': 'Sw<3 4>',
  'Sw<3,4,3> o _0 o (_8,_64):(_64,_1)': 'compose[Sw<3,4,3> _0 layout[(_8 _64) (_64 _1)]]',
  'Sw<3,4,3> o smem_ptr[16b](unset) o 8:1': 'compose[Sw<3,4,3> pointer[smem_ptr 16] layout[8 1]]',
  'Sw<1,2,1> o M_0|(2&2)=2 o (32):(4)': 'compose[Sw<1,2,1> 2 layout[(32) (4)]]',
  'gmem_ptr[32b](0x7f..) o 8:1': 'compose[pointer[gmem_ptr 32] layout[8 1]]',
  'ArithTuple(_0,0) o 4:_1@1': 'compose[ArithTuple[_0 0] layout[4 basis[_1 @1]]]',
  '{8} o 4:1': 'compose[{8} layout[4 1]]',
  'A ∘ B o C': 'compose[A B C]',
});

cases('strides of other kinds', {
  '16@0': 'basis[16 @0]',
  '1@0@1': 'basis[1 @0@1]',
  '1/2@0': 'basis[1/2 @0]',
  '-1/2@0': 'basis[-1/2 @0]',
  '_-3@0': 'basis[_-3 @0]',
  '2*K@0': 'basis[(2 * K) @0]',
  'K/4@1': 'basis[K/4 @1]',
  '1@0 + 2@1': '(basis[1 @0] + basis[2 @1])',
  '(e0,6e1,-2e1)': '(basis[1 @0] basis[6 @1] basis[-2 @1])',
  '(f5,f16)': '(f5 f16)',
});

cases('tilers and calls', {
  '<4:1, 8:2>': '<layout[4 1] layout[8 2]>',
  '[4:1;_]': '<layout[4 1] _>',
  '[[1],[2]]': '[[1] [2]]',
  'A(2,_)': 'A[2 _]',
  '(4,8):(8,1)(3)': 'layout[(4 8) (8 1)][3]',
  'size<0,1>(L)': 'size<0 1>[L]',
  'make_layout((4,8), stride=(8,1))': 'make_layout[(4 8) stride=(8 1)]',
  'f("a\\"b", \'c\')': 'f["a\\"b" "c"]',
  'f(true, False, None)': 'f[true false _]',
  'L.shape[0]': 'L.shape[[0]]',
  'GroupBy([6,6]).OrderBy(RegP([2,3],[2,1])).apply(4,2)':
    'GroupBy[[6 6]].OrderBy[RegP[[2 3] [2 1]]].apply[4 2]',
  'G.apply(4), p(i,j)=i*3+j, n=2': 'G.apply[4] where p=λ i j. ((i * 3) + j) n=2',
  'LinearLayout({"lane": [[1]], "warp": []}, ["dim0"])': 'LinearLayout[{"lane": [[1]], "warp": []} ["dim0"]]',
});

cases('host literals', {
  'Layout<Shape<_4,_8>,Stride<_8,_1>>{}': 'Layout<Shape<_4 _8> Stride<_8 _1>>{}',
  'cute::make_layout(make_shape(Int<4>{}, _8{}), LayoutRight{})':
    'cute::make_layout[make_shape[Int<4>{} _8] LayoutRight{}]',
  'cute.make_layout((4, 8), stride=(8, 1))': 'cute.make_layout[(4 8) stride=(8 1)]',
  'cute::Int<4>{}': 'cute::Int<4>{}',
  'cute::_8{}': '_8',
  '::cute::_8': '_8',
  'decltype(x){}': 'decltype[x]{}',
  'E<1,0>{}*2': '(E<1 0>{} * 2)',
  'L.shape<0>()': 'L.shape<0>[]',
});

cases('what is not one expression', {
  '': 'null',
  'x = 4:1': 'null',
  '4:1; 8:1': 'null',
  '# only a comment': 'null',
});

cases('what is broken has no value, and what stands beside it has', {
  '(4 8):(8,1)': 'layout[opaque[, is missing before `8`] (8 1)]',
  '(4,8': 'opaque[missing ), opened at column 1]',
  'f(4:1) $': 'opaque[unexpected `$`]',
  '1/0@0': 'opaque[the denominator is zero]',
  '(8,?{div=0})': '(8 opaque[a divisor is a positive integer])',
  '9007199254740993': 'opaque[9007199254740993 is too large]',
});

test('nesting beyond all reason is an error, not a crash', () => {
  const text = `${'('.repeat(5000)}4${')'.repeat(5000)}`;
  assert.match(lower(text), /^\(+opaque\[.*too deeply\]\)+$/);
});

test('offsets are shifted', () => {
  const text = 'f(4:1, x=8)';
  withTree(parser, text, (tree) => {
    const expr = lowerNotation(tree, text, 100);
    assert.equal(expr?.kind, 'call');
    if (expr?.kind !== 'call') return;
    assert.deepEqual(expr.span, { start: 100, end: 111 });
    assert.deepEqual(expr.args[0]?.span, { start: 102, end: 105 });
    assert.deepEqual(expr.keywords[0]?.nameSpan, { start: 107, end: 108 });
  });
});

describe('what Triton prints', () => {
  test('is read back', () => {
    const text =
      '\n - register is a size 1 dimension\n - lane=1 -> (1, 1)\n   lane=2 -> (0, 1)\n - warp=1 -> (4, 0)\nwhere out dims are: [dim0 (size 8), dim1 (size 2)]';
    assert.equal(
      lower(text),
      'LinearLayout[{"register": [], "lane": [[1 1] [0 1]], "warp": [[4 0]]} {"dim0": 8, "dim1": 2}]',
    );
  });
  test('is refused when a line is missing', () => {
    assert.match(
      lower('- lane=1 -> (1)\n  lane=4 -> (2)\nwhere out dims are: [d (size 4)]'),
      /lane=2 is expected/,
    );
    assert.match(lower('- lane=1 -> (1)'), /where out dims are/);
  });
  test('every printed layout of the golden data', () => {
    const lines = readFileSync(new URL('../../golden/triton.jsonl', import.meta.url), 'utf8')
      .trim()
      .split('\n');
    let count = 0;
    for (const line of lines) {
      const record = JSON.parse(line) as {
        text?: string;
        layout?: { bases: [string, number[][]][]; out_dims: [string, number][] };
      };
      if (record.text === undefined || record.layout === undefined) continue;
      const bases = record.layout.bases.map(
        ([name, images]) => `"${name}": [${images.map((image) => `[${image.join(' ')}]`).join(' ')}]`,
      );
      const dims = record.layout.out_dims.map(([name, size]) => `"${name}": ${size}`);
      assert.equal(lower(record.text), `LinearLayout[{${bases.join(', ')}} {${dims.join(', ')}}]`);
      count++;
    }
    assert.ok(count > 100, `${count} texts`);
  });
});

test('every layout, shape and tiler of the golden data is an expression without an error', () => {
  const folder = new URL('../../golden/', import.meta.url);
  const texts = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string' && /^[(<[]?[S(_\d]/.test(value) && /[:,]/.test(value)) texts.add(value);
    else if (Array.isArray(value)) value.forEach(collect);
  };
  for (const file of readdirSync(folder).filter((name) =>
    /^(composition|swizzle|basis|dynamic|divide|negative|slice)\.jsonl$/.test(name),
  )) {
    for (const line of readFileSync(new URL(file, folder), 'utf8').trim().split('\n')) {
      const record = JSON.parse(line) as Record<string, unknown>;
      for (const key of ['args', 'raw_args', 'result', 'raw']) collect(record[key]);
    }
  }
  assert.ok(texts.size > 2000, `${texts.size} texts`);
  for (const text of texts) {
    withTree(parser, text, (tree) => {
      const { statements, errors } = readNotation(tree, text);
      assert.deepEqual([statements.length, errors], [1, []], text);
    });
  }
});
