// Tuples side by side, as CuTe's functions on tuples walk through them.

import { BoxedObject, type Entity, ScalarObject } from '../../model/entity.ts';
import type { Value } from '../../model/value.ts';
import { sequenceNumbers } from './sequences.ts';

export const isTuple = (t: Entity): t is readonly Value[] => Array.isArray(t);

/** An element of a tuple as whoever is called sees it. */
export const elementTaken = (v: Value): Entity => (v instanceof BoxedObject ? v.object : v);

/** `seq<0, 1>{}` is a tuple of static integers to these functions; everything else is itself. */
export function asTuple(t: Entity): Entity {
  const numbers = t instanceof ScalarObject ? sequenceNumbers(t.type) : null;
  return numbers ?? t;
}

/** The elements side by side; null where the tuples have different lengths or one is none. */
export function rows(tuples: readonly Entity[]): readonly (readonly Entity[])[] | null {
  const [first] = tuples;
  if (first === undefined || !isTuple(first)) return null;
  if (tuples.some((t) => !isTuple(t) || t.length !== first.length)) return null;
  return first.map((_, i) => tuples.map((t) => elementTaken((t as readonly Value[])[i]!)));
}
