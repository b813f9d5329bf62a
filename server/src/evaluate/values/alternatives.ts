// Constants that are one of a few numbers. Shown, and in sizes, such a constant has its own name; where a name does not
// do, as in a swizzle, the numbers that it may be are tried.

import { Dynamic } from '../../algebra/integer/integer.ts';
import { OneOf, type Value } from '../model/value.ts';

const numbersOf = new WeakMap<Dynamic, OneOf>();

const isNumber = (v: Value): boolean => v instanceof Dynamic && typeof v.value === 'number';

/** The constant, which from here on is known by its name: what it is one of is kept beside it. */
export function withAlternatives(named: Dynamic, value: Value): Dynamic {
  if (value instanceof OneOf && value.alternatives.every(isNumber)) numbersOf.set(named, value);
  return named;
}

/** Values with the numbers that named constants among them may be in their place; null where there are none. */
export function alternativesOf(values: readonly Value[]): readonly Value[] | null {
  const tried = values.map((v) => (v instanceof Dynamic && numbersOf.get(v)) || v);
  return tried.some((v, i) => v !== values[i]) ? tried : null;
}
