// What of a value means the same in another file: numbers, texts, types of elements, and tuples of these. A symbol is one
// file's name, and an object is read where its class is.

import { Dynamic } from '../../../../algebra/integer/integer.ts';
import { Underscore } from '../../../../algebra/layout/layout.ts';
import { type Entity, isHostOnly } from '../../../model/entity.ts';
import { TypeValue, Unknown, type Value } from '../../../model/value.ts';

export function isPlain(v: Entity): v is Value {
  if (isHostOnly(v)) return false;
  if (typeof v === 'number' || typeof v === 'boolean' || typeof v === 'string') return true;
  if (v instanceof Underscore) return true;
  if (v instanceof Dynamic) return v.value === null || typeof v.value === 'number';
  // What is derived from it holds more than its name.
  if (v instanceof TypeValue) return Object.getPrototypeOf(v) === TypeValue.prototype;
  return Array.isArray(v) && (v as readonly Value[]).every(isPlain);
}

/** The value as the file sees it that is given it for a parameter. `uri`: where it is given. */
export function brought(v: Entity, parameter: string, uri: string): Value {
  if (isPlain(v)) return v;
  if (Array.isArray(v)) return (v as readonly Value[]).map((item) => brought(item, parameter, uri));
  const file = uri.replace(/^.*\//, '');
  return new Unknown('function-parameter', `${parameter} is not known where ${file} gives it`, [], parameter);
}
