// Which instantiations the reader has chosen to see, by document: kept while a document is closed, and handed to a client
// that keeps them for the next session.

import type { Choice } from '../../analysis/values/choices.ts';

/** A choice as the client keeps it. */
interface KeptChoice extends Choice {
  readonly uri: string;
}

/** How many are kept; the oldest go first. */
const MAXIMUM_KEPT = 200;

const NONE: readonly Choice[] = [];

export class InstantiationChoices {
  #all: readonly KeptChoice[];
  readonly #keep: (all: readonly KeptChoice[]) => void;

  /** `kept`: what the client has kept, whatever that is. `keep` is told of all of them after each change. */
  constructor(kept: unknown, keep: (all: readonly KeptChoice[]) => void) {
    this.#all = Array.isArray(kept) ? kept.filter(isKept) : [];
    this.#keep = keep;
  }

  of(uri: string): readonly Choice[] {
    const own = this.#all.filter((choice) => choice.uri === uri);
    return own.length === 0 ? NONE : own;
  }

  /** Shows one instantiation of a template, or with null all of them. Returns whether that is something else. */
  choose(uri: string, { template, nth }: Omit<Choice, 'label'>, label: string | null): boolean {
    const isSame = (c: KeptChoice): boolean => c.uri === uri && c.template === template && c.nth === nth;
    const before = this.#all.find(isSame)?.label ?? null;
    if (before === label) return false;
    const others = this.#all.filter((c) => !isSame(c));
    this.#all = label === null ? others : [...others, { uri, template, nth, label }].slice(-MAXIMUM_KEPT);
    this.#keep(this.#all);
    return true;
  }
}

function isKept(x: unknown): x is KeptChoice {
  if (typeof x !== 'object' || x === null) return false;
  const { uri, template, nth, label } = x as Readonly<Record<string, unknown>>;
  return (
    typeof uri === 'string' &&
    typeof template === 'string' &&
    typeof label === 'string' &&
    Number.isInteger(nth)
  );
}
