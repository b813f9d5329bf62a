// The catalog's layout algebra: coalesce, composition, complement, inverses, divides, products.

import type { Trace } from '../integer/trace.ts';
import {
  type AlgebraArguments,
  intsArgument,
  isIntTuple,
  layoutArgument,
  orderArgument,
  requireCount,
  shapeArgument,
  tilerArgument,
} from '../layout/kinds.ts';
import { type Layout, Underscore } from '../layout/layout.ts';
import { columnMajor } from '../layout/major.ts';
import { hasBinary } from '../layout/stride-operations.ts';
import { type AlgebraValue, LAYOUT_LEFT } from '../layout/value.ts';
import { coalesce, coalesceShape } from '../operation/coalesce.ts';
import { complement } from '../operation/complement.ts';
import { composition } from '../operation/composition.ts';
import { flatDivide, logicalDivide, tiledDivide, tileUnzip, zippedDivide } from '../operation/divide.ts';
import { filter, filterZeros } from '../operation/filter.ts';
import { leftInverse, rightInverse } from '../operation/inverse.ts';
import { hasPaperBasis } from '../operation/paper-codomain.ts';
import { unboundedComplement } from '../operation/paper-complement.ts';
import { paperLeftInverse, paperRightInverse } from '../operation/paper-inverse.ts';
import {
  blockedProduct,
  flatProduct,
  logicalProduct,
  rakedProduct,
  tiledProduct,
  tileToShape,
  zippedProduct,
} from '../operation/product.ts';
import { type OperationFunction, ofLayout, ofTiler, ofTwo, operation } from './entry.ts';
import type { Operation } from './operation.ts';

/** A profile: only its nesting counts, so any tuple will do. */
const profileArgument = (args: AlgebraArguments, i: number): AlgebraValue => args[i]!;

function withProfile(
  name: string,
  source: string,
  doc: string,
  run: (layout: Layout, profile: AlgebraValue | undefined, trace?: Trace) => ReturnType<OperationFunction>,
): Operation {
  return operation(name, '(layout, profile?)', source, doc, (args, _, trace) => {
    requireCount(name, args, 1, 2);
    const profile = args.length > 1 ? profileArgument(args, 1) : undefined;
    return run(layoutArgument(name, args, 0), profile, trace);
  });
}

// Binary strides and basis strides in the paper's form are not C++'s, so there the paper's operations
// are the only ones.
const isPaperOnly = (l: Layout): boolean => hasBinary(l.stride) || hasPaperBasis(l.stride);
const rightInverseOf = (l: Layout, trace?: Trace): ReturnType<OperationFunction> =>
  isPaperOnly(l) ? paperRightInverse(l, trace) : rightInverse(l, trace);
const leftInverseOf = (l: Layout, trace?: Trace): ReturnType<OperationFunction> =>
  isPaperOnly(l) ? paperLeftInverse(l, trace) : leftInverse(l, trace);

const beyondCute: Operation[] = [
  ofLayout(
    'paper_right_inverse',
    'Cecka Table 5',
    'The right inverse for basis and binary strides too; C++ CuTe compiles it for integers only',
    paperRightInverse,
  ),
  ofLayout(
    'paper_left_inverse',
    'Cecka Table 6',
    'The left inverse for basis and binary strides too; C++ CuTe compiles it for integers only',
    paperLeftInverse,
  ),
  ofLayout(
    'unbounded_complement',
    'Cecka Table 7',
    'The complement without a bound: its last mode 1:N says where the layout repeats',
    unboundedComplement,
  ),
];

const algebra: Operation[] = [
  operation(
    'coalesce',
    '(layout or shape, profile?)',
    'Cecka 3.2',
    'The fewest modes that compute the same function of integers',
    (args, _, trace) => {
      requireCount('coalesce', args, 1, 2);
      const v = args[0]!;
      if (args.length === 1 && isIntTuple(v)) return coalesceShape(v);
      const layout = layoutArgument('coalesce', args, 0);
      return coalesce(layout, args.length > 1 ? profileArgument(args, 1) : 0, trace);
    },
  ),
  withProfile('filter', 'Cecka 3.2', 'Drops modes of stride 0 and size 1, and coalesces', (l, p) =>
    filter(l, p ?? 0),
  ),
  withProfile('filter_zeros', 'Cecka 3.2', 'Gives modes of stride 0 the size 1', (l, p) =>
    filterZeros(l, p === undefined ? undefined : intsArgument('filter_zeros', [l, p], 1)),
  ),
  operation('composition', '(a, b)', 'Cecka 3.3', 'R(c) = a(b(c))', (args, _, trace) => {
    requireCount('composition', args, 2);
    return composition(layoutArgument('composition', args, 0), tilerArgument('composition', args, 1), trace);
  }),
  operation(
    'with_shape',
    '(layout, shape…)',
    'Cecka 3.3',
    'The layout seen through another shape',
    (args, _, trace) => {
      requireCount('with_shape', args, 2, Number.POSITIVE_INFINITY);
      const layout = layoutArgument('with_shape', args, 0);
      const shape =
        args.length === 2
          ? intsArgument('with_shape', args, 1)
          : intsArgument('with_shape', [layout, args.slice(1)], 1);
      return composition(layout, columnMajor(shape), trace);
    },
  ),
  operation(
    'complement',
    '(layout, cotarget?)',
    'Cecka 3.5',
    'An ordered layout in the gaps of the layout, up to the cotarget',
    (args, _, trace) => {
      requireCount('complement', args, 1, 2);
      const layout = layoutArgument('complement', args, 0);
      if (args.length === 1 && isPaperOnly(layout)) return unboundedComplement(layout, trace);
      return complement(layout, args.length > 1 ? shapeArgument('complement', args, 1) : undefined, trace);
    },
  ),
  operation(
    'right_inverse',
    '(layout)',
    'Cecka 3.4.1',
    'The largest R with layout(R(i)) = i',
    (args, _, trace) => {
      requireCount('right_inverse', args, 1);
      return args[0] instanceof Underscore
        ? args[0]
        : rightInverseOf(layoutArgument('right_inverse', args, 0), trace);
    },
  ),
  operation('left_inverse', '(layout)', 'Cecka 3.4.3', 'L with L(layout(i)) = i', (args, _, trace) => {
    requireCount('left_inverse', args, 1);
    return args[0] instanceof Underscore
      ? args[0]
      : leftInverseOf(layoutArgument('left_inverse', args, 0), trace);
  }),
  ofTiler('logical_divide', 'Cecka 3.5.2', '(tile, rest), mode by mode', logicalDivide),
  ofTiler('zipped_divide', 'Cecka 3.5.2', '((tile,…),(rest,…))', zippedDivide),
  ofTiler('tiled_divide', 'Cecka 3.5.2', '((tile,…),rest,…)', tiledDivide),
  ofTiler('flat_divide', 'Cecka 3.5.2', '(tile,…,rest,…)', flatDivide),
  ofTiler('logical_product', 'Cecka 3.5.1', '(block, repetitions), mode by mode', logicalProduct),
  ofTiler('zipped_product', 'Cecka 3.5.1', '((block,…),(repetitions,…))', zippedProduct),
  ofTiler('tiled_product', 'Cecka 3.5.1', '((block,…),repetitions,…)', tiledProduct),
  ofTiler('flat_product', 'Cecka 3.5.1', '(block,…,repetitions,…)', flatProduct),
  ofTwo(
    'blocked_product',
    '(block, tiler)',
    'Cecka 3.5.1',
    'The block at every element of the tiler',
    blockedProduct,
  ),
  ofTwo('raked_product', '(block, tiler)', 'Cecka 3.5.1', 'Blocks interleaved over the tiler', rakedProduct),
  operation(
    'tile_to_shape',
    '(block, shape, order?)',
    'Cecka 3.5.1',
    'The block repeated until it fills the shape',
    (args, _, trace) => {
      requireCount('tile_to_shape', args, 2, 3);
      const order = args.length > 2 ? orderArgument('tile_to_shape', args, 2) : LAYOUT_LEFT;
      return tileToShape(
        layoutArgument('tile_to_shape', args, 0),
        shapeArgument('tile_to_shape', args, 1),
        order,
        trace,
      );
    },
  ),
  operation('tile_unzip', '(layout, guide)', undefined, "Gathers the pairs at the guide's leaves", (args) => {
    requireCount('tile_unzip', args, 2);
    return tileUnzip(layoutArgument('tile_unzip', args, 0), args[1]! as never);
  }),
];

export const layoutOperations: readonly Operation[] = [...algebra, ...beyondCute];
