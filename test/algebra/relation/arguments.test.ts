// What the functions of relations make of layouts, chains and shapes, and what they say of other arguments.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shown } from './notation.ts';

async function check(expected: Readonly<Record<string, string>>): Promise<void> {
  const found = await Promise.all(Object.keys(expected).map(async (text) => [text, await shown(text)]));
  assert.deepEqual(Object.fromEntries(found), expected);
}

test('beside a relation a value has as many coordinates as it', () =>
  check({
    'equal({[i]->[i]: 0<=i<8}, (2,4):(1,2))': 'true',
    'equal({[i,j]->[i+2*j]: 0<=i<2 and 0<=j<4}, (2,4):(1,2))': 'true',
    'equal({[i,j]->[i+2*j]: 0<=i<2 and 0<=j<4}, (2,4):(2,1))':
      'false: at [0, 1] the one gives [2], the other [1]',
    // All leaves, or the modes of the outermost level.
    'equal({[i,j,k]->[i+2*j+4*k]: 0<=i<2 and 0<=j<2 and 0<=k<2}, ((2,2),2):((1,2),4))': 'true',
    'equal({[i,j]->[i+4*j]: 0<=i<4 and 0<=j<2}, ((2,2),2):((1,2),4))': 'true',
    'equal({[i,j]->[2*i+j]: 0<=i<4 and 0<=j<2}, GroupBy([4,2]).OrderBy(Row(4,2)))': 'true',
    'equal({[i]->[i]: 0<=i<8}, LinearLayout.identity_1d(8,"lane","dim0"))': 'true',
    'equal({[i,j]->[i,j]: 0<=i<2 and 0<=j<4}, LinearLayout.from_bases({"a":[[1,0]],"b":[[0,1],[0,2]]}, ["x","y"]))':
      'true',
    'equal({[i]->[i,0]: 0<=i<2}, LinearLayout.from_bases({"a":[[1,0]]}, ["x","y"], [2,1]))': 'true',
  }));

test('a value without these coordinates says which it has', () =>
  check({
    'equal({[i,j,k]->[i]: 0<=i<2 and j=0 and k=0}, (2,4):(1,2))':
      'error[wrong-kind]: the second argument has no 3 coordinates, but 2 or one that counts all',
    'equal({[i,j,k]->[i]: 0<=i<2 and j=0 and k=0}, GroupBy([4,2]).OrderBy(Row(4,2)))':
      'error[wrong-kind]: the second argument has no 3 coordinates, but 2 or one that counts all',
    'equal({[i,j]->[i]: 0<=i<2 and j=0}, Sw<1,0,1>)':
      'error[wrong-kind]: the second argument has no 2 coordinates',
    'equal({[i,j]->[i]: 0<=i<2 and j=0}, LinearLayout.from_bases({"a":[[1,0]],"b":[[0,1]]}, ["x","y"]))':
      'error[wrong-kind]: the second argument has no 2 coordinates',
    'equal({[i]: 0<=i<8}, 8:1)': 'error[wrong-kind]: a set and a relation are not compared',
  }));

test('the coordinates in which a value is written', () =>
  check({
    'equal(relation((4,8):(8,1), natural), {[i,j]->[8*i+j]: 0<=i<4 and 0<=j<8})': 'true',
    'equal(relation((4,8):(8,1), (8,4)), {[i,j]->[8*((i+8*j) mod 4) + floor((i+8*j)/4)]: 0<=i<8 and 0<=j<4})':
      'true',
    'equal(relation(Swizzle<1,0,1>, bits), {[a,b]->[(a+b) mod 2, b]: 0<=a<2 and 0<=b<2})': 'true',
    'relation((4,8):(8,1), "x")': 'error[wrong-kind]: coordinates are flat, natural, bits, or a shape',
    'relation((4,8):(8,1), other)': 'error[wrong-kind]: coordinates are flat, natural, bits, or a shape',
    'relation(Swizzle<1,0,1>, natural)': 'error[wrong-kind]: a swizzle has the coordinates flat and bits',
    'relation(GroupBy([4,2]).OrderBy(Row(4,2)), bits)':
      'error[wrong-kind]: a chain has the coordinates flat, natural and those of a shape',
    'relation(LinearLayout.identity_1d(8,"lane","dim0"), (2,4))':
      'error[wrong-kind]: a linear layout has the coordinates flat, natural and bits',
  }));

test('coordinates of a layout or a shape, and indices of a layout', () =>
  check({
    'equal(coordinate_mapping((4,8)), {[c]->[c mod 4, floor(c/4)]: 0<=c<32})': 'true',
    'equal(coordinate_mapping((4,8):(8,1)), {[c]->[c mod 4, floor(c/4)]: 0<=c<32})': 'true',
    'equal(coordinate_mapping((4,8):(8,1), (8,4)), {[c]->[c mod 8, floor(c/8)]: 0<=c<32})': 'true',
    'coordinate_mapping("a")': 'error[wrong-kind]: coordinate_mapping takes a layout or a shape',
    'coordinate_mapping(Sw<1,0,1> o 0 o 4:1)':
      'error[wrong-kind]: coordinate_mapping takes a layout or a shape',
    'equal(index_mapping((4,8):(8,1)), {[i,j]->[8*i+j]: 0<=i<4 and 0<=j<8})': 'true',
    'index_mapping(3)': 'error[wrong-kind]: index_mapping takes a layout',
  }));

test('another number of arguments than a function takes', () =>
  check({
    'domain()': 'error[wrong-kind]: domain takes 1 argument, not 0',
    'domain(4:1, 3)': 'error[wrong-kind]: domain takes 1 argument, not 2',
    'in_bounds(4:1)': 'error[wrong-kind]: in_bounds takes 2 arguments, not 1',
    'relation(4:1, flat, 4)': 'error[wrong-kind]: relation takes 1 or 2 arguments, not 3',
  }));

test('operations on a layout that is still to be found wait for it, and say what they need', () => {
  const found = 'layout_of({[c]->[2c]: 0<=c<4}, 4)';
  return check({
    [`composition(${found}, 2:1)`]: '2:2',
    [`complement(${found}, N)`]: '(2,ceil_div(N,8)):(1,8)',
    [`get<N>(${found})`]: 'error[undecided]: the template argument of get is N, whose value is not known',
    [`load_wavefronts(${found}, 8:1, N)`]: 'error[undecided]: N is not known',
    [`make_tensor(${found}, 16)`]:
      'error[unsupported]: the result is neither a layout nor an integer, set or relation',
  });
});
