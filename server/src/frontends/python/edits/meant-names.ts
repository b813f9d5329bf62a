// Names of a function of Python as they are meant: those of a function inside of it mean nothing outside of that.

import type { Scope } from '../../common/scope.ts';

/** A function inside of the function, with what it declares in either version: such a name means nothing outside of it. */
export interface Inner {
  readonly nth: number;
  readonly declared: ReadonlySet<string>;
  /** The one around it; null: it stands in no other one. */
  readonly outer: Inner | null;
}

/** A function or class inside of the function, and where its name is declared. */
export interface Owner {
  readonly name: string;
  readonly within: Inner | null;
}

/** A name as it is meant somewhere: that of a function inside is another one than the same word elsewhere. */
export const meant = (name: string, within: Inner | null): string => {
  for (let at = within; at !== null; at = at.outer) if (at.declared.has(name)) return `${at.nth} ${name}`;
  return name;
};

/** The word that is meant. */
export const wordOf = (name: string): string => name.slice(name.lastIndexOf(' ') + 1);

/** What a function declares itself, and in its blocks. */
export function declaredIn({ declarations, children }: Scope, into: Set<string>): Set<string> {
  for (const { name } of declarations) into.add(name);
  for (const child of children) if (child.kind === 'block') declaredIn(child, into);
  return into;
}
