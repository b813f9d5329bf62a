// Things in the order in which they come, some at a time.

/** The items, of which so many are taken beforehand to see whether there are as many. */
export function ahead<T>(
  items: Iterator<T>,
  many: number,
): { readonly areMany: boolean; readonly items: Iterable<T> } {
  const first: T[] = [];
  while (first.length < many) {
    const { done, value } = items.next();
    if (done === true) return { areMany: false, items: first };
    first.push(value);
  }
  return { areMany: true, items: followedBy(first, items) };
}

function* followedBy<T>(first: readonly T[], rest: Iterator<T>): Generator<T> {
  yield* first;
  for (let next = rest.next(); next.done !== true; next = rest.next()) yield next.value;
}

/** Of `size` items each, the last one of what is left. */
export function* batches<T>(items: Iterable<T>, size: number): Generator<readonly T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
