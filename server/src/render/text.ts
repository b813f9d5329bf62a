// Values as the host's print shows them.
//
// C++ CuTe marks static integers: `(_4,_8):(_8,_1)`; the CuTe DSL and pycute do not, and write `S<3,4,3>` for
// a swizzle and `?` for a run-time integer. The text notation shows what its reader wrote: marks only where the
// text used them.

import { isFailure } from '../algebra/failure.ts';
import { Dynamic, type Int, StaticSymbol } from '../algebra/integer.ts';
import { ComposedLayout, Layout, SmemPtrFlag, Swizzle, Underscore } from '../algebra/layout.ts';
import { ArithTuple, Binary, Fraction, ScaledBasis } from '../algebra/stride.ts';
import { printTerm } from '../algebra/term-ops.ts';
import { type AlgebraValue, LayoutMajor } from '../algebra/value.ts';
import { type Engine, Tensor, TypeValue, Unknown, type Value } from '../evaluate/value.ts';
import type { Dialect } from '../frontends/scope.ts';

export interface TextStyle {
  /** Whether static integers carry their `_`. */
  readonly marks: boolean;
  /** How a swizzle is named: `Sw<3,4,3>` in C++, `S<3,4,3>` in Python. */
  readonly swizzle: 'Sw' | 'S';
}

export const MARKED: TextStyle = { marks: true, swizzle: 'Sw' };
export const PLAIN: TextStyle = { marks: false, swizzle: 'Sw' };
export const PYTHON: TextStyle = { marks: false, swizzle: 'S' };

/** The style of a dialect's own print. */
export const styleOf = (dialect: Dialect): TextStyle =>
  dialect === 'cpp' ? MARKED : dialect === 'python' ? PYTHON : PLAIN;

/** `4`, `_4`, `_-4`, `M`, `_kBlockM`, `?`, `?{div=8}`. */
export function intText(n: Int, style: TextStyle): string {
  const mark = style.marks ? '_' : '';
  if (typeof n === 'number') return mark + String(n);
  if (n instanceof StaticSymbol) {
    const text = printTerm(n.term);
    return /^\w+$/.test(text) ? mark + text : style.marks ? `_(${text})` : text;
  }
  if (n.value === null) return n.divisor === 1 ? '?' : `?{div=${n.divisor}}`;
  return typeof n.value === 'number' ? String(n.value) : printTerm(n.value);
}

const list = (items: readonly string[]): string => `(${items.join(',')})`;

/** What can be printed: values of the evaluator and of the algebra's catalog. */
export type Printable = Value | AlgebraValue;
const isList = (v: Printable): v is Extract<Printable, readonly unknown[]> => Array.isArray(v);

/** The text of a value; an Unknown is `?`, its reason being told elsewhere. */
export function valueText(value: Printable, style: TextStyle): string {
  if (isList(value)) return list(value.map((v) => valueText(v, style)));
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean') return style.swizzle === 'S' ? (value ? 'True' : 'False') : String(value);
  if (typeof value === 'number' || value instanceof Dynamic || value instanceof StaticSymbol)
    return intText(value, style);
  if (value instanceof Layout)
    return `${valueText(value.shape, style)}:${valueText(value.stride, style)}`;
  if (value instanceof ComposedLayout) return composedText(value, style);
  if (value instanceof Swizzle) return `${style.swizzle}<${value.bits},${value.base},${value.shift}>`;
  if (value instanceof ScaledBasis) {
    const scale =
      value.value instanceof Fraction
        ? `${value.value.numerator}/${value.value.denominator}`
        : intText(value.value, style);
    return scale + [...value.path].reverse().map((i) => `@${i}`).join('');
  }
  if (value instanceof ArithTuple) return list(value.entries.map((e) => valueText(e, style)));
  if (value instanceof Binary) return `f${value.bits}`;
  if (value instanceof SmemPtrFlag) return `smem_ptr[${value.bits}b](unset)`;
  if (value instanceof Underscore) return '_';
  if (value instanceof LayoutMajor) return value.side === 'left' ? 'LayoutLeft' : 'LayoutRight';
  if (value instanceof Tensor) return `${engineText(value.engine, style)} o ${valueText(value.layout, style)}`;
  if (value instanceof TypeValue)
    return value.instance === null ? value.name : valueText(value.instance, style);
  if (value instanceof Unknown) return '?';
  return String(value satisfies never);
}

/** `Sw<3,4,3> o _0 o (_8,_64):(_64,_1)`; an ArithTuple between is written as a tuple. */
function composedText(value: ComposedLayout, style: TextStyle): string {
  const outer = valueText(value.outer, style);
  const left = value.outer instanceof ComposedLayout ? `(${outer})` : outer;
  const inner = valueText(value.inner, style);
  const right = value.inner instanceof ComposedLayout && style.swizzle === 'S' ? `(${inner})` : inner;
  return `${left} o ${valueText(value.offset, style)} o ${right}`;
}

/** `smem_ptr[16b]`, `ArithTuple(_0,_0)`. An address does not exist before the program runs, so none is shown. */
function engineText(engine: Engine, style: TextStyle): string {
  if (engine.space === 'counting') {
    const at = engine.offset;
    if (at instanceof ArithTuple) return `ArithTuple${valueText(at, style)}`;
    return `counting_iter(${at === null ? '?' : intText(at, style)})`;
  }
  const space = engine.space === 'unknown' ? '' : `${engine.space}_`;
  const base = `${space}ptr[${engine.bits === null ? '?' : engine.bits}b]`;
  if (engine.offset === null || engine.offset === 0) return base;
  return `${base}+${valueText(engine.offset, PLAIN)}`;
}

/** A value or what kept it from being one, in one line. */
export function outcomeText(value: Parameters<typeof isFailure>[0], style: TextStyle): string {
  if (isFailure(value)) return 'message' in value ? `error: ${value.message}` : `unknown: ${value.reason}`;
  if (value instanceof Unknown) return `unknown: ${value.reason}`;
  return valueText(value as Printable, style);
}
