// CuTe's functions of integers, tensors and names of atoms where a part of what they are given is open or missing. A number
// that is not known has the name of its variable.

import { test } from 'node:test';
import { inMain, printed } from '../cpp/support.ts';

const OPEN = 'unknown(unsupported)';

/** Expressions in a function whose arguments are only known at run time. */
const inFunction = (cases: readonly (readonly [string, string])[]): Promise<void> =>
  inMain(
    `template <class T, int N> void f(int n, float* p) {\n${cases.map(([text], i) => `auto v${i} = ${text};`).join('\n')}\n}`,
    '',
    Object.fromEntries(cases.map(([, expected], i) => [`v${i}`, expected])),
  );

test('functions of integers of which one is open', () =>
  inFunction([
    ['shiftl(n, 2)', 'v0'],
    ['shiftl(_3{}, 2)', '12'],
    ['shiftl(_3{}, _2{})', '_12'],
    ['shiftr(n, _1{})', 'v3'],
    ['shiftl(Int<N>{}, _1{})', OPEN],
    ['shiftl(_3{})', OPEN],
    ['shiftl(_3{}, make_tuple(1))', OPEN],
    ['signum(-5)', '-1'],
    ['signum(_0{})', '_0'],
    ['cutlass::const_min(3)', OPEN],
    ['cutlass::const_max()', OPEN],
    ['cutlass::const_min(3, make_tuple(1))', OPEN],
    ['cutlass::const_min(make_tuple(1), 3)', OPEN],
    ['cutlass::const_min(3, 4)', '3'],
    ['cutlass::const_max(_3{}, _4{})', '4'],
  ]));

test('elements, coordinates and pointers', () =>
  printed([
    ['make_identity_tensor(make_shape(_2{}, _3{}))(1, 2)', '(1,2)'],
    ['make_identity_tensor(make_shape(_2{}, _3{}))(1, 2, 0)', 'error(coordinate-mismatch)'],
    ['make_identity_tensor(make_shape(_2{}, _3{}))(missing())', 'unknown(missing-name)'],
    ['make_identity_tensor(half_t{})', OPEN],
    ['make_coord_tensor(make_layout(make_shape(_2{}, _3{}), make_stride(E<0>{}, E<1>{})))(1, 2)', '(1,2)'],
    [
      'make_coord_tensor(make_layout(make_shape(_2{}, _3{}), make_stride(E<0>{}, E<0,1>{})))',
      'error(unsupported)',
    ],
    ['make_tensor(make_gmem_ptr<missing>(nullptr), make_layout(_4{}))', 'gmem_ptr[?b] o _4:_1'],
    ['recast<half_t>(make_tensor<float>(make_layout(_4{})))', 'ptr[16b] o _8:_1'],
    ['recast<missing>(make_tensor<half_t>(make_layout(_4{})))', 'unknown(missing-name)'],
    [
      'local_tile(make_identity_tensor(make_shape(_8{}, _4{})), make_shape(_4{}, _2{}), make_coord(1, 1))',
      'ArithTuple(4,2) o (_4,_2):(_1@0,_1@1)',
    ],
    [
      'local_partition(make_identity_tensor(make_shape(_8{}, _4{})), make_layout(make_shape(_4{}, _2{})), 5)',
      'ArithTuple(1,1) o (_2,_2):(_4@0,_2@1)',
    ],
    ['local_partition(make_tensor<float>(make_layout(_8{})), make_layout(_2{}), make_layout(_3{}))', OPEN],
  ]));

test('names of atoms for shared memory', () =>
  printed([
    ['GMMA::Layout_K_SW128_Atom_Bits{}', 'Sw<3,4,3> o smem_ptr[1b](unset) o (_8,_1024):(_1024,_1)'],
    ['GMMA::Layout_K_SW128_Atom<half_t>{}', 'Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)'],
    ['GMMA::Layout_K_SW128_Atom{}', 'unknown(missing-name)'],
    [
      'GMMA::Layout_SW128_Atom<half_t, GMMA::Major::K>{}',
      'Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)',
    ],
    [
      'GMMA::Layout_SW128_Atom<half_t, GMMA::Major::MN>{}',
      'Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_8):(_1,_64)',
    ],
    ['GMMA::Layout_K_SW128_Atom<missing>{}', 'unknown(missing-name)'],
  ]));
