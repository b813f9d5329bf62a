// Values as Python source: the CuTe DSL (`cute.make_layout((4, 8), stride=(8, 1))`) and pycute (`Layout((4, 8), (8, 1))`).

import { Dynamic, type Int, StaticSymbol } from '../../algebra/integer/integer.ts';
import { ComposedLayout, Layout, SmemPtrFlag, Swizzle } from '../../algebra/layout/layout.ts';
import { Fraction, ScaledBasis } from '../../algebra/layout/stride.ts';
import { printTerm } from '../../algebra/term/operations.ts';
import type { Printable } from '../text/text.ts';
import { hasHoles, isInt } from './form.ts';

interface PythonOptions {
  /** The name under which the DSL is imported, with its dot: `cute.`. */
  readonly prefix: string;
}

function intExpression(n: Int): string | null {
  if (typeof n === 'number') return String(n);
  const term = n instanceof StaticSymbol ? n.term : n.value;
  if (term === null) return null;
  if (typeof term === 'number') return String(term);
  const text = printTerm(term);
  // C++'s division of integers is not Python's, so quotients are left to the reader.
  return text.includes('/') ? null : text;
}

function tupleExpression(value: Printable, o: PythonOptions): string | null {
  if (isInt(value)) return intExpression(value);
  if (value instanceof ScaledBasis) {
    if (value.value instanceof Fraction) return null;
    const path = value.path.length === 1 ? String(value.path[0]) : `[${value.path.join(', ')}]`;
    const scale = intExpression(value.value);
    if (scale === null) return null;
    return value.value === 1 ? `${o.prefix}E(${path})` : `${scale} * ${o.prefix}E(${path})`;
  }
  if (!Array.isArray(value)) return null;
  const items = (value as readonly Printable[]).map((v) => tupleExpression(v, o));
  if (items.includes(null)) return null;
  return items.length === 1 ? `(${items[0]},)` : `(${items.join(', ')})`;
}

/** The value as an expression of the CuTe DSL, or null where it cannot be written. */
export function pythonDsl(value: Printable, o: PythonOptions): string | null {
  if (hasHoles(value)) return null;
  if (value instanceof Layout) {
    const shape = tupleExpression(value.shape, o);
    const stride = tupleExpression(value.stride, o);
    return shape === null || stride === null ? null : `${o.prefix}make_layout(${shape}, stride=${stride})`;
  }
  if (value instanceof Swizzle)
    return `${o.prefix}make_swizzle(${value.bits}, ${value.base}, ${value.shift})`;
  if (value instanceof ComposedLayout) {
    if (value.offset instanceof SmemPtrFlag) return null;
    const outer = pythonDsl(value.outer, o);
    const inner = pythonDsl(value.inner, o);
    const offset = tupleExpression(value.offset, o);
    if (outer === null || inner === null || offset === null) return null;
    return `${o.prefix}make_composed_layout(${outer}, ${offset}, ${inner})`;
  }
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return tupleExpression(value, o);
}

/** The value as an expression of pycute, which has plain layouts and integers only. */
export function pycute(value: Printable): string | null {
  if (hasHoles(value)) return null;
  const options = { prefix: '' };
  if (value instanceof Layout) {
    const shape = tupleExpression(value.shape, options);
    const stride = tupleExpression(value.stride, options);
    return shape === null || stride === null ? null : `Layout(${shape}, ${stride})`;
  }
  return value instanceof Dynamic || Array.isArray(value) || typeof value === 'number'
    ? tupleExpression(value, options)
    : null;
}

/** A stride in place of another one, or one of its modes. */
export const pythonStride = (value: Printable): string | null =>
  hasHoles(value) ? null : tupleExpression(value, { prefix: 'cute.' });
