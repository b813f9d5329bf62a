// LEGO in the notation: the paper's examples as it writes them, its bridge to CuTe, and what is wrong with a chain.

import assert from 'node:assert/strict';
import test from 'node:test';
import { Evaluator } from '../../../server/src/cli/commands/eval.ts';
import { loadGrammars } from '../../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../../server/src/workspace/host/files.node.ts';

const grammars = await loadGrammars(grammarFiles);
await grammars.ready('notation');
const evaluator = new Evaluator(grammars, { staticMarks: false });

function shown(expression: string): unknown {
  const result = evaluator.evaluate(expression);
  return result.ok ? result.value : `${result.code}: ${result.message}`;
}

function check(expected: Readonly<Record<string, unknown>>): void {
  for (const [expression, value] of Object.entries(expected))
    assert.equal(shown(expression), value, expression);
}

const FIGURE_2 = 'GroupBy([6,4], OrderBy(RegP([2,2],[2,1]), GenP([3,2], reverse)))';
const O2 = 'OrderBy(RegP([2,3,2,3],[1,3,2,4]))';
const O1 = 'OrderBy(RegP([2,2],[2,1]), GenP([3,3], antidiag, antidiag_inv))';

test('Figures 2 and 6, with the view before the reorderings or around them', () => {
  check({
    [`${FIGURE_2}.apply([4,1])`]: 6,
    [`${FIGURE_2}.inv(6)`]: '(4,1)',
    [`GroupBy([6,6]).${O2}.apply(4,2)`]: 23,
    [`GroupBy([6,6]).${O2}.${O1}.apply(4,2)`]: 15,
    [`GroupBy([6,6]).${O2}.${O1}.inv(15)`]: '(4,2)',
    // Figure 3 lists the reorderings the other way round.
    [`GroupBy([6,6], ${O1}, ${O2}).apply(4,2)`]: 15,
  });
});

test('Figure 7: the antidiagonals of a tile', () => {
  check({
    'GroupBy([3,3]).OrderBy(GenP([3,3], antidiag))':
      'GroupBy([3,3]).OrderBy(GenP([3,3], antidiag)) = [0,1,3,2,4,6,5,7,…]',
  });
});

test('Table I: the layouts of CuTe', () => {
  check({
    'to_cute(TileBy([2,4],[8,16]).OrderBy(Row(16,64)))': '(2,4,8,16):(512,16,64,1)',
    [`to_cute(GroupBy([6,6]).${O2})`]: '((3,2),(3,2)):((3,18),(1,9))',
    'to_cute(GroupBy([2,2,2,2,2]).OrderBy(RegP([2,2,2,2,2],[5,2,4,3,1])))': '(2,2,2,2,2):(1,8,2,4,16)',
    'to_cute(GroupBy([3,3],[4,4]).OrderBy(Row(12,12)))': '(3,3,4,4):(48,16,4,1)',
    'to_cute(TileBy([2,2,2],[3,3,3]).OrderBy(Row(2,2,2),Row(3,3,3)))': '(2,2,2,3,3,3):(108,54,27,9,3,1)',
  });
});

test('the other way: chains of CuTe layouts, and what has none', () => {
  check({
    'to_lego((4,8):(8,1))': 'GroupBy([4,8]).OrderBy(RegP([4,8], [1,2])) = [0,1,2,3,4,5,6,7,…]',
    'to_lego((4,8):(1,4))': 'GroupBy([4,8]).OrderBy(RegP([4,8], [2,1])) = [0,4,8,12,16,20,24,28,…]',
    'to_lego(((2,4),8):((1,16),2))':
      'GroupBy([8,8]).OrderBy(RegP([4,2,8], [1,3,2])) = [0,2,4,6,8,10,12,14,…]',
    'to_cute(to_lego(((2,4),8):((1,16),2)))': '((2,4),8):((1,16),2)',
    'to_lego((4,8):(1,8))':
      'not-bijective: 8 is the stride of a mode where a bijection has 4: nothing lies at 4',
    'to_cute(GroupBy([3,3]).OrderBy(GenP([3,3], antidiag)))':
      'inadmissible: no strides compute it: at (1,1) they would give 3, and the position is 4',
    'to_cute(GroupBy([3,3]).OrderBy(GenP([3,3], reverse)))':
      'inadmissible: no strides compute it: at (0,0) they would give 0, and the position is 8',
    'to_cute(GroupBy([5]).OrderBy(GenP([5], [0,1,3,2,4])))':
      'inadmissible: no strides compute the positions along dimension 0',
  });
});

test('Row, Col, TileOrderBy, tables and the names of permutations', () => {
  check({
    // The paper's Col names the sizes as they lie in memory, the package's as the tile has them.
    'GroupBy([4,6]).OrderBy(Col([6,4]))': 'GroupBy([4,6]).OrderBy(Col([6,4])) = [0,4,8,12,16,20,1,5,…]',
    'OrderBy(Col(4,6)).GroupBy([[4,6]])': 'OrderBy(Col(4,6)).GroupBy([[4,6]]) = [0,4,8,12,16,20,1,5,…]',
    'to_cute(GroupBy([4,4]).TileOrderBy(Row(2,2), Row(2,2)))': '((2,2),(2,2)):((2,8),(1,4))',
    'GroupBy([4]).OrderBy(GenP([2,2], [0,2,1,3]))':
      'GroupBy([4]).OrderBy(GenP([2,2], [0,2,1,3])) = [0,2,1,3]',
    'GroupBy([4,4]).OrderBy(GenP([4,4], morton)).apply(2,3)': 13,
    'GroupBy([4,4]).OrderBy(GenP([4,4], hilbert)).inv(5)': '(3,0)',
    'GroupBy([4,4]).OrderBy(GenP([4,4], spiral))':
      'missing-name: there is no permutation spiral; there are antidiag, reverse, morton, hilbert',
  });
});

test('permutations by functions, whose inverse is given or found', () => {
  const at = (permutation: string, definitions: string): string =>
    `GroupBy([3,2]).OrderBy(GenP([3,2], ${permutation})).inv(1), ${definitions}`;
  check({
    'GroupBy([6,4]).OrderBy(RegP([2,2],[2,1]), GenP([3,2], p)).apply(4,1), p(i,j) = (2-i)*2 + (1-j)': 6,
    [at('p', 'p(i,j) = (2-i)*2 + (1-j)')]: '(2,0)',
    [at('p, q', 'p(i,j) = (2-i)*2 + (1-j), q(x) = ((5-x)/2, (5-x)%2)')]: '(2,0)',
    [at('p, q', 'p(i,j) = (2-i)*2 + (1-j), q(x) = (x/2, x%2)')]:
      'permutation-inverse: p takes (0,0) to 5, and q takes 5 to (2,1): it is not the inverse',
    [at('p', 'p(i,j) = i + j')]: 'not-bijective: p takes (0,1) and (1,0) to 1: it is no permutation',
    [at('p', 'p(i,j) = 2*i + j + 1')]: 'not-bijective: p takes (2,1) to 6, which is outside of the tile of 6',
    'GroupBy([32,32]).OrderBy(GenP([32,32], p)).apply(3,4), p(i,j) = (i+5)%32*32 + (31-j)': 283,
    'GenP([32,33], p), p(i,j) = i': 'unsupported: p is asked for 1024 elements at most',
    [at('p', 'p(i,j,k) = i')]: 'unsupported: p takes another number of coordinates than the tile has',
    [at('p', 'p(i,j) = i + M')]: 'unsupported: what p makes of (0,0) is no known integer',
  });
});

test('slices: all positions along a dimension', () => {
  check({
    'GroupBy([4,4]).OrderBy(Row(4,4)).apply(1,_)': '(4,5,6,7)',
    'TileBy([2,2],[2,2]).OrderBy(Row(4,4)).apply(1,0,_,_)': '((8,9),(12,13))',
    'GroupBy([4,4]).OrderBy(Row(4,4)).apply(_)':
      'coordinate-mismatch: the view has 2 dimensions, the index 1',
    'GroupBy([4,4]).OrderBy(Row(4,4)).apply(4,_)':
      'out-of-range: index 4 of dimension 0, which has 4 elements',
  });
});

test('an array that the tiles do not divide', () => {
  const g = 'ExpandBy([5,7], [6,8], TileBy([3,4],[2,2]).OrderBy(Row(3,4), Row(2,2)))';
  check({
    [`${g}.apply(0,0,0,1)`]: 1,
    [`${g}.inv(1)`]: '(0,0,0,1)',
    'ExpandBy([5,7], [6,6], TileBy([3,3],[2,2]).OrderBy(Row(6,6)))':
      'inadmissible: dimension 1 of the extended array has 6 elements, less than the 7 there are',
  });
  const table = evaluator.evaluate(g);
  assert.ok(table.ok && Array.isArray(table.raw));
  const positions = (table.raw as readonly number[]).filter((p) => p >= 0).sort((a, b) => a - b);
  assert.deepEqual(
    positions,
    Array.from({ length: 35 }, (_, i) => i),
  );
});

test('what is no chain says why', () => {
  check({
    'GroupBy([6,4]).OrderBy(Row(5,4))': 'view-size: the view has 24 elements, and an OrderBy reorders 20',
    'TileBy([2,2],[3,4]).OrderBy(Row(8,8))':
      'tile-divisibility: tiles of 3 do not divide dimension 0, which has 8 elements: 2 of them are 6',
    'RegP([6,4],[1,1])': 'order-permutation: [1,1] is no permutation of 2 dimensions',
    'GenP([2,2], [0,1,1,2])': 'not-bijective: [0,1,1,2] takes (0,1) and (1,0) to 1: it is no permutation',
    'GenP([2,2], [0,1,2,4])': 'not-bijective: [0,1,2,4] takes (1,1) to 4, which is outside of the tile of 4',
    'GenP([2,3], antidiag)': 'wrong-kind: antidiag permutes a square tile',
    'GroupBy([6,4]).apply(6,0)': 'out-of-range: index 6 of dimension 0, which has 6 elements',
    'GroupBy([6,4]).apply(1)': 'coordinate-mismatch: the view has 2 dimensions, the index 1',
    'GroupBy([6,4]).inv(24)': 'out-of-range: position 24 of a layout of 24 elements',
    'GroupBy([M,4]).OrderBy(Row(M,4,2))': 'view-size: the view has 4*M elements, and an OrderBy reorders 8*M',
    'GroupBy([M,4]).apply(0,4)': 'out-of-range: index of dimension 1: 4, of 4',
    'GroupBy([M,4]).apply(M,0)': 'out-of-range: index of dimension 0: M, of M',
    'GroupBy([M,4]).apply(0)': 'coordinate-mismatch: the view has 2 dimensions, the index 1',
    'GroupBy([M,4]).apply(0,_)':
      'unsupported: a slice of a chain whose sizes are names has no list of positions',
    'GenP([M,M], antidiag)': 'unsupported: GenP of sizes that are names is computed for reverse',
    'GroupBy([M,0]).OrderBy(Row(M,0))': 'wrong-kind: 0 is no size of a tile; given (M,0)',
    'OrderBy(Row(6,4)).GroupBy([[6,4]]).OrderBy(Row(6,4))':
      'wrong-kind: a chain that begins with OrderBy ends with GroupBy',
  });
});
