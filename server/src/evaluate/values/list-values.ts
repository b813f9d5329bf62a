// Lists of Python: sequences that whoever has them may change. A tuple is a sequence of the same items.

import type { Value } from '../model/value.ts';

const lists = new WeakSet<readonly Value[]>();

/** The items as a list of its own. */
export function listOf(items: readonly Value[]): readonly Value[] {
  const list = [...items];
  lists.add(list);
  return list;
}

export const isList = (value: unknown): boolean =>
  Array.isArray(value) && lists.has(value as readonly Value[]);

/** The items as what they are taken from is: a list of a list, else a tuple. */
export const alike = (of: unknown, items: readonly Value[]): readonly Value[] =>
  isList(of) ? listOf(items) : items;

const iterators = new WeakSet<readonly Value[]>();

/** The items of something that hands out each of them once. */
export function iteratorOver(items: readonly Value[]): readonly Value[] {
  const all = [...items];
  iterators.add(all);
  return all;
}

export const isIterator = (value: unknown): boolean =>
  Array.isArray(value) && iterators.has(value as readonly Value[]);
