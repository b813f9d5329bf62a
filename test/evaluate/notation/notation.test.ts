// What the notation makes of compositions, pointers and tables, and what it says of operands that it does not take.

import assert from 'node:assert/strict';
import test from 'node:test';
import { Evaluator, resultText } from '../../../server/src/cli/commands/eval.ts';
import { loadGrammars } from '../../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../../server/src/workspace/host/files.node.ts';

const grammars = await loadGrammars(grammarFiles);
await grammars.ready('notation');

function check(expected: Readonly<Record<string, string>>): void {
  const evaluator = new Evaluator(grammars, { staticMarks: false });
  const found = Object.keys(expected).map((text) => [text, resultText(evaluator.evaluate(text), false)]);
  assert.deepEqual(Object.fromEntries(found), expected);
}

test('an operand of `o` that is a number, or one in braces, is an offset', () =>
  check({
    'Sw<3,3,3> o 8 o (8,64):(64,1)': 'Sw<3,3,3> o 8 o (8,64):(64,1)',
    'Sw<3,3,3> o {8} o (8,64):(64,1)': 'Sw<3,3,3> o 8 o (8,64):(64,1)',
    '8:1 o {3} o 8:1': '8:1 o 3 o 8:1',
    '8:1 o 4:2 o 2:1': '2:2',
    '3 o 4 o 8:1': 'error[wrong-kind]: an offset stands between a swizzle or layout and a layout',
    'Sw<3,3,3> o 8 o 3': 'error[wrong-kind]: an offset stands between a swizzle or layout and a layout',
    'missing(3) o 8:1': 'error[missing-name]: there is no operation missing',
    '8:1 o missing(3)': 'error[missing-name]: there is no operation missing',
  }));

test('the data of a tensor stands before its layout', () =>
  check({
    'gmem_ptr[16b](0x0) o (4,8):(8,1)': 'gmem_ptr[16b] o (4,8):(8,1)',
    'smem_ptr[16b](0x0) o (4,8):(8,1)': 'smem_ptr[16b] o (4,8):(8,1)',
    'xmem_ptr[16b](0x0) o (4,8):(8,1)': 'ptr[16b] o (4,8):(8,1)',
    'ArithTuple(0,0) o (4,8):(1@0,1@1)': 'ArithTuple(0,0) o (4,8):(1@0,1@1)',
    'gmem_ptr[16b](0x0) o 3': 'error[wrong-kind]: the data of a tensor stands before a layout',
    'ArithTuple(0,0) o 3': 'error[wrong-kind]: the data of a tensor stands before a layout',
    'ArithTuple(0,"a")': 'error[unsupported]: an ArithTuple has integers',
  }));

test('basis elements have integers as factors, and keys of a dictionary are names', () =>
  check({
    '4:N@0': '4:N@0',
    '4:2@0': '4:2@0',
    '"abc"@0': 'error[wrong-kind]: the factor of a basis element must be an integer',
    'LinearLayout({"lane": [[1]], "lane": [[2]]}, ["dim0"])': 'error[unsupported]: the key lane stands twice',
  }));

test('the layout of a table of offsets', () =>
  check({
    'layout_of([0,4,1,5])': '(2,2):(4,1)',
    'layout_of([0,4,1,5], 4)': '(2,2):(4,1)',
    'layout_of([0,1,2,3], (2,2))': '(2,2):(1,2)',
    'layout_of([[0,1],[2,3]])': '(2,2):(2,1)',
    'layout_of([0,4,1,5],(2,3))':
      'error[rank-mismatch]: the shape has 6 coordinates, and the table 4 offsets',
    'layout_of([0,4,1,5],(2,0))': 'error[wrong-kind]: the sizes of the shape are not known',
    'layout_of([0,4,1,5],(2,N))': 'error[wrong-kind]: the sizes of the shape are not known',
    'layout_of([0,4,1,5],"a")': 'error[wrong-kind]: a shape has integers',
    'layout_of([[0,1],[2]])': 'error[wrong-kind]: a table of offsets is a list of integers: [0,4,1,5]',
    'layout_of([0,N])': 'error[wrong-kind]: a table of offsets is a list of integers: [0,4,1,5]',
    'layout_of(missing(3), 3)': 'error[missing-name]: there is no operation missing',
  }));

test('a call with another number of arguments than it takes', () => {
  const use =
    'error[wrong-kind]: layout_of takes a table of offsets or a relation and a shape, or an expression and the sizes of its variables';
  check({
    'layout_of()': use,
    'layout_of([0,1],2,3)': use,
    'layout_of({[c]->[c]: 0<=c<4})': use,
    'layout_of(i*4, j, i=4)':
      'error[wrong-kind]: layout_of takes an expression and the sizes of its variables',
    'layout_of(i=4)': 'error[wrong-kind]: layout_of takes an expression and the sizes of its variables',
    'layout_of(i*4, i=0)': 'error[wrong-kind]: the size of i is an integer above zero',
  });
});

// 32 lanes that take 4 bytes each: 128 bytes in a row, and 128 bytes apart.
test('accesses of a warp, and what they are not computed for', () =>
  check({
    'load_wavefronts(32:1, 1024:1, 4)': '1',
    'load_wavefronts(32:32, 1024:1, 4)': '32',
    'global_sectors(32:1, 1024:1, 4)': '4',
    'global_sectors(32:32, 1024:1, 4)': '32',
    'load_wavefronts(32:1, 1024:1)': 'error[wrong-kind]: load_wavefronts takes 3 or 4 arguments, not 2',
    'load_wavefronts(missing(1), 1024:1, 4)': 'error[missing-name]: there is no operation missing',
    'load_wavefronts(3, 1024:1, 4)': 'error[wrong-kind]: the first argument is a layout',
    'load_wavefronts(32:1, 3, 4)': 'error[wrong-kind]: the second argument is a layout',
    'load_wavefronts(Sw<3,3,3> o 0 o 32:1, 1024:1, 4)':
      'error[wrong-kind]: lanes are laid out without a swizzle',
    'load_wavefronts(32:1, 1024:1, 4, 3)': 'error[wrong-kind]: 4 bytes are no number of elements of 3 bytes',
    'load_wavefronts(32:1, 1024:1, 4, 0)': 'error[wrong-kind]: 4 bytes are no number of elements of 0 bytes',
  }));
