// What the notation makes of pointers, offsets and dictionaries, and what it says of those that stand at a wrong place.

import test from 'node:test';
import { check } from './evaluated.ts';

test('offsets of composed layouts, and data of tensors', () =>
  check({
    'Sw<1,0,1> o 8 o 8:1': 'Sw<1,0,1> o 8 o 8:1',
    'Sw<1,0,1> o {8} o 8:1': 'Sw<1,0,1> o 8 o 8:1',
    'Sw<1,0,1> o {8}': 'wrong-kind: composition does not take an integer here',
    'Sw<1,0,1> o 4 o 8': 'wrong-kind: an offset stands between a swizzle or layout and a layout',
    '4 o 8:1': 'wrong-kind: an integer is no data of a tensor',
    'gmem_ptr[16b](0x0) o 8:1': 'gmem_ptr[16b] o 8:1',
    'smem_ptr[16b](0x0) o 8:1': 'smem_ptr[16b] o 8:1',
    'rmem_ptr[16b](0x0) o 8:1': 'ptr[16b] o 8:1',
    'tmem_ptr[32b](0x0) o 8:1': 'tmem_[32b] o 8:1',
    'ptr[16b](0x0) o 8:1': 'ptr[16b] o 8:1',
    '(1,2) o 3': 'wrong-kind: the data of a tensor stands before a layout',
    '(1,2) o (4,8):(1@0,1@1)': 'ArithTuple(1,2) o (4,8):(1@0,1@1)',
    'data o 8:1': 'ptr[?b] o 8:1',
  }));

test('a key stands once in a dictionary', () =>
  check({
    'LinearLayout({"a": [[1]], "a": [[2]]}, ["dim0"])': 'unsupported: the key a stands twice',
  }));

test('layouts of tables', () =>
  check({
    'layout_of([0,4,1,5], (2,2))': '(2,2):(4,1)',
    'layout_of([[0,1],[4,5]])': '(2,2):(4,1)',
    'layout_of(missing(1), other(2))': 'missing-name: there is no operation missing',
    'layout_of([0,1], other(2))': 'missing-name: there is no operation other',
    'layout_of(3)': 'wrong-kind: a table of offsets is a list of integers: [0,4,1,5]',
    'layout_of([])': 'wrong-kind: a table of offsets is a list of integers: [0,4,1,5]',
    'layout_of([[0,1],[4]])': 'wrong-kind: a table of offsets is a list of integers: [0,4,1,5]',
    'layout_of([0,1], (2,0))': 'wrong-kind: the sizes of the shape are not known',
    'layout_of([0,1], (2,N))': 'wrong-kind: the sizes of the shape are not known',
    'layout_of([0,1], "a")': 'wrong-kind: a shape has integers',
    'layout_of(i, i=0)': 'wrong-kind: the size of i is an integer above zero',
    'layout_of(i, i=N)': 'N:1',
    'layout_of(i, i=1)': '1:0',
  }));

test('accesses of a warp', () =>
  check({
    'load_wavefronts(32:1, 32:1, 4)': 1,
    'load_wavefronts(32:1, 32:1)': 'wrong-kind: load_wavefronts takes 3 or 4 arguments, not 2',
    'load_wavefronts(missing(1), 32:1, 4)': 'missing-name: there is no operation missing',
    'load_wavefronts(32:1, missing(1), 4)': 'missing-name: there is no operation missing',
    'load_wavefronts(3, 32:1, 4)': 'wrong-kind: the first argument is a layout',
    'load_wavefronts(Sw<1,0,1> o 0 o 32:1, 32:1, 4)': 'wrong-kind: lanes are laid out without a swizzle',
    'load_wavefronts(32:1, Sw<1,0,1> o 0 o 32:1, 4)': 1,
    'load_wavefronts(32:1, 32:1, 4, 3)': 'wrong-kind: 4 bytes are no number of elements of 3 bytes',
    'load_wavefronts(32:1, 32:1, 4, 0)': 'wrong-kind: 4 bytes are no number of elements of 0 bytes',
    'load_wavefronts(32:1, 32:32, 4)': 32,
  }));
