// The library of C++ and CUDA: CuTe and CUTLASS by their names, and what operators make of values.

import { type Failure, isFailure, Violation } from '../../algebra/integer/failure.ts';
import { Dynamic } from '../../algebra/integer/integer.ts';
import { dynamicSymbol } from '../../algebra/integer/operations.ts';
import { swizzleInt } from '../../algebra/layout/bits.ts';
import { ComposedLayout, Layout, Swizzle } from '../../algebra/layout/layout.ts';
import { printMarked } from '../../algebra/layout/print.ts';
import type { AlgebraValue } from '../../algebra/layout/value.ts';
import { innerEngine, movedPointer, pointerEngine } from '../cute/engine.ts';
import { modesOfCalled, modesOfCppCall, modesOfCppMethod } from '../cute/modes/methods.ts';
import { isLayout, operate, pointedLayout } from '../cute/operations.ts';
import { callTensor } from '../cute/tensors.ts';
import type { Builtin, BuiltinCall } from '../model/builtin.ts';
import { BoxedObject, type Entity, isHostOnly } from '../model/entity.ts';
import type { Library } from '../model/library.ts';
import { Symbolic } from '../model/symbolic.ts';
import {
  Pointer,
  parameterUnknown,
  StaticConstant,
  Tensor,
  TypeValue,
  UnboundTypeParameter,
  Unknown,
  type Value,
} from '../model/value.ts';
import { binaryOperation, isBasis, truthOf, unaryOperation } from '../values/arithmetic.ts';
import { INT, integerType, isUnsigned, TypedInteger, typed, withTypeOf } from '../values/integer-types.ts';
import {
  constantBinary,
  constantUnary,
  heldByConstant,
  isConstant,
  openFlag,
  staticFlag,
} from '../values/static-constants.ts';
import { convertTo, mapDynamic, valueInitialised, widenDynamic, withoutTypes } from '../values/structure.ts';
import { typedBinary, typedUnary } from '../values/typed-arithmetic.ts';
import { withAtoms } from './cute/atoms.ts';
import {
  acceptsUnknown,
  cppBuiltin,
  keepsTypes,
  methodTakesByValue,
  takesByValue,
} from './cute/functions.ts';
import { isOfProgram } from './cute/known-names.ts';
import { withTypedIntegers } from './cute/typed-functions.ts';
import { cppTemplate } from './cute/types.ts';
import { typeOfConstant } from './types/constant-types.ts';
import { architectureMember, BOOL, cppValue, isFundamental, NULL_TYPE_NAME } from './types/names.ts';

const call = (name: string, args: readonly Value[], template: readonly Value[] = []): BuiltinCall => ({
  name,
  args,
  keywords: new Map(),
  template,
});

/** `T{}`: whatever it is, its elements go by its name; what `T::Member` is, by both. */
const byName = (type: UnboundTypeParameter, text: string, rank: number | null = null): Unknown =>
  new Symbolic(parameterUnknown(type.name), { kind: 'term', extent: { text, isConstant: true }, rank });

function construct(type: Value, args: readonly Value[]): Value | Failure {
  if (type instanceof UnboundTypeParameter) return byName(type, type.name, type.rank);
  if (type instanceof TypeValue) {
    const { instance } = type;
    if (instance === null) {
      if (type.name === 'bool' && args.length <= 1) return args.length === 0 ? false : asCondition(args[0]!);
      if (type.name === 'Layout') return operate('make_layout', call('make_layout', args));
      return new Unknown('unsupported', `an object of type ${type.name} is no layout`, [], null);
    }
    // `device_vector<T> v(n)`, `v = other`.
    if (instance instanceof Pointer) return instance;
    if (args.length === 0) return valueInitialised(instance);
    if (instance instanceof Dynamic)
      return args.length === 1
        ? convertTo(args[0]!, instance)
        : new Unknown('unsupported', 'an integer has one value');
    if (instance instanceof Layout) {
      if (args.length === 1 && args[0] instanceof Layout) return convertTo(args[0], instance);
      const shape = convertTo(args[0]!, instance.shape as Value);
      if (isFailure(shape) || shape instanceof Unknown) return shape;
      const stride =
        args.length > 1
          ? convertTo(args[1]!, instance.stride as Value)
          : valueInitialised(instance.stride as Value);
      if (isFailure(stride) || stride instanceof Unknown) return stride;
      return new Layout(shape as Layout['shape'], stride as Layout['stride']);
    }
    if (Array.isArray(instance)) {
      const one = args.length === 1 && Array.isArray(args[0]) && instance.length !== 1;
      return convertTo(one ? args[0]! : args, instance);
    }
    return args.length === 1 ? convertTo(args[0]!, instance) : instance;
  }
  return new Unknown('unsupported', 'this is no type');
}

const SWIZZLE_MEMBERS: Readonly<Record<string, 'bits' | 'base' | 'shift'>> = {
  num_bits: 'bits',
  num_base: 'base',
  num_shft: 'shift',
};

/** The member types of tensors and layouts, and the constants of swizzles. */
function typeMember(type: TypeValue, name: string): Value | undefined {
  const { instance } = type;
  if (instance instanceof Tensor) {
    const { bits, element } = instance.engine;
    if (name === 'layout_type') return typeOf(pointedLayout(instance));
    if ((name === 'value_type' || name === 'element_type') && element !== null) {
      return (
        cppValue([element]) ??
        // The name may be that of a template's parameter.
        (bits === null ? new UnboundTypeParameter(element) : new TypeValue(element, null, bits))
      );
    }
  }
  if (instance instanceof Swizzle && Object.hasOwn(SWIZZLE_MEMBERS, name))
    return new TypedInteger(instance[SWIZZLE_MEMBERS[name]!], INT);
  if (instance instanceof Layout) {
    if (name === 'shape_type') return typeOf(instance.shape as Value);
    if (name === 'stride_type') return typeOf(instance.stride as Value);
  }
  return undefined;
}

/** `X::value`, `X::type`. */
function member(object: Value, name: string): Value | Failure | undefined {
  if (object instanceof UnboundTypeParameter) return byName(object, `${object.name}::${name}`);
  if (object instanceof TypeValue) {
    if (name === 'type') return object;
    const part = typeMember(object, name) ?? architectureMember(object, name);
    if (part !== undefined) return part;
    if (name === 'value' && object.instance !== null) {
      return heldByConstant(object.instance);
    }
    return undefined;
  }
  // `X{}.value`, `decltype(x)::value` written on an object.
  if (name === 'value' && (isConstant(object) || object instanceof StaticConstant))
    return heldByConstant(object);
  return undefined;
}

/** Member functions of layouts and tensors that are functions of the catalog. */
const METHODS: Readonly<Record<string, string>> = {
  shape: 'shape',
  stride: 'stride',
  layout: 'layout',
  size: 'size',
  compose: 'composition',
  with_shape: 'with_shape',
  tile: 'tiled_divide',
  get_hier_coord: 'get_hier_coord',
  get_flat_coord: 'get_flat_coord',
  get_1d_coord: 'get_1d_coord',
};

function method(object: Value, name: string): Builtin | undefined {
  if (object instanceof Tensor && name === 'data') return () => new Pointer(pointerEngine(object));
  if (object instanceof Pointer && (name === 'data' || name === 'begin'))
    return () => new Pointer(object.engine);
  if (object instanceof Pointer && name === 'get') return () => new Pointer(innerEngine(object.engine));
  if (object instanceof ComposedLayout) {
    if (name === 'layout_a') return () => object.outer;
    if (name === 'layout_b') return () => object.inner;
    if (name === 'offset') return () => object.offset as Value;
  }
  if (!isLayout(object) && !(object instanceof Tensor)) return undefined;
  if (name === 'operator()') return (c) => callValue(withoutTypes(object), withUntyped(c));
  const operation = METHODS[name];
  if (operation === undefined) return undefined;
  return (c) => {
    // compose and tile take a tiler in pieces.
    const args = c.args.length > 1 && (name === 'compose' || name === 'tile') ? [c.args] : c.args;
    return operate(operation, withUntyped({ ...c, args: [object, ...args] }));
  };
}

function callValue(object: Value, c: BuiltinCall): Value | Failure {
  if (object instanceof Tensor) return callTensor(object, c);
  if (isLayout(object)) return operate('call', { ...c, args: [object, ...c.args] });
  const [offset] = c.args;
  if (object instanceof Swizzle && (typeof offset === 'number' || offset instanceof Dynamic))
    return swizzleInt(object, offset);
  return new Unknown('unsupported', 'this is not called');
}

function typeOf(value: Value): Value {
  if (value instanceof BoxedObject) return value.object.type;
  if (value instanceof TypeValue || value instanceof Unknown) return value;
  if (typeof value === 'boolean') return BOOL;
  if (value === NULL_POINTER) return NULL_TYPE;
  if (value instanceof StaticConstant) return typeOfConstant(value);
  const instance = widenDynamic(value);
  const bits = instance instanceof TypedInteger ? instance.type.bits : null;
  return new TypeValue(typeText(instance), instance, bits);
}

function typeText(v: Value): string {
  if (v instanceof TypedInteger) return v.type.name;
  if (v instanceof Dynamic) return 'int';
  if (v instanceof Tensor) return 'Tensor';
  if (typeof v === 'string') return v;
  if (v instanceof Pointer || v instanceof Unknown || v instanceof TypeValue) return 'type';
  try {
    return printMarked(v as AlgebraValue);
  } catch {
    return 'type';
  }
}

function instance(type: Entity, symbol: string | null): Value {
  if (isHostOnly(type)) return new Unknown('unsupported', 'the type is not known');
  if (!(type instanceof TypeValue)) return new Unknown('unsupported', 'this is no type');
  if (type instanceof UnboundTypeParameter) return parameterUnknown(type.name);
  if (type.instance === null) return new Unknown('function-parameter', `a ${type.name} is no layout`);
  if (!(type.instance instanceof Dynamic) || symbol === null) return type.instance;
  return withTypeOf(type.instance, dynamicSymbol(symbol, 1, isUnsigned(type) ? 'size' : 'any').value);
}

/** A pointer to the type, or what a pointer points to. */
function star(operand: Value): Value | undefined {
  if (operand instanceof TypeValue) {
    const engine = { space: 'unknown', bits: operand.bits, element: operand.name, offset: null } as const;
    return new TypeValue(`${operand.name}*`, new Pointer(engine, operand), 64);
  }
  return operand instanceof Pointer
    ? new Unknown('run-time', 'what a pointer points to is only known at run time')
    : undefined;
}

/**
 * The catalog refuses arguments of kinds that it does not know. In a program that compiles they are
 * overloads that are not computed here, so only what C++ is known to refuse is an error.
 */
function softened(result: Value | Failure): Value | Failure {
  if (!(result instanceof Violation) || result.code !== 'wrong-kind' || result.detail.cute !== undefined)
    return result;
  return new Unknown('unsupported', result.message);
}

/** A condition for whoever takes a bool. */
const asCondition = (value: Value): Value =>
  truthOf(value) ?? new Unknown('run-time', 'a condition is only known at run time');

const withUntyped = (c: BuiltinCall): BuiltinCall => ({ ...c, args: c.args.map(withoutTypes) });

/** Of integers of different types the algebra knows no common type. */
function inAlgebra(builtin: Builtin, c: BuiltinCall): Value | Failure {
  const isBelow = (v: Value): boolean =>
    typeof v === 'number' ? v < 0 : v instanceof Dynamic && typeof v.value === 'number' && v.value < 0;
  const isUnsigned = (v: Value): boolean => v instanceof TypedInteger && v.type.isUnsigned;
  if (c.args.some(isBelow) && c.args.some(isUnsigned))
    return new Unknown('unsupported', 'a negative integer meets an unsigned one, which is not computed');
  return builtin(withUntyped(c));
}

/** What CuTe answers of types is a type; of what may be a value the answer may be either. */
const asFlag = (name: string, result: Value | Failure): Value | Failure =>
  typeof result !== 'boolean' ? result : /congruent$/.test(name) ? staticFlag(result) : openFlag(result);

/** What is certain of a variable that may hold another object of its type: bools are as open as integers. */
function withoutRunTimeParts(value: Value): Value {
  if (Array.isArray(value)) return (value as readonly Value[]).map(withoutRunTimeParts);
  return typeof value === 'boolean' || (value instanceof StaticConstant && value.family === 'open')
    ? new Unknown('run-time', 'a condition is only known at run time')
    : mapDynamic(value, (n) => withTypeOf(n, null));
}

/** Whether tuples and layouts are equal is in the type of the answer where all of their integers are in theirs. */
function comparedAsTuples(left: Value, right: Value, result: Value | Failure): Value | Failure {
  const isWhole = (v: Value): boolean => Array.isArray(v) || isLayout(v) || isBasis(v);
  return typeof result === 'boolean' && (isWhole(left) || isWhole(right)) ? openFlag(result) : result;
}

/** A pointer some elements further on: where, is not known. */
function pointerSum(operator: string, left: Value, right: Value): Value | undefined {
  const pointer =
    left instanceof Pointer ? left : operator === '+' && right instanceof Pointer ? right : null;
  if (pointer === null || (operator !== '+' && operator !== '-')) return undefined;
  if (left instanceof Pointer && right instanceof Pointer) return new Dynamic(null);
  const distance = pointer === left ? right : left;
  return new Pointer(movedPointer(pointer.engine, operator === '+' ? distance : null), pointer.pointee);
}

const NULL_POINTER = new Pointer({ space: 'unknown', bits: null, element: null, offset: null });
/** Converts to every pointer, and is none. */
const NULL_TYPE = new TypeValue(NULL_TYPE_NAME, NULL_POINTER, 64);

export const cppLibrary: Library = withAtoms({
  knows: isOfProgram,
  namespaces: new Set(['cute', 'cutlass']),
  // `__shfl_sync`
  isReserved: (name) => /^__[a-z]/.test(name),
  isFundamental,
  integer: (value, marked, type) =>
    marked ? value : typed(new Dynamic(value), type === undefined ? null : integerType(type)),
  value: (path) => (path.length === 1 && path[0] === 'nullptr' ? NULL_POINTER : cppValue(path)),
  builtin: (path) => {
    const builtin = cppBuiltin(path);
    if (builtin === undefined) return undefined;
    const name = path.at(-1)!;
    return keepsTypes(name)
      ? (c) => softened(builtin(c))
      : withTypedIntegers(name, (c) => asFlag(name, softened(inAlgebra(builtin, c))));
  },
  template: cppTemplate,
  construct,
  member,
  method,
  call: (object, c) => callValue(withoutTypes(object), withUntyped(c)),
  modes: { ofCall: modesOfCppCall, ofMethod: modesOfCppMethod, ofSlice: modesOfCalled, isByName: false },
  index: () => new Unknown('run-time', 'an element is only known at run time'),
  unary: (operator, operand) => {
    if (operator === '*') return star(operand) ?? unaryOperation('+', operand);
    if (operator === '&') return new Unknown('run-time', 'an address is only known at run time');
    return (
      constantUnary(operator, operand) ?? typedUnary(operator, operand) ?? unaryOperation(operator, operand)
    );
  },
  binary: (operator, left, right) =>
    pointerSum(operator, left, right) ??
    constantBinary(operator, left, right) ??
    typedBinary(operator, left, right) ??
    comparedAsTuples(left, right, binaryOperation(operator, left, right)),
  convert: (value, type) => {
    if (!(type instanceof TypeValue)) return value;
    // `Tensor t = …`, `Layout l = …`.
    if (type.instance === null) {
      if (type.name === 'bool') return asCondition(value);
      return type.bits === null ? value : new Unknown('unsupported', `a ${type.name} is no layout`);
    }
    return convertTo(value, type.instance);
  },
  instance,
  typeOf,
  withoutRunTimeParts,
  takesByValue,
  methodTakesByValue,
  acceptsUnknown,
  isRefused: () => false,
});
