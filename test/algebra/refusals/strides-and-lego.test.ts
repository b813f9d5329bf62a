// What compositions of binary strides refuse, and what views, tilings and permutations of LEGO do.

import { test } from 'node:test';
import { check } from './told.ts';

test('compositions with binary strides', async () => {
  await check({
    '(2,2):(f1,f2) o (2,2):(1@0,1@1)': 'error[unsupported]: the right layout gives no integers',
    '(2,2):(1@0,1@1) o (2,2):(f1,f2)': 'error[unsupported]: the left layout gives coordinates',
    '(3,2):(3,1) o (2,2):(f1,f2)':
      'error[inadmissible]: the left layout is not linear over F2: the extent 3 is not a power of two',
    '(4,4):(1,4) o (2,2):(f16,f1)':
      'error[undetermined]: not decided: 16 lies outside the left layout, where its sums may carry',
    '(4,4):(f5,f1) o (2,3):(1,3)':
      'error[stride-divisibility]: neither of 4 and the stride 3 divides the other',
    '(4,4):(f5,f1) o (4,4):(1,1)':
      'error[inadmissible]: the modes of the right layout do not compose one by one: at 5 they give 0, A(B(5)) is 10',
    '(4,4):(1,4) o (3,2):(f5,f1)': '(3,2):(f5,f1)',
    '((4,4):(f1,f3))(15)': 'f6',
  });
});

test('views, tilings and permutations', async () => {
  await check({
    'GroupBy([])': 'error[wrong-kind]: a view has at least one dimension',
    'GroupBy([0,4])': 'error[wrong-kind]: 0 is no size of a view',
    'GroupBy([4,4],[2]).OrderBy(RegP([4,4],[2,1]))':
      'error[view-size]: the view has 32 elements, and an OrderBy reorders 16',
    'TileBy([2,2],[2])': 'error[rank-mismatch]: the levels of a tiling have the same number of dimensions',
    'RegP([4,4],[1,1])': 'error[order-permutation]: [1,1] is no permutation of 2 dimensions',
    'GenP([4,5],antidiag)': 'error[wrong-kind]: antidiag permutes a square tile',
  });
});

test('expanded arrays', async () => {
  const ranks =
    'error[rank-mismatch]: the physical and the extended array have the same number of dimensions';
  await check({
    'ExpandBy([4,4],[8],GroupBy([8]))': ranks,
    'ExpandBy([4],[8,8],GroupBy([64]))': ranks,
    'ExpandBy([4],[8],ExpandBy([4],[8],GroupBy([8])))':
      'error[wrong-kind]: what is expanded is a GroupBy or a TileBy',
    'ExpandBy([4],[8],GroupBy([4]))': 'error[view-size]: the extended array has 8 elements, and the view 4',
    'ExpandBy([8],[4],GroupBy([4]))':
      'error[inadmissible]: dimension 0 of the extended array has 4 elements, less than the 8 there are',
    'ExpandBy([4],[8],GroupBy([4,2]))': 'ExpandBy([4], [8], GroupBy([4,2])) = [0,1,2,3,-1,-1,-1,-1]',
  });
});
