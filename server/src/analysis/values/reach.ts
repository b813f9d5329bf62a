// How far the offsets of a layout go, and how far an array does.

import { isFailure } from '../../algebra/integer/failure.ts';
import { type AnyLayout, ComposedLayout, SmemPtrFlag } from '../../algebra/layout/layout.ts';
import { imageView } from '../../algebra/property/image.ts';
import { viewOf } from '../../algebra/property/view.ts';
import type { Engine, Room } from '../../evaluate/model/value.ts';

/** The largest offset that a layout reaches, from 0 on; null where that is not known. */
export function farthestOffset(layout: AnyLayout): number | null {
  // A swizzle of addresses stays within what its layout reaches, rounded up.
  const plain =
    layout instanceof ComposedLayout && layout.offset instanceof SmemPtrFlag ? layout.inner : layout;
  const view = viewOf(plain);
  const image = isFailure(view) ? view : imageView(view);
  return isFailure(image) ? null : Number(image.max);
}

/** Of how many elements of the tensor there is room; null where the widths that it takes are not known. */
export function elementsIn({ elements, bits, element, isRest }: Room, engine: Engine): number | null {
  // `T last[1]` at the end of a struct stands for any number.
  if (elements === null || (elements <= 1 && isRest !== true)) return null;
  const isSame = element !== null && element === engine.element;
  if (isSame || bits === engine.bits) return isSame || bits !== null ? elements : null;
  return bits === null || engine.bits === null ? null : Math.floor((elements * bits) / engine.bits);
}
