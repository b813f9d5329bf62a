// Values that are worked out once. A memo knows what is in work: whoever needs that for itself is answered otherwise,
// and what was worked out meanwhile is forgotten where it would be another one from elsewhere. Whatever ends the work,
// an exception too, nothing stays in work.

import { count } from '../../profile/profile.ts';

/** Stands for a value while it is worked out. */
export const PENDING = Symbol('pending');
export type Pending = typeof PENDING;

/** Where the values of a memo are kept: in what they belong to, with which they are thrown away. */
interface MemoStore<K, V> {
  get(key: K): V | Pending | undefined;
  set(key: K, value: V | Pending): unknown;
  delete(key: K): unknown;
}

/**
 * When a value is forgotten that was worked out while something was in work that it has met again, so that it may depend
 * on where the question came from: never; when that is done; when the whole question is answered, for values that take
 * too long to be worked out again and again meanwhile.
 */
type Forgets = 'never' | 'with-cycle' | 'with-question';

interface InProgress {
  readonly kept: object;
  readonly key: unknown;
}

export class Memo {
  readonly #forgets: Forgets;
  readonly #maximum: number;
  /** How many values the question has asked for. */
  #asked = 0;
  /** Outermost first. */
  readonly #inProgress: InProgress[] = [];
  /** The outermost of them that what is in work has met again. */
  #cycle = Number.POSITIVE_INFINITY;
  /** How often something was met again. */
  #cyclesMet = 0;
  /** What is good for this question only. */
  readonly #provisional = new Set<unknown>();
  #forgetting: (() => void)[] = [];

  /** `maximum`: how many values one question may take. */
  constructor(forgets: Forgets, maximum: number = Number.POSITIVE_INFINITY) {
    this.#forgets = forgets;
    this.#maximum = maximum;
  }

  /** Whether what is worked out now is forgotten when what it has met is done. */
  get isInCycle(): boolean {
    return this.#forgets === 'with-cycle' && this.#cycle < this.#inProgress.length;
  }

  /** Forgets something else that was worked out in a cycle, with it. */
  forgetWithCycle(forget: () => void): void {
    this.#forgetting.push(forget);
  }

  /**
   * The value of a key: what is kept, else what `work` gives. `meanwhile`: what it is for whoever asks while it is in
   * work, or after too many others. `isGood`: whether a value is worth keeping.
   */
  compute<K, V extends object | null>(
    kept: MemoStore<K, V>,
    key: K,
    work: () => V,
    meanwhile: () => V,
    isGood: ((value: V) => boolean) | null = null,
  ): V {
    const known = kept.get(key);
    if (known === PENDING) {
      this.#meet(this.#inProgress.findLastIndex((w) => w.key === key && w.kept === kept));
      return meanwhile();
    }
    if (known !== undefined) {
      if (this.#provisional.has(known)) this.#cyclesMet++;
      count('memo hits');
      return known;
    }
    if (this.#inProgress.length === 0) this.#asked = 0;
    if (++this.#asked > this.#maximum) {
      this.#meet(-1);
      return meanwhile();
    }
    count('values worked out');
    const met = this.#cyclesMet;
    const place = this.#inProgress.push({ kept, key }) - 1;
    let value: V | Pending = PENDING;
    try {
      kept.set(key, PENDING);
      value = work();
      return value;
    } finally {
      this.#inProgress.length = place;
      if (value === PENDING || isGood?.(value) === false) kept.delete(key);
      else kept.set(key, value);
      this.#done(place, this.#cyclesMet > met, value, () => kept.delete(key));
    }
  }

  #meet(place: number): void {
    this.#cyclesMet++;
    this.#cycle = Math.min(this.#cycle, place);
  }

  #done(place: number, hasMet: boolean, value: unknown, forget: () => void): void {
    const isProvisional =
      this.#forgets === 'with-cycle' ? this.#cycle < place : this.#forgets === 'with-question' && hasMet;
    // Nothing is outside of the outermost.
    if (place > 0 && isProvisional) {
      this.#forgetting.push(forget);
      if (this.#forgets === 'with-question') this.#provisional.add(value);
      return;
    }
    if (place > 0 && this.#forgets === 'with-question') return;
    this.#cycle = Number.POSITIVE_INFINITY;
    this.#provisional.clear();
    if (this.#forgetting.length === 0) return;
    const all = this.#forgetting;
    this.#forgetting = [];
    for (const other of all) other();
  }
}

/** What may be nested in itself only so deep. */
export class NestingLimit {
  readonly #maximum: number;
  #depth = 0;

  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  /** What `body` gives; null where it is nested too deeply. */
  enter<T>(body: () => T): T | null {
    if (this.#depth >= this.#maximum) return null;
    this.#depth++;
    try {
      return body();
    } finally {
      this.#depth--;
    }
  }
}

/** The values of an owner, with which they are thrown away. */
export function tableOf<A extends object, K, V>(
  all: WeakMap<A, Map<K, V>> | Map<A, Map<K, V>>,
  owner: A,
): Map<K, V> {
  let known = all.get(owner);
  if (known === undefined) {
    known = new Map();
    all.set(owner, known);
  }
  return known;
}
