// The catalog's operations that make, measure, slice and recast layouts.

import { refuse } from '../integer/failure.ts';
import { get1dCoord, getFlatCoord, idx2crdByStride } from '../layout/evaluate.ts';
import {
  type AlgebraArguments,
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
} from '../layout/kinds.ts';
import { Layout } from '../layout/layout.ts';
import { coprofile, coshape, cosize } from '../layout/measure.ts';
import { callLayout, dice, domainOffset, slice, sliceAndOffset } from '../layout/slice.ts';
import { type AlgebraValue, LayoutMajor } from '../layout/value.ts';
import { domainDistribute, maxCommonLayout, maxCommonVector } from '../operation/common.ts';
import { nullspace } from '../operation/filter.ts';
import {
  concatenate,
  makeFragmentLike,
  makeIdentityLayout,
  makeLayout,
  makeLayoutLeft,
  makeLayoutLike,
  makeLayoutRight,
  makeOrderedLayout,
} from '../operation/make.ts';
import { downcast, maxAlignment, recastLayout, upcast } from '../operation/recast.ts';
import { type OperationFunction, ofLayout, ofMode, ofTwo, operation } from './entry.ts';
import type { Operation } from './operation.ts';

function makeLayoutOf(args: AlgebraArguments): ReturnType<OperationFunction> {
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

export const makingOperations: readonly Operation[] = [...making, ...measuring, ...evaluating, ...recasting];
