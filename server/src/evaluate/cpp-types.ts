// The types and type templates of CuTe and C++ by their meaning.

import { type Failure, isFailure } from '../algebra/failure.ts';
import { Dynamic, type Int, StaticSymbol } from '../algebra/integer.ts';
import { dynamicSymbol } from '../algebra/integer-ops.ts';
import { ComposedLayout, Layout, SmemPtrFlag, Swizzle, UNDERSCORE } from '../algebra/layout.ts';
import { ScaledBasis } from '../algebra/stride.ts';
import { makeSwizzle } from '../algebra/swizzle.ts';
import { LAYOUT_LEFT, LAYOUT_RIGHT } from '../algebra/value.ts';
import { truthOf } from './arithmetic.ts';
import { thingKey } from './key.ts';
import { operate, staticArgument } from './operations.ts';
import { isVague } from './shapes-of-values.ts';
import { ParameterType, Pointer, parameterUnknown, Tensor, TypeValue, Unknown, type Value } from './value.ts';

/** CuTe defines the `_N` in common use; code that needs others defines them like these. */
const STATIC_NAME = /^_\d{1,9}$/;
const NEGATIVE_NAMES = new Set([32, 24, 16, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => `_m${n}`));

const integral = (name: string, bits: number): TypeValue => new TypeValue(name, new Dynamic(null), bits);
const element = (name: string, bits: number): TypeValue => new TypeValue(name, null, bits);

const ARCHITECTURES = [50, 60, 61, 70, 72, 75, 80, 86, 89, 90, 100, 101, 103, 120];

const TYPES: ReadonlyMap<string, TypeValue> = new Map(
  [
    ...(
      [
        ['int', 32],
        ['unsigned', 32],
        ['unsigned int', 32],
        ['signed', 32],
        ['short', 16],
        ['unsigned short', 16],
        ['char', 8],
        ['signed char', 8],
        ['unsigned char', 8],
        ['long', 64],
        ['unsigned long', 64],
        ['long long', 64],
        ['unsigned long long', 64],
        ['long int', 64],
        ['size_t', 64],
        ['ptrdiff_t', 64],
        ['int8_t', 8],
        ['int16_t', 16],
        ['int32_t', 32],
        ['int64_t', 64],
        ['uint8_t', 8],
        ['uint16_t', 16],
        ['uint32_t', 32],
        ['uint64_t', 64],
        ['uint', 32],
        ['index_t', 64],
      ] as const
    ).map(([name, bits]) => integral(name, bits)),
    ...(
      [
        ['float', 32],
        ['double', 64],
        ['half_t', 16],
        ['half', 16],
        ['__half', 16],
        ['bfloat16_t', 16],
        ['__nv_bfloat16', 16],
        ['tfloat32_t', 32],
        ['float_e4m3_t', 8],
        ['float_e5m2_t', 8],
        ['float_ue8m0_t', 8],
        ['float_ue4m3_t', 8],
        ['float_e2m1_t', 4],
        ['float_e3m2_t', 6],
        ['float_e2m3_t', 6],
        ['int4_t', 4],
        ['uint4b_t', 4],
        ['int4b_t', 4],
        ['uint2b_t', 2],
        ['int2b_t', 2],
        ['uint1b_t', 1],
        ['uint128_t', 128],
        ['uint256_t', 256],
        ['float2', 64],
        ['float4', 128],
        ['half2', 32],
        ['uint2', 64],
        ['uint4', 128],
        ['int4', 128],
      ] as const
    ).map(([name, bits]) => element(name, bits)),
    // Tags of architectures, and enumerations whose values are names.
    ...ARCHITECTURES.map((n) => new TypeValue(`Sm${n}`, null)),
    ...['GMMA::Major', 'UMMA::Major', 'GMMA::ScaleIn', 'UMMA::ScaleIn'].map(
      (name) => new TypeValue(name, null),
    ),
    new TypeValue('bool', null, 8),
    new TypeValue('void', null),
    new TypeValue('X', UNDERSCORE),
    new TypeValue('Underscore', UNDERSCORE),
    new TypeValue('LayoutLeft', LAYOUT_LEFT),
    new TypeValue('LayoutRight', LAYOUT_RIGHT),
    new TypeValue('GenColMajor', LAYOUT_LEFT),
    new TypeValue('GenRowMajor', LAYOUT_RIGHT),
    new TypeValue('true_type', true),
    new TypeValue('false_type', false),
  ].map((t) => [t.name, t]),
);

/** `cutlass::arch::Sm90::kMinComputeCapability`. */
export function architectureMember(type: TypeValue, name: string): Value | undefined {
  // Enumerators are known by their names.
  if (/^[GU]MMA::/.test(type.name)) return `${type.name.slice(6)}::${name}`;
  const number = /^Sm(\d+)$/.exec(type.name)?.[1];
  return number !== undefined && name === 'kMinComputeCapability' ? new Dynamic(Number(number)) : undefined;
}

/** Constants of CUTLASS (cutlass/cutlass.h). */
const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['NumThreadsPerWarp', 32],
  ['NumThreadsPerWarpGroup', 128],
  ['NumWarpsPerWarpGroup', 4],
  ['NumThreadsPerHalfWarp', 16],
  ['NumThreadsPerQuad', 4],
]);

/** Namespaces of the library and of CUDA whose names are looked up here. */
export const LIBRARY = new Set(['cute', 'std', 'cutlass', 'cuda', 'thrust']);

const INDEX_VARIABLES = new Set(['blockIdx', 'threadIdx', 'gridDim', 'blockDim']);

/** The simple name of a path of the library: `make_layout` of `cute::make_layout`; null for other paths. */
export function libraryName(path: readonly string[]): string | null {
  if (path.length === 1) return path[0]!;
  if (path.length === 2 && LIBRARY.has(path[0]!)) return path[1]!;
  if (path.length === 3 && path[0] === 'cutlass' && path[1] === 'arch') return path[2]!;
  // `cute::GMMA::Major`, `GMMA::Major`.
  const rest = path[0] === 'cute' ? path.slice(1) : path;
  if (rest.length === 2 && /^[GU]MMA$/.test(rest[0]!)) return rest.join('::');
  return path.length === 3 && path[0] === 'cuda' ? path[2]! : null;
}

/** A name of the library that is a type or constant. */
export function cppValue(path: readonly string[]): Value | undefined {
  if (path.length === 2 && INDEX_VARIABLES.has(path[0]!) && /^[xyz]$/.test(path[1]!))
    return dynamicSymbol(path.join('.'));
  const name = libraryName(path);
  if (name === null) return undefined;
  const type = TYPES.get(name);
  if (type !== undefined) return type;
  const constant = CONSTANTS.get(name);
  if (constant !== undefined && path[0] === 'cutlass') return new Dynamic(constant);
  if (name.charCodeAt(0) === 95) {
    if (name === '_') return UNDERSCORE;
    if (STATIC_NAME.test(name)) return new TypeValue(name, Number(name.slice(1)));
    if (NEGATIVE_NAMES.has(name)) return new TypeValue(name, -Number(name.slice(2)));
  }
  return undefined;
}

/** What an object of the type that stands as template argument holds. */
function held(v: Value): Value {
  if (v instanceof ParameterType) return parameterUnknown(v.name);
  if (v instanceof TypeValue) {
    return v.instance ?? new Unknown('unsupported', `what a ${v.name} holds is not known`, [], v.name);
  }
  return v;
}

type Template = (args: readonly Value[], name: string) => Value | Failure;

const integerType: Template = (args) => {
  const value = args.at(-1)!;
  if (typeof value === 'boolean') return new TypeValue(String(value), value);
  const n = staticArgument(value);
  if (n === null) return new Unknown('run-time', 'a template argument must be a constant');
  return new TypeValue(typeof n === 'number' ? `_${n}` : 'Int', n);
};

const tupleType: Template = (args, name) => {
  const items = args.map(held);
  const unknown = items.find((i) => i instanceof Unknown);
  return unknown instanceof Unknown ? unknown : new TypeValue(name, items);
};

const layoutType: Template = (args) => {
  const parts = args.map(held);
  const unknown = parts.find((p) => p instanceof Unknown);
  if (unknown instanceof Unknown) return unknown;
  if (parts.length === 0) return new TypeValue('Layout', null);
  const layout = operate('make_layout', {
    name: 'make_layout',
    args: parts,
    keywords: new Map(),
    template: [],
  });
  return isFailure(layout) || layout instanceof Unknown ? layout : new TypeValue('Layout', layout);
};

const swizzleType: Template = (args) => {
  const numbers = args.map(staticArgument);
  if (numbers.some((n) => n instanceof StaticSymbol))
    return new Unknown('template-parameter', 'the swizzle depends on a template parameter');
  if (numbers.length < 2 || numbers.some((n) => typeof n !== 'number'))
    return new Unknown('unsupported', 'a swizzle needs integers');
  const [bits, base, shift] = numbers as number[];
  const swizzle = makeSwizzle(bits!, base!, shift);
  return isFailure(swizzle) ? swizzle : new TypeValue('Swizzle', swizzle);
};

const composedType: Template = (args) => {
  const [outer, offset, inner] = args.map(held);
  const unknown = [outer, offset, inner].find((p) => p instanceof Unknown);
  if (unknown instanceof Unknown) return unknown;
  const isOuter = outer instanceof Swizzle || outer instanceof Layout || outer instanceof ComposedLayout;
  const isOffset =
    offset instanceof SmemPtrFlag ||
    typeof offset === 'number' ||
    offset instanceof Dynamic ||
    offset instanceof StaticSymbol;
  const isInner = inner instanceof Layout || inner instanceof ComposedLayout;
  if (!isOuter || !isOffset || !isInner)
    return new Unknown('unsupported', 'this composed layout is not computed');
  // Without bits to swizzle and without an offset C++ keeps the type; its functions see the plain layout.
  return new TypeValue('ComposedLayout', new ComposedLayout(outer, offset, inner));
};

const basisType: Template = (args) => {
  const path = args.map(staticArgument);
  if (path.some((n) => typeof n !== 'number'))
    return new Unknown('unsupported', 'a basis element needs integers');
  return new TypeValue('E', path.length === 0 ? 1 : new ScaledBasis(1, path as number[]));
};

const scaledBasisType: Template = (args) => {
  const value = held(args[0] ?? new Unknown('unsupported', 'a basis element needs a factor'));
  const path = args.slice(1).map(staticArgument);
  if (value instanceof Unknown) return value;
  const isInt = typeof value === 'number' || value instanceof Dynamic || value instanceof StaticSymbol;
  if (!isInt || path.some((n) => typeof n !== 'number'))
    return new Unknown('unsupported', 'a basis element needs integers');
  return new TypeValue(
    'ScaledBasis',
    path.length === 0 ? value : new ScaledBasis(value as Int, path as number[]),
  );
};

/** A container by what its data() points to. */
const containerType: Template = (args, name) => {
  const [type] = args;
  if (!(type instanceof TypeValue)) return new Unknown('unsupported', 'the type of the elements is missing');
  return new TypeValue(
    name,
    new Pointer({ space: 'unknown', bits: type.bits, element: type.name, offset: null }),
  );
};

/** `uint_byte_t<16>`: an element of so many bytes. */
function widthType(args: readonly Value[], name: string, unit: number): Value {
  const n = args[0] === undefined ? null : staticArgument(args[0]);
  if (typeof n === 'number') return new TypeValue(`${name}<${n}>`, null, n * unit);
  return new Unknown('undetermined', `the width of ${name} is not known`);
}

/** A trait's value as C++ has it: `T::value` of an Int is an int. */
const constant = (v: Value | Failure): Value | Failure =>
  typeof v === 'number' ? new Dynamic(v) : v instanceof StaticSymbol ? new Dynamic(v.term) : v;

const measured =
  (operation: string): Template =>
  (args) => {
    const value = held(args[0] ?? new Unknown('unsupported', 'a type is missing'));
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
  (args, name) =>
    constant(measured(operation)(args, name));

/** Whether two types are the same, where both are known in full. */
const isSame: Template = (args) => {
  const [a, b] = args;
  if (!(a instanceof TypeValue) || !(b instanceof TypeValue))
    return new Unknown('unsupported', 'is_same compares types');
  if (a === b) return true;
  const unknown = new Unknown(
    'unsupported',
    `whether ${a.name} and ${b.name} are one type is not worked out`,
  );
  // `int` stands for every run-time integer where a type was taken from a value.
  if (isVague(a) || isVague(b)) return unknown;
  if (thingKey(a) === thingKey(b)) return true;
  const isPlain = (t: TypeValue): boolean => TYPES.has(t.name);
  if (isPlain(a) && isPlain(b)) return false;
  if (typeof a.instance === 'number' && typeof b.instance === 'number') return a.instance === b.instance;
  if (isPlain(a) && b.instance !== null && !(b.instance instanceof Dynamic)) return false;
  return unknown;
};

const conditional: Template = (args) => {
  const [condition, then, otherwise] = args;
  const decided = condition === undefined ? undefined : truthOf(held(condition));
  if (decided === undefined || then === undefined || otherwise === undefined) {
    return new Unknown('run-time', 'the condition of a conditional type is not known');
  }
  return decided ? then : otherwise;
};

const sameType: Template = (args) => args[0] ?? new Unknown('unsupported', 'a type is missing');

const bitsOf = (v: Value | undefined): number | null => (v instanceof TypeValue ? v.bits : null);
const sizeofBits: Template = (args) => {
  const [type] = args;
  if (type instanceof ParameterType) return dynamicSymbol(`sizeof_bits<${type.name}>`);
  // A bool takes a byte and holds one bit (cute/numeric/integral_constant, sizeof_bits<bool>).
  const bits = type instanceof TypeValue && type.name === 'bool' ? 1 : bitsOf(type);
  return bits === null ? new Unknown('unsupported', 'the size of the type is not known') : new Dynamic(bits);
};
const isStaticType: Template = (args) => {
  const value = held(args[0] ?? new Unknown('unsupported', 'a type is missing'));
  return value instanceof Unknown ? value : isStaticValue(value);
};

/** Whether the value is part of its type: no run-time integer in it. */
export function isStaticValue(v: Value): boolean {
  if (v instanceof Dynamic || v instanceof Tensor || v instanceof Pointer) return false;
  if (Array.isArray(v)) return (v as readonly Value[]).every(isStaticValue);
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

/** `f<T>` of values as a trait class `f<T>::value`. */
const asClass =
  (f: Template): Template =>
  (args, name) => {
    const value = f(args, name);
    return isFailure(value) || value instanceof Unknown ? value : new TypeValue(name, value);
  };

const TEMPLATES: ReadonlyMap<string, Template> = new Map<string, Template>([
  ['Int', integerType],
  ['C', integerType],
  ['constant', integerType],
  ['integral_constant', integerType],
  ['bool_constant', integerType],
  ...['Shape', 'Stride', 'Step', 'Tile', 'Coord', 'tuple'].map((name): [string, Template] => [
    name,
    tupleType,
  ]),
  ['Layout', layoutType],
  ['Tensor', () => new TypeValue('Tensor', null)],
  ['Swizzle', swizzleType],
  ['ComposedLayout', composedType],
  ['E', basisType],
  ['ScaledBasis', scaledBasisType],
  [
    'smem_ptr_flag_bits',
    (args) => {
      const bits = args[0] === undefined ? null : staticArgument(args[0]);
      return typeof bits === 'number'
        ? new TypeValue('smem_ptr_flag_bits', new SmemPtrFlag(bits))
        : new Unknown('unsupported', 'the width is not known');
    },
  ],
  ...['device_vector', 'host_vector', 'vector'].map((name): [string, Template] => [name, containerType]),
  ['uint_byte_t', (args, name) => widthType(args, name, 8)],
  ['uint_bit_t', (args, name) => widthType(args, name, 1)],
  ['is_same_v', isSame],
  ['is_same', asClass(isSame)],
  ['conditional_t', conditional],
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
  ...[
    'remove_cvref_t',
    'remove_const_t',
    'remove_cv_t',
    'remove_reference_t',
    'decay_t',
    'type_identity_t',
  ].map((name): [string, Template] => [name, sameType]),
]);

/** Names of templates that stand alone where arguments are deduced: `Tensor t = …`, `Layout l{…}`. */
const DEDUCED = new Set(['Tensor', 'Layout', 'ThrCopy', 'ThrMMA', 'TiledCopy', 'TiledMMA', 'ComposedLayout']);

export function cppTemplate(path: readonly string[], args: readonly Value[]): Value | Failure | undefined {
  const name = libraryName(path);
  if (name === null) return undefined;
  if (args.length === 0 && DEDUCED.has(name)) return new TypeValue(name, null);
  // The standard's is no integer of CuTe's: in arithmetic it is an int.
  if (name === 'integral_constant' && path[0] === 'std' && typeof held(args[1] ?? false) !== 'boolean')
    return new Unknown('unsupported', 'std::integral_constant is no static integer of CuTe');
  const template = TEMPLATES.get(name);
  return template === undefined ? undefined : template(args, name);
}

export const isTemplateName = (name: string): boolean => TEMPLATES.has(name);
