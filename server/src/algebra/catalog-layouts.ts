// The catalog's operations that take layouts.

import { leftInverseBinary, rightInverseBinary } from './binary-inverse.ts';
import type { Operation } from './catalog.ts';
import { coalesce, coalesceShape } from './coalesce.ts';
import { domainDistribute, maxCommonLayout, maxCommonVector } from './common.ts';
import { complement } from './complement.ts';
import { composition } from './composition.ts';
import { flatDivide, logicalDivide, tiledDivide, tileUnzip, zippedDivide } from './divide.ts';
import { get1dCoord, getFlatCoord, idx2crdByStride } from './evaluate.ts';
import { refuse } from './failure.ts';
import { filter, filterZeros, nullspace } from './filter.ts';
import type { Int } from './integer.ts';
import { leftInverse, rightInverse } from './inverse.ts';
import {
  type Arguments,
  coordinateArgument,
  intArgument,
  intsArgument,
  isIntTuple,
  layoutArgument,
  orderArgument,
  requireCount,
  shapeArgument,
  stridesArgument,
  templateInt,
  tilerArgument,
} from './kinds.ts';
import { Layout, Underscore } from './layout.ts';
import { columnMajor } from './major.ts';
import {
  concatenate,
  makeFragmentLike,
  makeIdentityLayout,
  makeLayout,
  makeLayoutLeft,
  makeLayoutLike,
  makeLayoutRight,
  makeOrderedLayout,
} from './make.ts';
import { coprofile, coshape, cosize } from './measure.ts';
import { unboundedComplement } from './paper-complement.ts';
import { paperLeftInverse, paperRightInverse } from './paper-inverse.ts';
import {
  blockedProduct,
  flatProduct,
  logicalProduct,
  rakedProduct,
  tiledProduct,
  tileToShape,
  zippedProduct,
} from './product.ts';
import { downcast, maxAlignment, recastLayout, upcast } from './recast.ts';
import { callLayout, dice, domainOffset, slice, sliceAndOffset } from './slice.ts';
import { hasBinary } from './stride-ops.ts';
import type { Trace } from './trace.ts';
import { modeAt } from './tuple-ops.ts';
import { type AlgebraValue, LAYOUT_LEFT, LayoutMajor } from './value.ts';

type Run = Operation['run'];

const operation = (
  name: string,
  signature: string,
  source: string | undefined,
  doc: string,
  run: Run,
): Operation =>
  source === undefined ? { name, signature, doc, run } : { name, signature, doc, source, run };

/** The mode of a layout that template arguments name: `cosize<0,1>(layout)`. */
function modeArgument(name: string, args: Arguments, template: readonly Int[]): Layout {
  requireCount(name, args, 1);
  const layout = layoutArgument(name, args, 0);
  if (template.length === 0) return layout;
  const path = template.map((_, i) => templateInt(name, template, i));
  return new Layout(modeAt<Int>(layout.shape, path), modeAt(layout.stride as never, path));
}

/** An operation of one layout, or of one of its modes. */
const ofMode = (
  name: string,
  source: string | undefined,
  doc: string,
  run: (layout: Layout, trace?: Trace) => ReturnType<Run>,
): Operation =>
  operation(name, '<i,…>(layout)', source, doc, (args, template, trace) =>
    run(modeArgument(name, args, template), trace),
  );

const ofLayout = (
  name: string,
  source: string | undefined,
  doc: string,
  run: (layout: Layout, trace?: Trace) => ReturnType<Run>,
): Operation =>
  operation(name, '(layout)', source, doc, (args, _, trace) => {
    requireCount(name, args, 1);
    return run(layoutArgument(name, args, 0), trace);
  });

/** An operation of a layout and a tiler, with the same arguments for all four arrangements. */
const ofTiler = (
  name: string,
  source: string,
  doc: string,
  run: (layout: Layout, tiler: ReturnType<typeof tilerArgument>, trace?: Trace) => ReturnType<Run>,
): Operation =>
  operation(name, '(layout, tiler)', source, doc, (args, _, trace) => {
    requireCount(name, args, 2);
    return run(layoutArgument(name, args, 0), tilerArgument(name, args, 1), trace);
  });

const ofTwo = (
  name: string,
  signature: string,
  source: string | undefined,
  doc: string,
  run: (a: Layout, b: Layout, trace?: Trace) => ReturnType<Run>,
): Operation =>
  operation(name, signature, source, doc, (args, _, trace) => {
    requireCount(name, args, 2);
    return run(layoutArgument(name, args, 0), layoutArgument(name, args, 1), trace);
  });

function makeLayoutOf(args: Arguments): ReturnType<Run> {
  const name = 'make_layout';
  requireCount(name, args, 1, Number.POSITIVE_INFINITY);
  if (args.every((v) => v instanceof Layout)) return concatenate(...(args as readonly Layout[]));
  requireCount(name, args, 1, 2);
  const shape = intsArgument(name, args, 0);
  if (args.length === 1) return makeLayoutLeft(shape);
  const second = args[1];
  if (second instanceof LayoutMajor)
    return second.side === 'left' ? makeLayoutLeft(shape) : makeLayoutRight(shape);
  return makeLayout(shape, stridesArgument(name, args, 1));
}

/** A profile: only its nesting counts, so any tuple will do. */
const profileArgument = (args: Arguments, i: number): AlgebraValue => args[i]!;

function withProfile(
  name: string,
  source: string,
  doc: string,
  run: (layout: Layout, profile: AlgebraValue | undefined, trace?: Trace) => ReturnType<Run>,
): Operation {
  return operation(name, '(layout, profile?)', source, doc, (args, _, trace) => {
    requireCount(name, args, 1, 2);
    const profile = args.length > 1 ? profileArgument(args, 1) : undefined;
    return run(layoutArgument(name, args, 0), profile, trace);
  });
}

const making: Operation[] = [
  operation(
    'make_layout',
    '(shape, stride?) or (layouts…)',
    'Cecka 2.4',
    'A layout from a shape and strides, or from layouts as its modes',
    makeLayoutOf,
  ),
  operation('make_layout_left', '(shape)', undefined, 'Column-major layout of a shape', (args) =>
    makeLayoutLeft(intsArgument('make_layout_left', args, 0)),
  ),
  operation('make_layout_right', '(shape)', undefined, 'Row-major layout of a shape', (args) =>
    makeLayoutRight(intsArgument('make_layout_right', args, 0)),
  ),
  operation(
    'make_ordered_layout',
    '(shape, order)',
    undefined,
    'Compact layout with strides in the given order of modes',
    (args) => {
      requireCount('make_ordered_layout', args, 2);
      return makeOrderedLayout(
        intsArgument('make_ordered_layout', args, 0),
        orderArgument('make_ordered_layout', args, 1),
      );
    },
  ),
  ofLayout(
    'make_layout_like',
    undefined,
    "Compact layout in the order of the layout's strides",
    makeLayoutLike,
  ),
  operation(
    'make_fragment_like',
    '(layout or shape)',
    undefined,
    'Compact layout with mode 0 first, the others in the order of their strides',
    (args) => {
      requireCount('make_fragment_like', args, 1);
      const v = args[0]!;
      return isIntTuple(v)
        ? makeLayoutLeft(v)
        : makeFragmentLike(layoutArgument('make_fragment_like', args, 0));
    },
  ),
  operation(
    'make_identity_layout',
    '(shape)',
    'Cecka 2.4.3',
    'The layout that maps every coordinate to itself',
    (args) => {
      requireCount('make_identity_layout', args, 1);
      return makeIdentityLayout(shapeArgument('make_identity_layout', args, 0));
    },
  ),
];

// Binary strides are not C++'s at all, so there the paper's inverses are the only ones.
const rightInverseOf = (l: Layout, trace?: Trace): ReturnType<Run> =>
  hasBinary(l.stride) ? rightInverseBinary(l, trace) : rightInverse(l, trace);
const leftInverseOf = (l: Layout, trace?: Trace): ReturnType<Run> =>
  hasBinary(l.stride) ? leftInverseBinary(l, trace) : leftInverse(l, trace);

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
    '(layout, shape)',
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

const measuring: Operation[] = [
  ofMode('cosize', 'Cecka 2.4', 'The size of the codomain that the layout reaches', cosize),
  ofMode('coshape', 'Cecka 2.4', 'The smallest box of the codomain that holds the image', coshape),
  ofMode('coprofile', 'Cecka 2.4', 'The profile of what the layout returns', coprofile),
  ofMode('layout', undefined, 'The layout of a mode', (l) => l),
  ofMode('stride', 'Cecka 2.4', 'The strides of a mode', (l) => l.stride as AlgebraValue),
  ofLayout('max_alignment', undefined, 'The largest n for which upcast<n> compiles', maxAlignment),
  ofLayout('nullspace', undefined, 'The coordinates that strides of 0 map to 0', nullspace),
];

const evaluating: Operation[] = [
  operation('slice', '(coord, layout)', 'Cecka 2.5', 'The modes at _', (args) => {
    requireCount('slice', args, 2);
    return slice(coordinateArgument('slice', args, 0), layoutArgument('slice', args, 1));
  }),
  operation('dice', '(coord, layout)', 'Cecka 2.5', 'The modes at integers', (args) => {
    requireCount('dice', args, 2);
    return dice(coordinateArgument('dice', args, 0), layoutArgument('dice', args, 1));
  }),
  operation('slice_and_offset', '(coord, layout)', 'Cecka 2.5', '(sublayout, offset)', (args) => {
    requireCount('slice_and_offset', args, 2);
    return sliceAndOffset(
      coordinateArgument('slice_and_offset', args, 0),
      layoutArgument('slice_and_offset', args, 1),
    );
  }),
  operation('domain_offset', '(coord, layout)', undefined, '(layout, offset of the coordinate)', (args) => {
    requireCount('domain_offset', args, 2);
    return domainOffset(intsArgument('domain_offset', args, 0), layoutArgument('domain_offset', args, 1));
  }),
  operation(
    'call',
    '(layout, coord…)',
    'Cecka 2.4.1',
    'layout(coord): an index, or a sublayout when there is a _ in it',
    (args) => {
      requireCount('call', args, 2, Number.POSITIVE_INFINITY);
      const coord = args.length === 2 ? args[1]! : args.slice(1);
      return callLayout(layoutArgument('call', args, 0), coordinateArgument('call', [args[0]!, coord], 1));
    },
  ),
  operation(
    'get_hier_coord',
    '(layout, index)',
    undefined,
    'The coordinate of an index, in the profile of the shape',
    (args) => {
      requireCount('get_hier_coord', args, 2);
      const layout = layoutArgument('get_hier_coord', args, 0);
      return idx2crdByStride(intArgument('get_hier_coord', args, 1), layout.shape, layout.stride);
    },
  ),
  operation(
    'get_flat_coord',
    '(layout, index)',
    undefined,
    'The coordinate of an index, one integer a mode',
    (args) => {
      requireCount('get_flat_coord', args, 2);
      return getFlatCoord(layoutArgument('get_flat_coord', args, 0), intArgument('get_flat_coord', args, 1));
    },
  ),
  operation(
    'get_1d_coord',
    '(layout, index)',
    undefined,
    'The coordinate of an index, as one integer',
    (args) => {
      requireCount('get_1d_coord', args, 2);
      return get1dCoord(layoutArgument('get_1d_coord', args, 0), intArgument('get_1d_coord', args, 1));
    },
  ),
];

const recasting: Operation[] = [
  operation(
    'upcast',
    '<n>(layout)',
    undefined,
    'The layout for elements n times as wide',
    (args, template) => {
      requireCount('upcast', args, 1);
      return upcast(layoutArgument('upcast', args, 0), templateInt('upcast', template, 0));
    },
  ),
  operation(
    'downcast',
    '<n>(layout)',
    undefined,
    'The layout for elements n times as narrow',
    (args, template) => {
      requireCount('downcast', args, 1);
      return downcast(layoutArgument('downcast', args, 0), templateInt('downcast', template, 0));
    },
  ),
  operation(
    'recast_layout',
    '<old bits, new bits>(layout)',
    undefined,
    'The layout for elements of another width',
    (args, template) => {
      requireCount('recast_layout', args, 1);
      const bits = [
        templateInt('recast_layout', template, 0),
        templateInt('recast_layout', template, 1),
      ] as const;
      if (bits.some((b) => b <= 0)) refuse('wrong-kind', 'recast_layout: a width in bits must be positive');
      return recastLayout(layoutArgument('recast_layout', args, 0), ...bits);
    },
  ),
  ofTwo(
    'max_common_layout',
    '(a, b)',
    undefined,
    'The longest run of elements at which both layouts agree',
    maxCommonLayout,
  ),
  ofTwo(
    'max_common_vector',
    '(a, b)',
    undefined,
    'How many contiguous elements correspond in both layouts',
    maxCommonVector,
  ),
  operation(
    'domain_distribute',
    '(shape, n)',
    undefined,
    'A layout that spreads n elements over a shape',
    (args) => {
      requireCount('domain_distribute', args, 2);
      return domainDistribute(
        shapeArgument('domain_distribute', args, 0),
        intArgument('domain_distribute', args, 1),
      );
    },
  ),
];

export const layoutOperations: readonly Operation[] = [
  ...making,
  ...algebra,
  ...beyondCute,
  ...measuring,
  ...evaluating,
  ...recasting,
];
