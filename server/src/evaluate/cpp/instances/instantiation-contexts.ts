// The ways in which the inside of lambdas and member functions is compiled: for the constants that macros choose around
// them, and for the types of the arguments that they are called with.

import type { Expr, Span } from '../../../frontends/common/expression.ts';
import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import type { Entity } from '../../model/entity.ts';
import { Environment, scopePath } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { type Pending, tableOf } from '../../model/memo.ts';
import { liveBranches } from '../calls/dispatch-macros.ts';
import { callsOfLambda, genericParameters } from './lambda-calls.ts';

/** One of several ways in which a place inside of such lambdas is compiled. */
export interface InstantiationContext {
  readonly env: Environment;
  /** The constants and parameters that got a value, outermost first. */
  readonly arguments: readonly { readonly name: string; readonly value: Entity }[];
  /** The innermost call that gave values; null: none did. */
  readonly call: Expr | null;
}

interface ContextOption {
  readonly bindings: ReadonlyMap<Declaration, Entity>;
  /** What is told of them; all of them where it is left out. */
  readonly arguments?: InstantiationContext['arguments'];
  readonly call: Expr;
}

/**
 * How many ways are worked out. Whoever takes them for all must have fewer: of so many there may be more (see
 * MAXIMUM_FOUND of the document's instances).
 */
const MAXIMUM_VARIANTS = 8;

const variantsOf = new WeakMap<Environment, Map<Scope, readonly InstantiationContext[] | Pending>>();

/** A scope whose inside may be compiled in several ways: a lambda, or the template of a member function. */
interface GenericScope {
  readonly scope: Scope;
  /** Of a template: the member function. */
  readonly member: Declaration | null;
}

/** The calls of a member function template. */
type MemberCalls = (ev: Evaluation, d: Declaration, env: Environment) => readonly ContextOption[];

const isLambdaPoint = (scope: Scope): boolean =>
  scope.enclosingCall != null || genericParameters(scope).length > 0;

/** By path of scopes, which are as few as the scopes; most have none. */
const pointsOf = new WeakMap<readonly Scope[], readonly GenericScope[]>();

function genericScopesAt(root: Scope, offset: number): readonly GenericScope[] {
  const path = scopePath(root, offset);
  let points = pointsOf.get(path);
  if (points === undefined) {
    points = genericScopesOn(path);
    pointsOf.set(path, points);
  }
  return points;
}

function genericScopesOn(path: readonly Scope[]): readonly GenericScope[] {
  // Of most paths there are none: they share one list.
  let points = NO_POINTS;
  for (let i = 0; i < path.length; i++) {
    const scope = path[i]!;
    const point = isLambdaPoint(scope) ? { scope, member: null } : memberTemplateScope(scope, path[i - 1]);
    if (point !== null) points = [...points, point];
  }
  return points;
}

const NO_POINTS: readonly GenericScope[] = [];

function memberTemplateScope(scope: Scope, around: Scope | undefined): GenericScope | null {
  if (scope.kind !== 'template' || around?.kind !== 'class') return null;
  const member = memberOf(scope, around);
  return member === null ? null : { scope, member };
}

const members = new WeakMap<Scope, Declaration | null>();

/** The member function whose template a scope of a class is. */
function memberOf(template: Scope, { declarations }: Scope): Declaration | null {
  let member = members.get(template);
  if (member === undefined) {
    const found = declarations.find((d) => d.template === template && d.kind === 'function');
    member = found?.bodyScope == null ? null : found;
    members.set(template, member);
  }
  return member;
}

/** The innermost scope around an offset that may be compiled in several ways: all that stands in it is alike. */
export const genericScopeAt = (root: Scope, offset: number): Scope | null =>
  genericScopesAt(root, offset).at(-1)?.scope ?? null;

/**
 * The ways in which what stands at an offset of an environment's unit is compiled; the environment alone where nothing
 * varies.
 */
export function contextsAt(
  ev: Evaluation,
  env: Environment,
  offset: number,
  memberCalls: MemberCalls,
): readonly InstantiationContext[] {
  const points = genericScopesAt(env.root, offset);
  const innermost = points.at(-1)?.scope;
  const plain: InstantiationContext = { env, arguments: [], call: null };
  if (innermost === undefined || !ev.language.units.hasSeveralContexts) return [plain];
  // What is asked for while they are worked out sees none.
  return ev.db.structures.compute(
    tableOf(variantsOf, env),
    innermost,
    () => ev.noting(() => combinations(ev, plain, points, memberCalls)).value,
    () => [plain],
  );
}

/** Invalidates the contexts in which what stands in some scopes is compiled. */
export function invalidateContexts(env: Environment, isInvalid: (span: Span) => boolean): void {
  const known = variantsOf.get(env);
  for (const scope of known?.keys() ?? []) if (isInvalid(scope.span)) known!.delete(scope);
}

/** Which option is taken at each point; the first at those that are left out. */
type Choices = readonly number[];

/** All combinations, those first that differ from the first choices at the fewest points. */
function combinations(
  ev: Evaluation,
  plain: InstantiationContext,
  points: readonly GenericScope[],
  memberCalls: MemberCalls,
): readonly InstantiationContext[] {
  const result: InstantiationContext[] = [];
  for (let wave: readonly Choices[] = [[]]; wave.length > 0 && result.length < MAXIMUM_VARIANTS; ) {
    const next: Choices[] = [];
    for (const choices of wave) {
      if (result.length >= MAXIMUM_VARIANTS) break;
      const { variant, counts } = chain(ev, plain, points, memberCalls, choices);
      result.push(variant);
      // The innermost differ first: what is chosen for them is nearest to the code.
      for (let i = points.length - 1; i >= choices.length; i--)
        for (let n = 1; n < counts[i]!; n++)
          next.push([...choices, ...Array.from({ length: i - choices.length }, () => 0), n]);
    }
    wave = next;
  }
  return result;
}

/** The environment with what is chosen at every point, and how many options each of them has. */
function chain(
  ev: Evaluation,
  plain: InstantiationContext,
  points: readonly GenericScope[],
  memberCalls: MemberCalls,
  choices: Choices,
): { readonly variant: InstantiationContext; readonly counts: readonly number[] } {
  let variant = plain;
  const counts: number[] = [];
  for (const [i, { scope, member }] of points.entries()) {
    const { env } = variant;
    const options = member === null ? lambdaOptions(ev, env, scope) : memberCalls(ev, member, env);
    counts.push(options.length);
    const option = options[choices[i] ?? 0];
    if (option !== undefined) variant = chosen(variant, option, scope);
  }
  return { variant, counts };
}

function lambdaOptions(ev: Evaluation, env: Environment, lambda: Scope): readonly ContextOption[] {
  const isOpen = genericParameters(lambda).some((p) => !env.bindings.has(p));
  return isOpen ? callsOfLambda(ev, env, lambda) : liveBranches(ev, env, lambda);
}

function chosen(
  { env, arguments: before }: InstantiationContext,
  { bindings: added, arguments: told, call }: ContextOption,
  scope: Scope,
): InstantiationContext {
  const named = told ?? [...added].map(([{ name }, value]) => ({ name, value }));
  const args = [...before, ...named.filter(({ name }) => name !== '')];
  const bindings = new Map([...env.bindings, ...added]);
  const base = { env, scope };
  const innerEnv = new Environment(env.unit, env.root, env.parent, bindings, env.isCall, base);
  return { env: innerEnv, arguments: args, call };
}
