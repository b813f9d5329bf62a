// The functions of CuTe by their meaning, besides those that the algebra's catalog has.

import type { Failure } from '../../../algebra/integer/failure.ts';
import { Dynamic } from '../../../algebra/integer/integer.ts';
import { ArithTuple } from '../../../algebra/layout/stride.ts';
import { cppAlgorithms } from '../../cute/algorithms/algorithms.ts';
import { integerFunctions } from '../../cute/integer-functions.ts';
import { catalogBuiltin, operate, staticArgument } from '../../cute/operations.ts';
import { tensorFunctions } from '../../cute/tensors.ts';
import { tupleFunction } from '../../cute/tuple-functions.ts';
import type { Builtin, BuiltinCall } from '../../model/builtin.ts';
import { Pointer, StaticConstant, TypeValue, Unknown, type Value } from '../../model/value.ts';
import { binaryOperation, truthOf, unaryOperation } from '../../values/arithmetic.ts';
import { entityKey } from '../../values/key.ts';
import { joinAlternatives } from '../../values/one-of.ts';
import {
  FLAG_UNKNOWN,
  heldByConstant,
  isConstant,
  isOfCute,
  mayBeStatic,
} from '../../values/static-constants.ts';
import { convertTo, isStaticValue } from '../../values/structure.ts';
import { inConditional } from '../types/conditionals.ts';
import { libraryName } from '../types/names.ts';
import { conditionalValue } from './traits.ts';

const unsupported = (name: string): Unknown =>
  new Unknown('unsupported', `this use of ${name} is not computed`);

/** `make_shape(a, b)` and its like: a tuple of what they are given. */
const tuple: Builtin = ({ args }) => args;

/** Casts and conversions to a type given as template argument. */
const cast: Builtin = ({ args, template }) => {
  const type = template[0];
  const value = args[0];
  if (type instanceof Unknown) return type;
  if (!(type instanceof TypeValue) || value === undefined) return unsupported('a cast');
  if (type.instance instanceof Pointer)
    return value instanceof Pointer ? inMemoryOf(type.instance, value) : type.instance;
  if (value instanceof Unknown) return value;
  if (type.instance instanceof Dynamic) return convertTo(value, type.instance);
  if (type.name === 'bool')
    return truthOf(value) ?? new Unknown('run-time', 'a condition is only known at run time');
  return type.instance === null
    ? new Unknown('unsupported', `a cast to ${type.name} is not computed`)
    : convertTo(value, type.instance);
};

/** A pointer of another type to the same memory. */
const inMemoryOf = ({ engine, pointee, items }: Pointer, { engine: { room } }: Pointer): Pointer =>
  new Pointer({ ...engine, room }, pointee, items);

/** `CUTE_STATIC_V(x)`: decltype(x)::value. */
const staticValue: Builtin = ({ args }) => {
  const [x] = args;
  return x !== undefined && isConstant(x) ? heldByConstant(x) : unsupported('CUTE_STATIC_V');
};

/** `b ? v : u` of the values of `C<v>` and `C<u>`; the constant itself where they are one. */
const ofHeld = (value: Value, other: Value): Value =>
  entityKey(value) === entityKey(other) ? value : inConditional(heldByConstant(value), heldByConstant(other));

/** `conditional_return<c>(a, b)` and `conditional_return(true_type{}, a, b)`. */
const conditionalReturn: Builtin = ({ args, template }) => {
  const condition = template.length > 0 ? template[0] : args[0];
  const [then, otherwise] = template.length > 0 ? args : args.slice(1);
  if (condition === undefined || then === undefined || otherwise === undefined)
    return unsupported('conditional_return');
  const value = conditionalValue(condition, then, otherwise);
  const isDecidedByType =
    template.length > 0 ||
    (condition instanceof StaticConstant && condition.type === 'bool' && condition.family === 'cute');
  const decided = truthOf(condition);
  if (isDecidedByType || decided === undefined) return value;
  // Of a bool it is `condition ? then : otherwise`, which has one type; of two constants it takes their values.
  const other = decided ? otherwise : then;
  const converted =
    isOfCute(then) && isOfCute(otherwise) ? ofHeld(value, other) : inConditional(value, other);
  const isOpen = condition instanceof StaticConstant && condition.family === 'open';
  return isOpen ? joinAlternatives([value, converted], FLAG_UNKNOWN) : converted;
};

const isStatic: Builtin = ({ args: [x] }) =>
  x === undefined ? unsupported('is_static') : mayBeStatic(x) ? FLAG_UNKNOWN : isStaticValue(x);

/** Operators with names: `cute::plus(a, b)` are not; `safe_div` is. */
const safeDiv: Builtin = ({ args }) =>
  args.length === 2 ? binaryOperation('/', args[0]!, args[1]!) : unsupported('safe_div');

/** `make_layout_like(tensor)` and others are layouts of layouts; `get<…>` of a tuple gives any element. */
const get: Builtin = (call) => {
  const first = call.args[0];
  const value = first instanceof ArithTuple ? (first.entries as Value) : first;
  if (!Array.isArray(value)) return operate('get', call);
  let at: Value = value as Value;
  for (const t of call.template) {
    const i = staticArgument(t);
    if (typeof i !== 'number' || !Array.isArray(at)) return operate('get', call);
    const item = (at as readonly Value[])[i];
    if (item === undefined) return operate('get', call);
    at = item;
  }
  return at;
};

/** group_modes<B,E>(x) is the catalog's group. */
const groupModes: Builtin = (call) => operate('group', call);

/** `composition(Swizzle, …)` and tilers of types are the catalog's; this only renames. */
const named =
  (operation: string): Builtin =>
  (call) =>
    operate(operation, call);

const minus = (call: BuiltinCall): Value | Failure =>
  call.args.length === 1 ? unaryOperation('-', call.args[0]!) : unsupported('negate');

const TUPLE_MAKERS = [
  'make_shape',
  'make_stride',
  'make_coord',
  'make_tile',
  'make_tuple',
  'make_step',
  'make_int_tuple',
  'make_pair',
];
const CASTS = ['static_cast', 'reinterpret_cast', 'const_cast'];

const FUNCTIONS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ...TUPLE_MAKERS.map((name): [string, Builtin] => [name, tuple]),
  ...CASTS.map((name): [string, Builtin] => [name, cast]),
  ['CUTE_STATIC_V', staticValue],
  ['conditional_return', conditionalReturn],
  ['is_static', isStatic],
  ['safe_div', safeDiv],
  ['get', get],
  ['group_modes', groupModes],
  ['negate', minus],
  ['Swizzle', named('make_swizzle')],
  ...integerFunctions,
  ...tensorFunctions,
  ...cppAlgorithms,
]);

/** Functions that give their arguments on as they are, or make integers of a type themselves. */
const KEEPS_TYPES = new Set([...TUPLE_MAKERS, ...CASTS, 'get', 'CUTE_STATIC_V', 'conditional_return']);
export const keepsTypes = (name: string): boolean => KEEPS_TYPES.has(name);

/** Functions that take their arguments by value or by reference to const. */
const BY_VALUE = new Set([
  'sizeof',
  'alignof',
  'print',
  'printf',
  'print_latex',
  'print_layout',
  'print_tensor',
  'min',
  'max',
  'assert',
  'int',
  'unsigned',
  'float',
  'double',
  'EXPECT_EQ',
  'EXPECT_TRUE',
  'EXPECT_FALSE',
  'EXPECT_NE',
  'EXPECT_LT',
  'EXPECT_GT',
  'EXPECT_LE',
  'EXPECT_GE',
  'ASSERT_EQ',
  'ASSERT_TRUE',
  'CUTE_STATIC_ASSERT_V',
  'size_t',
  'uint32_t',
  'int32_t',
  'int64_t',
  'dim3',
  'uint64_t',
]);

/** Algorithms of the library that write elements of tensors, whose layouts stay, and functions that launch kernels. */
const ALGORITHMS = new Set([
  'copy',
  'copy_if',
  'copy_aligned',
  'copy_vec',
  'cooperative_copy',
  'cooperative_gemm',
  'naive_cooperative_copy',
  'prefetch',
  'gemm',
  'axpby',
  'batch_reduce',
  'logical_reduce',
  'fill',
  'clear',
  'launch',
  'launch_kernel_on_cluster',
  'cudaFuncSetAttribute',
  'ceil',
  'floor',
  'assume',
  'make_tmem_copy',
  '__shfl_sync',
  '__shfl_xor_sync',
  '__shfl_down_sync',
]);

export const takesByValue = (name: string): boolean =>
  BY_VALUE.has(name) ||
  FUNCTIONS.has(name) ||
  ALGORITHMS.has(name) ||
  TMA_MAKERS.test(name) ||
  catalogBuiltin(name) !== undefined;

const TMA_MAKERS = /^(?:make_tma_\w+|tma_partition|mma_partition_fragment_[A-C]+)$/;

/** Member functions of the library, none of which changes its arguments. */
const METHODS =
  /^(?:partition_(?:[A-DS]|fragment_[A-C]|shape_\w+)|get_(?:thr_|thread_)?slice|make_fragment_[A-C]|retile(?:_[SD])?|(?:thr|tid)frg_\w+|with|compose|tile|get_(?:1d|hier|flat)_coord|get_\w*tma_tensor|get_layout\w*|with_shape)$/;

export const methodTakesByValue = (name: string): boolean => METHODS.test(name);

/** Functions that make use of what is known of unknown arguments. */
const ACCEPTS_UNKNOWN = new Set([
  'array',
  'array_aligned',
  'array_subbyte',
  'ArrayEngine',
  'conditional_t',
  'conditional',
  'conditional_return',
  ...CASTS,
  ...TUPLE_MAKERS,
  'raw_pointer_cast',
  'axpby',
  'copy',
  'copy_aligned',
  'gemm',
  'make_tensor',
  'make_gmem_ptr',
  'make_smem_ptr',
  'make_rmem_ptr',
  'make_tmem_ptr',
]);
export const acceptsUnknown = (name: string): boolean => ACCEPTS_UNKNOWN.has(name);

export function cppBuiltin(path: readonly string[]): Builtin | undefined {
  const name = libraryName(path);
  if (name === null) return undefined;
  const known = FUNCTIONS.get(name);
  return known ?? tupleFunction(name, CATALOG_ONLY.has(name) ? undefined : catalogBuiltin(name));
}

/** Operations of the catalog that are no functions of C++ CuTe, or go by other names there. */
const CATALOG_ONLY = new Set([
  'call',
  'make_layout_left',
  'make_layout_right',
  'with_shape',
  'get_hier_coord',
  'get_flat_coord',
  'get_1d_coord',
]);
