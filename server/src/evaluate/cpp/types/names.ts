// The types and constants of CuTe and C++ by their names, and the namespaces that they are found in.

import { Dynamic } from '../../../algebra/integer/integer.ts';
import { dynamicSymbol } from '../../../algebra/integer/operations.ts';
import { SmemPtrFlag, UNDERSCORE } from '../../../algebra/layout/layout.ts';
import { LAYOUT_LEFT, LAYOUT_RIGHT } from '../../../algebra/layout/value.ts';
import { StaticConstant, TypeValue, type Value } from '../../model/value.ts';
import { integerType, typed } from '../../values/integer-types.ts';

/** CuTe defines the `_N` in common use; code that needs others defines them like these. */
const STATIC_NAME = /^_\d{1,9}$/;
const NEGATIVE_NAMES = new Set([32, 24, 16, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => `_m${n}`));

const integral = (name: string, bits: number): TypeValue =>
  new TypeValue(name, typed(new Dynamic(null), integerType(name)), bits);
const element = (name: string, bits: number): TypeValue => new TypeValue(name, null, bits);

const ARCHITECTURES = [50, 60, 61, 70, 72, 75, 80, 86, 89, 90, 100, 101, 103, 120];

/** The type of nullptr. */
export const NULL_TYPE_NAME = 'nullptr_t';

/** A bool takes a byte and holds one bit (cute::sizeof_bits<bool>). */
export const BOOL = new TypeValue('bool', null, 1);

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
        ['nv_half', 16],
        ['bfloat16_t', 16],
        ['__nv_bfloat16', 16],
        ['nv_bfloat16', 16],
        ['__nv_bfloat162', 32],
        ['nv_bfloat162', 32],
        // Of the narrow ones of CUDA each object takes whole bytes.
        ['__nv_fp8_e4m3', 8],
        ['__nv_fp8_e5m2', 8],
        ['__nv_fp8_e8m0', 8],
        ['__nv_fp8x2_e4m3', 16],
        ['__nv_fp8x2_e5m2', 16],
        ['__nv_fp8x4_e4m3', 32],
        ['__nv_fp8x4_e5m2', 32],
        ['__nv_fp4_e2m1', 8],
        ['__nv_fp4x2_e2m1', 8],
        ['__nv_fp4x4_e2m1', 16],
        ['tfloat32_t', 32],
        ['float_e4m3_t', 8],
        ['float_e5m2_t', 8],
        ['float_ue8m0_t', 8],
        ['float_ue4m3_t', 8],
        ['float_e2m1_t', 4],
        ['float_e3m2_t', 6],
        ['float_e2m3_t', 6],
        ['uint6b_t', 6],
        ['int6b_t', 6],
        ['uint4b_t', 4],
        ['int4b_t', 4],
        ['uint2b_t', 2],
        ['int2b_t', 2],
        ['uint1b_t', 1],
        ['uint6_t', 6],
        ['int6_t', 6],
        ['uint4_t', 4],
        ['int4_t', 4],
        ['uint2_t', 2],
        ['int2_t', 2],
        ['uint1_t', 1],
        ['uint128_t', 128],
        ['uint256_t', 256],
        ['float2', 64],
        ['float4', 128],
        ['half2', 32],
        ['__half2', 32],
        ['nv_half2', 32],
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
    BOOL,
    new TypeValue('void', null),
    new TypeValue('X', UNDERSCORE),
    new TypeValue('Underscore', UNDERSCORE),
    new TypeValue('LayoutLeft', LAYOUT_LEFT),
    new TypeValue('LayoutRight', LAYOUT_RIGHT),
    new TypeValue('GenColMajor', LAYOUT_LEFT),
    new TypeValue('GenRowMajor', LAYOUT_RIGHT),
    new TypeValue('true_type', new StaticConstant(true, 'bool')),
    new TypeValue('false_type', new StaticConstant(false, 'bool')),
    new TypeValue('smem_ptr_flag', new SmemPtrFlag(1)),
    // How far apart the rows of tensor memory are, and how much it holds, in bits (cute/arch/tmem_allocator_sm100.hpp).
    new TypeValue('TMEM::DP_b', 2 ** 21),
    new TypeValue('TMEM::MAX_CAPACITY_BITS', 128 * 512 * 32),
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
const LIBRARY = new Set(['cute', 'std', 'cutlass', 'cuda', 'thrust']);

const INDEX_VARIABLES = new Set(['blockIdx', 'threadIdx', 'gridDim', 'blockDim']);

/** The simple name of a path of the library: `make_layout` of `cute::make_layout`; null for other paths. */
export function libraryName(path: readonly string[]): string | null {
  if (path.length === 1) return path[0]!;
  if (path.length === 2 && LIBRARY.has(path[0]!)) return path[1]!;
  if (path.length === 3 && path[0] === 'cutlass' && path[1] === 'arch') return path[2]!;
  // `cute::GMMA::Major`, `GMMA::Major`, `TMEM::DP_b`.
  const rest = path[0] === 'cute' ? path.slice(1) : path;
  if (rest.length === 2 && /^(?:[GU]MMA|TMEM)$/.test(rest[0]!)) return rest.join('::');
  return path.length === 3 && path[0] === 'cuda' ? path[2]! : null;
}

/** Others than those of CuTe, which converts them to what they hold. */
const STANDARD_FLAGS: ReadonlyMap<string, TypeValue> = new Map(
  ['std', 'cuda::std'].flatMap((namespace) =>
    [true, false].map((value) => [
      `${namespace}::${value}_type`,
      new TypeValue(`${namespace}::${value}_type`, new StaticConstant(value, 'bool', 'std')),
    ]),
  ),
);

/** A name of the library that is a type or constant. */
export function cppValue(path: readonly string[]): Value | undefined {
  if (path.length === 2 && INDEX_VARIABLES.has(path[0]!) && /^[xyz]$/.test(path[1]!))
    return dynamicSymbol(path.join('.'));
  const name = libraryName(path);
  if (name === null) return undefined;
  const type = STANDARD_FLAGS.get(path.join('::')) ?? TYPES.get(name);
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

/** Whether a type has no members: `int`, `float`. */
export const isFundamental = (type: TypeValue): boolean =>
  TYPES.get(type.name)?.bits != null && (type.instance === null || type.instance instanceof Dynamic);

/** Whether a type is one of those that are known by name alone. */
export const isNamedType = (type: TypeValue): boolean => TYPES.has(type.name);
