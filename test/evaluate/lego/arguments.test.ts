// What LEGO's constructors and methods make of arguments in other forms, and what they say of those that they do not take.

import assert from 'node:assert/strict';
import test from 'node:test';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import { Evaluator, resultText } from '../../../server/src/cli/commands/eval.ts';
import { MARKED, outcomeText } from '../../../server/src/render/text/text.ts';
import { loadGrammars } from '../../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../../server/src/workspace/host/files.node.ts';

const grammars = await loadGrammars(grammarFiles);
await Promise.all([grammars.ready('notation'), grammars.ready('python')]);
const evaluator = new Evaluator(grammars, { staticMarks: false });

function check(expected: Readonly<Record<string, string>>): void {
  const found = Object.keys(expected).map((text) => [text, resultText(evaluator.evaluate(text), false)]);
  assert.deepEqual(Object.fromEntries(found), expected);
}

test('permutations are of a tile, and an order is of permutations', () =>
  check({
    'GroupBy([4,6]).OrderBy(RegP([4,6],[1,0])).apply(1,0)': '1',
    'RegP([4,6])': 'error[wrong-kind]: RegP takes the sizes of a tile and a permutation',
    'RegP([4,6],[1,0],3)': 'error[wrong-kind]: RegP takes the sizes of a tile and a permutation',
    'RegP(4,[1])': 'error[wrong-kind]: RegP takes the sizes of a tile and a permutation',
    'RegP([4,6],3)': 'error[wrong-kind]: RegP takes the sizes of a tile and a permutation',
    'RegP([4,6],[N,0])': 'error[unsupported]: RegP is computed for sizes that are known, or names',
    'OrderBy()': 'error[wrong-kind]: OrderBy takes permutations of tiles: RegP, GenP, Row, Col',
    'OrderBy(Row(4,6), 3)': 'error[wrong-kind]: OrderBy takes permutations of tiles: RegP, GenP, Row, Col',
    'OrderBy(Row(6)).OrderBy(3)':
      'error[wrong-kind]: OrderBy takes permutations of tiles: RegP, GenP, Row, Col',
    'GroupBy([6]).OrderBy()': 'error[wrong-kind]: OrderBy takes permutations of tiles: RegP, GenP, Row, Col',
    'GenP(9, reverse)': 'error[wrong-kind]: GenP takes the sizes of a tile and a permutation of its elements',
  }));

test('a chain in which only some sizes are names', () =>
  check({
    'GroupBy([N,4]).OrderBy(Col(N,4), Row(1)).apply(i,j)': '4*((4*i+j)%N)+((4*i+j)/N) where i < N and j < 4',
    'GroupBy([N,4]).OrderBy(Row(1), Row(N,4)).apply(i,j)': '4*i+j where i < N and j < 4',
  }));

test('an array and what it is expanded to', () =>
  check({
    'ExpandBy([5],[8],GroupBy([8]).OrderBy(Row(8)))':
      'ExpandBy([5], [8], GroupBy([8]).OrderBy(Row([8]))) = [0,1,2,3,4,-1,-1,-1]',
    'ExpandBy([N],[N+3],GroupBy([N+3]).OrderBy(Row(N+3))).apply(N)': '-1',
    'ExpandBy([N],[N+3],GroupBy([N+3]).OrderBy(Row(N+3))).apply(N-1)': 'N-1 where 0 <= N-1',
    'ExpandBy([N],[N+3],GroupBy([N+3]).OrderBy(Row(N+3))).apply(i)': 'i where i < N+3 and i < N',
    'ExpandBy(5,[8],GroupBy([8]).OrderBy(Row(8)))':
      'error[wrong-kind]: ExpandBy takes the sizes of an array, those of a larger one, and a chain for that',
    'ExpandBy([5],[8],3)':
      'error[wrong-kind]: ExpandBy takes the sizes of an array, those of a larger one, and a chain for that',
    'ExpandBy([[1,2]],[8],GroupBy([8]).OrderBy(Row(8)))':
      'error[unsupported]: ExpandBy is computed for sizes that are known, or names',
    'ExpandBy([5],[8],GroupBy([8]).OrderBy(Row(8))).OrderBy(Row(8))':
      'error[wrong-kind]: what is expanded is reordered inside of ExpandBy',
  }));

test('indices and positions', () =>
  check({
    'GroupBy([6,4]).OrderBy(Row(6,4)).apply(_,i)': '(i,i+4,i+8,i+12,i+16,i+20) where i < 4',
    'GroupBy([6,4]).OrderBy(Row(6,4)).apply(_,9)':
      'error[out-of-range]: index 9 of dimension 1, which has 4 elements',
    'GroupBy([6,4]).OrderBy(Row(6,4)).inv(p)': '(p/4,p%4) where p < 24',
    'GroupBy([6,4]).OrderBy(Row(6,4)).inv()': 'error[wrong-kind]: inv takes a position',
    'GroupBy([6,4]).OrderBy(Row(6,4)).inv(1,2)': 'error[wrong-kind]: inv takes a position',
    'GroupBy([6,4]).OrderBy(Row(6,4)).inv([1])': 'error[unsupported]: the index is not known',
    'GroupBy([N,4]).OrderBy(Row(N,4)).inv()': 'error[wrong-kind]: inv takes a position',
  }));

test('to_cute takes a chain of known sizes that is not too large', () =>
  check({
    'to_cute(3)': 'error[wrong-kind]: to_cute takes a chain of LEGO',
    'to_cute(GroupBy([N]).OrderBy(Row(N)))':
      'error[unsupported]: to_cute is computed for a chain of known sizes',
    'to_cute(GroupBy([65536,64]).OrderBy(GenP([65536,64],reverse)))':
      'error[unsupported]: the view is too large to be looked at element by element',
  }));

test('a function that permutes takes coordinates, or the size of a square tile before them', () =>
  check({
    'GroupBy([3]).OrderBy(GenP([3], p)).apply(0), p(n,i) = n-1-i': '2',
    'GroupBy([3,3]).OrderBy(GenP([3,3], p)).apply(0,1), p(n,i,j) = n*j+i': '3',
    'GroupBy([3,2]).OrderBy(GenP([3,2], p)), p(n,i,j) = n*j+i':
      'error[unsupported]: p takes another number of coordinates than the tile has',
    'GroupBy([1,4]).OrderBy(GenP([1,4], p)).apply(0,1), p(i,j) = 3-j': '2',
    'GroupBy([4]).OrderBy(GenP([4], p, q)).inv(0), p(i) = 3-i, q(x) = 3-x': '3',
    'GroupBy([4]).OrderBy(GenP([4], p, q)).inv(0), p(i) = 3-i, q(x) = x':
      'error[permutation-inverse]: p takes (0) to 3, and q takes 3 to (3): it is not the inverse',
    'GroupBy([N,3]).OrderBy(GenP([N,3], p)), p(i,j) = i':
      'error[unsupported]: GenP is computed for sizes that are known',
  }));

test('lambdas of Python are shown as they are written, as far as they are arithmetic', () => {
  const lambdas: readonly (readonly [written: string, shown: string])[] = [
    ['lambda v: v[0] + 2 * v[1]', 'lambda v: v[0]+(2*v[1])'],
    ['lambda i, j: (i + 2 * j, 3)[0]', 'lambda i, j: (i+(2*j), 3)[0]'],
    ['lambda i, j: max(i, 0) + 2 * j', 'lambda i, j: max(i, 0)+(2*j)'],
    ['lambda i, j: i + 2 * (j if j > 0 else 0)', 'lambda i, j: i+(2*…)'],
  ];
  const lines = lambdas.flatMap(([written], n) => [
    `g${n} = GenP([2, 2], ${written})`,
    `p${n} = OrderBy(g${n}).GroupBy([[2, 2]])[0, 1]`,
  ]);
  const document = openDocument(grammars, 'python', `from lego.lego import *\n${lines.join('\n')}\n`);
  const texts = document.model.sites
    .filter((site) => site.role === 'declaration')
    .map((site) => outcomeText(document.model.evaluate(site).value, MARKED));
  document.dispose();
  assert.deepEqual(
    texts,
    lambdas.flatMap(([, shown]) => [`GenP([2,2], ${shown})`, '_2']),
  );
});
