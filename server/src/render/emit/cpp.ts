// Values as C++ source.

import { Dynamic, type Int, StaticSymbol } from '../../algebra/integer/integer.ts';
import { type AnyLayout, ComposedLayout, Layout, SmemPtrFlag, Swizzle } from '../../algebra/layout/layout.ts';
import { ArithTuple, Fraction, ScaledBasis } from '../../algebra/layout/stride.ts';
import { LayoutMajor } from '../../algebra/layout/value.ts';
import { printTerm } from '../../algebra/term/operations.ts';
import type { Printable } from '../text/text.ts';
import { hasHoles, isInt, isWhollyStatic } from './form.ts';

export interface CppOptions {
  /** `cute::` where the file does not use the namespace, else empty. */
  readonly prefix: string;
}

// The integers that cute/numeric/integral_constant.hpp gives a name of their own.
const NAMED = new Set<number>([
  ...Array.from({ length: 11 }, (_, i) => i),
  ...[12, 16, 24],
  ...Array.from({ length: 29 }, (_, i) => 32 + 8 * i),
  ...[384, 512, 768],
  ...Array.from({ length: 10 }, (_, i) => 1024 << i),
]);

const staticInt = (n: number, o: CppOptions): string =>
  NAMED.has(n) ? `${o.prefix}_${n}` : `${o.prefix}Int<${n}>`;

// --- types --------------------------------------------------------------------------------------

function typeOf(value: Printable, tuple: 'Shape' | 'Stride', o: CppOptions): string | null {
  if (typeof value === 'number') return staticInt(value, o);
  if (value instanceof ScaledBasis) {
    if (typeof value.value !== 'number') return null;
    const path = value.path.join(',');
    if (value.value === 1) return `${o.prefix}E<${path}>`;
    return `${o.prefix}ScaledBasis<${staticInt(value.value, o)},${path}>`;
  }
  if (!Array.isArray(value)) return null;
  const items = (value as readonly Printable[]).map((v) => typeOf(v, tuple, o));
  return items.includes(null) ? null : `${o.prefix}${tuple}<${items.join(',')}>`;
}

/** The type of a wholly static value: `Layout<Shape<_4,_8>,Stride<_8,_1>>`; null when it has none or is not static. */
export function cppType(value: Printable, o: CppOptions): string | null {
  if (!isWhollyStatic(value)) return null;
  if (value instanceof Layout) {
    const shape = typeOf(value.shape, 'Shape', o);
    const stride = typeOf(value.stride, 'Stride', o);
    return shape === null || stride === null ? null : `${o.prefix}Layout<${shape},${stride}>`;
  }
  if (value instanceof Swizzle) return `${o.prefix}Swizzle<${value.bits},${value.base},${value.shift}>`;
  if (value instanceof SmemPtrFlag) return `${o.prefix}smem_ptr_flag_bits<${value.bits}>`;
  if (value instanceof ComposedLayout) {
    const parts = [value.outer, value.offset, value.inner].map((part) => cppType(part, o));
    return parts.includes(null) ? null : `${o.prefix}ComposedLayout<${parts.join(',')}>`;
  }
  return typeOf(value, 'Shape', o);
}

// --- expressions --------------------------------------------------------------------------------

function intExpression(n: Int, dynamic: boolean, o: CppOptions): string | null {
  if (typeof n === 'number') return dynamic ? String(n) : `${staticInt(n, o)}{}`;
  if (n instanceof StaticSymbol) return `${o.prefix}Int<${printTerm(n.term)}>{}`;
  if (n.value === null) return null;
  return typeof n.value === 'number' ? String(n.value) : printTerm(n.value);
}

function tupleExpression(value: Printable, maker: string, dynamic: boolean, o: CppOptions): string | null {
  if (isInt(value)) return intExpression(value, dynamic, o);
  if (value instanceof ScaledBasis) {
    if (value.value instanceof Fraction) return null;
    const basis = `${o.prefix}E<${value.path.join(',')}>{}`;
    const scale = intExpression(value.value, dynamic, o);
    return scale === null ? null : value.value === 1 ? basis : `${scale}*${basis}`;
  }
  if (!Array.isArray(value)) return null;
  const items = (value as readonly Printable[]).map((v) => tupleExpression(v, maker, dynamic, o));
  return items.includes(null) ? null : `${o.prefix}${maker}(${items.join(', ')})`;
}

function layoutExpression(value: AnyLayout, dynamic: boolean, o: CppOptions): string | null {
  if (value instanceof Layout) {
    if (!dynamic && isWhollyStatic(value)) return `${cppType(value, o)}{}`;
    const shape = tupleExpression(value.shape, 'make_shape', dynamic, o);
    const stride = tupleExpression(value.stride, 'make_stride', dynamic, o);
    return shape === null || stride === null ? null : `${o.prefix}make_layout(${shape}, ${stride})`;
  }
  const outer =
    value.outer instanceof Swizzle
      ? `${cppType(value.outer, o)}{}`
      : layoutExpression(value.outer, dynamic, o);
  const inner = layoutExpression(value.inner, dynamic, o);
  const offset = offsetExpression(value.offset, dynamic, o);
  if (outer === null || inner === null || offset === null) return null;
  return `${o.prefix}composition(${outer}, ${offset}, ${inner})`;
}

function offsetExpression(
  offset: Int | ArithTuple | SmemPtrFlag,
  dynamic: boolean,
  o: CppOptions,
): string | null {
  if (offset instanceof SmemPtrFlag) return `${cppType(offset, o)}{}`;
  if (offset instanceof ArithTuple) return tupleExpression(offset.entries, 'make_coord', dynamic, o);
  // A plain 0 is an int and would make the offset dynamic.
  if (offset === 0) return `${o.prefix}Int<0>{}`;
  return intExpression(offset, dynamic, o);
}

/**
 * The value as an expression that compiles where `cute` is included and whose static integers stay static.
 * Null when something in it is not known or C++ has no way to write it.
 */
export function cppStatic(value: Printable, o: CppOptions): string | null {
  if (hasHoles(value)) return null;
  if (value instanceof Layout || value instanceof ComposedLayout) return layoutExpression(value, false, o);
  if (value instanceof Swizzle) return `${cppType(value, o)}{}`;
  if (value instanceof LayoutMajor) return `${o.prefix}Layout${value.side === 'left' ? 'Left' : 'Right'}{}`;
  if (typeof value === 'boolean') return String(value);
  if (isInt(value)) return intExpression(value, false, o);
  return tupleExpression(value, 'make_tuple', false, o);
}

/** As cppStatic, with every known integer written as a plain int: `make_layout(make_shape(4, 8), make_stride(8, 1))`. */
export function cppDynamic(value: Printable, o: CppOptions): string | null {
  if (hasHoles(value)) return null;
  if (value instanceof Layout || value instanceof ComposedLayout) return layoutExpression(value, true, o);
  if (value instanceof Dynamic || typeof value === 'number') return intExpression(value, true, o);
  return tupleExpression(value, 'make_tuple', true, o);
}

/**
 * A static assertion that `name` is the value: layouts are compared with `==`, which static layouts answer at compile
 * time whatever the constness of the name; composed layouts and types by their type. Null when the value is not wholly static.
 */
export function cppAssertion(name: string, isType: boolean, value: Printable, o: CppOptions): string | null {
  const type = cppType(value, o);
  if (type === null) return null;
  if (isType) return `static_assert(${o.prefix}is_same_v<${name}, ${type}>);`;
  // The inner parentheses keep the commas of the type from the macro.
  if (value instanceof Layout) return `CUTE_STATIC_ASSERT_V((${name} == ${type}{}));`;
  return `static_assert(${o.prefix}is_same_v<${o.prefix}remove_cvref_t<decltype(${name})>, ${type}>);`;
}

/** A static integer in place of another one: `_16`, or `Int<25>` where CuTe declares no name for it. */
export const cppStaticName = (n: number): string => staticInt(n, { prefix: '' });

/** A stride in place of another one, or one of its modes: `Stride<_8,_1>` and `_8` in a type, else `make_stride(_8{}, 1)`. */
export function cppStride(value: Printable, isType: boolean, o: CppOptions): string | null {
  if (hasHoles(value)) return null;
  return isType ? typeOf(value, 'Stride', o) : tupleExpression(value, 'make_stride', false, o);
}
