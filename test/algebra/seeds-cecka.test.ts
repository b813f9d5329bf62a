// Cecka, CuTe Layout Representation and Algebra: its tables and figures as far as golden/seeds.jsonl does not
// hold them (Tables 4 to 7 and Figure 5 are there), with the corrections of the seeds' page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compositionVerdict } from '../../server/src/algebra/admissibility/composition.ts';
import { applyOperation } from '../../server/src/algebra/catalog/catalog.ts';
import { isFailure } from '../../server/src/algebra/integer/failure.ts';
import { Dynamic } from '../../server/src/algebra/integer/integer.ts';
import { dynamicSymbol } from '../../server/src/algebra/integer/operations.ts';
import { ComposedLayout, Layout } from '../../server/src/algebra/layout/layout.ts';
import { printPlain } from '../../server/src/algebra/layout/print.ts';
import type { AlgebraValue } from '../../server/src/algebra/layout/value.ts';
import {
  describe,
  equalFunctions,
  isInjective,
  linearForm,
} from '../../server/src/algebra/property/properties.ts';
import {
  allValues,
  anyLayout,
  compactLayout,
  naive,
  powerLayout,
  SEED,
  sizeOf,
} from './properties-random.ts';
import { parse } from './swizzle-notation.ts';

const value = (text: string): AlgebraValue => parse(text) as AlgebraValue;
const layout = (text: string): Layout => value(text) as Layout;

/** An operation of the catalog on arguments in text; printed. */
const run = (name: string, ...args: (string | AlgebraValue)[]): AlgebraValue => {
  const result = applyOperation(
    name,
    args.map((a) => (typeof a === 'string' ? value(a) : a)),
  );
  assert.ok(!isFailure(result), `${name}(${args.join(', ')}): ${JSON.stringify(result)}`);
  return result;
};
const shown = (name: string, ...args: (string | AlgebraValue)[]): string => printPlain(run(name, ...args));
const equal = (a: Layout, b: Layout): boolean => {
  const answer = equalFunctions(a, b);
  return !isFailure(answer) && answer.holds;
};

/** The grid of a layout of two modes, rows first. */
const grid = (l: Layout, rows: number, columns: number): unknown[][] =>
  Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (_, j) => run('call', l, [i, j])));
const numbers = (text: string): number[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));

// --- figures 1 and 2, section 2.1 and 2.2 -------------------------------------------------------

test('1.2: the colexicographical bijection (i, j) = (k%4, k/4)', () => {
  for (let k = 0; k < 80; k++) {
    assert.equal(shown('idx2crd', new Dynamic(k), '(4,20)'), `(${k % 4},${Math.floor(k / 4)})`);
  }
});

test('Figure 1: a tensor folded into two matrices', () => {
  const tensor = layout('(2,2,2):(2,1,4)');
  const rows = layout('((2,2),2):((2,4),1)');
  const columns = layout('(2,(2,2)):(2,(1,4))');
  for (const [i, j, k] of [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 1],
    [1, 1, 1],
    [0, 0, 1],
  ]) {
    const at = run('call', tensor, [i!, j!, k!]);
    assert.equal(run('call', rows, [[i!, k!], j!]), at);
    assert.equal(run('call', columns, [i!, [j!, k!]]), at);
  }
  assert.equal(shown('coalesce', rows, [0, 0]), '(4,2):(2,1)', 'the flat representation');
  assert.equal(shown('coalesce', columns, [0, 0]), '(2,(2,2)):(2,(1,4))', 'there is none');
});

test('2.1: congruence and weak congruence', () => {
  assert.equal(run('congruent', '(4,8)', '(5,7)'), true);
  assert.equal(run('congruent', '(4,(2,4))', '(7,(3,2))'), true);
  assert.equal(run('congruent', '(4,8)', '(4,(2,4))'), false);
  assert.equal(run('congruent', '(4,(2,4))', '(0,((0,0)))'), false);
  assert.equal(run('weakly_congruent', '30', '(1,2)'), true);
  assert.equal(run('weakly_congruent', '(1,2)', '(1,(0,3))'), true);
  assert.equal(run('weakly_congruent', '(1,2)', '(1,2,3)'), false);
  assert.equal(run('weakly_congruent', '(1,(0,3))', '((0,0),0)'), false);
});

test('2.2.1: compatibility', () => {
  assert.equal(run('compatible', '30', '(6,5)'), true);
  assert.equal(run('compatible', '(6,5)', '((3,2),5)'), true);
  assert.equal(run('compatible', '(2,(3,5))', '((3,2),5)'), false);
});

test('Figure 2: coordinate lists', () => {
  const coarse = ['(2,3)', '(6,2)', '((2,3),2)'];
  const lists: Readonly<Record<string, string>> = {
    '(2,3)': '(0,0) (1,0) (0,1) (1,1) (0,2) (1,2)',
    '(6,2)': '(0,0) (1,0) (2,0) (3,0) (4,0) (5,0) (0,1) (1,1) (2,1) (3,1) (4,1) (5,1)',
    '((2,3),2)':
      '((0,0),0) ((1,0),0) ((0,1),0) ((1,1),0) ((0,2),0) ((1,2),0) ((0,0),1) ((1,0),1) ((0,1),1) ((1,1),1) ((0,2),1) ((1,2),1)',
  };
  for (const shape of coarse) {
    const expected = lists[shape]!.split(' ');
    const list = expected.map((_, i) => shown('idx2crd', new Dynamic(i), shape));
    assert.deepEqual(list, expected);
    expected.forEach((coordinate, i) => {
      const back = run('crd2idx', value(coordinate), shape);
      assert.equal(back instanceof Dynamic ? back.value : back, i);
    });
  }
  assert.equal(shown('idx2crd', new Dynamic(3), '4'), '3');
});

// --- figures 3 and 4, table 1, section 2.4 ------------------------------------------------------

/** The layouts over the integers of Figure 3, by the rows of Tables 5 to 7. */
const FIGURE_3 = {
  'column-major': '(4,8):(1,4)',
  'row-major': '(4,8):(8,1)',
  padded: '(4,8):(1,5)',
  interleaved: '(4,(4,2)):(4,(1,16))',
  mixed: '((2,2),(4,2)):((1,8),(2,16))',
  broadcast: '((2,2),(2,4)):((0,1),(0,2))',
  'broadcast, strided': '((2,2),(2,4)):((0,2),(0,4))',
} as const;

test('Figure 3: layouts compatible with (4,8)', () => {
  for (const [name, text] of Object.entries(FIGURE_3)) {
    assert.equal(run('compatible', '(4,8)', layout(text).shape as AlgebraValue), true, name);
    assert.equal(run('size', text), 32, name);
  }
  const at = (name: keyof typeof FIGURE_3) => grid(layout(FIGURE_3[name]), 4, 8);
  assert.deepEqual(at('column-major')[1], [1, 5, 9, 13, 17, 21, 25, 29]);
  assert.deepEqual(at('row-major')[1], [8, 9, 10, 11, 12, 13, 14, 15]);
  assert.deepEqual(at('padded')[1], [1, 6, 11, 16, 21, 26, 31, 36]);
  assert.deepEqual(at('interleaved')[1], [4, 5, 6, 7, 20, 21, 22, 23]);
  assert.deepEqual(at('mixed')[2], [8, 10, 12, 14, 24, 26, 28, 30]);
  assert.deepEqual(at('broadcast')[3], [1, 1, 3, 3, 5, 5, 7, 7]);
  assert.ok(describe(layout(FIGURE_3['column-major'])).includes('bijective onto [0, 32)'));
  assert.ok(describe(layout(FIGURE_3.mixed)).includes('bijective onto [0, 32)'));
  assert.ok(describe(layout(FIGURE_3.padded)).includes('injective'));
  assert.ok(describe(layout(FIGURE_3.broadcast)).includes('broadcast along mode 0 and 1'));
});

test('Figure 4: coordinates and binary strides', () => {
  const identity = layout('(4,8):(e0,e1)');
  assert.equal(shown('call', identity, '(3,5)'), '(3,5)');
  const folded = layout('(4,(4,2)):(e1,(e0,6e1))');
  assert.equal(shown('call', folded, '(3,(2,1))'), '(2,9)');
  const swizzled = layout('(4,(4,2)):(f1,(f5,f16))');
  assert.deepEqual(
    grid(swizzled, 4, 4).map((row) => row.map((v) => printPlain(v as AlgebraValue))),
    [
      ['f0', 'f5', 'f10', 'f15'],
      ['f1', 'f4', 'f11', 'f14'],
      ['f2', 'f7', 'f8', 'f13'],
      ['f3', 'f6', 'f9', 'f12'],
    ],
  );
  const injective = isInjective(swizzled);
  assert.ok(!isFailure(injective) && injective.holds);
});

test('Table 1: linear forms', () => {
  // Integer strides are the columns of a matrix of one row.
  const integers = layout('((2,2),(4,2)):((1,8),(2,16))');
  const row = [1, 8, 2, 16];
  for (const c of [
    [0, 1, 1, 1],
    [1, 1, 3, 0],
    [1, 0, 2, 1],
  ]) {
    const product = c.reduce((sum, x, i) => sum + x * row[i]!, 0);
    assert.equal(
      run('call', integers, [
        [c[0]!, c[1]!],
        [c[2]!, c[3]!],
      ]),
      product,
    );
  }
  // Coordinate strides: r0 = c1, r1 = c0 + 6 c2.
  assert.equal(shown('call', '(4,(4,2)):(e1,(e0,6e1))', '(2,(3,1))'), '(3,8)');
  // Binary strides: the columns of the printed matrix, lowest row first.
  const form = linearForm(layout('(4,4):(f1,f5)'));
  assert.ok(!isFailure(form) && form.linear);
  assert.deepEqual(form.bases.flat(2), [0b0001, 0b0010, 0b0101, 0b1010]);
});

test('2.4.3: every function with f(0) = 0 is a sequence of layouts', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 4, maxLength: 9 }), (values) => {
      const n = values.length + 1;
      const first = new Layout(
        values.map(() => 2),
        values,
      );
      let index = Array.from({ length: n }, (_, i) => i);
      // The rightmost n-3 layouts, (k,1):(1,2(k-1)) for k = n-1 down to 3, send i to 2^(i-1).
      for (let k = n - 1; k >= 3; k--) {
        index = index.map((i) => naive(new Layout([k, 1], [1, 2 * (k - 1)]), i) as number);
      }
      assert.deepEqual(
        index.slice(1),
        values.map((_, i) => 2 ** i),
      );
      assert.deepEqual(
        index.map((i) => naive(first, i)),
        [0, ...values],
      );
    }),
    { seed: SEED, numRuns: 300 },
  );
});

// --- tables 2 and 3 -----------------------------------------------------------------------------

test('Table 2: source and destination of COPY have the same size', () => {
  const rows: Readonly<Record<string, readonly [string, string]>> = {
    '1D Arrays': ['8:1', '8:1'],
    'ND Arrays': ['(8,2,3):(1,16,32)', '(8,2,3):(1,16,32)'],
    Gather: ['(2,3,2):(42,1,128)', '12:1'],
    Scatter: ['12:1', '(2,3,2):(42,1,128)'],
    Broadcast: ['7:0', '7:1'],
    Constant: ['7:0', '7:0'],
    Transpose: ['(8,3):(1,8)', '(8,3):(3,1)'],
    'Tensor Transpose': ['(8,(3,5)):(1,(57,8))', '(8,15):(1,8)'],
  };
  for (const [name, [source, destination]] of Object.entries(rows)) {
    assert.equal(run('size', source), run('size', destination), name);
    const injective = isInjective(layout(destination));
    // Only Constant writes an element twice.
    assert.ok(!isFailure(injective) && injective.holds === (name !== 'Constant'), name);
  }
});

test('Table 3: GEMM layouts with symbolic extents', () => {
  const [m, n, k, lda] = ['M', 'N', 'K', 'lda'].map((s) => dynamicSymbol(s));
  const a = new Layout([m!, k!], [1, lda!]);
  assert.equal(printPlain(run('size', a)), 'K*M');
  assert.equal(printPlain(run('call', a, [2, 3])), '3*lda+2');
  const [m1, m2] = [dynamicSymbol('M1'), dynamicSymbol('M2')];
  const folded = new Layout([[m1, m2], n!], [[1, dynamicSymbol('Y')], dynamicSymbol('Z')]);
  assert.equal(run('weakly_congruent', [m!, n!], folded.shape as AlgebraValue), true);
  assert.equal(printPlain(run('call', folded, [[1, 2], 3])), '2*Y+3*Z+1');
});

// --- section 3 ----------------------------------------------------------------------------------

test('3.1 (11): a layout is the sum of its modes', () => {
  fc.assert(
    fc.property(fc.array(anyLayout, { minLength: 1, maxLength: 3 }), (parts) => {
      const whole = run('make_layout', ...parts) as Layout;
      let places = 1;
      for (const part of parts) {
        for (let c = 0; c < sizeOf(part); c += 2) assert.equal(naive(whole, c * places), naive(part, c));
        places *= sizeOf(part);
      }
    }),
    { seed: SEED, numRuns: 500 },
  );
});

test('3.3.1: identities and associativity', () => {
  const identities = ['24:1', '(4,6):(1,4)', '(3,(4,2)):(1,(3,12))'].map(layout);
  for (const identity of identities) {
    assert.deepEqual(
      allValues(identity),
      Array.from({ length: 24 }, (_, i) => i),
    );
    for (const text of ['(4,6):(6,1)', '(2,3):(1,8)', '6:4']) {
      assert.ok(
        equal(run('composition', identity, text) as Layout, layout(text)),
        `${printPlain(identity)} o ${text}`,
      );
    }
    // A right identity keeps the function; its shape becomes the result's.
    for (const text of ['(4,6):(6,1)', '((2,2),6):((1,50),7)']) {
      const { value: result, truth } = compositionVerdict(layout(text), identity);
      if (isFailure(result)) continue;
      assert.equal(equal(result, layout(text)), truth.status === 'true', printPlain(result));
    }
  }
  for (const text of ['(4,6):(e0,e1)', '(4,(3,2)):(e0,(e1,3e1))']) {
    for (let i = 0; i < 4; i++) {
      for (let j = 0; j < 6; j++) assert.equal(shown('call', text, [i, j]), `(${i},${j})`);
    }
  }
  fc.assert(
    fc.property(powerLayout, compactLayout, compactLayout, (a, b, c) => {
      // Condition (18): the image of each lies in the domain of the one before it.
      if (sizeOf(c) > sizeOf(b) || sizeOf(b) > sizeOf(a)) return;
      const ab = applyOperation('composition', [a, b]);
      const bc = applyOperation('composition', [b, c]);
      if (isFailure(ab) || isFailure(bc)) return;
      const [left, right] = [applyOperation('composition', [ab, c]), applyOperation('composition', [a, bc])];
      if (isFailure(left) || isFailure(right)) return;
      const truth = allValues(new ComposedLayout(a, 0, new ComposedLayout(b, 0, c)));
      const isTrue = (l: AlgebraValue) => allValues(l as Layout).every((v, i) => v === truth[i]);
      if (isTrue(left) && isTrue(right)) assert.ok(equal(left as Layout, right as Layout));
    }),
    { seed: SEED, numRuns: 1000 },
  );
});

test('Figure 6: the thread and value of every element', () => {
  const inverse = run('right_inverse', '((4,8),2):((16,1),8)') as Layout;
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++) {
      const index = naive(inverse, row + 8 * column) as number;
      const [thread, register] = [index % 32, Math.floor(index / 32)];
      assert.equal(thread, row * 4 + Math.floor(column / 2));
      assert.equal(register, column % 2);
    }
  }
});

test('Figures 7 and 12: tilers of an 8×16 layout', () => {
  const data = '(8,16):(20,1)';
  const tilers = ['(4,8)', '<4:1, 8:1>', '<4:1, 8:2>', '<4:2, 8:2>', '<4:2, 8:1>'];
  for (const tiler of tilers) {
    const part = run('composition', data, tiler) as Layout;
    assert.equal(run('compatible', '(4,8)', part.shape as AlgebraValue), true, tiler);
    const zipped = run('zipped_divide', data, tiler) as Layout;
    assert.equal(run('compatible', '(32,4)', zipped.shape as AlgebraValue), true, tiler);
    // The first mode is the composition with the tiler, all 128 elements are there once.
    assert.deepEqual(allValues(zipped).slice(0, 32), allValues(part), tiler);
    assert.deepEqual(
      [...(allValues(zipped) as number[])].sort(),
      [...(allValues(layout(data)) as number[])].sort(),
    );
  }
  const same = ['(4,8)', '<4,8>', '<4:1,8:1>'].map((t) => shown('composition', data, t));
  assert.deepEqual(same, ['(4,8):(20,1)', '(4,8):(20,1)', '(4,8):(20,1)']);
  // A layout of coordinates acts like the tiler: (4,8) is (4,8):(e0,e1).
  assert.equal(shown('composition', data, '(4,8):(e0,e1)'), '(4,8):(20,1)');
});

test('Figure 8 and (25): the largest common vector', () => {
  const [a, b] = [layout('(2,2,2,2):(1,4,2,8)'), layout('(2,2,2,2):(1,8,2,4)')];
  assert.equal(run('max_common_vector', a, b), 4);
  // Coordinates of the vectorised elements: those of offsets 0 to 3, in both layouts.
  const common = run('max_common_layout', a, b) as Layout;
  assert.deepEqual(
    allValues(common).map((c) => naive(a, c as number)),
    [0, 1, 2, 3],
  );
  assert.deepEqual(
    allValues(common).map((c) => naive(b, c as number)),
    [0, 1, 2, 3],
  );
  fc.assert(
    fc.property(compactLayout, compactLayout, (x, y) => {
      if (sizeOf(x) !== sizeOf(y)) return;
      const k = applyOperation('max_common_vector', [x, y]);
      const [rx, ry] = [run('right_inverse', x) as Layout, run('right_inverse', y) as Layout];
      if (isFailure(k)) return;
      for (let i = 0; i < (k as number); i++) assert.equal(naive(rx, i), naive(ry, i));
    }),
    { seed: SEED, numRuns: 1000 },
  );
});

test('Figure 9 and 3.4.4: where the offsets of a TMEM instruction lie', () => {
  const instructions = {
    '32x32b.x1': '(1,128):(1,16384)',
    '32x32b.x2': '(2,128):(1,16384)',
    '16x256b.x1': '(8,(16,4)):(1,(16384,524288))',
  };
  const data = layout('(128,64):(16384,1)');
  const inverse = run('left_inverse', data) as Layout;
  for (const [name, text] of Object.entries(instructions)) {
    const offsets = allValues(layout(text)) as number[];
    const found = offsets.map((offset) => naive(inverse, offset) as number);
    assert.deepEqual(
      found.map((c) => naive(data, c)),
      offsets,
      name,
    );
    assert.equal(new Set(found).size, offsets.length, name);
  }
  // A layout of 64 lanes lacks the offsets of lane 64.
  const half = layout('(64,64):(16384,1)');
  const offset = 64 * 16384;
  const back = naive(run('left_inverse', half) as Layout, offset) as number;
  assert.ok(back >= sizeOf(half) || naive(half, back) !== offset, `${back} is not where ${offset} lies`);
});

test('Figure 10: blocked_product', () => {
  const result = run('blocked_product', '(3,4):(4,1)', '(2,5):(1,2)') as Layout;
  assert.deepEqual(
    grid(result, 6, 20),
    numbers(`
      0 1 2 3 24 25 26 27 48 49 50 51 72 73 74 75 96 97 98 99
      4 5 6 7 28 29 30 31 52 53 54 55 76 77 78 79 100 101 102 103
      8 9 10 11 32 33 34 35 56 57 58 59 80 81 82 83 104 105 106 107
      12 13 14 15 36 37 38 39 60 61 62 63 84 85 86 87 108 109 110 111
      16 17 18 19 40 41 42 43 64 65 66 67 88 89 90 91 112 113 114 115
      20 21 22 23 44 45 46 47 68 69 70 71 92 93 94 95 116 117 118 119`),
  );
});

test('Figure 11: raked_product', () => {
  const result = run('raked_product', '(3,4):(4,1)', '(2,5):(1,2)') as Layout;
  assert.deepEqual(
    grid(result, 6, 20),
    numbers(`
      0 24 48 72 96 1 25 49 73 97 2 26 50 74 98 3 27 51 75 99
      12 36 60 84 108 13 37 61 85 109 14 38 62 86 110 15 39 63 87 111
      4 28 52 76 100 5 29 53 77 101 6 30 54 78 102 7 31 55 79 103
      16 40 64 88 112 17 41 65 89 113 18 42 66 90 114 19 43 67 91 115
      8 32 56 80 104 9 33 57 81 105 10 34 58 82 106 11 35 59 83 107
      20 44 68 92 116 21 45 69 93 117 22 46 70 94 118 23 47 71 95 119`),
  );
});

test('3.5.2: the completed tiler', () => {
  assert.equal(shown('complement', '8:3', 24), '3:1');
  assert.ok(equal(run('composition', '24:3', '(8,3):(3,1)') as Layout, layout('(8,3):(9,3)')));
});

test('002: cosize of a concatenation is the sum of the cosizes less one', () => {
  fc.assert(
    fc.property(compactLayout, powerLayout, (a, b) => {
      const both = run('cosize', run('make_layout', a, b)) as number;
      assert.equal(both, (run('cosize', a) as number) + (run('cosize', b) as number) - 1);
    }),
    { seed: SEED, numRuns: 500 },
  );
});

test('003: what its examples are in CuTe', () => {
  assert.equal(shown('composition', '7:11', '3:4'), '3:44');
  assert.equal(shown('complement', '4:32', 256), '(32,2):(1,128)');
  assert.equal(shown('logical_product', '128:1', '4:32'), '(128,4):(1,4096)');
  assert.equal(shown('coalesce', '(2,4):(4,1)'), '(2,4):(4,1)');
  assert.equal(shown('filter_zeros', '(4,8,1):(1,0,7)'), '(4,1,1):(1,0,7)');
});
