// What the catalogue says of arguments: how many there are, of which kind; and the signatures that it writes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tupleOperations } from '../../../server/src/algebra/catalog/tuples.ts';
import { check } from './told.ts';

test('numbers of arguments', async () => {
  await check({
    'product(3,4)': 'error[wrong-kind]: product takes 1 argument, not 2',
    'congruent((1,2))': 'error[wrong-kind]: congruent takes 2 arguments, not 1',
    'ceil_div(3)': 'error[wrong-kind]: ceil_div takes 2 arguments, not 1',
    'evenly_divides(3)': 'error[wrong-kind]: evenly_divides takes 2 arguments, not 1',
    'compact_col_major()': 'error[wrong-kind]: compact_col_major takes 1 to 2 arguments, not 0',
    'idx2crd(3)': 'error[wrong-kind]: idx2crd takes 2 to 3 arguments, not 1',
    'crd2idx(1,2,3,4)': 'error[wrong-kind]: crd2idx takes 2 to 3 arguments, not 4',
    'repeat<2>(3,4)': 'error[wrong-kind]: repeat takes 1 argument, not 2',
    'repeat(3)': 'error[wrong-kind]: repeat needs a template argument: repeat<…>',
    'wrap()': 'error[wrong-kind]: wrap takes 1 argument, not 0',
    'right_inverse()': 'error[wrong-kind]: right_inverse takes 1 argument, not 0',
    'logical_divide((4,4):(1,4),3,4)': 'error[wrong-kind]: logical_divide takes 2 arguments, not 3',
    'make_ordered_layout((4,4))': 'error[wrong-kind]: make_ordered_layout takes 2 arguments, not 1',
    'append<3>((2,2),1,2,3)': 'error[wrong-kind]: append takes 1 to 2 arguments, not 4',
    'upcast((4,4):(1,4))': 'error[wrong-kind]: upcast needs a template argument: upcast<…>',
    'recast_layout<8,0>((4,4):(1,4))': 'error[wrong-kind]: recast_layout: a width in bits must be positive',
    'upcast<0>((4,4):(1,4))': 'error[unsupported]: division by zero',
  });
});

test('kinds of arguments', async () => {
  const layout = (name: string, at: number): string =>
    `error[wrong-kind]: ${name}: argument ${at} must be a layout, not an integer`;
  await check({
    'logical_divide(3,(4,4):(1,4))': layout('logical_divide', 1),
    'coalesce(3,4)': layout('coalesce', 1),
    'right_inverse(3)': layout('right_inverse', 1),
    'left_inverse(3)': layout('left_inverse', 1),
    'max_alignment(3)': layout('max_alignment', 1),
    'upcast<2>(3)': layout('upcast', 1),
    'slice((_,1),3)': layout('slice', 2),
    'domain_offset((1,1),3)': layout('domain_offset', 2),
    'blocked_product((2,2):(1,2),3)': layout('blocked_product', 2),
    'max_common_layout((8,8):(8,1),3)': layout('max_common_layout', 2),
    'idx2crd((4,4):(1,4),3)':
      'error[wrong-kind]: idx2crd: argument 1 must be an integer or a tuple of integers, not a layout',
  });
});

test('a signature has as many parameters as the operation takes', async () => {
  const signatures = new Map(tupleOperations.map(({ name, signature }) => [name, signature]));
  const counted = {
    product: 1,
    sum: 1,
    product_each: 1,
    shape_div: 2,
    round_up: 2,
    congruent: 2,
    lex_less: 2,
  };
  for (const [name, count] of Object.entries(counted)) {
    assert.equal(signatures.get(name)?.split(',').length, count, name);
    await check({
      [`${name}(1,2,3)`]: `error[wrong-kind]: ${name} takes ${count === 1 ? '1 argument' : '2 arguments'}, not 3`,
    });
  }
});
