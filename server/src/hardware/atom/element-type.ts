// Element types: how users write them, how the compiler names them, and how many bits they have.

import type { StaticInt } from '../../algebra/integer/integer.ts';

/** An element type by its plain name, without namespace: `half_t`, 16 bits. */
export interface ElementType {
  readonly name: string;
  readonly bits: number;
}

/** An element type whose width may be a name: a template parameter's `sizeof_bits<Element>`. */
export interface OpenElementType {
  readonly name: string;
  readonly bits: StaticInt;
  /** Whether the name is that of a template parameter, whose width may be known all the same. */
  readonly isParameter?: boolean;
}

const BITS: Readonly<Record<string, number>> = {
  bool: 1,
  char: 8,
  'signed char': 8,
  'unsigned char': 8,
  short: 16,
  'unsigned short': 16,
  int: 32,
  unsigned: 32,
  'unsigned int': 32,
  'long long': 64,
  'unsigned long long': 64,
  float: 32,
  double: 64,
  half: 16,
  __half: 16,
  __nv_bfloat16: 16,
  nv_bfloat16: 16,
  half_t: 16,
  bfloat16_t: 16,
  tfloat32_t: 32,
  float_e4m3_t: 8,
  float_e5m2_t: 8,
  float_ue8m0_t: 8,
  float_ue4m3_t: 8,
  float_e2m1_t: 4,
  float_e2m3_t: 6,
  float_e3m2_t: 6,
  int8_t: 8,
  uint8_t: 8,
  int16_t: 16,
  uint16_t: 16,
  int32_t: 32,
  uint32_t: 32,
  int64_t: 64,
  uint64_t: 64,
  uint128_t: 128,
  uint256_t: 256,
  int2b_t: 2,
  uint2b_t: 2,
  int4b_t: 4,
  uint4b_t: 4,
  int6b_t: 6,
  uint6b_t: 6,
  uint1b_t: 1,
  bin1_t: 1,
  uint1_t: 1,
  uint2_t: 2,
  int4_t: 4,
  uint4_t: 4,
  uint6_t: 6,
};

/** The compiler's names for types that users know under another one. */
const WRITTEN_AS: Readonly<Record<string, string>> = {
  'signed char': 'int8_t',
  'unsigned char': 'uint8_t',
  short: 'int16_t',
  int: 'int32_t',
  'integer_subbyte<4,true>': 'int4b_t',
  'integer_subbyte<4,false>': 'uint4b_t',
  'integer_subbyte<1,false>': 'uint1b_t',
};

/** `cutlass::half_t` → `half_t`; blanks inside template arguments go. */
export const plainTypeName = (name: string): string =>
  name
    .trim()
    .replace(/\bconst\b/g, '')
    .replace(/\s*([<>,])\s*/g, '$1')
    .replace(/^(?:::)?(?:(?:cute|cutlass|std|detail)::)+/, '')
    .trim();

/** The element type of a written name, or null when its width is not known. */
export function elementType(name: string): ElementType | null {
  const plain = plainTypeName(name);
  const bits = BITS[plain];
  if (bits !== undefined) return { name: plain, bits };
  const integer = /^integer_subbyte<(\d+),(true|false)>$/.exec(plain);
  if (integer) return { name: WRITTEN_AS[plain] ?? plain, bits: Number(integer[1]) };
  const complex = /^complex<(.+)>$/.exec(plain);
  const part = complex ? elementType(complex[1]!) : null;
  return part && { name: plain, bits: 2 * part.bits };
}

/** The name under which users know a type of the atoms' table. */
export function writtenTypeName(compilerName: string): string {
  const plain = plainTypeName(compilerName);
  return WRITTEN_AS[plain] ?? plain;
}
