// The integer types of C++, where a long has 64 bits as on Linux, and run-time integers of which the type is known.
// What an operation makes of an integer depends on its type: it is promoted, converted, and wraps around.

import { Dynamic } from '../../algebra/integer/integer.ts';
import { signRange } from '../../algebra/term/sign.ts';
import { Term } from '../../algebra/term/term.ts';
import type { Enumeration } from '../../frontends/common/scope.ts';
import type { TypeValue, Value } from '../model/value.ts';

export interface IntegerType {
  /** One of several names: `unsigned`, not `uint32_t`. */
  readonly name: string;
  readonly bits: number;
  readonly isUnsigned: boolean;
  /** The higher rank decides which of two types of one width is their common type. */
  readonly rank: number;
  /** What holds the values of an enumeration, and whether they convert to integers by themselves. */
  readonly enumeration?: {
    /** Tells enumerations apart. */
    readonly of: object;
    readonly underlying: IntegerType;
    readonly isScoped: boolean;
  };
}

const TYPES: ReadonlyMap<string, IntegerType> = new Map(
  (
    [
      ['char', 8, false, 1],
      ['signed char', 8, false, 1],
      ['unsigned char', 8, true, 1],
      ['short', 16, false, 2],
      ['unsigned short', 16, true, 2],
      ['int', 32, false, 3],
      ['unsigned', 32, true, 3],
      ['long', 64, false, 4],
      ['unsigned long', 64, true, 4],
      ['long long', 64, false, 5],
      ['unsigned long long', 64, true, 5],
    ] as const
  ).map(([name, bits, isUnsigned, rank]) => [name, { name, bits, isUnsigned, rank }]),
);

/** The names of one type besides the one by which it is known here. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  [
    ['int', 'int32_t', 'signed'],
    ['unsigned', 'unsigned int', 'uint32_t', 'uint'],
    ['short', 'int16_t'],
    ['unsigned short', 'uint16_t'],
    ['signed char', 'int8_t'],
    ['unsigned char', 'uint8_t'],
    ['long', 'long int', 'int64_t', 'ptrdiff_t'],
    ['unsigned long', 'uint64_t', 'size_t'],
  ].flatMap(([first, ...others]) => others.map((name) => [name, first!] as const)),
);

/** The name by which a type is known here. */
export const canonicalName = (name: string): string => ALIASES.get(name) ?? name;

/** The integer type of a name; null where it is none, or not always the same one. */
export const integerType = (name: string): IntegerType | null => TYPES.get(canonicalName(name)) ?? null;

export const INT: IntegerType = TYPES.get('int')!;

/** A run-time integer of a known type. What the algebra makes of it has no type. */
export class TypedInteger extends Dynamic {
  readonly type: IntegerType;
  constructor(value: Dynamic['value'], type: IntegerType, divisor = 1) {
    super(value, divisor);
    this.type = type;
  }
}

/** The integer with the type, as it is: whoever asks knows that the type holds it. */
export const typed = (n: Dynamic, type: IntegerType | null): Dynamic =>
  type === null ? untyped(n) : new TypedInteger(n.value, type, n.divisor);

export const untyped = (n: Dynamic): Dynamic =>
  n instanceof TypedInteger ? new Dynamic(n.value, n.divisor) : n;

/** The type of a run-time integer; null where it is not known. */
export const typeOfInteger = (n: Dynamic): IntegerType | null => (n instanceof TypedInteger ? n.type : null);

/** Another value of the type that an integer has. */
export const withTypeOf = (n: Dynamic, value: Dynamic['value'], divisor = 1): Dynamic =>
  n instanceof TypedInteger ? new TypedInteger(value, n.type, divisor) : new Dynamic(value, divisor);

/** Integers narrower than int become int ([conv.prom]). */
export const promoted = (t: IntegerType): IntegerType =>
  t.enumeration !== undefined ? promoted(t.enumeration.underlying) : t.bits < INT.bits ? INT : t;

/** The type of an enumeration's values. */
export const enumerationType = (
  { name, scope, isScoped }: Enumeration,
  underlying: IntegerType,
): IntegerType => ({
  ...underlying,
  name: `enum ${name}`,
  enumeration: { of: scope, underlying, isScoped },
});

/** What a variable that was declared without a type holds behind an assignment; null where that is not known. */
export function assigned(before: unknown, value: unknown): Dynamic | boolean | null {
  if (typeof before === 'boolean') return typeof value === 'boolean' ? value : null;
  if (!(before instanceof Dynamic)) return null;
  const n = typeof value === 'boolean' ? new TypedInteger(Number(value), INT) : value;
  if (!(n instanceof Dynamic)) return null;
  if (before instanceof TypedInteger) return asType(n, before.type);
  // Whatever its type is, it holds sizes.
  const isSize = typeof n.value === 'number' && n.value >= 0 && n.value < 2 ** 31;
  return isSize ? untyped(n) : null;
}

/** The type in which two integers meet ([expr.arith.conv]). */
export function commonType(a: IntegerType, b: IntegerType): IntegerType {
  const [x, y] = [promoted(a), promoted(b)];
  if (x.isUnsigned === y.isUnsigned) return x.rank >= y.rank ? x : y;
  const [signed, unsigned] = x.isUnsigned ? [y, x] : [x, y];
  if (unsigned.rank >= signed.rank) return unsigned;
  return signed.bits > unsigned.bits ? signed : unsignedOf(signed);
}

const unsignedOf = (t: IntegerType): IntegerType =>
  [...TYPES.values()].find((other) => other.rank === t.rank && other.isUnsigned)!;

/** A constant that is too large to be written exactly here. It has no name: what it is converted to is another number. */
export class LargeInteger extends TypedInteger {
  constructor(type: IntegerType) {
    super(null, type);
  }
}

/** The number as the type holds it. */
export function integerOfType(value: bigint, type: IntegerType): TypedInteger {
  const { bits, isUnsigned } = type;
  const n = Number(isUnsigned ? BigInt.asUintN(bits, value) : BigInt.asIntN(bits, value));
  return Number.isSafeInteger(n) ? new TypedInteger(n, type) : new LargeInteger(type);
}

/** Whether the type has the number. */
export function holds({ bits, isUnsigned }: IntegerType, value: bigint): boolean {
  const limit = 1n << BigInt(isUnsigned ? bits : bits - 1);
  return value < limit && value >= (isUnsigned ? 0n : -limit);
}

/** An integer converted to a type. */
export function asType(n: Dynamic, type: IntegerType): TypedInteger {
  if (typeof n.value === 'number') return integerOfType(BigInt(n.value), type);
  // A narrow type holds a part of what is not known.
  const from = typeOfInteger(n);
  const isNarrow = type.bits < INT.bits && (from === null || !isWithin(from, type));
  return isNarrow ? new TypedInteger(null, type) : new TypedInteger(n.value, type, n.divisor);
}

/** Whether a type has all integers of another one. */
const isWithin = (inner: IntegerType, outer: IntegerType): boolean =>
  inner.isUnsigned === outer.isUnsigned
    ? inner.bits <= outer.bits
    : inner.isUnsigned && inner.bits < outer.bits;

/** Whether an integer may be negative before it is converted to an unsigned type. */
export function mayBeBelowZero(v: Value): boolean {
  if (typeof v === 'number') return v < 0;
  if (!(v instanceof Dynamic)) return false;
  if (typeof v.value === 'number') return v.value < 0;
  return v.value instanceof Term && signRange(v.value) === 'any';
}

/** Whether a type of run-time integers has no negative ones. */
export const isUnsigned = (type: TypeValue): boolean =>
  type.instance instanceof TypedInteger && type.instance.type.isUnsigned;
