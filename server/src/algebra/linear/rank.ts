// What the rank of the matrix says about a linear layout.

import { eliminate } from './elimination.ts';
import { columnsOf, type LinearLayout } from './layout.ts';

export const rankOf = (layout: LinearLayout): number => eliminate(columnsOf(layout)).rank;

/** Different inputs have different images. */
export const isInjective = (layout: LinearLayout): boolean => rankOf(layout) === layout.inBits;

/** Every output is the image of an input. */
export const isSurjective = (layout: LinearLayout): boolean => rankOf(layout) === layout.outBits;

export const isInvertible = (layout: LinearLayout): boolean =>
  layout.inBits === layout.outBits && isInjective(layout);
