// Values of the evaluator as the arguments of Triton's functions, and back.

import { refuse } from '../../algebra/integer/failure.ts';
import { Dynamic, knownValue, StaticSymbol } from '../../algebra/integer/integer.ts';
import { Underscore } from '../../algebra/layout/layout.ts';
import { printPlain } from '../../algebra/layout/print.ts';
import { type Bases, LinearLayout, type Sizes } from '../../algebra/linear/layout.ts';
import type { Argument } from '../../hardware/triton/construct.ts';
import { type Encoding, TritonLayout } from '../../hardware/triton/encoding.ts';
import { TypeValue, Unknown, type Value } from '../model/value.ts';
import { Dictionary } from '../python/plain/dictionary.ts';
import { NotKnown } from '../values/guarded.ts';
import { Repeated } from '../values/repeated.ts';

const notKnown = (value: Dynamic | StaticSymbol): never => {
  const name = printPlain(value);
  const reason = name === '?' ? 'an integer is only known at run time' : `${name} is not known`;
  throw new NotKnown(new Unknown('run-time', reason, [], name === '?' ? null : name));
};

/** An integer by its name, at run time or of a kernel's constant. */
const isOpen = (value: Value | undefined): value is Dynamic | StaticSymbol =>
  value instanceof Dynamic || value instanceof StaticSymbol;

export function asInteger(value: Value | undefined, what: string): number {
  if (isOpen(value)) return knownValue(value) ?? notKnown(value);
  if (value instanceof Unknown) throw new NotKnown(value);
  return typeof value === 'number' ? value : refuse('wrong-kind', `${what} is an integer`);
}

export function asIntegers(value: Value | undefined, what: string): readonly number[] {
  if (value instanceof Unknown) throw new NotKnown(value);
  if (!Array.isArray(value)) return refuse('wrong-kind', `${what} is a list of integers`);
  return (value as readonly Value[]).map((v) => asInteger(v, `an item of ${what}`));
}

export function asText(value: Value | undefined, what: string): string {
  if (value instanceof Unknown) throw new NotKnown(value);
  return typeof value === 'string' ? value : refuse('wrong-kind', `${what} is a name in quotes`);
}

export function asTexts(value: Value | undefined, what: string): readonly string[] {
  if (!Array.isArray(value)) return refuse('wrong-kind', `${what} is a list of names`);
  return (value as readonly Value[]).map((v) => asText(v, `an item of ${what}`));
}

export function asLinear(value: Value | undefined, what: string): LinearLayout {
  if (value instanceof Unknown) throw new NotKnown(value);
  return value instanceof LinearLayout ? value : refuse('wrong-kind', `${what} is a linear layout`);
}

export function asEncoding(value: Value | undefined, what: string): Encoding {
  if (value instanceof Unknown) throw new NotKnown(value);
  return value instanceof TritonLayout
    ? value.encoding
    : refuse('wrong-kind', `${what} is a layout of Triton`);
}

/** What a constructor is given; a type by its name. */
export function asArgument(value: Value): Argument {
  if (value instanceof Unknown) throw new NotKnown(value);
  if (value instanceof Repeated)
    throw new NotKnown(new Unknown('run-time', 'how many items a list has is not known'));
  if (isOpen(value)) return knownValue(value) ?? notKnown(value);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Underscore) return null;
  if (value instanceof TritonLayout) return value.encoding;
  if (Array.isArray(value)) return (value as readonly Value[]).map(asArgument);
  if (value instanceof TypeValue) return value.name;
  if (typeof value === 'string')
    throw new NotKnown(new Unknown('unsupported', `an argument ${JSON.stringify(value)} is not known`));
  return refuse('wrong-kind', 'an argument is neither a number, a list nor a layout');
}

/** A field of an encoding as a value. */
export function fieldValue(field: unknown): Value {
  if (field === null) return new Underscore();
  if (Array.isArray(field)) return field.map(fieldValue);
  return typeof field === 'object' ? new TritonLayout(field as Encoding) : (field as number | boolean);
}

/** `{"lane": …}` or `[("lane", …)]`: names with what belongs to them. */
function pairsOf(value: Value | undefined, what: string): readonly (readonly [string, Value])[] {
  if (value instanceof Unknown) throw new NotKnown(value);
  if (value instanceof Dictionary) return [...value.entries];
  if (!Array.isArray(value)) return refuse('wrong-kind', `${what} is a dictionary`);
  return (value as readonly Value[]).map((pair) => {
    if (!Array.isArray(pair) || pair.length !== 2) return refuse('wrong-kind', `${what} is a list of pairs`);
    return [asText(pair[0] as Value, `a name of ${what}`), pair[1] as Value] as const;
  });
}

export const asBases = (value: Value | undefined): Bases =>
  pairsOf(value, 'bases').map(([name, images]) => {
    if (!Array.isArray(images)) return refuse('wrong-kind', `the bases of ${name} are a list`);
    const list = (images as readonly Value[]).map((image) =>
      // A single output may be written as a number.
      typeof image === 'number' ? [image] : asIntegers(image, `a basis of ${name}`),
    );
    return [name, list] as const;
  });

export const asSizes = (value: Value | undefined, what: string): Sizes =>
  pairsOf(value, what).map(([name, size]) => [name, asInteger(size, `the size of ${name}`)] as const);

export const asNamedIntegers = (value: Value | undefined, what: string): ReadonlyMap<string, number> =>
  new Map(asSizes(value, what));

/** Names of element types in Triton's language, with their widths. */
const ELEMENT_BITS: Readonly<Record<string, number>> = {
  int1: 1,
  int8: 8,
  int16: 16,
  int32: 32,
  int64: 64,
  uint8: 8,
  uint16: 16,
  uint32: 32,
  uint64: 64,
  float8e5: 8,
  float8e4nv: 8,
  float8e4b8: 8,
  float8e4b15: 8,
  float8e5b16: 8,
  float16: 16,
  bfloat16: 16,
  float32: 32,
  float64: 64,
};

export const elementType = (name: string): TypeValue | undefined =>
  Object.hasOwn(ELEMENT_BITS, name) ? new TypeValue(name, null, ELEMENT_BITS[name]!) : undefined;

/** An element type; the notation may write its width, or its name, which nobody declares there. */
export function asElement(value: Value | undefined): { readonly name: string; readonly bits: number } | null {
  if (value instanceof TypeValue && value.bits !== null) return { name: value.name, bits: value.bits };
  if (typeof value === 'number') return { name: `${value}b`, bits: value };
  const known = value instanceof Dynamic ? elementType(printPlain(value)) : undefined;
  return known === undefined ? null : { name: known.name, bits: known.bits! };
}
