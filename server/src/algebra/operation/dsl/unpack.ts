// The flatter arrangements of divides and products: a mode that is a tuple is unpacked, also one of a single mode, which
// C++ CuTe leaves as it is.

import { type Layout, UNDERSCORE } from '../../layout/layout.ts';
import { type SliceCoordinate, sliceOrThrow } from '../../layout/slice.ts';
import { modeOf } from '../coalesce.ts';

const wholeMode = (zipped: Layout, i: number): SliceCoordinate => {
  const { shape } = modeOf(zipped, i);
  return Array.isArray(shape) ? shape.map(() => UNDERSCORE) : UNDERSCORE;
};

/** `zipped(_, (_,…))` */
export const unpackedRest = (zipped: Layout): Layout =>
  sliceOrThrow([UNDERSCORE, wholeMode(zipped, 1)], zipped);

/** `zipped((_,…), (_,…))` */
export const unpackedBoth = (zipped: Layout): Layout =>
  sliceOrThrow([wholeMode(zipped, 0), wholeMode(zipped, 1)], zipped);
