// How large a value is. Values share structure: one that doubles sixty times is made of sixty objects, and has more
// parts than anybody can walk. So a value is measured when it is made, with the sizes of its parts at hand, and what is
// too large is unknown from then on: whatever prints, compares or computes with a value may walk it.

import type { Failure } from '../../algebra/integer/failure.ts';
import { Dynamic, StaticSymbol } from '../../algebra/integer/integer.ts';
import { ComposedLayout, Layout } from '../../algebra/layout/layout.ts';
import { ArithTuple } from '../../algebra/layout/stride.ts';
import { type Entity, LibraryType, Pack } from '../model/entity.ts';
import { OneOf, Pointer, Tensor, TypeValue, Unknown } from '../model/value.ts';
import { Repeated } from './repeated.ts';

/** Integers, types and other leaves of a value; those of a layout's shape and of its stride. */
const MAXIMUM_PARTS = 1024;
/** Tuples inside of tuples. */
const MAXIMUM_DEPTH = 64;
/** Characters of a string. */
const MAXIMUM_TEXT = 10_000;

interface Size {
  readonly parts: number;
  readonly depth: number;
  /** Whether the budget of the evaluation did not suffice for a part. */
  readonly isCut: boolean;
}

const LEAF: Size = { parts: 1, depth: 0, isCut: false };
const CUT: Size = { parts: 1, depth: 0, isCut: true };
/** The size of what is not looked into any further. */
const TOO_DEEP: Size = { parts: 1, depth: Number.POSITIVE_INFINITY, isCut: false };

/** Values do not change; those that are parts of larger ones have been measured before. */
const sizes = new WeakMap<object, Size>();

function sizeOf(value: unknown, left: number): Size {
  const parts = partsOf(value);
  if (parts === null) return isOutOfBudget(value) ? CUT : LEAF;
  const known = sizes.get(value as object);
  if (known !== undefined) return known;
  if (left < 0) return TOO_DEEP;
  let count = 0;
  let depth = 0;
  let isCut = false;
  for (const part of parts) {
    const size = sizeOf(part, left - 1);
    count += size.parts;
    if (size.depth > depth) depth = size.depth;
    isCut ||= size.isCut;
    if (count > MAXIMUM_PARTS) break;
  }
  const size = { parts: Math.max(count, 1), depth: depth + 1, isCut };
  // What is too deep from here may not be so from elsewhere.
  if (size.depth <= MAXIMUM_DEPTH) sizes.set(value as object, size);
  return size;
}

/** Parts that are counted without being remembered: most values have no more. */
const FEW = 48;

/** How many parts are left of `left` when a value is taken from them; negative where it has more, or is cut short. */
function leftOver(value: unknown, left: number): number {
  if (typeof value !== 'object' || value === null || value instanceof Dynamic) return left - 1;
  if (Array.isArray(value)) {
    let rest = left - 1;
    for (let i = 0; i < value.length && rest >= 0; i++) rest = leftOver(value[i], rest);
    return rest;
  }
  if (value instanceof Layout) {
    const rest = leftOver(value.shape, left - 1);
    return rest < 0 ? rest : leftOver(value.stride, rest);
  }
  if (value instanceof StaticSymbol) return left - 1;
  return -1;
}

/**
 * What a value is made of; null for a leaf. A class and its objects are known by an environment, which is one thing.
 */
function partsOf(value: unknown): readonly unknown[] | null {
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) return value;
  if (value instanceof Dynamic || value instanceof StaticSymbol || value instanceof Unknown) return null;
  if (value instanceof Layout) return [value.shape, value.stride];
  if (value instanceof LibraryType) return value.template.args;
  if (value instanceof Repeated) return [value.item];
  if (value instanceof TypeValue) return value.instance === null ? null : [value.instance];
  if (value instanceof Tensor) return [value.layout, value.engine.offset, value.share?.data ?? null];
  if (value instanceof ComposedLayout) return [value.outer, value.offset, value.inner];
  if (value instanceof ArithTuple) return value.entries;
  if (value instanceof Pack) return value.items;
  if (value instanceof OneOf) return value.alternatives;
  if (value instanceof Pointer) return value.items;
  return null;
}

const isOutOfBudget = (value: unknown): boolean => value instanceof Unknown && value.category === 'budget';

/** Whether a value, or a part of it, is only unknown because the question took too many steps. */
export const isCutShort = (value: Entity | Failure): boolean =>
  Array.isArray(value)
    ? leftOver(value, FEW) < 0 && sizeOf(value, MAXIMUM_DEPTH).isCut
    : isOutOfBudget(value);

/** The value, or that it is too large to be one. */
export function bounded<T extends Entity | Failure>(value: T): T | Unknown {
  if (typeof value !== 'object')
    return typeof value === 'string' && value.length > MAXIMUM_TEXT
      ? new Unknown('unsupported', `the text has more than ${MAXIMUM_TEXT} characters`)
      : value;
  if (value instanceof Unknown || leftOver(value, FEW) >= 0) return value;
  const { parts, depth } = sizeOf(value, MAXIMUM_DEPTH);
  if (depth > MAXIMUM_DEPTH)
    return new Unknown('unsupported', `the value is nested more than ${MAXIMUM_DEPTH} deep`);
  return parts <= MAXIMUM_PARTS
    ? value
    : new Unknown('unsupported', `the value has more than ${MAXIMUM_PARTS} parts`);
}
