// Composed layouts and swizzles with each other: composition, inverses, casts, common sublayouts.

import { isFailure, NeedsValue, type Outcome, Violation } from '../integer/failure.ts';
import { type Int, isKnownStatic, isStatic, type StaticInt } from '../integer/integer.ts';
import { gcdNumber, intText, symbolsOf } from '../integer/known.ts';
import { divide, greatestCommonDivisor, minimum, multiply } from '../integer/operations.ts';
import { MixedBits } from '../layout/bits.ts';
import { evaluate } from '../layout/evaluate.ts';
import { type AnyLayout, ComposedLayout, Layout, SmemPtrFlag, Swizzle } from '../layout/layout.ts';
import { size, sizeOrThrow } from '../layout/measure.ts';
import { isInt } from '../layout/stride-operations.ts';
import {
  composeSwizzles,
  downcastSwizzle,
  recastSwizzle,
  sameSwizzle,
  swizzleFromMasks,
  upcastSwizzle,
  yMask,
  zMask,
} from '../layout/swizzle.ts';
import { maxCommonLayout, maxCommonVector } from '../operation/common.ts';
import { composition } from '../operation/composition.ts';
import { leftInverse, rightInverse } from '../operation/inverse.ts';
import { logicalProduct } from '../operation/product.ts';
import { downcast, maxAlignment, recastLayout, upcast } from '../operation/recast.ts';
import { type ComposedOffset, isStaticZero, makeComposed, noOverload } from './composed.ts';

/** `layout(n)` where only a static value will do. */
const staticValue = (layout: Layout, n: number): Outcome<number> => {
  const value = evaluate(layout, n);
  if (isFailure(value)) return value;
  return isInt(value) && isKnownStatic(value)
    ? value
    : new Violation('unsupported', 'the bits of the new swizzle are not constants');
};

/**
 * `composition(layout, swizzle)`: the swizzle carried to the other side of the layout, by where the layout
 * sends its Y and Z bits. C++ CuTe takes that for granted; it holds for layouts that permute bits.
 */
const composeLayoutSwizzle = (layout: Layout, sw: Swizzle): Outcome<AnyLayout> => {
  const [y, z] = [staticValue(layout, yMask(sw)), staticValue(layout, zMask(sw))];
  if (isFailure(y)) return y;
  if (isFailure(z)) return z;
  const moved = swizzleFromMasks(y, z);
  return isFailure(moved) ? moved : makeComposed(moved, 0, layout);
};

/** `composition(a, b)` where either may be a swizzle or a composed layout. */
export const composeAny = (a: AnyLayout | Swizzle, b: AnyLayout | Swizzle): Outcome<AnyLayout | Swizzle> => {
  if (a instanceof Swizzle) {
    if (b instanceof Swizzle) return composeSwizzles(a, b);
    return b instanceof Layout
      ? makeComposed(a, 0, b)
      : noOverload('composition', 'of a swizzle with a composed layout');
  }
  if (a instanceof ComposedLayout) {
    const inner = composeAny(a.inner, b);
    if (isFailure(inner)) return inner;
    return inner instanceof Swizzle ? inner : new ComposedLayout(a.outer, a.offset, inner);
  }
  if (b instanceof Swizzle) return composeLayoutSwizzle(a, b);
  if (b instanceof Layout) return composition(a, b);
  if (!isStaticZero(b.offset)) {
    return new Violation(
      'unsupported',
      'a layout composes with a composed layout only when its offset is 0',
      {
        cute: 'Require offset == 0.',
      },
    );
  }
  const outer = composeAny(a, b.outer);
  return isFailure(outer) ? outer : composeAny(outer, b.inner);
};

const inverseAny =
  (name: string, inverse: (layout: Layout) => Outcome<Layout>) =>
  (layout: AnyLayout): Outcome<AnyLayout> => {
    if (layout instanceof Layout) return inverse(layout);
    if (
      !(layout.outer instanceof Swizzle) ||
      !isStaticZero(layout.offset) ||
      !(layout.inner instanceof Layout)
    ) {
      return new Violation(
        'unsupported',
        `the ${name} of this composed layout is a function that has no shape`,
      );
    }
    // A swizzle is its own inverse: (S o L)^-1 = L^-1 o S.
    const inner = inverse(layout.inner);
    return isFailure(inner) ? inner : composeLayoutSwizzle(inner, layout.outer);
  };

export const rightInverseAny = inverseAny('right_inverse', rightInverse);
export const leftInverseAny = inverseAny('left_inverse', leftInverse);

// --- casts --------------------------------------------------------------------------------------

const scaleOffset = (offset: ComposedOffset, up: number, down: number): Outcome<ComposedOffset> => {
  if (offset instanceof SmemPtrFlag)
    return new SmemPtrFlag(divide(multiply(offset.bits, up), down) as StaticInt);
  if (!isInt(offset)) return noOverload('cast', 'of a coordinate offset');
  // C++ finds its casts of offsets by their class, and a plain int has none.
  if (!isStatic(offset) && !(offset instanceof MixedBits)) return noOverload('cast', 'of a run-time offset');
  if (down > 1) {
    return offset instanceof MixedBits
      ? new MixedBits(
          offset.staticBits * down,
          offset.flags * down,
          offset.dynamicBits === null ? null : offset.dynamicBits * down,
        )
      : multiply(offset, down);
  }
  // Every constant part of the offset has to divide.
  const mixed = offset instanceof MixedBits ? [offset.staticBits, offset.flags] : [];
  const constants = isKnownStatic(offset) ? [offset] : mixed;
  const odd = constants.find((n) => n % up !== 0);
  if (odd !== undefined) {
    return new Violation('indivisible', `${odd} in the offset is not a multiple of ${up}`, {
      dividend: odd,
      divisor: up,
      cute: 'Static safe_div requires t % u == 0',
    });
  }
  if (offset instanceof MixedBits) {
    const known = offset.dynamicBits;
    return new MixedBits(offset.staticBits / up, offset.flags / up, known === null ? null : known / up);
  }
  return divide(offset, up);
};

/** A pointer's placeholder keeps the swizzle, which acts on addresses, and changes its own width. */
const castComposed = (
  layout: ComposedLayout,
  up: number,
  down: number,
  castSwizzle: (sw: Swizzle) => Outcome<Swizzle>,
  cast: (l: AnyLayout) => Outcome<AnyLayout>,
): Outcome<AnyLayout> => {
  const { outer, offset } = layout;
  const moved = scaleOffset(offset, up, down);
  if (isFailure(moved)) return moved;
  const newOuter =
    offset instanceof SmemPtrFlag ? outer : outer instanceof Swizzle ? castSwizzle(outer) : cast(outer);
  if (isFailure(newOuter)) return newOuter;
  const inner = cast(layout.inner);
  return isFailure(inner) ? inner : new ComposedLayout(newOuter, moved, inner);
};

export const upcastAny = (layout: AnyLayout, n: number): Outcome<AnyLayout> =>
  layout instanceof Layout
    ? upcast(layout, n)
    : castComposed(
        layout,
        n,
        1,
        (sw) => upcastSwizzle(sw, n),
        (l) => upcastAny(l, n),
      );

export const downcastAny = (layout: AnyLayout, n: number): Outcome<AnyLayout> =>
  layout instanceof Layout
    ? downcast(layout, n)
    : castComposed(
        layout,
        1,
        n,
        (sw) => downcastSwizzle(sw, n),
        (l) => downcastAny(l, n),
      );

/** `recast_layout<Old, New>`, with the widths of the element types in bits. */
export const recastAny = (layout: AnyLayout, oldBits: number, newBits: number): Outcome<AnyLayout> => {
  if (layout instanceof Layout) return recastLayout(layout, oldBits, newBits);
  const common = gcdNumber(oldBits, newBits);
  const [up, down] = [newBits / common, oldBits / common];
  const wide = up === 1 ? layout : upcastAny(layout, up);
  return isFailure(wide) || down === 1 ? wide : downcastAny(wide, down);
};

/**
 * `as_position_independent_swizzle_layout`: the swizzle of a shared-memory atom, which acts on byte
 * addresses, as one on the offsets of its elements.
 */
export const positionIndependent = (layout: AnyLayout): Outcome<AnyLayout> => {
  if (
    layout instanceof Layout ||
    !(layout.outer instanceof Swizzle) ||
    !(layout.offset instanceof SmemPtrFlag)
  ) {
    return noOverload('as_position_independent_swizzle_layout', 'of a layout without a pointer placeholder');
  }
  const { bits } = layout.offset;
  if (typeof bits !== 'number')
    return new NeedsValue(`the swizzle of elements of ${intText(bits)} bits is not known`, symbolsOf(bits));
  const sw = recastSwizzle(layout.outer, 8, bits);
  return isFailure(sw) ? sw : makeComposed(sw, 0, layout.inner);
};

// --- alignment and common sublayouts ------------------------------------------------------------

const offsetAlignment = (offset: ComposedOffset): Outcome<Int> => {
  if (offset instanceof SmemPtrFlag) return 0;
  if (!isInt(offset)) return noOverload('max_alignment', 'of a coordinate offset');
  if (offset instanceof MixedBits) {
    const bits = offset.staticBits | offset.flags;
    return (bits & -bits) >>> 0;
  }
  return isStatic(offset) ? offset : noOverload('max_alignment', 'of a run-time offset');
};

/** The largest n for which upcast<n> compiles. */
export const maxAlignmentAny = (layout: AnyLayout): Outcome<Int> => {
  if (layout instanceof Layout) return maxAlignment(layout);
  if (!(layout.outer instanceof Swizzle)) return 1;
  const offset = offsetAlignment(layout.offset);
  if (isFailure(offset)) return offset;
  const inner = maxAlignmentAny(layout.inner);
  if (isFailure(inner)) return inner;
  return greatestCommonDivisor(greatestCommonDivisor(2 ** layout.outer.base, offset), inner);
};

const swizzled = (layout: AnyLayout): layout is ComposedLayout & { outer: Swizzle; inner: Layout } =>
  layout instanceof ComposedLayout && layout.outer instanceof Swizzle && layout.inner instanceof Layout;

/** A swizzle keeps the lowest `base` bits, so no more than 2^base elements stay together. */
export const maxCommonLayoutAny = (a: AnyLayout, b: AnyLayout): Outcome<Layout> => {
  if (a instanceof Layout && b instanceof Layout) return maxCommonLayout(a, b);
  if (a instanceof Layout) return maxCommonLayoutAny(b, a);
  if (!swizzled(a) || !(b instanceof Layout))
    return noOverload('max_common_layout', 'of these composed layouts');
  const common = maxCommonLayout(a.inner, b);
  if (isFailure(common)) return common;
  const count = size(common);
  if (isFailure(count)) return count;
  const block = 2 ** a.outer.base;
  return isKnownStatic(count) && block < count ? composition(common, block) : common;
};

export const maxCommonVectorAny = (a: AnyLayout, b: AnyLayout): Outcome<Int> => {
  if (a instanceof Layout && b instanceof Layout) return maxCommonVector(a, b);
  if (a instanceof Layout) return maxCommonVectorAny(b, a);
  if (!swizzled(a)) return noOverload('max_common_vector', 'of these composed layouts');
  const other = b instanceof Layout ? b : swizzled(b) ? b.inner : null;
  if (other === null) return noOverload('max_common_vector', 'of these composed layouts');
  const common = maxCommonVector(a.inner, other);
  if (isFailure(common)) return common;
  if (b instanceof Layout) return minimum(common, 2 ** a.outer.base);
  const sw = b.outer as Swizzle;
  return sameSwizzle(a.outer, sw) ? common : minimum(minimum(common, 2 ** a.outer.base), 2 ** sw.base);
};

// --- product with a composed tiler --------------------------------------------------------------

/** The projection onto the bits a swizzle reads or changes. */
const activeProjection = (sw: Swizzle): Layout => {
  const gap = Math.abs(sw.shift) - sw.bits;
  return new Layout(
    [2 ** sw.base, 2 ** sw.bits, 2 ** gap, 2 ** sw.bits, 1],
    [0, 2 ** sw.base, 0, 2 ** (sw.base + Math.abs(sw.shift)), 0],
  );
};

/**
 * `logical_product(layout, tiler)` with a swizzled tiler: the plain product, under a swizzle that acts on its
 * strides as the tiler's does on the tiler's.
 */
export const logicalProductComposed = (layout: Layout, tiler: ComposedLayout): Outcome<AnyLayout> => {
  if (!swizzled(tiler)) return noOverload('logical_product', 'by a composed layout without a swizzle');
  if (!isStaticZero(tiler.offset)) {
    return new Violation('unsupported', 'the offset of the tiler is not 0', {
      cute: 'Require Swizzle offset == 0.',
    });
  }
  const product = logicalProduct(layout, tiler.inner);
  if (isFailure(product)) return product;
  const active = composition(activeProjection(tiler.outer), tiler.inner);
  if (isFailure(active)) return active;
  const last = sizeOrThrow(active);
  if (!isKnownStatic(last)) return new Violation('unsupported', 'the tiler has a run-time size');
  const bits = staticValue(active, last - 1);
  if (isFailure(bits)) return bits;
  const moved: number[] = [];
  for (const mask of [yMask(tiler.outer), zMask(tiler.outer)]) {
    const through = staticValue(tiler.inner, bits & mask);
    if (isFailure(through)) return through;
    const value = evaluate(product, [0, through]);
    if (isFailure(value)) return value;
    if (!isInt(value) || !isKnownStatic(value)) {
      return new Violation('unsupported', 'the bits of the new swizzle are not constants');
    }
    moved.push(value);
  }
  const sw = swizzleFromMasks(moved[0]!, moved[1]!);
  return isFailure(sw) ? sw : makeComposed(sw, 0, product);
};
