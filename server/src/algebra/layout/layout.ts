// A layout is a shape and a congruent tuple of strides (Cecka 2.4).

import type { Int, StaticInt } from '../integer/integer.ts';
import type { HTuple } from '../tuple/htuple.ts';
import type { ArithTuple, Stride } from './stride.ts';

export type Shape = HTuple<Int>;
export type Strides = HTuple<Stride>;

export class Layout {
  readonly shape: Shape;
  readonly stride: Strides;
  constructor(shape: Shape, stride: Strides) {
    this.shape = shape;
    this.stride = stride;
  }
}

/**
 * A layout of which versions of a library differ in the strides of modes of one element, on which no offset depends.
 * `stride` is what one of them has, `otherStride` another one; where they differ `?` is printed.
 */
export class VersionedLayout extends Layout {
  readonly otherStride: Strides;
  constructor(shape: Shape, stride: Strides, otherStride: Strides) {
    super(shape, stride);
    this.otherStride = otherStride;
  }
}

/** The strides that the other version of the library has. */
export const otherStrideOf = (layout: Layout): Strides =>
  layout instanceof VersionedLayout ? layout.otherStride : layout.stride;

/** A layout with its parts replaced by what `shape` and `stride` make of them, in each version. */
export function mapLayout(
  layout: Layout,
  shape: (shape: Shape) => Shape,
  stride: (stride: Strides) => Strides,
): Layout {
  const [n, d] = [shape(layout.shape), stride(layout.stride)];
  return layout instanceof VersionedLayout
    ? new VersionedLayout(n, d, stride(layout.otherStride))
    : new Layout(n, d);
}

/** Sw<bits, base, shift>: XORs bits [base+shift, base+shift+bits) onto [base, base+bits) (for shift ≥ 0). */
export class Swizzle {
  readonly bits: number;
  readonly base: number;
  readonly shift: number;
  constructor(bits: number, base: number, shift: number) {
    this.bits = bits;
    this.base = base;
    this.shift = shift;
  }
}

/** `smem_ptr[16b](unset)`: the placeholder offset of the canonical shared-memory atoms. */
export class SmemPtrFlag {
  readonly bits: StaticInt;
  constructor(bits: StaticInt) {
    this.bits = bits;
  }
}

/** `outer o offset o inner`, evaluated as outer(offset + inner(c)). */
export class ComposedLayout {
  readonly outer: Swizzle | Layout | ComposedLayout;
  readonly offset: Int | ArithTuple | SmemPtrFlag;
  readonly inner: Layout | ComposedLayout;
  constructor(
    outer: Swizzle | Layout | ComposedLayout,
    offset: Int | ArithTuple | SmemPtrFlag,
    inner: Layout | ComposedLayout,
  ) {
    this.outer = outer;
    this.offset = offset;
    this.inner = inner;
  }
}

export type AnyLayout = Layout | ComposedLayout;

/** `_` of a slice, a tiler or a profile. */
export class Underscore {
  readonly kind = 'underscore';
}
export const UNDERSCORE = new Underscore();

/** A tiler (Cecka 3.3.4): per mode a layout, an integer `n` standing for `n:1`, or `_` for all of it. */
export type Tiler = HTuple<Layout | Int | Underscore>;
