// Classes and functions of a module that others import: each of them is read when somebody asks what is in it, which few do.

import type { PlacedUnit, Unit } from '../common/scope.ts';
import { CHANGES_LIST } from './list-changes.ts';

/** A class or a function, of which only the name is known so far. */
export class UnreadPiece implements PlacedUnit {
  readonly start: number;
  readonly text: string;
  readonly namespace: readonly string[] = [];
  /** All that it declares. */
  readonly name: string;
  readonly #read: (text: string) => Unit;
  #unit: Unit | null = null;

  constructor(start: number, text: string, name: string, read: (text: string) => Unit) {
    this.start = start;
    this.text = text;
    this.name = name;
    this.#read = read;
  }

  get unit(): Unit {
    this.#unit ??= this.#read(this.text);
    return this.#unit;
  }

  get isRead(): boolean {
    return this.#unit !== null;
  }

  /** Takes what somebody else has read of its text. */
  take(unit: Unit): void {
    this.#unit ??= unit;
  }
}

/** What a piece of a module declares. Of one that was not read its name alone, and no import. */
export const declaredNames = (placed: PlacedUnit): readonly string[] =>
  placed instanceof UnreadPiece ? [placed.name] : placed.unit.scope.declarations.map(({ name }) => name);

/** The units that imports and values of the module stand in. */
export const withoutUnread = (units: readonly PlacedUnit[]): readonly PlacedUnit[] =>
  units.filter((placed) => !(placed instanceof UnreadPiece));

const HEAD = /^(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)[ \t]*[(:[]/;
/** Where a line begins at the margin, but for comments, decorators and brackets that end there. */
const AT_MARGIN = /^[^\s#@)\]}].*/gm;
const IMPORTS = /(?:^|[;:])[ \t]*(?:import[ \t]+\w|from[ \t]+[.\w]+[ \t]+import\b)/m;
/** What binds names of the module from inside. */
const BINDS = /:=|(?:^|[;:])[ \t]*global[ \t]+\w/m;

/**
 * The name of the class or function that a statement is, by its text, and that is all it declares: a line of it that is
 * broken gives no name of the module another value. Null where that is not certain, and of one that imports something.
 */
export function nameAlone(text: string): string | null {
  const [line, ...others] = text.match(AT_MARGIN) ?? [];
  const name = line === undefined || others.length > 0 ? undefined : HEAD.exec(line)?.[1];
  return name === undefined || IMPORTS.test(text) || BINDS.test(text) ? null : name;
}

const METHODS = `\\.\\s*(?:${[...CHANGES_LIST].join('|')})\\s*\\(`;
const CHANGES = new RegExp(METHODS);

/** Tells of a class or function whether it may change a list that has one of the names: then it declares that anew. */
export function changesOneOf(names: Iterable<string>): (text: string) => boolean {
  const all = [...names].filter((name) => /^\w+$/.test(name)).join('|');
  if (all === '') return () => false;
  const changed = new RegExp(`(?<![\\w.])(?:${all})\\s*(?:\\[|${METHODS})`);
  return (text) => CHANGES.test(text) && changed.test(text);
}
