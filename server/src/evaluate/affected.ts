// What an edit in the body of a function concerns: the statements that differ, those that use a name that means something
// else because of them, and so on. Names are compared as words, wherever they stand: rather too much than too little.

import { type BodyEdit, declaredAt } from '../frontends/bodies.ts';
import type { Statement } from '../frontends/cpp-statement-list.ts';
import type { Span } from '../frontends/expression.ts';
import type { Scope } from '../frontends/scope.ts';
import type { UnitState } from './frame.ts';
import { expansionsIn } from './macros.ts';
import { switchesIn } from './switches.ts';

const known = new WeakMap<BodyEdit, readonly Span[]>();

/** The spans of a unit that an edit in one of its functions concerns. */
export function affectedBy(edit: BodyEdit, unit: UnitState): readonly Span[] {
  const { scope, changed, meanings, words, statements } = edit;
  const { span } = edit.region.of!;
  const expansions = [...expansionsIn(unit, span), ...switchesIn(unit, span)];
  // Only they are different from world to world.
  const before = expansions.length === 0 ? known.get(edit) : undefined;
  if (before !== undefined) return before;
  const spans = [...changed];
  if (expansions.length === 0) known.set(edit, spans);
  const users = usersByWord(statements, expansions);
  const lambdas = lambdasOf(scope);
  const handedTo = handedBackwards(scope);
  const affected = new Set<Statement>();
  const names = new Set<string>();
  const add = (name: string): void => {
    if (names.has(name)) return;
    names.add(name);
    for (const other of handedTo.get(name) ?? []) add(other);
    for (const user of users.get(name) ?? []) concern(user);
  };
  /** A lambda is compiled for the calls of it. */
  const concernLambdas = (called: ReadonlySet<string>): void => {
    for (const word of called) {
      const place = lambdas.get(word);
      if (place === undefined) continue;
      for (const s of statements) if (s.start <= place && place < s.end) concern(s);
    }
  };
  const concern = (statement: Statement): void => {
    if (affected.has(statement)) return;
    affected.add(statement);
    spans.push(statement.extent);
    for (const name of declaredAt(scope, [statement.extent])) add(name);
    concernLambdas(statement.words);
  };
  for (const name of meanings) add(name);
  concernLambdas(words);
  return spans;
}

/** What a macro's call stands for uses the names in it, too. */
function usersByWord(
  statements: readonly Statement[],
  expansions: readonly { readonly at: number; readonly text: string }[],
): ReadonlyMap<string, readonly Statement[]> {
  const users = new Map<string, Statement[]>();
  const note = (word: string, statement: Statement): void => {
    const known = users.get(word);
    if (known === undefined) users.set(word, [statement]);
    else known.push(statement);
  };
  for (const statement of statements) for (const word of statement.words) note(word, statement);
  for (const { at, text } of expansions)
    for (const statement of statements)
      if (statement.extent.start <= at && at < statement.extent.end)
        for (const [word] of text.matchAll(/[A-Za-z_]\w*/g)) note(word, statement);
  return users;
}

/** Where the lambdas with a name stand. */
function lambdasOf(root: Scope): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const visit = (scope: Scope): void => {
    for (const d of scope.declarations) if (d.init?.kind === 'lambda') found.set(d.name, d.nameSpan.start);
    for (const child of scope.children) visit(child);
  };
  visit(root);
  return found;
}

/** By what variables are handed to: which ones are. */
function handedBackwards({ handedTo }: Scope): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [name, all] of handedTo ?? [])
    for (const to of all) {
      const target = to.replace('&', '');
      const known = found.get(target);
      if (known === undefined) found.set(target, [name]);
      else known.push(name);
    }
  return found;
}
