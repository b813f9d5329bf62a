// What an edit in the body of a function concerns: the statements that differ, those that use a name that means something
// else because of them, and so on. Names are compared as words, wherever they stand: rather too much than too little.

import {
  type BodyEdit,
  declaredAt,
  declaredBy,
  isInside,
  type StatementEdit,
} from '../../frontends/common/body-edits.ts';
import type { Span } from '../../frontends/common/expression.ts';
import { addTo } from '../../frontends/common/lists.ts';
import { namesIn } from '../../frontends/common/mutations.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import type { Statement } from '../../frontends/common/statement.ts';
import { dispatchesIn } from '../cpp/calls/dispatch-macros.ts';
import { expansionsIn } from '../cpp/calls/macros.ts';
import { mayBeRun } from '../cpp/running/runnable.ts';
import type { UnitMemo } from '../model/environment.ts';
import { EffectFreeLambdas } from './lambda-effects.ts';

const known = new WeakMap<BodyEdit, readonly Span[]>();

/** The spans of a unit that depend on an edit in one of its functions. */
export function dependentSpans(edit: BodyEdit, unit: UnitMemo): readonly Span[] {
  if (edit.kind === 'closed') return edit.changedSpans;
  const { span } = edit.region.of!;
  const expansions = [...expansionsIn(unit, span), ...dispatchesIn(unit, span)];
  // Only they are different from database to database.
  if (expansions.length > 0) return new Spread(edit, expansions).run();
  let spans = known.get(edit);
  if (spans === undefined) {
    spans = new Spread(edit, expansions).run();
    known.set(edit, spans);
  }
  return spans;
}

/** How an edit spreads from statement to statement. */
class Spread {
  readonly #edit: StatementEdit;
  readonly #spans: Span[];
  readonly #users: ReadonlyMap<string, readonly Statement[]>;
  readonly #lambdas: ReadonlyMap<string, number>;
  readonly #aliases: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #effectFree: EffectFreeLambdas;
  readonly #affected = new Set<Statement>();
  readonly #outer = new Set<Statement>();
  /** The names that mean something else; for one statement a name may mean what it did: for the one that declares it. */
  readonly #names = new Map<string, Statement | null>();
  /** Statements that are only concerned by what they call, with its name. */
  readonly #callers = new Map<Statement, string>();

  constructor(edit: StatementEdit, expansions: readonly Expanded[]) {
    this.#edit = edit;
    this.#spans = [...edit.changedSpans];
    this.#users = usersByWord(edit.statements, expansions);
    this.#lambdas = lambdasOf(edit.scope);
    this.#aliases = aliasesByTarget(edit.scope);
    this.#effectFree = new EffectFreeLambdas(edit, expansions);
  }

  run(): readonly Span[] {
    const {
      scope,
      changedSpans: changed,
      reboundNames: meanings,
      words,
      statements,
      enclosingStatements: around,
    } = this.#edit;
    const inside = new Set(words);
    for (const s of statements)
      if (changed.some((span) => isInside(s, span))) for (const word of s.words) inside.add(word);
    for (const statement of around) {
      this.#spans.push(...statement.own);
      this.#markOpened(statement, inside);
    }
    for (const name of meanings) this.#rebind(name, null);
    for (const word of inside) this.#markLambda(word);
    // Whether a lambda is run step by step depends on what the whole function hands its variables to.
    if (this.#edit.escapesChanged)
      for (const lambda of runLambdas(scope))
        for (const s of statements) if (isInside(lambda.span, s.extent)) this.#markAffected(s, null);
    return this.#spans;
  }

  /** A name means something else; `but`: for all but the statement that declares it. */
  #rebind(name: string, but: Statement | null): void {
    const before = this.#names.get(name);
    if (before === null || (before !== undefined && (before === but || but !== null))) return;
    this.#names.set(name, but);
    if (before !== undefined) {
      this.#markAffected(before, name);
      return;
    }
    for (const other of this.#aliases.get(name) ?? []) this.#rebind(other, null);
    for (const user of this.#users.get(name) ?? []) if (user !== but) this.#markAffected(user, name);
  }

  /** A lambda is compiled for the calls of it. */
  #markLambda(name: string): void {
    const place = this.#lambdas.get(name);
    if (place === undefined) return;
    for (const s of this.#edit.statements)
      if (s.own.some(({ start, end }) => start <= place && place < end)) this.#markAffected(s, null);
  }

  /** `because`: the name for which a statement is concerned, where that is all. */
  #markAffected(statement: Statement, because: string | null): void {
    const caller = this.#callers.get(statement);
    if (caller !== undefined && caller !== because) {
      this.#callers.delete(statement);
      this.#markLambda(caller);
    }
    if (this.#affected.has(statement)) return;
    this.#affected.add(statement);
    if (because !== null && this.#lambdas.has(because)) this.#callers.set(statement, because);
    const { scope, statements } = this.#edit;
    this.#spans.push(statement.extent);
    for (const name of declaredAt(scope, [statement.extent])) this.#rebind(name, null);
    for (const word of statement.words) if (word !== because) this.#markLambda(word);
    for (const inner of statements)
      if (inner !== statement && isInside(inner, statement.extent)) this.#markAffected(inner, null);
    // What a lambda comes to may be different when something in it is.
    for (let at = statement.around; at !== null; at = at.around) this.#markOpened(at, statement.words);
  }

  /** A statement in one of whose lambdas something is different. */
  #markOpened(statement: Statement, inside: ReadonlySet<string>): void {
    if (this.#affected.has(statement) || this.#outer.has(statement)) return;
    if (this.#effectFree.isEffectFree(statement, inside)) return;
    this.#outer.add(statement);
    for (const name of declaredBy(this.#edit.scope, statement)) this.#rebind(name, statement);
    // It may be handed to another lambda.
    for (const word of statement.words) this.#markLambda(word);
  }
}

/** The text that a macro's call at a place stands for. */
interface Expanded {
  readonly at: number;
  readonly text: string;
}

const runLambdas = (scope: Scope): readonly Scope[] =>
  scope.children.flatMap((child) => [
    ...(child.kind === 'function' && mayBeRun(child) ? [child] : []),
    ...runLambdas(child),
  ]);

/** What a macro's call stands for uses the names in it, too. */
function usersByWord(
  statements: readonly Statement[],
  expansions: readonly Expanded[],
): ReadonlyMap<string, readonly Statement[]> {
  const users = new Map<string, Statement[]>();
  const note = (word: string, statement: Statement): void => {
    addTo(users, word, statement);
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
function aliasesByTarget({ escapes: uses }: Scope): ReadonlyMap<string, ReadonlySet<string>> {
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
