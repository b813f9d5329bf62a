// `sizeof` and `alignof`: how large objects of a type are, as far as everything in them is known.

import { type Failure, isFailure } from '../../../algebra/integer/failure.ts';
import { Dynamic, StaticSymbol } from '../../../algebra/integer/integer.ts';
import { dynamicSymbol } from '../../../algebra/integer/operations.ts';
import { ComposedLayout, Layout, SmemPtrFlag, Swizzle, Underscore } from '../../../algebra/layout/layout.ts';
import { ArithTuple, ScaledBasis } from '../../../algebra/layout/stride.ts';
import type { CallExpr, Expr, MemberExpr } from '../../../frontends/common/expression.ts';
import {
  BoxedObject,
  ClassObject,
  ClassType,
  type Entity,
  isHostOnly,
  ScalarObject,
} from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import {
  Container,
  Pointer,
  parameterUnknown,
  StaticConstant,
  TypeValue,
  UnboundTypeParameter,
  Unknown,
  type Value,
  withoutQualifiers,
} from '../../model/value.ts';
import { integerType, TypedInteger } from '../../values/integer-types.ts';
import { liftOverAlternatives } from '../../values/one-of.ts';
import { ClassLayouts } from './class-layout.ts';
import { isNamedType } from './names.ts';
import { aligned, arrayLayout, ClassPlacement, EMPTY, type ObjectLayout, whole } from './placement.ts';
import { isArrayType } from './storage.ts';

const SIZE = integerType('size_t')!;

/** `sizeof(T)`, `sizeof(x)`, `alignof(T)`; null: another call. */
export function sizeCall(
  ev: Evaluation,
  { callee, args }: CallExpr,
  env: Environment,
): Entity | Failure | null {
  if (callee.kind !== 'name' || (callee.name !== 'sizeof' && callee.name !== 'alignof')) return null;
  const [operand] = args;
  if (operand === undefined || args.length > 1) return null;
  const member = callee.name === 'sizeof' ? memberLayout(ev, operand, env) : null;
  if (member !== null) return bytes(member.size);
  const asked = ev.evaluate(operand, env);
  if (isFailure(asked)) return new Unknown('violation', 'an operation before has no value');
  const answer = callee.name === 'sizeof' ? sizeOf : alignmentOf;
  return liftOverAlternatives([asked], ([of]) => answer(ev, of!));
}

/** Of `S::member` and `object.member`, an array of which is more than the pointer that it is read as; null: no such is known. */
function memberLayout(ev: Evaluation, operand: Expr, env: Environment): ObjectLayout | null {
  if (operand.kind !== 'member' && operand.kind !== 'qualified') return null;
  const of = operand.kind === 'member' ? operand.object : operand.scope;
  const type = of === null ? null : classOf(ev.evaluate(of, env));
  const layout = type === null ? null : new ObjectLayouts(ev).ofMember(type, operand.name.name);
  return layout instanceof Unknown ? null : layout;
}

/** The class of an object, of what a pointer leads to, or itself. */
function classOf(held: Entity | Failure): ClassType | null {
  const of = held instanceof BoxedObject ? held.object : held;
  const type = of instanceof ClassObject ? of.type : of instanceof Pointer ? of.pointee : of;
  return type instanceof ClassType ? type : null;
}

function sizeOf(ev: Evaluation, of: Entity): Value {
  const type = typeOfOperand(of);
  if (type instanceof Unknown) return type;
  // The size of such a type is known without how it lies in memory.
  if (type instanceof UnboundTypeParameter)
    return typeof type.width === 'number'
      ? bytes(Math.ceil(type.width / 8))
      : dynamicSymbol(`sizeof(${type.name})`);
  if (type.bits !== null) return bytes(Math.ceil(type.bits / 8));
  const layout = new ObjectLayouts(ev).of(type);
  return layout instanceof Unknown ? layout : bytes(layout.size);
}

function alignmentOf(ev: Evaluation, of: Entity): Value {
  const type = typeOfOperand(of);
  if (type instanceof Unknown) return type;
  const layout = new ObjectLayouts(ev).of(type);
  return layout instanceof Unknown ? layout : bytes(layout.alignment);
}

/** Where a data member lies. */
export interface MemberPlace {
  readonly type: string;
  /** In bytes, from where the object begins. */
  readonly offset: number;
  /** Of the objects, in bytes. */
  readonly alignment: number;
}

/** The place of the member of an object, or of what a pointer leads to; null where that is not known. */
export function placeOfMember(
  ev: Evaluation,
  { object, name }: MemberExpr,
  env: Environment,
): MemberPlace | null {
  const type = classOf(ev.evaluate(object, env));
  if (type === null) return null;
  const layouts = new ObjectLayouts(ev);
  const [offset, layout] = [layouts.offsetOf(type, name.name), layouts.of(type)];
  return offset === null || layout instanceof Unknown
    ? null
    : { type: type.declaration.name, offset, alignment: layout.alignment };
}

const bytes = (n: number): TypedInteger => new TypedInteger(n, SIZE);

/** The type of what `sizeof` is asked of, without references, which have the size of what they refer to. */
function typeOfOperand(of: Entity): TypeValue | Unknown {
  if (of instanceof BoxedObject) return of.object.type;
  if (of instanceof Unknown) return of;
  if (of instanceof TypeValue) return of.qualifiers === '?' ? of : withoutQualifiers(of);
  if (of instanceof ClassObject || of instanceof ScalarObject) return of.type;
  // An array is known as a pointer to its first element.
  if (isHostOnly(of) || (of instanceof Pointer && !(of instanceof Container))) return notKnown('the operand');
  return new TypeValue('', of);
}

const notKnown = (what: string): Unknown => new Unknown('unsupported', `the size of ${what} is not known`);

const NO_INTEGER = new Unknown('unsupported', 'the type of an integer is not known');

/** The layouts in memory of the types that one question leads to. */
class ObjectLayouts {
  readonly #classes: ClassLayouts;

  constructor(ev: Evaluation) {
    this.#classes = new ClassLayouts(ev, (type) => this.of(type));
  }

  offsetOf(type: ClassType, member: string): number | null {
    return this.#classes.offsetOf(type, member);
  }

  ofMember(type: ClassType, member: string): ObjectLayout | Unknown | null {
    return this.#classes.ofMember(type, member);
  }

  of(type: Entity | Failure): ObjectLayout | Unknown {
    if (type instanceof Unknown) return type;
    if (isFailure(type) || !(type instanceof TypeValue)) return notKnown('a type');
    if (type.qualifiers === '?') return notKnown(type.name);
    // As a member of a class, a reference is a pointer.
    if (type.qualifiers?.includes('&')) return POINTER;
    if (type instanceof ClassType) return this.#classes.of(type);
    if (type instanceof UnboundTypeParameter) return parameterUnknown(type.name);
    const { instance, bits, name } = type;
    if (instance instanceof Container) return this.#container(name, instance);
    if (instance instanceof Pointer && isArrayType(type)) return this.#array(type, instance);
    if (bits !== null) return scalar(type, bits);
    return instance === null ? (alignedEmpty(name) ?? notKnown(name)) : this.#held(instance, name);
  }

  /** `T[N]`, `T[M][N]`, whose room is that of all elements. */
  #array({ name }: TypeValue, { engine: { room }, pointee }: Pointer): ObjectLayout | Unknown {
    let element = pointee;
    while (element !== null && isArrayType(element) && element.instance instanceof Pointer)
      element = element.instance.pointee;
    return element === null ? notKnown(name) : this.#elements(element, room?.elements ?? null, name);
  }

  #elements(element: TypeValue, count: number | null, name: string): ObjectLayout | Unknown {
    if (count === null || count < 1) return notKnown(name === '' ? 'an array' : name);
    const layout = this.of(element);
    return layout instanceof Unknown ? layout : (arrayLayout(layout, count) ?? notKnown(name));
  }

  /** `cute::array` and its kind. */
  #container(name: string, { engine: { room }, pointee, alignment }: Container): ObjectLayout | Unknown {
    const count = room?.elements ?? null;
    if (pointee === null || count === null || alignment === null) return notKnown(name);
    const isPacked = name === 'ArrayEngine' && pointee.bits !== null && pointee.bits % 8 !== 0;
    if (name === 'array_subbyte' || isPacked) {
      // The storage is of bytes (cute/container/array_subbyte.hpp).
      const { bits } = pointee;
      if (bits === null || bits > 8 || count < 1 || pointee.name.startsWith('sparse_elem'))
        return notKnown(name);
      return whole(Math.ceil((count * bits) / 8), 1);
    }
    if (count === 0) return name === 'array' ? EMPTY : notKnown(name);
    const array = this.#elements(pointee, count, name);
    if (array instanceof Unknown) return array;
    const least = Math.max(array.alignment, alignment);
    return {
      ...array,
      size: aligned(array.size, least),
      alignment: least,
      reach: [array.size, aligned(array.size, least)],
    };
  }

  /** The type of a value, as far as the value tells. */
  #held(value: Value, name: string): ObjectLayout | Unknown {
    if (value instanceof Unknown && !(value instanceof BoxedObject)) return value;
    if (value instanceof BoxedObject) return this.of(value.object.type);
    if (value instanceof TypeValue) return this.of(value);
    if (typeof value === 'boolean') return whole(1, 1);
    if (value instanceof TypedInteger) return whole(value.type.bits / 8, value.type.bits / 8);
    if (value instanceof Dynamic) return NO_INTEGER;
    if (isStaticInteger(value) || value instanceof Swizzle || value instanceof SmemPtrFlag) return EMPTY;
    if (name.startsWith('std::')) return notKnown(name);
    if (Array.isArray(value)) return this.#tuple(value as readonly Value[]);
    if (value instanceof ArithTuple) return this.#tuple(value.entries as readonly Value[]);
    if (value instanceof Layout) return this.#tuple([value.shape as Value, value.stride as Value]);
    if (value instanceof ComposedLayout)
      return this.#tuple([value.outer, value.offset as Value, value.inner]);
    if (value instanceof ScaledBasis) return this.#tuple([value.value as Value]);
    return notKnown(name === '' ? 'the operand' : name);
  }

  /** `cute::tuple` holds the elements that are not empty, each with what follows it (cute/container/tuple.hpp). */
  #tuple(items: readonly Value[]): ObjectLayout | Unknown {
    let rest: ObjectLayout = EMPTY;
    for (const item of items.toReversed()) {
      const layout = this.#held(item, '');
      if (layout instanceof Unknown) return layout;
      if (layout.isEmpty) continue;
      const placement = new ClassPlacement();
      placement.addMember(layout);
      if (!rest.isEmpty) placement.addMember(rest);
      const both = placement.layout(null);
      if (both === null) return notKnown('a tuple');
      rest = both;
    }
    return rest;
  }
}

/** `aligned_struct<128,…>`; other alignments than these ask for nothing (cute/container/alignment.hpp). */
function alignedEmpty(name: string): ObjectLayout | null {
  const [, written] = /^aligned_struct<(\d+),/.exec(name) ?? [];
  if (written === undefined) return null;
  const asked = [1, 2, 4, 8, 16, 32, 64, 128, 256].includes(Number(written)) ? Number(written) : 1;
  return {
    size: asked,
    alignment: asked,
    reach: [0, asked],
    isEmpty: true,
    empties: [{ type: name, offset: 0 }],
  };
}

const isStaticInteger = (value: Value): boolean =>
  typeof value === 'number' ||
  value instanceof StaticSymbol ||
  value instanceof Underscore ||
  (value instanceof StaticConstant && value.family !== 'open');

const POINTER = whole(8, 8);

/** Numbers and pointers, each aligned to its size. */
function scalar(type: TypeValue, bits: number): ObjectLayout | Unknown {
  const size = Math.ceil(bits / 8);
  if (type.instance instanceof Pointer) return POINTER;
  const isKnown =
    isNamedType(type) || type.instance instanceof TypedInteger || /^uint_bi|^uint_by/.test(type.name);
  const isPower = size > 0 && size <= 32 && (size & (size - 1)) === 0;
  return isKnown && isPower ? whole(size, size) : notKnown(type.name);
}
