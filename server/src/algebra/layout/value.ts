// The values that the operations of the catalog take and give.

import type { Int } from '../integer/integer.ts';
import type { AnyLayout, SmemPtrFlag, Swizzle, Underscore } from './layout.ts';
import type { ArithTuple, Binary, ScaledBasis } from './stride.ts';

/** `LayoutLeft` (GenColMajor) and `LayoutRight` (GenRowMajor), the tags of make_layout and tile_to_shape. */
export class LayoutMajor {
  readonly side: 'left' | 'right';
  constructor(side: 'left' | 'right') {
    this.side = side;
  }
}
export const LAYOUT_LEFT = new LayoutMajor('left');
export const LAYOUT_RIGHT = new LayoutMajor('right');

/**
 * Whatever an operation of the catalog takes or returns. A tuple of integers is a shape, a coordinate
 * or a profile; a tuple with layouts or `_` in it is a tiler or a coordinate to slice with; operations
 * such as slice_and_offset return the tuple [layout, offset].
 */
export type AlgebraValue =
  | Int
  | boolean
  | ScaledBasis
  | ArithTuple
  | Binary
  | AnyLayout
  | Swizzle
  | SmemPtrFlag
  | Underscore
  | LayoutMajor
  | readonly AlgebraValue[];
