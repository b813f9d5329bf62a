// What is written about changes of variables, for whoever compares versions of code.

import type { Declaration, Escape, Scope, Unit } from './scope.ts';

/** The names of functions, types and references that a use goes through. */
export function* namesIn(use: Escape): Generator<string> {
  if (use.kind === 'bound') yield use.name;
  if (use.kind !== 'argument') return;
  if (use.callee !== null) yield use.callee;
  if (use.result !== null) yield* namesIn(use.result);
}

/** The key by which a question about the changes of a file's variable depends on the functions that change it. */
export const mutationKey = (name: string): string => `=${name}`;

/** The variable or attribute that a question of Python is about: `x` of `.x`, `x[]` and `x of .f`; null: it is none. */
export const mutatedWord = (key: string): string | null =>
  key.startsWith('=') ? usedWord(key.slice(1)) : null;

export const usedWord = (name: string): string => name.replace(/^\.|\[\]$| of .*$/g, '');

/** What a function does to a variable, under its own name and those of references to it: equal where it does the same. */
export function effectText({ assigned, escapes: uses }: Scope, name: string): string {
  const texts: string[] = [];
  const seen = new Set([name]);
  for (const each of seen) {
    if (assigned?.has(each) === true) texts.push('=');
    for (const [text, use] of uses?.get(each) ?? []) {
      if (use.kind === 'bound') seen.add(use.name);
      else texts.push(text);
    }
    // A reference that something is done with may be bound in the result of a call.
    for (const use of uses?.get(each)?.values() ?? [])
      if (use.kind === 'argument') for (const to of namesIn(use)) if (isBoundIn(use, to)) seen.add(to);
  }
  return texts.sort().join(';');
}

const isBoundIn = (use: Escape, name: string): boolean =>
  use.kind === 'bound'
    ? use.name === name
    : use.kind === 'argument' && use.result !== null && isBoundIn(use.result, name);

/**
 * The scopes of a unit that have their own lists of what is changed: the unit, classes that may have one, and each
 * function in no other one. `name`: only those that may change it.
 */
export function* mutatingScopes({ scope }: Unit, name: string | null = null): Generator<Scope> {
  yield scope;
  yield* mutatingScopesIn(scope, name);
}

function* mutatingScopesIn(scope: Scope, name: string | null): Generator<Scope> {
  for (const child of scope.children) {
    if (name !== null && child.mentions?.(name) === false) continue;
    if (child.kind === 'function' || child.kind === 'class') yield child;
    if (child.kind !== 'function') yield* mutatingScopesIn(child, name);
  }
}

/** The names that may be changed in a unit, and for each what is done with it. */
class Mutations {
  readonly names: ReadonlySet<string>;
  readonly #scopes: readonly Scope[];

  constructor(unit: Unit) {
    const seen = new Set<ReadonlySet<string>>();
    const names = new Set<string>();
    const scopes: Scope[] = [];
    for (const scope of mutatingScopes(unit)) {
      const { assigned, escapes } = scope;
      if (assigned === undefined || seen.has(assigned)) continue;
      seen.add(assigned);
      scopes.push(scope);
      for (const name of assigned) names.add(name);
      for (const name of escapes?.keys() ?? []) names.add(name);
    }
    this.names = names;
    this.#scopes = scopes;
  }

  /** Equal where the same is done. */
  textOf(name: string): string {
    const texts: string[] = [];
    for (const { assigned, escapes } of this.#scopes) {
      if (assigned?.has(name) === true) texts.push('=');
      texts.push(...(escapes?.get(name)?.keys() ?? []));
    }
    return texts.join(';');
  }
}

const mutations = new WeakMap<Unit, Mutations>();

export function mutationsIn(unit: Unit): Mutations {
  let known = mutations.get(unit);
  if (known === undefined) {
    known = new Mutations(unit);
    mutations.set(unit, known);
  }
  return known;
}

/** The key by which a question about the member functions of a name depends on them. */
export const memberFunctionKey = (name: string): string => `.${name}`;

const members = new WeakMap<Unit, readonly { readonly declaration: Declaration; readonly scope: Scope }[]>();

/** The functions in the classes of a unit, with the class's scope. */
export function memberFunctions(
  unit: Unit,
): readonly { readonly declaration: Declaration; readonly scope: Scope }[] {
  const known = members.get(unit);
  if (known !== undefined) return known;
  const found: { readonly declaration: Declaration; readonly scope: Scope }[] = [];
  const visit = (scope: Scope): void => {
    if (scope.kind === 'class')
      for (const declaration of scope.declarations)
        if (declaration.kind === 'function') found.push({ declaration, scope });
    for (const child of scope.children) visit(child);
  };
  visit(unit.scope);
  members.set(unit, found);
  return found;
}
