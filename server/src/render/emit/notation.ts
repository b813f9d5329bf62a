// Values as the text notation, for comments, `.layout` files and expectations.

import { Pointer, Tensor, TypeValue, Unknown } from '../../evaluate/model/value.ts';
import { isHardwareValue } from '../../hardware/value.ts';
import { MARKED, PLAIN, type Printable, valueText } from '../text/text.ts';
import { hasHoles } from './form.ts';

/** `(4,8):(8,1)`, or with static marks `(_4,_8):(_8,_1)`; null for what the notation has no text for. */
export function notation(value: Printable, marks: boolean): string | null {
  if (value instanceof Tensor || value instanceof Pointer || value instanceof TypeValue) return null;
  if (value instanceof Unknown || isHardwareValue(value)) return null;
  if (typeof value === 'string' || hasHoles(value)) return null;
  return valueText(value, marks ? MARKED : PLAIN);
}
