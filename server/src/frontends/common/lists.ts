// Lists of which there are hundreds of thousands: one that grows in place has room for sixteen items more than it needs.

/** So long a list may grow in place: to copy it takes longer. */
const LONG = 8;
const NOTHING: readonly never[] = [];

/** The list, with room for nothing else. */
export const compact = <T>(items: readonly T[]): readonly T[] =>
  items.length === 0 ? NOTHING : items.slice();

/** Adds to the list of a key. */
export function addTo<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [item]);
  else if (known.length < LONG) lists.set(key, known.concat([item]));
  else known.push(item);
}
