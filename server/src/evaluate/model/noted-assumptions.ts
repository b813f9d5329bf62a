// What was given a value while a result was worked out. Results by the ten thousand note the same few dozens of
// parameters again and again, so that equal lists are one object, and what two lists are together is remembered.

import type { UsedAssumption } from './entity.ts';

/** Each once by its name and value, in the order in which it was met. */
export class NotedAssumptions {
  readonly items: readonly UsedAssumption[];
  /** What this list and one more are, by that. */
  readonly #with = new Map<UsedAssumption, NotedAssumptions>();
  readonly #together = new Map<NotedAssumptions, NotedAssumptions>();

  constructor(items: readonly UsedAssumption[]) {
    this.items = items;
    lists.set(items, this);
    listCount++;
  }

  with(assumption: UsedAssumption): NotedAssumptions {
    return this.#withShared(shared(assumption));
  }

  #withShared(assumption: UsedAssumption): NotedAssumptions {
    let list = this.#with.get(assumption);
    if (list === undefined) {
      list = this.#longer(assumption);
      this.#with.set(assumption, list);
    }
    return list;
  }

  #longer(assumption: UsedAssumption): NotedAssumptions {
    const { name, value, isDefaultTaken, isUncalled } = assumption;
    const at = this.items.findIndex((p) => p.name === name && p.value === value);
    if (at < 0) return new NotedAssumptions([...this.items, assumption]);
    // A default is certain, or nobody's, where all that took it say so.
    const before = this.items[at]!;
    return (before.isDefaultTaken === true && isDefaultTaken !== true) ||
      (before.isUncalled === true && isUncalled !== true)
      ? new NotedAssumptions(this.items.with(at, assumption))
      : this;
  }

  withAll(items: readonly UsedAssumption[]): NotedAssumptions {
    if (items.length === 0 || items === this.items) return this;
    const others = listOf(items);
    if (this.items.length === 0) return others;
    let list = this.#together.get(others);
    if (list === undefined) {
      list = this;
      for (const assumption of others.items) list = list.#withShared(assumption);
      this.#together.set(others, list);
    }
    return list;
  }
}

/** The list of an array that one has given out. */
const lists = new WeakMap<readonly UsedAssumption[], NotedAssumptions>();

/** As many lists as are remembered: a server works on other files in an hour. */
const MAXIMUM_LISTS = 16_384;
let listCount = 0;
let empty = new NotedAssumptions([]);
const sharedByName = new Map<string, UsedAssumption[]>();

/** The list of none. Those that were begun before are as good as ever. */
export function noAssumptions(): NotedAssumptions {
  if (listCount > MAXIMUM_LISTS) {
    listCount = 0;
    sharedByName.clear();
    empty = new NotedAssumptions([]);
  }
  return empty;
}

function listOf(items: readonly UsedAssumption[]): NotedAssumptions {
  let list = lists.get(items);
  if (list === undefined) {
    list = empty;
    for (const assumption of items) list = list.with(assumption);
    lists.set(items, list);
  }
  return list;
}

/** One object for all that say the same. */
function shared(assumption: UsedAssumption): UsedAssumption {
  const { name, value, source, isDefaultTaken, isUncalled } = assumption;
  let same = sharedByName.get(name);
  if (same === undefined) {
    same = [];
    sharedByName.set(name, same);
  }
  const known = same.find(
    (p) =>
      p === assumption ||
      (p.value === value &&
        p.source === source &&
        p.isDefaultTaken === isDefaultTaken &&
        p.isUncalled === isUncalled),
  );
  if (known !== undefined) return known;
  same.push(assumption);
  return assumption;
}
