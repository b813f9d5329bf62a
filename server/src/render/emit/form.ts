// What the emitters share. An emitter returns null where the value cannot be written in its language, and every
// text is parsed back and compared before anyone sees it (features/texts/verified-forms.ts).

import { Dynamic, type Int, StaticSymbol } from '../../algebra/integer/integer.ts';
import { ComposedLayout, Layout, SmemPtrFlag } from '../../algebra/layout/layout.ts';
import { ArithTuple, Binary, Fraction, ScaledBasis } from '../../algebra/layout/stride.ts';
import { isOpaque } from '../../algebra/term/size.ts';
import { hardwareParts, isHardwareValue } from '../../hardware/value.ts';
import type { Printable } from '../text/text.ts';

/** A way to write a value. */
export interface Form {
  readonly id: 'cpp' | 'cpp-dynamic' | 'python' | 'pycute' | 'notation';
  /** `C++ (static)`: for menus. */
  readonly label: string;
  readonly text: string;
}

/** Whether every integer in the value is static with a known value. */
export function isWhollyStatic(value: Printable): boolean {
  if (typeof value === 'number') return true;
  if (value instanceof Dynamic || value instanceof StaticSymbol) return false;
  if (Array.isArray(value)) return value.every(isWhollyStatic);
  if (value instanceof Layout) return isWhollyStatic(value.shape) && isWhollyStatic(value.stride);
  if (value instanceof ComposedLayout)
    return isWhollyStatic(value.outer) && isWhollyStatic(value.offset) && isWhollyStatic(value.inner);
  if (value instanceof ScaledBasis) return !(value.value instanceof Fraction) && isWhollyStatic(value.value);
  if (value instanceof ArithTuple) return value.entries.every(isWhollyStatic);
  if (value instanceof Binary) return false;
  if (value instanceof SmemPtrFlag) return typeof value.bits === 'number';
  return true;
}

/** Whether the compiler knows no more of the value: what is open are integers of run time. */
export function isStaticallyKnown(value: Printable): boolean {
  if (value instanceof StaticSymbol) return false;
  if (Array.isArray(value)) return value.every(isStaticallyKnown);
  if (value instanceof Layout) return isStaticallyKnown(value.shape) && isStaticallyKnown(value.stride);
  if (value instanceof ComposedLayout)
    return [value.outer, value.offset, value.inner].every(isStaticallyKnown);
  if (value instanceof ScaledBasis) return value.value instanceof Fraction || isStaticallyKnown(value.value);
  if (value instanceof ArithTuple) return value.entries.every(isStaticallyKnown);
  if (value instanceof SmemPtrFlag) return typeof value.bits === 'number';
  if (isHardwareValue(value)) return hardwareParts(value).every(isStaticallyKnown);
  return true;
}

/** Whether every integer in the value is known, static or not, so that it can be written down. */
export function isKnown(value: Printable): boolean {
  if (value instanceof Dynamic) return typeof value.value === 'number';
  if (value instanceof StaticSymbol) return false;
  if (Array.isArray(value)) return value.every(isKnown);
  if (value instanceof Layout) return isKnown(value.shape) && isKnown(value.stride);
  if (value instanceof ComposedLayout)
    return isKnown(value.outer) && isKnown(value.offset) && isKnown(value.inner);
  if (value instanceof ScaledBasis) return value.value instanceof Fraction || isKnown(value.value);
  if (value instanceof ArithTuple) return value.entries.every(isKnown);
  if (value instanceof SmemPtrFlag) return typeof value.bits === 'number';
  if (isHardwareValue(value)) return hardwareParts(value).every(isKnown);
  return true;
}

/** Whether something in the value cannot be written down: `?`, or a term that is too long. */
export function hasHoles(value: Printable): boolean {
  if (value instanceof StaticSymbol) return isOpaque(value.term);
  if (value instanceof Dynamic)
    return value.value === null || (typeof value.value !== 'number' && isOpaque(value.value));
  if (Array.isArray(value)) return value.some(hasHoles);
  if (value instanceof Layout) return hasHoles(value.shape) || hasHoles(value.stride);
  if (value instanceof ComposedLayout)
    return hasHoles(value.outer) || hasHoles(value.offset) || hasHoles(value.inner);
  if (value instanceof ScaledBasis) return !(value.value instanceof Fraction) && hasHoles(value.value);
  if (value instanceof ArithTuple) return value.entries.some(hasHoles);
  return false;
}

export { SmemPtrFlag };
export const isInt = (x: unknown): x is Int =>
  typeof x === 'number' || x instanceof Dynamic || x instanceof StaticSymbol;
