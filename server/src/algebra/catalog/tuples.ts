// The catalog's operations on tuples of integers: building them, arithmetic, coordinates, predicates.

import { isFailure, refuse } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import { multiply } from '../integer/operations.ts';
import { compactColMajor, compactRowMajor } from '../layout/compact.ts';
import {
  crd2crd,
  crd2idxInShapeOrThrow,
  crd2idxOrThrow,
  idx2crd,
  idx2crdByStride,
} from '../layout/evaluate.ts';
import {
  coordinateArgument,
  intsArgument,
  isIntTuple,
  isValueTuple,
  layoutArgument,
  requireCount,
  shapeArgument,
  stridesArgument,
  templateInt,
} from '../layout/kinds.ts';
import { Layout, type Strides, Underscore } from '../layout/layout.ts';
import type { Stride } from '../layout/stride.ts';
import type { AlgebraValue } from '../layout/value.ts';
import { complement } from '../operation/complement.ts';
import { makeIdentityLayout } from '../operation/make.ts';
import type { HTuple } from '../tuple/htuple.ts';
import {
  ceilDiv,
  colexLess,
  compatible,
  congruent,
  elemLess,
  elemScale,
  equal,
  evenlyDivides,
  gcdOf,
  innerProduct,
  lexLess,
  maximumOf,
  minimumOf,
  product,
  productEach,
  productLike,
  roundUp,
  shapeDiv,
  sum,
  weaklyCongruent,
} from '../tuple/int-tuple.ts';
import { leavesOf, mapLeaves, repeated, repeatLike, unwrap, wrap } from '../tuple/operations.ts';
import { asTuple, asValue, tupleOperation as operation, type Tuple } from './entry.ts';
import type { Operation } from './operation.ts';

/** An operation of integer tuples, one by one. */
const ofInts = (
  name: string,
  count: number,
  doc: string,
  run: (...ints: HTuple<Int>[]) => AlgebraValue,
  source?: string,
): Operation =>
  operation(
    name,
    count === 1 ? '(tuple)' : '(a, b)',
    doc,
    (args) => {
      requireCount(name, args, count);
      return run(...args.map((_, i) => shapeArgument(name, args, i)));
    },
    source,
  );

/** min, max and gcd take any number of integers and tuples. */
const ofMany = (name: string, doc: string, run: (t: HTuple<Int>) => Int): Operation =>
  operation(name, '(tuples…)', doc, (args) => {
    requireCount(name, args, 1, Number.POSITIVE_INFINITY);
    return run(args.map((_, i) => intsArgument(name, args, i)));
  });

const makeTuple = (name: string): Operation =>
  operation(name, '(elements…)', 'A tuple of its arguments', (args) => [...args]);

/** An operation of one tuple of whatever values. */
const ofTuple = (name: string, doc: string, run: (t: Tuple) => HTuple<unknown>): Operation =>
  operation(name, '(tuple)', doc, (args) => {
    requireCount(name, args, 1);
    return asValue(run(asTuple(args[0]!)));
  });

const leafOf = (t: Tuple, at: 0 | -1): AlgebraValue =>
  leavesOf(t).at(at) ?? refuse('out-of-range', 'the tuple is empty');

const tuples: Operation[] = [
  ...['make_tuple', 'make_shape', 'make_stride', 'make_coord', 'make_tile', 'make_step'].map(makeTuple),
  ofTuple('wrap', 'A leaf as a tuple of one', (t) => wrap(t)),
  ofTuple('unwrap', 'Tuples of one taken apart', (t) => unwrap(t)),
  ofTuple('flatten_to_tuple', 'The leaves as a flat tuple', (t) => leavesOf(t)),
  ofTuple('front', 'The first leaf', (t) => leafOf(t, 0)),
  ofTuple('back', 'The last leaf', (t) => leafOf(t, -1)),
  ofTuple('reverse', 'The modes in reverse order', (t) => (Array.isArray(t) ? [...t].reverse() : t)),
  operation('repeat', '<n>(x)', 'A tuple of n times x', (args, template) => {
    requireCount('repeat', args, 1);
    const n = templateInt('repeat', template, 0);
    return n === 1 ? args[0]! : repeated(n, args[0]!);
  }),
  operation('repeat_like', '(tuple, x)', 'x at every leaf of the tuple', (args) => {
    requireCount('repeat_like', args, 2);
    const guide = args[0] instanceof Layout ? args[0].shape : asTuple(args[0]!);
    return asValue(repeatLike(guide as HTuple<unknown>, args[1]!));
  }),
  operation('make_basis_like', '(shape)', 'The basis elements of a shape', (args) => {
    requireCount('make_basis_like', args, 1);
    return makeIdentityLayout(shapeArgument('make_basis_like', args, 0)).stride as AlgebraValue;
  }),
];

const arithmetic: Operation[] = [
  operation('ceil_div', '(a, b)', 'a / b rounded up; for a layout b, the rest of the division', (args) => {
    requireCount('ceil_div', args, 2);
    const b = args[1]!;
    const a = shapeArgument('ceil_div', args, 0);
    if (!(b instanceof Layout)) return ceilDiv(a, intsArgument('ceil_div', args, 1));
    const rest = complement(b, a);
    return isFailure(rest) ? rest : rest.shape;
  }),
  ofInts('shape_div', 2, 'Division of shapes: one must divide the other', shapeDiv),
  ofInts('round_up', 2, 'a up to a multiple of b', roundUp),
  ofInts('elem_scale', 2, 'a times the products of b', elemScale),
  ofInts('product', 1, 'The product of all integers', product),
  ofInts('sum', 1, 'The sum of all integers', sum),
  ofInts('product_each', 1, 'The product of each mode', productEach),
  operation('product_like', '(tuple, guide)', "The products at the guide's leaves", (args) => {
    requireCount('product_like', args, 2);
    return productLike(intsArgument('product_like', args, 0), args[1]! as HTuple<unknown>);
  }),
  ofInts('inner_product', 2, 'The sum of the products', innerProduct),
  ofMany('max', 'The largest integer', maximumOf),
  ofMany('min', 'The smallest integer', minimumOf),
  ofMany('gcd', 'The greatest common divisor', gcdOf),
  operation('compact_col_major', '(shape, start?)', 'Column-major strides', (args) => {
    requireCount('compact_col_major', args, 1, 2);
    return compactColMajor(
      shapeArgument('compact_col_major', args, 0),
      args.length > 1 ? intsArgument('compact_col_major', args, 1) : 1,
    );
  }),
  operation('compact_row_major', '(shape, start?)', 'Row-major strides', (args) => {
    requireCount('compact_row_major', args, 1, 2);
    return compactRowMajor(
      shapeArgument('compact_row_major', args, 0),
      args.length > 1 ? intsArgument('compact_row_major', args, 1) : 1,
    );
  }),
];

const coordinates: Operation[] = [
  operation(
    'crd2idx',
    '(coord, layout) or (coord, shape, stride?)',
    'The index of a coordinate',
    (args) => {
      requireCount('crd2idx', args, 2, 3);
      const withHoles = coordinateArgument('crd2idx', args, 0);
      const coord = mapLeaves<Int | Underscore, Int>(withHoles, (c) => (c instanceof Underscore ? 0 : c));
      const over = args[1]!;
      if (over instanceof Layout) return crd2idxOrThrow(coord, over.shape, over.stride);
      const shape = intsArgument('crd2idx', args, 1);
      if (args.length === 2) return crd2idxInShapeOrThrow(coord, shape);
      return crd2idxOrThrow(coord, shape, stridesArgument('crd2idx', args, 2));
    },
    'Cecka 2.2',
  ),
  operation(
    'idx2crd',
    '(index, shape, stride?)',
    'The coordinate of an index',
    (args) => {
      requireCount('idx2crd', args, 2, 3);
      const index = intsArgument('idx2crd', args, 0);
      const over = args[1]!;
      if (over instanceof Layout) return idx2crdByStride(index, over.shape, over.stride);
      const shape = intsArgument('idx2crd', args, 1);
      if (args.length === 2) return idx2crd(index, shape);
      return idx2crdByStride(index, shape, stridesArgument('idx2crd', args, 2) as HTuple<Stride> as Strides);
    },
    'Cecka 2.2',
  ),
  operation(
    'crd2crd',
    '(coord, from, to)',
    'The same position of another shape',
    (args) => {
      requireCount('crd2crd', args, 3);
      return crd2crd(
        intsArgument('crd2crd', args, 0),
        shapeArgument('crd2crd', args, 1),
        shapeArgument('crd2crd', args, 2),
      );
    },
    'Cecka 2.2',
  ),
];

/** Whether two layouts or tuples compare equal: undefined parts make it undetermined elsewhere. */
const predicates: Operation[] = [
  ofInts('congruent', 2, 'The same profile', congruent, 'Cecka 2.1'),
  ofInts('weakly_congruent', 2, 'The profile of a, or a finer one', weaklyCongruent, 'Cecka 2.1'),
  ofInts('compatible', 2, 'Every coordinate of a is one of b', compatible, 'Cecka 2.2.1'),
  operation(
    'evenly_divides',
    '(shape, tiler)',
    'Whether the tiler divides the shape without rounding up',
    (args) => {
      requireCount('evenly_divides', args, 2);
      return dividesEvenly(shapeArgument('evenly_divides', args, 0), args[1]!);
    },
  ),
  ofInts('lex_less', 2, 'Less in lexicographic order', lexLess),
  ofInts('colex_less', 2, 'Less in colexicographic order', colexLess),
  ofInts('elem_less', 2, 'Less in every element', elemLess),
];

/** evenly_divides for tilers with layouts in them too. */
function dividesEvenly(shape: HTuple<Int>, tiler: AlgebraValue): boolean {
  if (isIntTuple(tiler)) return evenlyDivides(shape, tiler);
  if (isValueTuple(tiler)) {
    const parts = wrap(shape);
    return tiler.length <= parts.length && tiler.every((t, i) => dividesEvenly(parts[i]!, t));
  }
  const layout = layoutArgument('evenly_divides', [shape, tiler], 1);
  const rest = complement(layout, shape);
  if (isFailure(rest)) throw rest;
  return equal(product(shape), multiply(product(layout.shape), product(rest.shape)));
}

export const tupleOperations: readonly Operation[] = [
  ...tuples,
  ...arithmetic,
  ...coordinates,
  ...predicates,
];
