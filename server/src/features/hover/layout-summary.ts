// The layout in a value, and the line that sums it up.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import { type AnyLayout, ComposedLayout, Layout } from '../../algebra/layout/layout.ts';
import { cosize } from '../../algebra/layout/measure.ts';
import { printPlain } from '../../algebra/layout/print.ts';
import { describe } from '../../algebra/property/properties.ts';
import { product } from '../../algebra/tuple/int-tuple.ts';
import { Tensor, TypeValue, type Value } from '../../evaluate/model/value.ts';
import { extentText, shapeOf } from '../../render/picture/layout-scene.ts';

/** The layout in a value: of a tensor, or of a variable of a type. */
export function layoutIn(value: Value | Failure): AnyLayout | null {
  if (value instanceof Layout || value instanceof ComposedLayout) return value;
  if (value instanceof Tensor) return value.layout;
  if (value instanceof TypeValue && value.instance !== null) return layoutIn(value.instance);
  return null;
}

/** `8 × 64 · size 512 · cosize 512 · row-major, compact, bijective onto [0, 512)`. */
export function summaryOf(layout: AnyLayout): string {
  const parts = [extentText(shapeOf(layout))];
  try {
    parts.push(`size ${printPlain(product(shapeOf(layout)))}`);
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
  }
  if (layout instanceof Layout) {
    const extent = cosize(layout);
    if (!isFailure(extent)) parts.push(`cosize ${printPlain(extent)}`);
  }
  const words = describe(layout);
  if (words.length > 0) parts.push(words.join(', '));
  return parts.join(' · ');
}
