// How far the offsets of a layout go.

import { isFailure } from '../../algebra/integer/failure.ts';
import { type AnyLayout, ComposedLayout, SmemPtrFlag } from '../../algebra/layout/layout.ts';
import { imageView } from '../../algebra/property/image.ts';
import { viewOf } from '../../algebra/property/view.ts';

/** The largest offset that a layout reaches, from 0 on; null where that is not known. */
export function farthestOffset(layout: AnyLayout): number | null {
  // A swizzle of addresses stays within what its layout reaches, rounded up.
  const plain =
    layout instanceof ComposedLayout && layout.offset instanceof SmemPtrFlag ? layout.inner : layout;
  const view = viewOf(plain);
  const image = isFailure(view) ? view : imageView(view);
  return isFailure(image) ? null : Number(image.max);
}
