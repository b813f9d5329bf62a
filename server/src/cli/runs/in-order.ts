// Work on several things at the same time whose results come in the order of the things.

/**
 * Works on at most `atOnce` of the items at the same time. `done` is told of each result as soon as those of all items
 * before it are there.
 */
export async function inOrder<Item, Result>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
  done: (item: Item, result: Result) => void,
): Promise<void> {
  const results = new Map<number, { readonly item: Item; readonly result: Result }>();
  const running = new Set<Promise<void>>();
  let begun = 0;
  let told = 0;
  const start = async (item: Item, place: number): Promise<void> => {
    results.set(place, { item, result: await work(item) });
    for (let next = results.get(told); next !== undefined; next = results.get(++told)) {
      results.delete(told);
      done(next.item, next.result);
    }
  };
  for (const item of items) {
    const one = start(item, begun++).finally(() => running.delete(one));
    running.add(one);
    if (running.size >= atOnce) await Promise.race(running);
  }
  await Promise.all(running);
}
