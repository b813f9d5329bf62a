// What LEGO's constructors and chains say of arguments that they do not take, and the ways to define a permutation.

import test from 'node:test';
import { check } from '../notation/evaluated.ts';

test('constructors of tiles and orders', () =>
  check({
    'RegP(3, [1,0])': 'wrong-kind: RegP takes the sizes of a tile and a permutation',
    'RegP([?,4], [1,0])': 'unsupported: RegP is computed for sizes that are known, or names',
    'Row(?,4)': 'unsupported: Row is computed for sizes that are known, or names',
    'OrderBy(Row(2,2), 3)': 'wrong-kind: OrderBy takes permutations of tiles: RegP, GenP, Row, Col',
    'GroupBy([2,2]).OrderBy(3)': 'wrong-kind: OrderBy takes permutations of tiles: RegP, GenP, Row, Col',
    'GenP([2,2])': 'wrong-kind: GenP takes the sizes of a tile and a permutation of its elements',
    'GenP(4, reverse)': 'wrong-kind: GenP takes the sizes of a tile and a permutation of its elements',
  }));

test('views, expansions and what comes behind them', () =>
  check({
    'GroupBy()': 'wrong-kind: GroupBy takes the sizes of the logical view',
    'GroupBy(4)': 'wrong-kind: GroupBy takes the sizes of the logical view',
    'GroupBy(OrderBy(Row(2,2)))': 'wrong-kind: GroupBy takes the sizes of the logical view',
    'GroupBy([?,4])': 'unsupported: GroupBy is computed for sizes that are known, or names',
    'OrderBy(Row(2,2)).GroupBy([2,2]).OrderBy(Row(2,2))':
      'wrong-kind: a chain that begins with OrderBy ends with GroupBy',
    'ExpandBy([3,3], [4,4], GroupBy([4,4])).OrderBy(Row(2,2))':
      'wrong-kind: what is expanded is reordered inside of ExpandBy',
    'ExpandBy(3, [4], GroupBy([4]))':
      'wrong-kind: ExpandBy takes the sizes of an array, those of a larger one, and a chain for that',
    'ExpandBy([3], 4, GroupBy([4]))':
      'wrong-kind: ExpandBy takes the sizes of an array, those of a larger one, and a chain for that',
    'ExpandBy([3], [4], 3)':
      'wrong-kind: ExpandBy takes the sizes of an array, those of a larger one, and a chain for that',
    'ExpandBy([?], [4], GroupBy([4]))':
      'unsupported: ExpandBy is computed for sizes that are known, or names',
    // One of its two tiles has a size that is a name.
    'GroupBy([4], OrderBy(Row(2), Row(N))).apply(3)': 3,
    'GroupBy([2,N], OrderBy(Row(2), Row(N))).apply(1,2)': 'N+2',
  }));

test('positions and indices', () =>
  check({
    'GroupBy([6,4]).apply([_,1])': '(1,5,9,13,17,21)',
    'GroupBy([2,2]).apply(_,_)': '((0,1),(2,3))',
    'GroupBy([6,4]).apply(_)': 'coordinate-mismatch: the view has 2 dimensions, the index 1',
    'GroupBy([6,4]).apply(1)': 'coordinate-mismatch: the view has 2 dimensions, the index 1',
    'GroupBy([6,4]).inv()': 'wrong-kind: inv takes a position',
    'GroupBy([6,4]).inv(1, 2)': 'wrong-kind: inv takes a position',
    'GroupBy([6,4]).inv(7)': '(1,3)',
    'GroupBy([6]).inv(4)': 4,
    // What is outside of the array has no position.
    'ExpandBy([N], [2*N], GroupBy([2*N])).apply(N)': -1,
  }));

test('a permutation by a function of the coordinates, or of these behind the size of a square', () =>
  check({
    'GroupBy([2,3], OrderBy(GenP([2,3], p))).apply(1,0), p(i,j) = i + 2*j': 1,
    'GroupBy([3,3], OrderBy(GenP([3,3], p))).apply(1,2), p(n,i,j) = n*j + i': 7,
    'GroupBy([2,3], OrderBy(GenP([2,3], p))).apply(1,2), p(n,i,j) = n*j + i':
      'unsupported: p takes another number of coordinates than the tile has',
    'GroupBy([1,4], OrderBy(GenP([1,4], p))).apply(0,1), p(i,j) = 3 - j': 2,
    'GroupBy([4], OrderBy(GenP([4], p))).apply(1), p(i) = 3 - i': 2,
    'GenP([N,4], p), p(i,j) = i': 'unsupported: GenP is computed for sizes that are known',
    'GenP([2,0], p), p(i,j) = i': 'unsupported: p is asked for 1024 elements at most',
    'GenP([32,33], p), p(i,j) = i': 'unsupported: p is asked for 1024 elements at most',
  }));

test('an inverse gives the coordinates, or the element in row-major order', () =>
  check({
    'GroupBy([4], OrderBy(GenP([4], p, q))).inv(1), p(i) = 3 - i, q(k) = 3 - k': 2,
    'GroupBy([2,2], OrderBy(GenP([2,2], p, q))).inv(1), p(i,j) = 3 - 2*i - j, q(k) = 3 - k': '(1,0)',
    'GroupBy([2,2], OrderBy(GenP([2,2], p, q))).inv(1), p(i,j) = 3 - 2*i - j, q(k) = [(3 - k) / 2, (3 - k) % 2]':
      '(1,0)',
    'GenP([4], p, q), p(i) = 3 - i, q(k) = k':
      'permutation-inverse: p takes (0) to 3, and q takes 3 to (3): it is not the inverse',
    'GenP([2,2], p, q), p(i,j) = 3 - 2*i - j, q(k) = [k / 2, k % 2]':
      'permutation-inverse: p takes (0,0) to 3, and q takes 3 to (1,1): it is not the inverse',
  }));
