// What an edit in the body of a function concerns: the statements that differ, those that use a name that means something
// else because of them, and so on. Names are compared as words, wherever they stand: rather too much than too little.

import { type BodyEdit, declaredAt, declaredBy, isInside } from '../../frontends/common/bodies.ts';
import { namesIn } from '../../frontends/common/changed.ts';
import type { Span } from '../../frontends/common/expression.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import type { Statement } from '../../frontends/common/statement.ts';
import { expansionsIn } from '../cpp/calls/macros.ts';
import { switchesIn } from '../cpp/calls/switches.ts';
import { mayBeRun } from '../cpp/running/runnable.ts';
import type { UnitState } from '../model/frame.ts';
import { ClosedLambdas } from './closed-lambdas.ts';

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
  const closed = new ClosedLambdas(edit, expansions);
  const affected = new Set<Statement>();
  const outer = new Set<Statement>();
  /** The names that mean something else; for one statement a name may mean what it did: for the one that declares it. */
  const names = new Map<string, Statement | null>();
  /** Statements that are only concerned by what they call, with its name. */
  const callers = new Map<Statement, string>();
  const add = (name: string, but: Statement | null): void => {
    const before = names.get(name);
    if (before === null || (before !== undefined && (before === but || but !== null))) return;
    names.set(name, but);
    if (before !== undefined) {
      concern(before, name);
      return;
    }
    for (const other of handedTo.get(name) ?? []) add(other, null);
    for (const user of users.get(name) ?? []) if (user !== but) concern(user, name);
  };
  /** A lambda is compiled for the calls of it. */
  const concernLambda = (name: string): void => {
    const place = lambdas.get(name);
    if (place === undefined) return;
    for (const s of statements)
      if (s.own.some(({ start, end }) => start <= place && place < end)) concern(s, null);
  };
  /** `because`: the name for which it is concerned, where that is all. */
  const concern = (statement: Statement, because: string | null): void => {
    const caller = callers.get(statement);
    if (caller !== undefined && caller !== because) {
      callers.delete(statement);
      concernLambda(caller);
    }
    if (affected.has(statement)) return;
    affected.add(statement);
    if (because !== null && lambdas.has(because)) callers.set(statement, because);
    spans.push(statement.extent);
    for (const name of declaredAt(scope, [statement.extent])) add(name, null);
    for (const word of statement.words) if (word !== because) concernLambda(word);
    for (const inner of statements)
      if (inner !== statement && isInside(inner, statement.extent)) concern(inner, null);
    outwards(statement);
  };
  /** What a lambda comes to may be different when something in it is. */
  const outwards = ({ around, words: inside }: Statement): void => {
    for (let at = around; at !== null; at = at.around) opened(at, inside);
  };
  const opened = (statement: Statement, inside: ReadonlySet<string>): void => {
    if (affected.has(statement) || outer.has(statement) || closed.isClosed(statement, inside)) return;
    outer.add(statement);
    for (const name of declaredBy(scope, statement)) add(name, statement);
    // It may be handed to another lambda.
    for (const word of statement.words) concernLambda(word);
  };
  const inside = new Set(words);
  for (const s of statements)
    if (changed.some((span) => isInside(s, span))) for (const word of s.words) inside.add(word);
  for (const statement of edit.around) {
    spans.push(...statement.own);
    opened(statement, inside);
  }
  for (const name of meanings) add(name, null);
  for (const word of inside) concernLambda(word);
  // Whether a lambda is run step by step depends on what the whole function hands its variables to.
  if (edit.isHandedOtherwise)
    for (const lambda of runLambdas(scope))
      for (const s of statements) if (isInside(lambda.span, s.extent)) concern(s, null);
  return spans;
}

const runLambdas = (scope: Scope): readonly Scope[] =>
  scope.children.flatMap((child) => [
    ...(child.kind === 'function' && mayBeRun(child) ? [child] : []),
    ...runLambdas(child),
  ]);

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

/** By what variables are handed to, or referred to by: which ones are. */
function handedBackwards({ uses }: Scope): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [name, all] of uses ?? [])
    for (const use of all.values())
      for (const target of namesIn(use)) {
        const known = found.get(target);
        if (known === undefined) found.set(target, new Set([name]));
        else known.add(name);
      }
  return found;
}
