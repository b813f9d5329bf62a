// Expressions and declarations compared by what they hold, and the words in them.

import type { Span } from './expression.ts';

/** How some objects are compared in another way; null: as all others. */
type CompareOwn = (a: object, b: object, isSame: (a: unknown, b: unknown) => boolean) => boolean | null;

/**
 * Whether two hold the same, whichever objects they are: what is read from the same text at the same place. `except`:
 * fields that are left out.
 */
export const isSameStructure = (
  a: unknown,
  b: unknown,
  except: ReadonlySet<string> = NONE,
  compareOwn: CompareOwn = AS_ALL,
): boolean => new Comparison(except, compareOwn).isSame(a, b);

const NONE: ReadonlySet<string> = new Set();
const AS_ALL: CompareOwn = () => null;

/** What is larger may hold itself, as what a loop leaves in a variable does, or one thing in many places. */
const PLAINLY_COMPARED = 500;

class Comparison {
  readonly #except: ReadonlySet<string>;
  readonly #compareOwn: CompareOwn;
  #count = 0;
  readonly #begun = new Map<object, object>();

  constructor(except: ReadonlySet<string>, compareOwn: CompareOwn) {
    this.#except = except;
    this.#compareOwn = compareOwn;
  }

  readonly isSame = (a: unknown, b: unknown): boolean => {
    if (a === b) return true;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
      return Number.isNaN(a) && Number.isNaN(b);
    if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
    if (++this.#count > PLAINLY_COMPARED) {
      if (this.#begun.get(a) === b) return true;
      this.#begun.set(a, b);
    }
    if (Array.isArray(a)) {
      const other = b as readonly unknown[];
      return a.length === other.length && a.every((item, i) => this.isSame(item, other[i]));
    }
    if (a instanceof Set || a instanceof Map) return this.isSame([...a], [...(b as Iterable<unknown>)]);
    return this.#compareOwn(a, b, this.isSame) ?? this.#hasSameFields(a as Fields, b as Fields);
  };

  #hasSameFields(a: Fields, b: Fields): boolean {
    const except = this.#except;
    for (const key in a) if (!except.has(key) && !this.isSame(a[key], b[key])) return false;
    for (const key in b) if (!except.has(key) && b[key] !== undefined && a[key] === undefined) return false;
    return true;
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields that say what something is, and in which words. */
const NO_WORDS: ReadonlySet<string> = new Set(['kind', 'span', 'nameSpan', 'reason', 'how', 'bodyScope']);
const OWN_NAME: ReadonlySet<string> = new Set([...NO_WORDS, 'name']);

const known = new WeakMap<object, ReadonlySet<string>>();

/** All texts in an expression or declaration other than its own name: the names in it, and what else there is. */
export function wordsIn(of: object): ReadonlySet<string> {
  let words = known.get(of);
  if (words === undefined) {
    const found = new Set<string>();
    const seen = new Set<object>();
    if ('nameSpan' in of) collectFields(of, OWN_NAME, found, seen);
    else collect(of, found, seen);
    words = found;
    known.set(of, words);
  }
  return words;
}

function collect(value: unknown, words: Set<string>, seen: Set<object>): void {
  if (typeof value === 'string') words.add(value);
  else if (typeof value === 'object' && value !== null) {
    if (seen.has(value)) return;
    seen.add(value);
    if (Array.isArray(value)) for (const item of value) collect(item, words, seen);
    else collectFields(value, NO_WORDS, words, seen);
  }
}

/** Where one of the names stands in an expression or declaration. */
export function spansNaming(names: ReadonlySet<string>, of: object): readonly Span[] {
  const found: Span[] = [];
  const seen = new Set<object>();
  const visit = (value: unknown, around: Span): void => {
    if (typeof value === 'string') {
      if (names.has(value)) found.push(around);
    } else if (typeof value === 'object' && value !== null && !seen.has(value)) {
      seen.add(value);
      const span = (value as { readonly span?: Span }).span ?? around;
      if (Array.isArray(value)) for (const item of value) visit(item, span);
      else for (const key in value) if (!NO_WORDS.has(key)) visit((value as Fields)[key], span);
    }
  };
  visit(of, NOWHERE);
  return found;
}

const NOWHERE: Span = { start: 0, end: 0 };

function collectFields(of: object, except: ReadonlySet<string>, words: Set<string>, seen: Set<object>): void {
  for (const key in of) if (!except.has(key)) collect((of as Fields)[key], words, seen);
}
