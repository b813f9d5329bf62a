// Document 000's Tables 1 and 2 and its worked examples. Relations are compared by libisl's own equality: the texts here
// are the document's, and differ from ours.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shown } from './notation.ts';

async function equal(ours: string, theirs: string): Promise<void> {
  assert.equal(await shown(`equal(${ours}, ${theirs})`), 'true', `${ours} is not ${theirs}`);
}

const bits = (count: number): string =>
  Array.from({ length: count }, (_, k) => `0 <= c${k} <= 1`).join(' and ');
const [of3, of4] = [bits(3), bits(4)];
const SQUARE = '0 <= c0 <= 3 and 0 <= c1 <= 3';

/** Layout, binary vector space mapping, layout mapping. */
const TABLE_1: readonly (readonly [name: string, layout: string, binary: string, mapping: string])[] = [
  [
    'swizzled',
    'LinearLayout(crd=(4,4), idx=(4,4), vals=[(1,1),(2,2),(0,1),(0,2)])',
    `{ [c0, c1, c2, c3] -> [c0, c1, (c0 + c2) mod 2, (c1 + c3) mod 2] : ${of4} }`,
    `{ [c0, c1] -> [c0, 1 - (c0) mod 2 - (1 + c0 + c1) mod 2 + (1 + c0 + 3c1 - (1 + c1) mod 2) mod 4] : ${SQUARE} }`,
  ],
  [
    '1d_identity',
    'LinearLayout(crd=8, idx=8, vals=[1,2,4])',
    `{ [c0, c1, c2] -> [c0, c1, c2] : ${of3} }`,
    '{ [c0] -> [c0] : 0 <= c0 <= 7 }',
  ],
  [
    // The document prints one of the three bits of the index space.
    'zeros',
    'LinearLayout(crd=8, idx=8, vals=[0,0,0])',
    `{ [c0, c1, c2] -> [0, 0, 0] : ${of3} }`,
    '{ [c0] -> [0] : 0 <= c0 <= 7 }',
  ],
  [
    '2d_identity',
    'LinearLayout(crd=(4,4), idx=(4,4), vals=[(1,0),(2,0),(0,1),(0,2)])',
    `{ [c0, c1, c2, c3] -> [c0, c1, c2, c3] : ${of4} }`,
    `{ [c0, c1] -> [c0, c1] : ${SQUARE} }`,
  ],
  [
    // The document prints the identity for its mapping, and the right binary one.
    '2d_transpose',
    'LinearLayout(crd=(4,4), idx=(4,4), vals=[(0,1),(0,2),(1,0),(2,0)])',
    `{ [c0, c1, c2, c3] -> [c2, c3, c0, c1] : ${of4} }`,
    `{ [c0, c1] -> [c1, c0] : ${SQUARE} }`,
  ],
  [
    '1d_transpose',
    'LinearLayout(crd=16, idx=16, vals=[4,8,1,2])',
    `{ [c0, c1, c2, c3] -> [c2, c3, c0, c1] : ${of4} }`,
    '{ [c0] -> [15 + 4c0 + 15*floor((-1 - c0)/4)] : 0 <= c0 <= 15 }',
  ],
  [
    '2d_broadcast',
    'LinearLayout(crd=(4,4), idx=4, vals=[1,2,0,0])',
    `{ [c0, c1, c2, c3] -> [c0, c1] : ${of4} }`,
    `{ [c0, c1] -> [c0] : ${SQUARE} }`,
  ],
];

for (const [name, layout, binary, mapping] of TABLE_1)
  test(`Table 1: ${name}`, async () => {
    await equal(`relation(${layout}, bits)`, binary);
    await equal(`relation(${layout})`, mapping);
  });

/** Operation, layout mapping, resulting layout. */
const TABLE_2: readonly (readonly [operation: string, mapping: string, layout: string | null])[] = [
  ['(4,2,2):(2,1,8)', '{ [c] -> [7 + 2c + 6*floor(c/8) + 7*floor((-1 - c)/4)] : 0 <= c <= 15 }', null],
  [
    'relation_inverse((4,2,2):(2,1,8))',
    '{ [c] -> [-3c + 4*floor(c/8) + 7*floor((1 + c)/2)] : 0 <= c <= 15 }',
    '(2,4,2):(4,1,8)',
  ],
  [
    'relation_left_inverse((4,2,2):(4,2,32))',
    '{ [c] -> [2c - 7*floor(c/4) + 28*floor(c/16) - 56*floor(c/32) + 14*((c) mod 2)] : 0 <= c <= 63 }',
    '(2,2,4,2,2):(16,4,1,32,8)',
  ],
  [
    'relation_right_inverse((4,8,2):(8,1,33))',
    '{ [c] -> [31 + 4c + 31*floor((-1 - c)/8)] : 0 <= c <= 31 }',
    '(8,4):(4,1)',
  ],
  ['relation_complement((2,2):(1,5), 20)', '{ [c] -> [2c + 5*floor(c/2)] : 0 <= c <= 5 }', '(2,3):(2,9)'],
  ['relation_complement((4,2):(1,16), 32)', '{ [c] -> [4c] : 0 <= c <= 3 }', '4:4'],
  [
    'relation_complement((2,2):(2,10), 20)',
    '{ [c] -> [-1 + 2c + 10*floor(c/4) + ((1 + c) mod 2)] : 0 <= c <= 7 }',
    '((2,2),2):((1,4),18)',
  ],
  [
    'relation_complement((2,2):(1,4), 20)',
    '{ [c] -> [-2 + 4c + 2*((1 + c) mod 2)] : 0 <= c <= 5 }',
    '(2,3):(2,8)',
  ],
  [
    'relation_composition((2,2):(1,80), (2,2):(2,1))',
    '{ [c] -> [-79c + 159*floor((1 + c)/2)] : 0 <= c <= 3 }',
    '(2,2):(80,1)',
  ],
  [
    'relation_composition((4,6,8,10):(2,3,5,7), 6:12)',
    '{ [c] -> [-4c + 13*floor((1 + c)/2)] : 0 <= c <= 5 }',
    '(2,3):(9,5)',
  ],
  ['relation_composition((4,2,8):(3,12,97), 3:3)', '{ [c] -> [9c] : 0 <= c <= 2 }', '3:9'],
  [
    'relation_composition(((4,2),(2,4)):((2,16),(1,8)), ((4,8),2):((16,1),8))',
    '{ [c] -> [30 + 8c + 8*floor(c/16) - 31*floor(c/32) + 30*floor((-1 - c)/4)] : 0 <= c <= 63 }',
    '((4,(4,2)),2):((8,(2,16)),1)',
  ],
  [
    'relation_composition((4,2,2):(2,1,8), 16:1)',
    '{ [c] -> [7 + 2c + 6*floor(c/8) + 7*floor((-1 - c)/4)] : 0 <= c <= 15 }',
    '(4,2,2):(2,1,8)',
  ],
  ['Sw<1,2,1>', '{ [c] -> [c - (c) mod 8 + (c + 4*floor(c/8)) mod 8] : 0 <= c <= 15 }', null],
  ['Sw<1,2,-1>', '{ [c] -> [-7 + 2*((c) mod 8) + (7 + c - 2*((c) mod 4)) mod 16] : 0 <= c <= 15 }', null],
];

for (const [operation, mapping, layout] of TABLE_2)
  test(`Table 2: ${operation}`, async () => {
    // What is worked out is a layout of its own; the mapping is that of what comes out.
    const result = operation.startsWith('relation_') ? await shown(operation) : operation;
    await equal(`relation(${result})`, mapping);
    if (layout !== null) await equal(`relation(${result})`, `relation(${layout})`);
  });

test('3.4: the spaces of a hierarchical layout', async () => {
  const H = '(4,(2,2)):(2,(1,8))';
  await equal(`relation(${H})`, '{ [c] -> [7 + 2c + 6*floor(c/8) + 7*floor((-1 - c)/4)] : 0 <= c <= 15 }');
  await equal(
    `coordinate_mapping(${H})`,
    '{ [c] -> [c mod 4, floor(c/4) - 2*floor(c/8), floor(c/8)] : 0 <= c <= 15 }',
  );
  await equal(
    `index_mapping(${H})`,
    '{ [c0, c1, c2] -> [2c0 + c1 + 8c2] : 0 <= c0 <= 3 and 0 <= c1 <= 1 and 0 <= c2 <= 1 }',
  );
  await equal(`coordinate_mapping(${H}, (4,4))`, '{ [c] -> [c mod 4, floor(c/4)] : 0 <= c <= 15 }');
  await equal(`relation(${H}, (4,4))`, `{ [c0, c1] -> [-3 + 2c0 + 4c1 + 3*((1 + c1) mod 2)] : ${SQUARE} }`);
});

test('3.5, 3.6: a layout from its mapping and the shape, or the strides', async () => {
  const mapping = 'relation((4,(2,2)):(2,(1,8)))';
  assert.equal(await shown(`layout_from_mapping(${mapping}, (4,2,2))`), '(4,2,2):(2,1,8)');
  assert.equal(await shown(`layout_from_mapping(${mapping}, (4,(2,2)))`), '(4,(2,2)):(2,(1,8))');
  assert.equal(
    await shown(`layout_from_mapping(${mapping}, (4,4))`),
    'error[inadmissible]: (4,4):(2,1) has the strides, and is another function: at 8 it gives 2, the mapping 8',
  );
  assert.equal(await shown(`layout_from_strides(${mapping}, (2,1,8))`), '(4,2,2):(2,1,8)');
  assert.match(
    await shown(`layout_from_strides(${mapping}, (2,3))`),
    /^error\[inadmissible\]: no shape of 16 elements/,
  );
});

test('3.7.1: composition with and without promotion', async () => {
  const F = '(2,2):(2,1)';
  await equal(`relation(${F})`, '{ [c] -> [-c + 3*floor((1 + c)/2)] : 0 <= c <= 3 }');
  await equal(
    `relation((2,1):(1,80)) o relation(${F})`,
    '{ [c] -> [floor(c/2)] : (c) mod 2 = 0 and 0 <= c <= 2 }',
  );
  assert.equal(await shown(`(2,1):(1,80) o ${F}`), '(2,2):(80,1)');
  assert.match(
    await shown(`relation_composition((2,1):(1,80), ${F})`),
    /^error\[inadmissible\]: at 1 of a mode/,
  );
  await equal(`in_bounds((2,1):(1,80), ${F})`, '{ [0]; [2] }');
});

test('3.7.2, 3.7.3: the range of a layout, and an inverse with gaps', async () => {
  await equal(
    'range((2,2):(1,5))',
    '{ [c] : -3 <= c <= 6 and 5*floor((-2 + c)/5) <= -5 + c and 5*floor((-1 - 2c)/5) >= -6 - 3c }',
  );
  await equal('relation((2,2):(1,8))', '{ [c] -> [-3 + 4c + 3*((1 + c) mod 2)] : 0 <= c <= 3 }');
  assert.equal(await shown('relation_right_inverse((2,2):(1,8))'), '2:1');
  assert.match(await shown('relation_inverse((2,2):(1,8))'), /no bijection onto \[0, 4\)/);
});

test('4.2: the bits of a swizzle, which the document writes highest first', async () => {
  await equal('relation(Sw<1,2,1>, bits)', `{ [c0, c1, c2, c3] -> [c0, c1, (c2 + c3) mod 2, c3] : ${of4} }`);
  await equal('relation(Sw<1,2,1>) o relation(Sw<1,2,1>)', '{ [c] -> [c] : 0 <= c < 16 }');
});

test('5.3: the layout mapping of the linear example as (25) has it', async () => {
  await equal(
    'relation(LinearLayout(crd=(4,4), idx=(4,4), vals=[(1,1),(2,2),(0,1),(0,2)]))',
    `{ [c0, c1] -> [c0, 3 + (c0) mod 2 - (1 + c0 + c1) mod 2 - (3 + c0 + 3c1 - (1 + c1) mod 2) mod 4] : ${SQUARE} }`,
  );
});

test('6: a shuffle that no layout is', async () => {
  const S = '{ [c] -> [(-3c) mod 16] : 0 <= c <= 15 }';
  assert.equal(await shown(`is_bijective(${S})`), 'true');
  await equal(`inverse(${S})`, '{ [c] -> [(5c) mod 16] : 0 <= c <= 15 }');
  await equal(`${S} o ${S}`, '{ [c] -> [(9c) mod 16] : 0 <= c <= 15 }');
  assert.match(await shown(`layout_from_mapping(${S}, 16)`), /^error\[inadmissible\]: 16:13 has the strides/);
});
