// Values by structure: what a type holds, the type of a value, conversion, and what remains when
// run-time integers may have changed. Shared by the dialects.

import { Violation } from '../../algebra/integer/failure.ts';
import { Dynamic, StaticSymbol } from '../../algebra/integer/integer.ts';
import {
  type AnyLayout,
  ComposedLayout,
  Layout,
  mapLayout,
  type Shape,
  type Strides,
  Swizzle,
} from '../../algebra/layout/layout.ts';
import { ArithTuple, ScaledBasis } from '../../algebra/layout/stride.ts';
import { isHardwareValue } from '../../hardware/value.ts';
import { BoxedObject } from '../model/entity.ts';
import { Pointer, StaticConstant, Tensor, TypeValue, Unknown, type Value } from '../model/value.ts';
import {
  asType,
  INT,
  type IntegerType,
  integerType,
  TypedInteger,
  typeOfInteger,
  untyped,
  withTypeOf,
} from './integer-types.ts';

type OnDynamic = (n: Dynamic) => Dynamic;

/** The value with its run-time integers replaced. */
export function mapDynamic(value: Value, f: OnDynamic): Value {
  if (value instanceof Dynamic) return f(value);
  if (Array.isArray(value)) return (value as readonly Value[]).map((v) => mapDynamic(v, f));
  if (value instanceof Layout) {
    return mapLayout(
      value,
      (shape) => mapDynamic(shape as Value, f) as Shape,
      (stride) => mapDynamic(stride as Value, f) as Strides,
    );
  }
  if (value instanceof ComposedLayout) {
    const outer = value.outer instanceof Swizzle ? value.outer : (mapDynamic(value.outer, f) as AnyLayout);
    const offset = mapDynamic(value.offset as Value, f) as ComposedLayout['offset'];
    return new ComposedLayout(outer, offset, mapDynamic(value.inner, f) as AnyLayout);
  }
  if (value instanceof ScaledBasis) {
    return value.value instanceof Dynamic ? new ScaledBasis(f(value.value), value.path) : value;
  }
  if (value instanceof ArithTuple)
    return new ArithTuple(mapDynamic(value.entries as readonly Value[], f) as never);
  if (value instanceof Tensor) {
    const { engine } = value;
    const offset =
      engine.offset === null ? null : (mapDynamic(engine.offset as Value, f) as typeof engine.offset);
    return new Tensor({ ...engine, offset }, mapDynamic(value.layout, f) as AnyLayout);
  }
  return value;
}

const unknownInt: OnDynamic = (n) => (n.value === null ? n : withTypeOf(n, null));

/** What the type of a value says: run-time integers are of any value. */
export const widenDynamic = (value: Value): Value => mapDynamic(value, unknownInt);

/** Value-initialised: `T{}` makes run-time integers 0. */
export const valueInitialised = (value: Value): Value => mapDynamic(value, (n) => withTypeOf(n, 0));

/**
 * A variable of a type that holds `instance`, initialised with `value`: static integers are the type's,
 * run-time ones the value's.
 */
export function convertTo(value: Value, instance: Value): Value | Violation {
  if (instance instanceof Unknown) return instance;
  // A pointer's variable knows the type of its elements, whatever it points to.
  if (instance instanceof Pointer) {
    return value instanceof Pointer && value.engine.bits !== null ? value : instance;
  }
  if (value instanceof Unknown) return value;
  if (instance instanceof Dynamic) return asInteger(value, typeOfInteger(instance));
  if (typeof instance === 'number' || instance instanceof StaticSymbol) {
    if (typeof value === 'number' && typeof instance === 'number' && value !== instance) {
      return new Violation(
        'wrong-kind',
        `a variable of type Int<${instance}> cannot hold the static integer ${value}`,
      );
    }
    return instance;
  }
  if (Array.isArray(instance)) {
    const types = instance as readonly Value[];
    if (!Array.isArray(value) || value.length !== types.length) return differs();
    const items: Value[] = [];
    for (const [i, type] of types.entries()) {
      const item = convertTo((value as readonly Value[])[i]!, type);
      if (item instanceof Violation || (item instanceof Unknown && !(item instanceof BoxedObject)))
        return item;
      items.push(item);
    }
    return items;
  }
  if (instance instanceof Layout) {
    if (!(value instanceof Layout)) return differs();
    const shape = convertTo(value.shape as Value, instance.shape as Value);
    const stride = convertTo(value.stride as Value, instance.stride as Value);
    if (shape instanceof Violation || shape instanceof Unknown) return shape;
    if (stride instanceof Violation || stride instanceof Unknown) return stride;
    return new Layout(shape as Shape, stride as Strides);
  }
  if (instance instanceof ScaledBasis || instance instanceof Tensor || isHardwareValue(instance)) {
    return value;
  }
  return instance;
}

const differs = (): Unknown =>
  new Unknown('unsupported', 'the initialiser does not have the form of the declared type');

/** As a run-time int: what `int x = v;` holds. */
export function toInt(value: Value): Value {
  if (value instanceof Unknown) return value;
  if (typeof value === 'number') return new TypedInteger(value, INT);
  if (typeof value === 'boolean') return new TypedInteger(value ? 1 : 0, INT);
  if (value instanceof StaticConstant)
    return new TypedInteger(Number(value.value), integerType(value.type) ?? INT);
  if (value instanceof Dynamic) return value;
  if (value instanceof StaticSymbol) return new TypedInteger(value.term, INT);
  return new Unknown('unsupported', 'this is no integer');
}

/** Whether types that differ may look alike here: the widths of run-time integers are not kept. */
function hasIndistinguishableType(type: Value): boolean {
  if (!(type instanceof TypeValue) || type.instance === null) return false;
  if (type.instance instanceof Dynamic) return type.bits === null;
  return holdsDynamic(type.instance);
}

function holdsDynamic(v: Value): boolean {
  if (v instanceof Dynamic) return !(v instanceof TypedInteger);
  if (Array.isArray(v)) return (v as readonly Value[]).some(holdsDynamic);
  if (v instanceof Layout) return holdsDynamic(v.shape as Value) || holdsDynamic(v.stride as Value);
  if (v instanceof ComposedLayout)
    return (
      holdsDynamic(v.offset as Value) || holdsDynamic(v.inner as Value) || holdsDynamic(v.outer as Value)
    );
  return v instanceof TypeValue && hasIndistinguishableType(v);
}

/** As a run-time integer of a type: what its type cannot hold is another one afterwards, `uint8_t(300)`, `unsigned(-1)`. */
function asInteger(value: Value, type: IntegerType | null): Value {
  const n = toInt(value);
  if (!(n instanceof Dynamic)) return n;
  return type === null ? untyped(n) : asType(n, type);
}

/** The value without the types of its run-time integers, as the algebra takes it. */
export const withoutTypes = (value: Value): Value => (holdsTyped(value) ? mapDynamic(value, untyped) : value);

function holdsTyped(v: Value): boolean {
  if (v instanceof Dynamic) return v instanceof TypedInteger;
  if (Array.isArray(v)) return (v as readonly Value[]).some(holdsTyped);
  if (v instanceof Layout) return holdsTyped(v.shape as Value) || holdsTyped(v.stride as Value);
  if (v instanceof ComposedLayout)
    return holdsTyped(v.offset as Value) || holdsTyped(v.inner as Value) || holdsTyped(v.outer as Value);
  if (v instanceof ScaledBasis) return v.value instanceof TypedInteger;
  if (v instanceof ArithTuple) return (v.entries as readonly Value[]).some(holdsTyped);
  return v instanceof Tensor && holdsTyped(v.layout);
}

/** Answers by tuple: values share their parts, and are asked about whenever a variable is. */
const staticLists = new WeakMap<readonly Value[], boolean>();

function isStaticList(list: readonly Value[]): boolean {
  if (!list.some(Array.isArray)) return list.every(isStaticValue);
  let known = staticLists.get(list);
  if (known === undefined) {
    known = list.every(isStaticValue);
    staticLists.set(list, known);
  }
  return known;
}

/** Whether the value is part of its type: no run-time integer and no bool in it. */
export function isStaticValue(v: Value): boolean {
  if (typeof v === 'boolean' || (v instanceof StaticConstant && v.family === 'open')) return false;
  if (v instanceof Dynamic || v instanceof Tensor || v instanceof Pointer) return false;
  if (Array.isArray(v)) return isStaticList(v as readonly Value[]);
  if (v instanceof Layout) return isStaticValue(v.shape as Value) && isStaticValue(v.stride as Value);
  if (v instanceof ComposedLayout)
    return (
      isStaticValue(v.offset as Value) &&
      isStaticValue(v.inner) &&
      (v.outer instanceof Swizzle || isStaticValue(v.outer))
    );
  if (v instanceof ScaledBasis) return !(v.value instanceof Dynamic);
  return true;
}
