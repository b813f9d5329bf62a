// Macros that turn a run-time value into constants: they are handed a lambda, and call it in each branch of an `if`
// behind other constants, `BOOL_SWITCH(flag, kFlag, [&] { run<kFlag>(); })`. In the lambda those constants are as a
// template's parameters are: known where only one branch can run, else one of several alternatives.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { isInside } from '../../../frontends/common/body-edits.ts';
import { declarationOf } from '../../../frontends/common/declaration.ts';
import type { CallExpr, Expr, Span } from '../../../frontends/common/expression.ts';
import { partsOf } from '../../../frontends/common/expression-parts.ts';
import type { Declaration, Guard, Scope } from '../../../frontends/common/scope.ts';
import { splitArguments } from '../../../frontends/cpp/text/macros.ts';
import { type Token, tokenize } from '../../../frontends/cpp/text/tokens.ts';
import { assumption, setting } from '../../core/assumptions.ts';
import type { Entity } from '../../model/entity.ts';
import type { Environment, UnitMemo } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import type { LookupResult } from '../../model/lookup-result.ts';
import { PENDING, type Pending, tableOf } from '../../model/memo.ts';
import { Unknown } from '../../model/value.ts';
import { entityKey } from '../../values/key.ts';
import { asOperand, truth } from '../../values/outcome.ts';
import { calledMacro, type Expansion, expanded, expansionEnvironment, textOfCall } from './macros.ts';

/** A place in the expansion at which the lambda is called. */
interface Branch {
  readonly guards: readonly Guard[];
  /** What the macro declares for it. */
  readonly names: ReadonlyMap<string, { readonly declaration: Declaration; readonly scope: Scope }>;
}

interface Dispatch {
  readonly macro: string;
  readonly call: CallExpr;
  readonly expansion: Expansion;
  readonly branches: readonly Branch[];
  /** The names that stand for something else in each alternative, as parameters. */
  readonly parameters: ReadonlyMap<string, Declaration>;
}

/** How a dispatch stands in an environment. */
interface BranchState {
  /** The environment in which the expansion is evaluated. */
  readonly env: Environment;
  /** The alternatives that may run. */
  readonly possible: readonly Branch[];
}

/** Stands in the expansion for the lambda, which is not read again. */
const MARK = 'layout_lens_argument';

const dispatches = new WeakMap<UnitMemo, Map<Scope, Dispatch | null | Pending>>();
const branchStates = new WeakMap<Environment, Map<Dispatch, BranchState | null | Pending>>();

/** The texts that such calls inside of a span of a unit were expanded to. */
export function* dispatchesIn(
  unit: UnitMemo,
  span: Span,
): Generator<{ readonly at: number; readonly text: string }> {
  for (const found of dispatches.get(unit)?.values() ?? [])
    if (found !== null && found !== PENDING && isInside(found.call.span, span))
      yield { at: found.call.span.start, text: found.expansion.memo.placed.text };
}

/** Invalidates such calls in a unit. */
export function invalidateDispatches(unit: UnitMemo, isInvalid: (span: Span) => boolean): void {
  const known = dispatches.get(unit);
  for (const [lambda, found] of known ?? []) {
    if (!isInvalid(lambda.span)) continue;
    known!.delete(lambda);
    if (found !== null && found !== PENDING)
      for (const env of unit.memoisedEnvironments) branchStates.get(env)?.delete(found);
  }
}

/** What a macro around a lambda declares for it under a name; null when it declares nothing of that name. */
export function dispatchBinding(
  ev: Evaluation,
  env: Environment,
  lambda: Scope,
  name: string,
): LookupResult | null {
  const found = dispatchOf(ev, env, lambda);
  const parameter = found?.parameters.get(name);
  if (found === null || parameter === undefined) return null;
  if (!env.bindings.has(parameter)) {
    const choice = branchStateOf(ev, found, env);
    const only = choice?.possible.length === 1 ? choice.possible[0]!.names.get(name) : undefined;
    if (choice !== null && only !== undefined) {
      const { declaration, scope } = only;
      return { declarations: [declaration], scope, env: choice.env, isAmbiguous: false };
    }
  }
  return { declarations: [parameter], scope: lambda, env, isAmbiguous: false };
}

/** What a dispatch macro declares for a lambda in one of the branches that may run. */
interface DispatchBranch {
  readonly bindings: ReadonlyMap<Declaration, Entity>;
  readonly call: CallExpr;
}

/** The branches that a dispatch macro leaves live around a lambda; none where it is decided. */
export function liveBranches(ev: Evaluation, env: Environment, lambda: Scope): readonly DispatchBranch[] {
  const found = lambda.enclosingCall == null ? null : dispatchOf(ev, env, lambda);
  const choice = found === null ? null : branchStateOf(ev, found, env);
  if (found === null || choice === null || choice.possible.length < 2) return [];
  return choice.possible.map((alternative) => {
    const bindings = new Map<Declaration, Entity>();
    for (const [name, parameter] of found.parameters) {
      const value = valueIn(ev, choice, alternative, name);
      if (value !== null) bindings.set(parameter, value);
    }
    return { bindings, call: found.call };
  });
}

function valueIn(ev: Evaluation, choice: BranchState, alternative: Branch, name: string): Entity | null {
  const named = alternative.names.get(name);
  if (named === undefined) return null;
  const { value } = ev.declaration(named.declaration, named.scope, choice.env);
  return isFailure(value) ? asOperand(value) : value;
}

/** Which alternatives can run; null where that is being worked out, or none can. */
function branchStateOf(ev: Evaluation, found: Dispatch, env: Environment): BranchState | null {
  return ev.db.structures.compute(
    tableOf(branchStates, env),
    found,
    // Whoever takes a value of it notes that; what was looked at for the choice is the same for everybody.
    () => ev.noting(() => evaluateBranches(ev, found, env)).value,
    () => null,
  );
}

function evaluateBranches(ev: Evaluation, found: Dispatch, env: Environment): BranchState {
  const innerEnv = expansionEnvironment(found.expansion, found.call, env);
  const possible: Branch[] = [];
  for (const alternative of found.branches) {
    const runs = holds(ev, alternative.guards, innerEnv);
    if (runs !== false) possible.push(alternative);
    if (runs === true) break;
  }
  const choice: BranchState = { env: innerEnv, possible };
  const agreeing = possible.filter((a) => agreesWithGiven(ev, found, { ...choice }, a, env));
  return agreeing.length === 0 ? choice : { env: innerEnv, possible: agreeing };
}

/** Whether the constants of an alternative are what the user says of them. */
const agreesWithGiven = (
  ev: Evaluation,
  found: Dispatch,
  choice: BranchState,
  alternative: Branch,
  env: Environment,
): boolean =>
  [...found.parameters].every(([name, parameter]) => {
    const given = assumption(ev, parameter, env) ?? setting(ev, parameter, env);
    if (given === null) return true;
    const value = valueIn(ev, choice, alternative, name);
    return value === null || entityKey(value) === entityKey(given);
  });

/** Whether all the conditions hold; null when that is not known. */
function holds(ev: Evaluation, guards: readonly Guard[], env: Environment): boolean | null {
  let all: boolean | null = true;
  for (const { condition, branch } of guards) {
    const known = truth(ev.value(condition, env));
    if (known instanceof Unknown) all = null;
    else if (known !== (branch === 'then')) return false;
  }
  return all;
}

function dispatchOf(ev: Evaluation, env: Environment, lambda: Scope): Dispatch | null {
  // While it is worked out, the lambda's names are looked up without it.
  return ev.db.structures.compute(
    tableOf(dispatches, env.unit),
    lambda,
    () => ev.noting(() => readDispatch(ev, env, lambda)).value,
    () => null,
  );
}

function readDispatch(ev: Evaluation, env: Environment, lambda: Scope): Dispatch | null {
  const call = lambda.enclosingCall!;
  const macro = calledMacro(ev, call, env);
  const text = macro === null ? null : textOfCall(call, env);
  if (macro === null || text === null || call.callee.kind !== 'name') return null;
  const marked = withMark(text, {
    start: lambda.span.start - call.span.start,
    end: lambda.span.end - call.span.start,
  });
  const expansion = marked === null ? null : expanded(ev, macro, marked, call, env);
  if (expansion === null) return null;
  const alternatives = branchesIn(expansion.scope);
  const parameters = dispatchParameters(alternatives, call.callee.name, call, text);
  return parameters.size === 0
    ? null
    : { macro: macro.name, call, expansion, branches: alternatives, parameters };
}

/** Some projects put the lambda in parentheses. */
const isNot =
  (parenthesis: string) =>
  ({ text }: Token): boolean =>
    text !== parenthesis;

/** The call's text with the mark in the place of the lambda; null when the lambda is no argument by itself. */
function withMark(text: string, lambda: Span): string | null {
  const { tokens } = tokenize(text);
  const args = splitArguments(tokens.slice(1)) ?? [];
  // Its commas outside of parentheses are the macro's, which puts them together again as `__VA_ARGS__`.
  const isAlone =
    args.some((arg) => arg.find(isNot('('))?.start === lambda.start) &&
    args.some((arg) => arg.findLast(isNot(')'))?.end === lambda.end);
  return isAlone ? text.slice(0, lambda.start) + MARK + text.slice(lambda.end) : null;
}

function branchesIn(root: Scope): readonly Branch[] {
  const found: Branch[] = [];
  const visit = (scope: Scope, path: readonly Scope[], guards: readonly Guard[]): void => {
    const here = [...path, scope];
    for (const e of usesIn(scope)) {
      const names = new Map<string, { declaration: Declaration; scope: Scope }>();
      for (const around of here)
        for (const declaration of around.declarations)
          if (declaration.span.end <= e.span.start && declaration.name !== '')
            names.set(declaration.name, { declaration, scope: around });
      found.push({ guards, names });
    }
    for (const child of scope.children)
      visit(child, here, child.guard == null ? guards : [...guards, child.guard]);
  };
  visit(root, [], []);
  return found;
}

/** Where a scope itself names the mark. */
function usesIn(scope: Scope): readonly Expr[] {
  const found: Expr[] = [];
  const visit = (e: Expr): void => {
    if (e.kind === 'name' && e.name === MARK) found.push(e);
    for (const part of partsOf(e)) visit(part);
  };
  for (const d of scope.declarations) if (d.init !== null) visit(d.init);
  for (const e of scope.expressions) visit(e);
  return found;
}

/** A parameter for each name, placed where the call names it. */
function dispatchParameters(
  alternatives: readonly Branch[],
  macro: string,
  call: CallExpr,
  text: string,
): ReadonlyMap<string, Declaration> {
  const places = new Map<string, Span>();
  for (const { kind, text: word, start, end } of tokenize(text).tokens)
    if (kind === 'name' && !places.has(word))
      places.set(word, { start: start + call.span.start, end: end + call.span.start });
  const found = new Map<string, Declaration>();
  for (const { names } of alternatives) {
    for (const [name, { declaration: d }] of names) {
      if (found.has(name) || (d.kind !== 'type' && d.kind !== 'value')) continue;
      const nameSpan = places.get(name) ?? { start: call.span.start, end: call.span.start };
      const type = d.type?.kind === 'name' ? { ...d.type, span: nameSpan } : null;
      const kind = d.kind === 'type' ? 'type-parameter' : 'value-parameter';
      found.set(
        name,
        declarationOf({ kind, name, nameSpan, type }, nameSpan, { isConstant: true, dispatchMacro: macro }),
      );
    }
  }
  return found;
}
