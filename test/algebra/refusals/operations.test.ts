// What the operations of layouts and tuples refuse: ranks, profiles and modes that do not fit, strides that the operation
// has no meaning for.

import { test } from 'node:test';
import { check, DSL, MARKED } from './told.ts';

test('tuples of different ranks and profiles', async () => {
  const ranks = 'error[rank-mismatch]: a tuple of rank 2 meets one of rank 3';
  await check({
    'shape_div((2,2),(2,2,2))': ranks,
    'elem_scale((2,2),(2,2,2))': ranks,
    'inner_product((2,2),(2,2,2))': ranks,
    'round_up((2,2),(2,2,2))': ranks,
    'ceil_div((2,2),(2,2,2))': ranks,
    'crd2crd((1,1),(2,2),(2,2,2))':
      'error[coordinate-mismatch]: the coordinate (1,1) has 2 entries, and the shape (2,2,2) has 3 modes',
    'crd2idx((1,1),(2,2,2))':
      'error[coordinate-mismatch]: the coordinate (1,1) has 2 entries, and the shape (2,2,2) has 3 modes',
    'crd2idx((1,1),(2,2),(1,2,4))':
      'error[not-congruent]: the shape (2,2) and the strides (1,2,4) differ in profile, (*,*) and (*,*,*)',
    'idx2crd(3,(2,2),(1,2,4))':
      'error[not-congruent]: the shape (2,2) and the strides (1,2,4) differ in profile, (*,*) and (*,*,*)',
    'compact_col_major((2,2),(1,2,3))':
      'error[rank-mismatch]: the shape has 2 modes, and 3 first strides are given',
    'compact_row_major((2,2),(1,2,3))':
      'error[rank-mismatch]: the shape has 2 modes, and 3 first strides are given',
    'product_like((2,3),((1,1),1))': 'error[rank-mismatch]: the integer 2 stands where the guide has a tuple',
    'zip(((1,2),(3,4,5)))': 'error[rank-mismatch]: the modes that are zipped have 2 and 3 modes themselves',
    'prepend<1>((2,2),1)': 'error[rank-mismatch]: a tuple of rank 2 cannot be padded to rank 1',
    'evenly_divides((4,4),(2,2,2))': 'false',
    'evenly_divides((4,4),<2:1,4:1>)': 'true',
    'evenly_divides((4,4),<3:1,4:1>)': 'false',
    'front(())': 'error[out-of-range]: the tuple is empty',
    'back(())': 'error[out-of-range]: the tuple is empty',
  });
});

test('profiles and modes that the layout does not have', async () => {
  await check({
    '(4,4):(1,4,2)':
      'error[not-congruent]: the shape (4,4) and the strides (1,4,2) differ in profile, (*,*) and (*,*,*)',
    'make_layout((4,4),(1,2,3))':
      'error[not-congruent]: the shape (4,4) and the strides (1,2,3) differ in profile, (*,*) and (*,*,*)',
    'coalesce((4,4):(1,4),(1,1,1))': 'error[rank-mismatch]: the profile has 3 modes, the layout 2',
    'coalesce((4,4):(1,4),(1,(1,1)))': 'error[rank-mismatch]: the profile has 2 modes, the layout 1',
    'filter((4,4):(0,4),(1,1,1))': 'error[rank-mismatch]: the profile has 3 modes, the layout 2',
    'filter_zeros((4,4):(0,4),(1,1,1))': 'error[not-congruent]: shape and stride have different profiles',
    'get<5>((4,4):(1,4))': 'error[out-of-range]: there is no mode 5: the last is mode 1',
    'replace<5>((2,2),1)': 'error[out-of-range]: there is no mode 5: the last is mode 1',
    'take<1,5>((4,4):(1,4))': 'error[out-of-range]: the range [1,5) exceeds the rank 2',
    'size<0,1>((4,4):(1,4))': 'error[out-of-range]: there is no mode 1: mode 0 is the only one',
    'tile_unzip((4,4):(1,4),(2,2,2))': 'error[rank-mismatch]: the tiler has 3 modes, the layout 2',
    'composition((4,4):(4,1),<2:1,2:1,2:1>)':
      'error[rank-mismatch]: the tiler has 3 modes, and the shape (4,4) has 2',
    'make_ordered_layout((4,4),(1,0,2))':
      'error[rank-mismatch]: the order (1,0,2) does not have the profile of the shape (4,4)',
    'tile_to_shape((2,2):(1,2),(4,4),(0,1,2))':
      'error[rank-mismatch]: the order (0,1,2) does not have the profile of the shape (2,2)',
  });
});

test('strides along coordinates: modes of A, and sums of different kinds', async () => {
  await check({
    '(4,4):(4@0,1@1) o 4:1@5':
      'error[rank-mismatch]: the strides of B name mode 5 of A, whose last is mode 1',
    '((2,2),(2,2)):((1,8),(4,2)) o 2:1@5@0':
      'error[rank-mismatch]: the strides of B name mode 5 of A, whose last is mode 1',
    '((2,2),(2,2)):((1,8),(4,2)) o 2:1@1@0': '2:8',
    '((4,2),(4,2)):((1,4),(8,32)) o 4:2@0': '4:2',
    '(4,4):(4@0,1@1) o (2,2):(1,1@0)':
      'error[unsupported]: the integer 1 cannot be added to the coordinate 1@0',
    '(2,2):(1,1@0) o 4:f1':
      'error[not-congruent]: the strides of this layout cannot be added: they are of different kinds',
  });
});

test('inverses and complements', async () => {
  const overlap = 'error[non-injective-complement]: the stride 3 lies inside the 4 elements already covered';
  await check({
    'left_inverse((2,2):(2,3))':
      'error[not-invertible]: the stride 3 of mode 1 is no multiple of the 2 that the left inverse of the smaller strides covers',
    'complement((4,4):(1,2),64)':
      'error[non-injective-complement]: the layout overlaps itself: its stride 2 is less than the 4 elements that the smaller strides cover',
    'complement((2,2):(1@0,1@1))':
      'error[unsupported]: C++ CuTe does not compile complement for the stride 1@0',
    'complement((2,2):(f1,f2),16)':
      'error[unsupported]: C++ CuTe does not compile complement for the stride f1',
    'complement((2,2):(f1,f2))': 'error[unsupported]: no document defines the complement of binary strides',
    'unbounded_complement((4,4):(1,2))':
      'error[non-injective-complement]: the stride 2 lies inside the 4 elements already covered',
    'unbounded_complement((2,2):(2,3))': overlap,
    'unbounded_complement((2,2):(2@0,3@0))': overlap,
    'unbounded_complement((2,2):(2@0,3@1))': '((2,1),(3,1)):((1@0,4@0),(1@1,6@1))',
    'upcast<3>((4,4):(1,4))':
      'error[indivisible]: mode 1 has the stride 4, which 3 neither divides nor is a multiple of',
  });
  await check(
    {
      'left_inverse(_4:4)':
        'error[not-invertible]: the left inverse needs static strides, 4 is a run-time integer',
      'complement((2,2):(1,4),_16)':
        'error[dynamic-complement]: the complement of a layout of more than one mode needs static strides',
      'unbounded_complement((2,2):(1,4))':
        'error[unsupported]: complement of a coordinate layout needs static strides',
    },
    MARKED,
  );
});

test('as CuTe DSL has it', async () => {
  await check(
    {
      'composition((4,4):(1,4))': 'error[wrong-kind]: composition takes 2 arguments, not 1',
      'composition(3,4)': 'error[wrong-kind]: composition: argument 1 must be a layout, not an integer',
      'logical_divide((4,4):(1,4),<2:1,2:1,2:1>)':
        'error[rank-mismatch]: the tiler has 3 modes, and the shape (4,4) has 2',
      'complement((2,2):(1,1),16)':
        'error[non-injective-complement]: the layout overlaps itself: its stride 1 is less than the 2 elements that the smaller strides cover',
      'complement((2,2):(1@0,1@1),16)':
        'error[wrong-kind]: the complement up to a cotarget needs integer strides',
      'complement((2,2):(1,4))': '(2,1):(2,8)',
      'complement((2,2):(1@0,1@1))': '(1,1):(2@0,2@1)',
      'left_inverse((2,?):(1,2))': 'error[not-invertible]: left_inverse needs a static shape, not (2,?)',
      'right_inverse((2,2):(0,0))': '1:0',
      'tile_to_shape((2,2):(1,2),(4,4),(0,0))':
        'error[rank-mismatch]: the order (0,0) is no permutation of 0 to 1',
      'size<0,1>((4,4):(1,4))': 'error[out-of-range]: size: the modes 0,1 lead below an integer',
      'size<1>((4,4):(1,4))': '4',
      'raked_product((2,2):(1,2),(3,3):(3,1))': '((3,2),(3,2)):((12,1),(4,2))',
    },
    DSL,
  );
});
