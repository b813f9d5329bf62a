// The catalog's operations when an argument is a swizzle or a composed layout.

import { type Failure, isFailure, Violation } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import {
  type AlgebraArguments,
  coordinateArgument,
  intsArgument,
  isAnyLayout,
  isInt,
  kindOf,
  shapeArgument,
  templateInt,
} from '../layout/kinds.ts';
import { type AnyLayout, ComposedLayout, Layout, SmemPtrFlag, Swizzle } from '../layout/layout.ts';
import type { SliceCoordinate } from '../layout/slice.ts';
import { ArithTuple } from '../layout/stride.ts';
import { downcastSwizzle, recastSwizzle, upcastSwizzle } from '../layout/swizzle.ts';
import type { AlgebraValue } from '../layout/value.ts';
import {
  complementAny,
  innermostLayout,
  makeComposed,
  makeFragmentLikeAny,
  nonSwizzlePortion,
  noOverload,
  swizzlePortion,
} from './composed.ts';
import { callAny, domainOffsetAny, sliceAndOffsetAny, sliceAny } from './slice.ts';
import {
  composeAny,
  downcastAny,
  leftInverseAny,
  logicalProductComposed,
  maxAlignmentAny,
  maxCommonLayoutAny,
  maxCommonVectorAny,
  positionIndependent,
  recastAny,
  rightInverseAny,
  upcastAny,
} from './swizzle.ts';

type Result = AlgebraValue | Failure;
/** The operation on plain layouts, for the inner layout. */
type Plain = (args: AlgebraArguments) => Result;
type Run = (args: AlgebraArguments, template: readonly Int[], plain: Plain) => Result;

/**
 * Whether an operation on these values is for `runComposed`. A layout, an offset and a layout are the three
 * parts of a composed layout, which no other operation takes.
 */
export const involvesComposed = (args: AlgebraArguments): boolean =>
  args.some((v) => v instanceof ComposedLayout || v instanceof Swizzle || v instanceof SmemPtrFlag) ||
  (args.length === 3 && args[0] instanceof Layout && isInt(args[1]) && args[2] instanceof Layout);

const wrongKind = (name: string, v: AlgebraValue | undefined): Violation =>
  new Violation('wrong-kind', `${name} does not take ${kindOf(v)} here`);

/** C++ applies these to the inner layout and puts offset and swizzle back in front. */
const THROUGH: ReadonlySet<string> = new Set([
  'append',
  'blocked_product',
  'coalesce',
  'composition',
  'filter',
  'flat_divide',
  'flat_product',
  'flatten',
  'get',
  'group',
  'layout',
  'logical_divide',
  'logical_product',
  'raked_product',
  'take',
  'tile',
  'tile_to_shape',
  'tile_unzip',
  'tiled_divide',
  'tiled_product',
  'with_shape',
  'zip',
  'zipped_divide',
  'zipped_product',
]);
/** What C++ takes from the inner layout as it is. */
const OF_INNER: ReadonlySet<string> = new Set(['cosize', 'depth', 'rank', 'shape', 'size']);

const through = (layout: AnyLayout, rest: AlgebraArguments, plain: Plain): Result => {
  if (layout instanceof Layout) return plain([layout, ...rest]);
  const inner = through(layout.inner, rest, plain);
  if (isFailure(inner)) return inner;
  // Casts leave swizzles of no bits with an unsigned 0 for their offset, which C++ keeps.
  return isAnyLayout(inner)
    ? new ComposedLayout(layout.outer, layout.offset, inner)
    : wrongKind('composition', inner);
};

const withLayout =
  (name: string, f: (layout: AnyLayout, rest: AlgebraArguments, template: readonly Int[]) => Result): Run =>
  ([first, ...rest], template) =>
    first !== undefined && isAnyLayout(first) ? f(first, rest, template) : wrongKind(name, first);

const withTwo =
  (name: string, f: (a: AnyLayout, b: AnyLayout) => Result): Run =>
  ([a, b]) => {
    if (a === undefined || !isAnyLayout(a)) return wrongKind(name, a);
    return b !== undefined && isAnyLayout(b) ? f(a, b) : wrongKind(name, b);
  };

const atCoordinate =
  (name: string, f: (coord: SliceCoordinate, layout: AnyLayout) => Result): Run =>
  (args) => {
    const [, layout] = args;
    return layout !== undefined && isAnyLayout(layout)
      ? f(coordinateArgument(name, args, 0), layout)
      : wrongKind(name, layout);
  };

/** A cast, which swizzles have as well. */
const cast =
  (
    name: string,
    count: number,
    onLayout: (layout: AnyLayout, ...n: number[]) => Result,
    onSwizzle: (sw: Swizzle, ...n: number[]) => Result,
  ): Run =>
  ([first], template) => {
    const numbers = Array.from({ length: count }, (_, i) => templateInt(name, template, i));
    if (first instanceof Swizzle) return onSwizzle(first, ...numbers);
    return first !== undefined && isAnyLayout(first) ? onLayout(first, ...numbers) : wrongKind(name, first);
  };

const inverse =
  (name: string, f: (layout: AnyLayout) => Result): Run =>
  ([x]) =>
    x instanceof Swizzle ? x : x !== undefined && isAnyLayout(x) ? f(x) : wrongKind(name, x);

const isFunction = (v: AlgebraValue | undefined): v is AnyLayout | Swizzle =>
  v instanceof Swizzle || (v !== undefined && isAnyLayout(v));

/** `composition(outer, offset, inner)` is how C++ CuTe makes a composed layout. */
const composeThree = (outer: AlgebraValue, offset: AlgebraValue, inner: AlgebraValue): Result => {
  if (!isFunction(outer)) return wrongKind('composition', outer);
  if (!isInt(offset) && !(offset instanceof SmemPtrFlag) && !(offset instanceof ArithTuple)) {
    return wrongKind('composition', offset);
  }
  return isAnyLayout(inner) ? makeComposed(outer, offset, inner) : wrongKind('composition', inner);
};

const composition: Run = (args, _, plain) => {
  const [a, b, c] = args;
  if (args.length === 3) return composeThree(a!, b!, c!);
  if (args.length !== 2) return noOverload('composition', `of ${args.length} arguments`);
  if (isFunction(a) && isFunction(b) && (a instanceof Swizzle || !(b instanceof Layout))) {
    return composeAny(a, b);
  }
  if (a instanceof ComposedLayout) return through(a, [b!], plain);
  return wrongKind('composition', isFunction(a) ? b : a);
};

/** The layout of a swizzle alone; C++ gives it as many elements as the swizzle has bits. */
const layoutOfSwizzle = (sw: Swizzle): AnyLayout =>
  new ComposedLayout(sw, 0, new Layout(sw.base + sw.bits + Math.abs(sw.shift), 1));

const special: Readonly<Record<string, Run>> = {
  as_position_independent_swizzle_layout: withLayout(
    'as_position_independent_swizzle_layout',
    positionIndependent,
  ),
  call: withLayout('call', (layout, coord) =>
    callAny(layout, coordinateArgument('call', [layout, coord.length === 1 ? coord[0]! : coord], 1)),
  ),
  complement: withLayout('complement', (layout, rest) =>
    complementAny(layout, rest.length > 0 ? shapeArgument('complement', [layout, ...rest], 1) : undefined),
  ),
  composition,
  domain_offset: ([coord, layout]) =>
    layout !== undefined && isAnyLayout(layout)
      ? domainOffsetAny(intsArgument('domain_offset', [coord!], 0), layout)
      : wrongKind('domain_offset', layout),
  downcast: cast(
    'downcast',
    1,
    (l, n) => downcastAny(l, n!),
    (sw, n) => downcastSwizzle(sw, n!),
  ),
  get_nonswizzle_portion: withLayout('get_nonswizzle_portion', nonSwizzlePortion),
  get_swizzle_portion: withLayout('get_swizzle_portion', swizzlePortion),
  left_inverse: inverse('left_inverse', leftInverseAny),
  logical_product: ([block, tiler], _, plain) => {
    if (block instanceof ComposedLayout && !(tiler instanceof ComposedLayout))
      return through(block, [tiler!], plain);
    return block instanceof Layout && tiler instanceof ComposedLayout
      ? logicalProductComposed(block, tiler)
      : wrongKind('logical_product', tiler);
  },
  make_fragment_like: withLayout('make_fragment_like', makeFragmentLikeAny),
  make_layout: (args) =>
    args.length === 1 && args[0] instanceof Swizzle
      ? layoutOfSwizzle(args[0])
      : noOverload('make_layout', 'from composed layouts'),
  max_alignment: ([x]) =>
    x instanceof Swizzle
      ? 2 ** x.base
      : x !== undefined && isAnyLayout(x)
        ? maxAlignmentAny(x)
        : wrongKind('max_alignment', x),
  max_common_layout: withTwo('max_common_layout', maxCommonLayoutAny),
  max_common_vector: withTwo('max_common_vector', maxCommonVectorAny),
  nullspace: withLayout('nullspace', () => new Layout(1, 0)),
  recast_layout: cast(
    'recast_layout',
    2,
    (l, a, b) => recastAny(l, a!, b!),
    (sw, a, b) => recastSwizzle(sw, a!, b!),
  ),
  right_inverse: inverse('right_inverse', rightInverseAny),
  slice: atCoordinate('slice', sliceAny),
  slice_and_offset: atCoordinate('slice_and_offset', sliceAndOffsetAny),
  upcast: cast(
    'upcast',
    1,
    (l, n) => upcastAny(l, n!),
    (sw, n) => upcastSwizzle(sw, n!),
  ),
};

/**
 * An operation of the catalog of which an argument is a swizzle or a composed layout. `plain` is the
 * operation on plain layouts. May throw its Failure. What C++ has no overload for is `unsupported`.
 */
export const runComposed: (
  name: string,
  args: AlgebraArguments,
  template: readonly Int[],
  plain: Plain,
) => Result = (name, args, template, plain) => {
  const run = special[name];
  if (run !== undefined) return run(args, template, plain);
  const [layout, ...rest] = args;
  if (layout instanceof ComposedLayout && !involvesComposed(rest)) {
    if (name === 'filter' && rest.length === 0)
      return noOverload('filter', 'of a composed layout without a profile');
    if (THROUGH.has(name)) return through(layout, rest, plain);
    if (OF_INNER.has(name)) return plain([innermostLayout(layout), ...rest]);
  }
  const composed = args.find((v) => v instanceof ComposedLayout || v instanceof Swizzle);
  if (composed === undefined) return plain(args);
  return noOverload(name, `of ${kindOf(composed)}${composed === layout ? '' : ' as its second argument'}`);
};
