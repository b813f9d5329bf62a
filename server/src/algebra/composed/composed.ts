// Composed layouts `outer o offset o inner`, evaluated as outer(offset + inner(c)).
//
// C++ CuTe keeps a swizzle, or a layout that does not compose, in front of a layout and lets nearly every
// operation act on the inner layout, which is where the coordinates live. The functions here take any
// layout: a plain one goes to the operation itself.

import { isConstant } from '../integer/comparison.ts';
import { asFailure, isFailure, needsValue, type Outcome, Violation } from '../integer/failure.ts';
import { type Int, StaticSymbol } from '../integer/integer.ts';
import { symbolsOf } from '../integer/known.ts';
import { add } from '../integer/operations.ts';
import { swizzleInt } from '../layout/bits.ts';
import { type Coordinate, evaluate } from '../layout/evaluate.ts';
import {
  type AnyLayout,
  ComposedLayout,
  Layout,
  type Shape,
  SmemPtrFlag,
  Swizzle,
  type Tiler,
} from '../layout/layout.ts';
import { cosize, rank } from '../layout/measure.ts';
import type { ArithTuple, Stride } from '../layout/stride.ts';
import { addStrides, asCoordinate, isInt } from '../layout/stride-operations.ts';
import type { LayoutMajor } from '../layout/value.ts';
import { coalesce } from '../operation/coalesce.ts';
import { complement } from '../operation/complement.ts';
import { composition } from '../operation/composition.ts';
import { logicalDivide, zippedDivide } from '../operation/divide.ts';
import { makeFragmentLike, makeLayoutLeft } from '../operation/make.ts';
import { zip } from '../operation/modes.ts';
import { tileToShape } from '../operation/product.ts';
import type { HTuple } from '../tuple/htuple.ts';

export type ComposedOffset = Int | ArithTuple | SmemPtrFlag;

/**
 * `composition(outer, offset, inner)`. A swizzle of no bits with the static offset 0 around a plain layout
 * is that layout; with any other offset, and with the placeholder of a shared-memory pointer, it stays.
 */
export const makeComposed = (
  outer: ComposedLayout['outer'],
  offset: ComposedOffset,
  inner: AnyLayout,
): AnyLayout =>
  outer instanceof Swizzle && outer.bits === 0 && offset === 0 && inner instanceof Layout
    ? inner
    : new ComposedLayout(outer, offset, inner);

/** The innermost layout, whose coordinates the whole takes. */
export const innermostLayout = (layout: AnyLayout): Layout =>
  layout instanceof Layout ? layout : innermostLayout(layout.inner);

export const shapeOf = (layout: AnyLayout): Shape => innermostLayout(layout).shape;
export const rankOfAny = (layout: AnyLayout): number => rank(innermostLayout(layout));
/** The inner layout's codomain size: C++ CuTe leaves out what offset and swizzle do to it. */
const cosizeOfAny = (layout: AnyLayout): Outcome<Int> => cosize(innermostLayout(layout));

/** The swizzle of a layout; a plain one has the identity `Sw<0,4,3>`. */
export const swizzlePortion = (layout: AnyLayout): Outcome<Swizzle> => {
  if (layout instanceof Layout) return new Swizzle(0, 4, 3);
  return layout.outer instanceof Swizzle
    ? layout.outer
    : noOverload('get_swizzle_portion', 'without a swizzle');
};
export const nonSwizzlePortion = (layout: AnyLayout): AnyLayout =>
  layout instanceof ComposedLayout && layout.outer instanceof Swizzle ? layout.inner : layout;

/** A violation for what C++ CuTe has no overload for. */
export const noOverload = (operation: string, what = 'of a composed layout'): Violation =>
  new Violation('unsupported', `C++ CuTe has no ${operation} ${what}`);

/** The form of an operation that takes any layout: a composed one hands it on to its inner layout. */
const onInner =
  <A extends unknown[]>(operation: (layout: Layout, ...args: A) => Outcome<Layout>) =>
  (layout: AnyLayout, ...args: A): Outcome<AnyLayout> => {
    const any = (l: AnyLayout): Outcome<AnyLayout> => {
      if (l instanceof Layout) return operation(l, ...args);
      const inner = any(l.inner);
      // Also a swizzle of no bits stays: casts leave one behind, with an unsigned 0 that C++ does not drop.
      return isFailure(inner) ? inner : new ComposedLayout(l.outer, l.offset, inner);
    };
    return any(layout);
  };

export const coalesceAny = onInner((layout: Layout, profile?: HTuple<unknown>) => coalesce(layout, profile));
export const zipAny = onInner(zip);
export const logicalDivideAny = onInner((layout: Layout, tiler: Tiler) => logicalDivide(layout, tiler));
export const zippedDivideAny = onInner((layout: Layout, tiler: Tiler) => zippedDivide(layout, tiler));
export const tileToShapeAny = onInner((layout: Layout, shape: Shape, order?: HTuple<Int> | LayoutMajor) =>
  tileToShape(layout, shape, order),
);
/** `composition(layout, tiler)` where the left side may be composed. */
export const compositionAny = onInner((layout: Layout, tiler: Tiler) => composition(layout, tiler));

/** `layout.with_shape(shape)`: the layout seen through the compact column-major layout of a shape. */
export const withShapeAny = (layout: AnyLayout, shape: Shape): Outcome<AnyLayout> => {
  const compact = makeLayoutLeft(shape);
  return isFailure(compact) ? compact : compositionAny(layout, compact);
};

/** The complement of the inner layout: a composed layout's own image is not looked at. */
export const complementAny = (layout: AnyLayout, cotarget?: Shape): Outcome<Layout> => {
  if (layout instanceof Layout) return complement(layout, cotarget);
  if (cotarget !== undefined) return complementAny(layout.inner, cotarget);
  const bound = cosizeOfAny(layout);
  return isFailure(bound) ? bound : complementAny(layout.inner, bound);
};

/** `make_fragment_like`: a register tensor of the same shape needs no swizzle. */
export const makeFragmentLikeAny = (layout: AnyLayout): Outcome<Layout> =>
  layout instanceof Layout
    ? makeFragmentLike(layout)
    : layout.outer instanceof Swizzle
      ? makeFragmentLikeAny(layout.inner)
      : noOverload('make_fragment_like', 'of a composed layout without a swizzle');

// --- evaluation ---------------------------------------------------------------------------------

/** offset + value. A placeholder is a null pointer, so it adds nothing. */
export const addOffset = (offset: ComposedOffset, value: Stride): Stride => {
  if (offset instanceof SmemPtrFlag) return value;
  return isInt(value) && isInt(offset) ? add(offset, value) : addStrides(offset, value);
};

const applyOuter = (outer: ComposedLayout['outer'], value: Stride): Outcome<Stride> => {
  if (outer instanceof Swizzle) {
    if (!isInt(value)) return noOverload('swizzle', 'of a coordinate');
    if (value instanceof StaticSymbol) needsValue('the offset is not known', symbolsOf(value));
    return swizzleInt(outer, value);
  }
  return evaluateAny(outer, isInt(value) ? value : asCoordinate(value));
};

/** The value of any layout at a coordinate without `_`. */
export const evaluateAny = (layout: AnyLayout, coord: Coordinate): Outcome<Stride> => {
  if (layout instanceof Layout) return evaluate(layout, coord);
  const inner = evaluateAny(layout.inner, coord);
  if (isFailure(inner)) return inner;
  try {
    return applyOuter(layout.outer, addOffset(layout.offset, inner));
  } catch (e) {
    return asFailure(e);
  }
};

/** Whether an offset is the static 0 that lets C++ CuTe forget it. */
export const isStaticZero = (offset: ComposedOffset): boolean =>
  !(offset instanceof SmemPtrFlag) && isInt(offset) && isConstant(offset, 0);
