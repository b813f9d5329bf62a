// Type traits and other templates that ask about types: is_same_v, conditional_t, sizeof_bits_v, size_v, …

import { type Failure, isFailure, Violation } from '../../../algebra/integer/failure.ts';
import { Dynamic, StaticSymbol } from '../../../algebra/integer/integer.ts';
import { dynamicSymbol } from '../../../algebra/integer/operations.ts';
import { operate } from '../../cute/operations.ts';
import {
  Pointer,
  parameterUnknown,
  TypeValue,
  UnboundTypeParameter,
  Unknown,
  type Value,
  withoutQualifiers,
} from '../../model/value.ts';
import { truthOf } from '../../values/arithmetic.ts';
import { joinAlternatives } from '../../values/one-of.ts';
import { FLAG_UNKNOWN, mayBeStatic, openFlag } from '../../values/static-constants.ts';
import { isStaticValue } from '../../values/structure.ts';
import { isArrayType } from '../types/storage.ts';
import { isElementType, sameType } from '../types/type-identity.ts';

/** A template of the library: from its arguments to a type or a value. */
export type Template = (args: readonly Value[], name: string) => Value | Failure;

/** What an object of the type that stands as template argument holds. */
export function heldValue(v: Value): Value {
  if (v instanceof UnboundTypeParameter) return parameterUnknown(v.name);
  if (v instanceof TypeValue) {
    return v.instance ?? new Unknown('unsupported', `what a ${v.name} holds is not known`, [], v.name);
  }
  return v;
}

/** A trait's value as C++ has it: `T::value` of an Int is an int. */
const constant = (v: Value | Failure): Value | Failure =>
  typeof v === 'number' ? new Dynamic(v) : v instanceof StaticSymbol ? new Dynamic(v.term) : v;

const measured =
  (operation: string): Template =>
  (args) => {
    const value = heldValue(args[0] ?? new Unknown('unsupported', 'a type is missing'));
    if (value instanceof Unknown) return value;
    return operate(operation, { name: operation, args: [value], keywords: new Map(), template: [] });
  };
const measuredType =
  (operation: string): Template =>
  (args, name) => {
    const value = measured(operation)(args, name);
    return isFailure(value) || value instanceof Unknown ? value : new TypeValue(name, value);
  };
const measuredValue =
  (operation: string): Template =>
  (args, name) => {
    const value = measured(operation)(args, name);
    return value instanceof Dynamic ? ofRunTime(name) : constant(value);
  };

/** `cosize_v<L>` is a member of the type of the size, which `int` has not. */
const ofRunTime = (name: string): Violation =>
  new Violation(
    'dynamic-storage',
    `${name} is a constant, and the layout has integers of run time: Int<N>{} instead of N makes them constants`,
    { cute: 'value is not a member of int' },
  );

/** Whether two types are the same, where both are known in full. */
const isSame: Template = (args) => {
  const [a, b] = args;
  if (!(a instanceof TypeValue) || !(b instanceof TypeValue))
    return new Unknown('unsupported', 'is_same compares types');
  const verdict = sameType(a, b);
  if (verdict !== 'maybe') return verdict === 'yes';
  if (a.qualifiers !== null || b.qualifiers !== null)
    return new Unknown(
      'unsupported',
      'const and references of types are not kept, so these may be two types',
    );
  const open = [a, b].find((t) => t instanceof UnboundTypeParameter);
  return open === undefined
    ? new Unknown('unsupported', `whether ${a.name} and ${b.name} are one type is not worked out`)
    : parameterUnknown(open.name);
};

const conditional: Template = (args) => {
  const [condition, then, otherwise] = args;
  if (condition === undefined || then === undefined || otherwise === undefined)
    return new Unknown('unsupported', 'a conditional type has a condition and two types');
  return conditionalValue(heldValue(condition), then, otherwise);
};

/** One of two values by a condition; where that is not known, both of them. */
export function conditionalValue(condition: Value, then: Value, otherwise: Value): Value {
  const decided = truthOf(condition);
  if (decided !== undefined) return decided ? then : otherwise;
  return joinAlternatives([then, otherwise], condition instanceof Unknown ? condition : NOT_DECIDED);
}

const NOT_DECIDED = new Unknown('run-time', 'a condition is not known');

const itself: Template = (args) => args[0] ?? new Unknown('unsupported', 'a type is missing');
const unqualified: Template = (args, name) => {
  const type = itself(args, name);
  return type instanceof TypeValue ? withoutQualifiers(type) : type;
};

/** `remove_extent_t<T[N]>` */
const withoutExtent: Template = (args, name) => {
  const type = itself(args, name);
  if (!(type instanceof TypeValue) || !isArrayType(type)) return type;
  return type.instance instanceof Pointer ? (type.instance.pointee ?? NO_ELEMENT) : NO_ELEMENT;
};

const NO_ELEMENT = new Unknown('unsupported', 'the elements of the array are not known');

const bitsOf = (v: Value | undefined): number | null => (v instanceof TypeValue ? v.bits : null);
const sizeofBits: Template = (args) => {
  const [type] = args;
  if (type instanceof UnboundTypeParameter && typeof type.width !== 'number')
    return dynamicSymbol(`sizeof_bits<${type.name}>`);
  const bits = type instanceof UnboundTypeParameter ? Number(type.width) : bitsOf(type);
  return bits === null ? new Unknown('unsupported', 'the size of the type is not known') : new Dynamic(bits);
};
const isStaticType: Template = (args) => {
  const [type] = args;
  if (isElementType(type)) return false;
  const value = heldValue(type ?? new Unknown('unsupported', 'a type is missing'));
  if (value instanceof Unknown) return value;
  return mayBeStatic(value) ? FLAG_UNKNOWN : isStaticValue(value);
};

/** `f<T>` of values as a trait class `f<T>::value`. */
const asClass =
  (f: Template): Template =>
  (args, name) => {
    const value = f(args, name);
    if (isFailure(value) || value instanceof Unknown) return value;
    return new TypeValue(name, typeof value === 'boolean' ? openFlag(value) : value);
  };

/** The traits by name. */
export const TRAITS: readonly (readonly [string, Template])[] = [
  ['is_same_v', isSame],
  ['is_same', asClass(isSame)],
  ['conditional_t', conditional],
  ['conditional', conditional],
  ['sizeof_bits_v', sizeofBits],
  ['sizeof_bits', asClass(sizeofBits)],
  ['is_static_v', isStaticType],
  ['is_static', asClass(isStaticType)],
  ['size_v', measuredValue('size')],
  ['rank_v', measuredValue('rank')],
  ['depth_v', measuredValue('depth')],
  ['cosize_v', measuredValue('cosize')],
  ['rank_t', measuredType('rank')],
  ['depth_t', measuredType('depth')],
  ['tuple_size_v', measuredValue('rank')],
  ['tuple_size', measuredType('rank')],
  // The others take a part of `const&` away.
  ...['remove_const_t', 'remove_cv_t', 'remove_reference_t', 'type_identity_t'].map(
    (name): [string, Template] => [name, itself],
  ),
  ['remove_extent_t', withoutExtent],
  ...['remove_cvref_t', 'decay_t'].map((name): [string, Template] => [name, unqualified]),
];
