// Comparing with a layout of which versions of a library differ.

import { Dynamic } from '../integer/integer.ts';
import { sameProfile } from '../tuple/operations.ts';
import { type Layout, type Strides, VersionedLayout } from './layout.ts';
import { printPlain } from './print.ts';

function openWhere(a: Strides, b: Strides, given: Strides): Strides {
  if (Array.isArray(a))
    return a.map((d, i) =>
      openWhere(d as Strides, (b as readonly Strides[])[i]!, (given as readonly Strides[])[i]!),
    );
  return printPlain(a) === printPlain(b) ? given : new Dynamic(null);
}

/** A layout that says nothing of the strides that the versions of `like` do not share. */
export const inVersionsOf = (layout: Layout, like: VersionedLayout): Layout =>
  sameProfile(layout.shape, like.shape)
    ? new VersionedLayout(
        layout.shape,
        layout.stride,
        openWhere(like.stride, like.otherStride, layout.stride),
      )
    : layout;
