// Values as the host's print shows them.
//
// C++ CuTe marks static integers: `(_4,_8):(_8,_1)`; the CuTe DSL and pycute do not, and write `S<3,4,3>` for
// a swizzle and `?` for a run-time integer. The text notation shows what its reader wrote: marks only where the
// text used them.

import { type Failure, isFailure, Violation } from '../../algebra/integer/failure.ts';
import { Dynamic } from '../../algebra/integer/integer.ts';
import { ComposedLayout, SmemPtrFlag } from '../../algebra/layout/layout.ts';
import { printMarked, printPlain } from '../../algebra/layout/print.ts';
import { ArithTuple } from '../../algebra/layout/stride.ts';
import type { AlgebraValue } from '../../algebra/layout/value.ts';
import { isLegoValue, legoValueText } from '../../algebra/lego/value.ts';
import { isRelationValue, relationValueText } from '../../algebra/relation/value.ts';
import {
  type Engine,
  OneOf,
  Pointer,
  StaticConstant,
  Tensor,
  TypeValue,
  Unknown,
  type Value,
} from '../../evaluate/model/value.ts';
import { printPython } from '../../evaluate/python/dsl/print.ts';
import type { Dialect } from '../../frontends/common/scope.ts';
import { hardwareSummary, isHardwareValue } from '../../hardware/value.ts';

export interface TextStyle {
  /** Whether static integers carry their `_`. */
  readonly marks: boolean;
  /** As Python prints it: `True`, `S<3,4,3>` for the `Sw<3,4,3>` of C++, `?` for run-time integers. */
  readonly python: boolean;
}

export const MARKED: TextStyle = { marks: true, python: false };
export const PLAIN: TextStyle = { marks: false, python: false };
export const PYTHON: TextStyle = { marks: false, python: true };

/** The style of a dialect's own print. */
export const styleOf = (dialect: Dialect): TextStyle =>
  dialect === 'cpp' ? MARKED : dialect === 'python' ? PYTHON : PLAIN;

/** What can be printed: values of the evaluator and of the algebra's catalog. */
export type Printable = Value | AlgebraValue;
const isList = (v: Printable): v is Extract<Printable, readonly unknown[]> => Array.isArray(v);

/** The text of a value; an Unknown is `?`, its reason being told elsewhere. */
export function valueText(value: Printable, style: TextStyle): string {
  if (value instanceof OneOf) return alternativesText(value, style);
  if (style.python && !isHardwareValue(value)) return printPython(value as Value);
  if (isList(value)) return `(${value.map((v) => valueText(v, style)).join(',')})`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Tensor) return tensorText(value, style);
  if (value instanceof TypeValue)
    return value.instance === null ? value.name : valueText(value.instance, style);
  if (value instanceof Pointer) return engineText(value.engine, style);
  if (isHardwareValue(value)) return hardwareSummary(value);
  if (isLegoValue(value)) return legoValueText(value);
  if (isRelationValue(value)) return relationValueText(value);
  if (value instanceof Unknown) return '?';
  if (value instanceof StaticConstant) return constantText(value, style);
  return readable(style.marks ? printMarked(value) : printPlain(value));
}

/** Flags, and what is a constant of the standard, are printed as what they convert to. */
const constantText = ({ value, family }: StaticConstant, style: TextStyle): string =>
  typeof value === 'number' && family === 'cute' && style.marks ? `_${value}` : String(value);

/** A term that is too long has a name to compute with; all that a reader needs of it is that something stands there. */
export const readable = (text: string): string => text.replace(/…[0-9a-z]{7,}/g, '…');

/** Characters up to which all alternatives are written down. */
const MAXIMUM_ALTERNATIVES = 240;

/** `A or B`; long ones `A or 2 others`. */
function alternativesText({ alternatives }: OneOf, style: TextStyle): string {
  const texts = [...new Set(alternatives.map((v) => valueText(v, style)))];
  const all = texts.join(' or ');
  if (all.length <= MAXIMUM_ALTERNATIVES) return all;
  const others = texts.length - 1;
  return `${texts[0]!} or ${others === 1 ? 'another' : `${others} others`}`;
}

/** C++ moves the swizzle of shared memory into the pointer: `Sw<3,4,3>_smem_ptr[16b] o (_8,_64):(_64,_1)`. */
function tensorText({ engine, layout }: Tensor, style: TextStyle): string {
  const pointer = engineText(engine, style);
  if (layout instanceof ComposedLayout && layout.offset instanceof SmemPtrFlag && engine.space === 'smem')
    return `${valueText(layout.outer, style)}_${pointer} o ${valueText(layout.inner, style)}`;
  return `${pointer} o ${valueText(layout, style)}`;
}

/** `smem_ptr[16b]`, `ArithTuple(_0,_0)`. An address does not exist before the program runs, so none is shown. */
function engineText(engine: Engine, style: TextStyle): string {
  const at = engine.offset;
  if (engine.space === 'counting') {
    if (at instanceof ArithTuple) return `ArithTuple${valueText(at, style)}`;
    return `counting_iter(${at === null ? '?' : valueText(at, style)})`;
  }
  // Descriptors are printed by the name of their iterator.
  if (engine.element?.endsWith('DescriptorIterator')) return engine.element;
  // CuTe prints registers as it prints any pointer.
  const space = engine.space === 'unknown' || engine.space === 'rmem' ? '' : `${engine.space}_`;
  const isSubbyte = engine.bits !== null && engine.bits % 8 !== 0;
  const pointer = engine.space === 'tmem' ? '' : isSubbyte ? 'subptr' : 'ptr';
  const swizzle = engine.swizzle ? `${valueText(engine.swizzle, style)}_` : '';
  const base = `${swizzle}${space}${pointer}[${engine.bits === null ? '?' : engine.bits}b]`;
  return at === null || at === 0 ? base : `${base}+${valueText(at, PLAIN)}`;
}

/** A type by the integers in it; words stand for those that only objects of the type have: `Shape<int,_8>`. */
export function typeText({ instance, name }: TypeValue, style: TextStyle): string {
  const text = (v: Value): string => {
    if (Array.isArray(v)) return `(${(v as readonly Value[]).map(text).join(',')})`;
    return v instanceof Dynamic && v.value === null && v.divisor === 1
      ? 'run-time integer'
      : valueText(v, style);
  };
  if (instance instanceof Dynamic && instance.value === null) return `run-time ${name}`;
  return Array.isArray(instance) ? text(instance) : valueText(new TypeValue(name, instance), style);
}

/** A value, or what kept it from being one, in one line. */
export function outcomeText(value: Printable | Failure, style: TextStyle): string {
  if (value instanceof Violation) return `error: ${value.message}`;
  if (isFailure(value) || value instanceof Unknown) return `unknown: ${readable(value.reason)}`;
  return valueText(value, style);
}
