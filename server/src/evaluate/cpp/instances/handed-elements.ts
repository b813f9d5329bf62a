// What CuTe's functions on tuples hand to the function that they are given: `for_each(make_seq<3>{}, f)` calls it with
// _0, _1 and _2 (cute/algorithm/tuple_algorithms.hpp).

import type { Entity } from '../../model/entity.ts';
import { libraryName } from '../types/names.ts';
import { asTuple, elementTaken, isTuple, rows } from '../types/tuple-rows.ts';

type Row = readonly Entity[];

const MAXIMUM_DEPTH = 32;

/** One call for the elements at each index of the tuples; what is no tuple is handed as it is. */
const byElement = (tuples: Row): readonly Row[] | null => (isTuple(tuples[0]!) ? rows(tuples) : [tuples]);

function byLeaf(tuples: Row, depth = 0): readonly Row[] | null {
  if (!isTuple(tuples[0]!)) return [tuples];
  const elements = depth > MAXIMUM_DEPTH ? null : rows(tuples);
  if (elements === null) return null;
  const all = elements.map((row) => byLeaf(row, depth + 1));
  return all.some((each) => each === null) ? null : all.flatMap((each) => each!);
}

/** What is called once, with all elements. */
const atOnce = ([tuple]: Row): readonly Row[] | null => (isTuple(tuple!) ? [tuple.map(elementTaken)] : null);

/** By name: the calls, of what is given before the function. */
const CALLS: ReadonlyMap<string, (tuples: Row) => readonly Row[] | null> = new Map([
  ['for_each', byElement],
  ['for_each_leaf', byLeaf],
  ['transform', byElement],
  ['transform_leaf', byLeaf],
  ['filter_tuple', byElement],
  ['any_of', byElement],
  ['all_of', byElement],
  ['none_of', byElement],
  ['find_if', byElement],
  ['apply', atOnce],
]);

/** Whether a name is that of a function of CuTe whose calls are known. */
export function handsElements(path: readonly string[]): boolean {
  const name = path[0] === 'std' ? null : libraryName(path);
  return name !== null && CALLS.has(name);
}

/** What each call of the last argument takes; null where nobody knows. `before`: the arguments before it. */
export const handedElements = (path: readonly string[], before: Row): readonly Row[] | null =>
  before.length === 0 || !handsElements(path) ? null : CALLS.get(libraryName(path)!)!(before.map(asTuple));
