// What copies and products ask of their tensors: extents that are only known at run time may be any, and do not differ.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Violation } from '../../../server/src/algebra/integer/failure.ts';
import { Dynamic } from '../../../server/src/algebra/integer/integer.ts';
import { Layout, type Shape } from '../../../server/src/algebra/layout/layout.ts';
import { mapLeaves } from '../../../server/src/algebra/tuple/operations.ts';
import { copying } from '../../../server/src/evaluate/cute/algorithms/copying.ts';
import { multiplying } from '../../../server/src/evaluate/cute/algorithms/gemm.ts';
import type { Builtin } from '../../../server/src/evaluate/model/builtin.ts';
import { Tensor, Unknown, type Value } from '../../../server/src/evaluate/model/value.ts';
import { type CopyAtom, copyAtomByName } from '../../../server/src/hardware/copy/copy-atom.ts';
import { type MmaAtom, mmaAtom } from '../../../server/src/hardware/mma/mma-atom.ts';

const any = new Dynamic(null);
const mma = mmaAtom('SM80_16x8x8_F32F16F16F32_TN') as MmaAtom;
const atom = copyAtomByName('Copy_Atom<UniversalCopy<float>, float>') as CopyAtom;

/** A tensor of a shape; no rule here looks at its strides. */
const tensor = (...shape: readonly Shape[]): Tensor =>
  new Tensor(
    { space: 'unknown', bits: null, element: null, offset: null },
    new Layout(shape as Shape, mapLeaves(shape as never, () => 1) as never),
  );

type Case = readonly [args: readonly Value[], expected: string];

function check(builtin: Builtin, cases: readonly Case[], template: readonly Value[] = []): void {
  for (const [i, [args, expected]] of cases.entries()) {
    const found = builtin({ name: 'f', args, keywords: new Map(), template });
    assert.equal(found instanceof Violation ? `${found.code}: ${found.message}` : '', expected, `case ${i}`);
  }
}

test('products of tensors with as many modes as one another', () => {
  const [a, b, c] = [tensor(4, 2, 3), tensor(2, 5, 3), tensor(4, 2, 5)];
  check(multiplying('cpp'), [
    [[a, b, c], ''],
    [[c, a, b, c], ''],
    [[mma, a, b, c], ''],
    [
      [mma, tensor(2, 2, 3), b, c],
      'gemm-shapes: mode 0 of A has 2 values, of which SM80_16x8x8_F32F16F16F32_TN takes 4',
    ],
    [[tensor(2, 2, 3), b, c], ''],
    [[a, b], ''],
    [[a, tensor(2, 5, 4)], ''],
    [[mma, a, tensor(2, 5, 4)], ''],
    [[c, c, c, a, tensor(2, 5, 4), c], ''],
    [[a, tensor(2, 5, 4), c], 'gemm-shapes: K is 3 in mode 2 of A, and 4 in mode 2 of B'],
    [[a, tensor(2, 5, any), c], ''],
    [[tensor(4, 2, any), b, c], ''],
    [[tensor(4, any, 3), b, c], ''],
    [[a, b, tensor(4, any, 5)], ''],
    [[a, b, tensor(4, 3, any)], 'gemm-shapes: M is 2 in mode 1 of A, and 3 in mode 1 of C'],
    [[a, b, tensor(4, 2, any)], ''],
    [
      [a, b, tensor(4, 2)],
      'gemm-shapes: A, B and C have 3, 3 and 2 modes: (V,M,K), (V,N,K) and (V,M,N) are multiplied',
    ],
  ]);
});

test('an accumulator that is not known leaves the number of modes and K', () => {
  const open = new Unknown('run-time', 'open');
  check(multiplying('cpp'), [
    [[tensor(4, 2, 3), tensor(2, 5, 3), open], ''],
    [[tensor(4, 2, 3), tensor(2, 5, 4), open], 'gemm-shapes: K is 3 in mode 2 of A, and 4 in mode 2 of B'],
    [[tensor(4, 2, any), tensor(2, 5, 4), open], ''],
    [[tensor(4, 2, 3), tensor(2, 5, any), open], ''],
    [[tensor(4, 2), tensor(5, 3), open], ''],
    [
      [tensor(4, 2), tensor(2, 5, 3), open],
      'gemm-shapes: A and B have 2 and 3 modes: (V,M,K) and (V,N,K) are multiplied',
    ],
  ]);
});

test('tensors of two modes are multiplied in C++; in Python they may mean anything', () => {
  const cases = (expected: string): readonly Case[] => [
    [[tensor(4, 3), tensor(5, 3), tensor(4, 5)], ''],
    [[tensor(4, 3), tensor(5, 2), tensor(4, 5)], expected],
  ];
  check(multiplying('cpp'), cases('gemm-shapes: K is 3 in mode 1 of A, and 2 in mode 1 of B'));
  check(multiplying('python'), cases(''));
  // With a template it is another function.
  check(multiplying('cpp'), [[[tensor(4, 3), tensor(5, 2), tensor(4, 5)], '']], [1]);
});

test('copies without an atom count elements', () => {
  check(copying('cpp', false), [
    [[tensor(4, 2), tensor(8)], ''],
    [[tensor(4, any), tensor(8)], ''],
    [[tensor(4), tensor(any)], ''],
    [[tensor(4, 2), tensor(4)], 'copy-size: the source has 8 elements, the destination 4: 4 are not copied'],
    [
      [tensor(4), tensor(8)],
      'copy-size: the destination has 8 elements, the source 4: the copy reads beyond its end',
    ],
    [[tensor(4)], ''],
  ]);
  check(copying('python', false), [
    [[tensor(4), tensor(8)], 'copy-shapes: the source has 4 elements, the destination 8'],
    [[tensor(4), tensor(any)], ''],
  ]);
});

test('copies with an atom go through the modes behind its own', () => {
  check(copying('cpp', false), [
    [[atom, tensor(1, 4, 2), tensor(1, 4, 2)], ''],
    [[atom, tensor(1, 4, 2), tensor(1, 8)], 'copy-shapes: the source has 3 modes, the destination 2'],
    [[atom, tensor(1), tensor(1, 8)], 'copy-shapes: the source has 1 mode, the destination 2'],
    [
      [atom, tensor(1, 4, 2), tensor(1, 4, 4)],
      'copy-shapes: behind the mode of the atom the source has 4 × 2, the destination 4 × 4',
    ],
    [[atom, tensor(1, 4, any), tensor(1, 4, 4)], ''],
    [
      [atom, tensor(any, 4, 2), tensor(1, 4, 4)],
      'copy-size: behind the mode of the atom the source has 4 × 2, the destination 4 × 4',
    ],
  ]);
});

test('a predicate has a value for each element, with an atom for each one behind its mode', () => {
  const [from, to] = [tensor(1, 4, 2), tensor(1, 4, 2)];
  const wrong = (given: number): string =>
    `predicate-shape: the predicate has ${given} elements, the copy asks for 8: is it that of another tensor?`;
  check(copying('cpp', true), [
    [[atom, tensor(4, 2), from, to], ''],
    [[atom, tensor(4, 3), from, to], wrong(12)],
    [[atom, tensor(4, any), from, to], ''],
    [[tensor(4, 2), from, to], ''],
    [[tensor(16), from, to], wrong(16)],
    [[tensor(4), tensor(1, 4, any), tensor(1, 4, any)], ''],
    [[3, from, to], ''],
  ]);
});
