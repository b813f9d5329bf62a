// Lists one behind the other, of which an edit leaves all but one as they are: to put them together takes no copies.

import { countOfFirst } from './partition.ts';

export class Concatenation<T> {
  readonly #lists: readonly (readonly T[])[];
  /** How many items there are before each list. */
  readonly #before: readonly number[];

  constructor(lists: readonly (readonly T[])[]) {
    this.#lists = lists.filter((list) => list.length > 0);
    let count = 0;
    this.#before = this.#lists.map((list) => {
      count += list.length;
      return count - list.length;
    });
  }

  /** Undefined before the first item and behind the last one. */
  at(index: number): T | undefined {
    const nth = countOfFirst(this.#before.length, (i) => this.#before[i]! <= index) - 1;
    return nth < 0 ? undefined : this.#lists[nth]![index - this.#before[nth]!];
  }

  slice(from: number, to: number): readonly T[] {
    const items: T[] = [];
    for (let index = Math.max(0, from); index < to; index++) {
      const item = this.at(index);
      if (item === undefined) break;
      items.push(item);
    }
    return items;
  }

  /** How many items a condition holds for, where it holds for the first ones and for no other. */
  countOfFirst(holds: (item: T) => boolean): number {
    const lists = this.#lists;
    // The first list whose last item is one for which it does not hold.
    const nth = countOfFirst(lists.length, (i) => holds(lists[i]!.at(-1)!));
    const list = lists[nth];
    const last = lists.length - 1;
    if (list === undefined) return last < 0 ? 0 : this.#before[last]! + lists[last]!.length;
    return this.#before[nth]! + countOfFirst(list.length, (i) => holds(list[i]!));
  }
}
