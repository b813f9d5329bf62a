// Bodies of functions: which of their returns are reached.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import type { Guard, Scope } from '../../frontends/common/scope.ts';
import { type Entity, isHostOnly, reasonOf } from '../model/entity.ts';
import type { Environment } from '../model/environment.ts';
import type { Evaluation } from '../model/evaluation.ts';
import { Symbolic } from '../model/symbolic.ts';
import { Unknown, type Value } from '../model/value.ts';
import { truthOf } from '../values/arithmetic.ts';
import { joinAlternatives } from '../values/one-of.ts';

/** What a body returns: the first return that is reached, or one of several where a condition is not known. Null: none. */
export function runBody(ev: Evaluation, scope: Scope, env: Environment): Entity | Failure | null {
  const reached: Reached = { values: [], open: null };
  reach(ev, scope, env, reached);
  const [first, ...others] = reached.values;
  if (first === undefined) return null;
  // Of what may be returned instead nobody has asked.
  if (reached.open !== null && first instanceof Symbolic) return reasonOf(first);
  if (others.length === 0) return first;
  const reason = reached.open!;
  const values: Value[] = [];
  for (const value of reached.values) {
    // What fails may be what is never reached.
    if (isFailure(value) || isHostOnly(value)) return reason;
    values.push(value);
  }
  return joinAlternatives(values, reason);
}

interface Reached {
  readonly values: (Entity | Failure)[];
  /** The condition that leaves open which of the values it is. */
  open: Unknown | null;
}

/** Collects the returns that may be reached; true where one of them certainly is. */
function reach(ev: Evaluation, scope: Scope, env: Environment, reached: Reached): boolean {
  for (const { expr, scope: inner } of stepsOf(scope)) {
    if (reached.values.length > MAXIMUM_RETURNS) return true;
    if (expr !== null) {
      reached.values.push(ev.evaluate(expr, env));
      return true;
    }
    if (inner.isLoop === true) {
      reached.values.push(new Unknown('unsupported', 'a loop is not run'));
      return true;
    }
    const runs = inner.guard == null ? true : guardHolds(ev, inner.guard, env);
    if (runs === false) continue;
    const isCertain = reach(ev, inner, env, reached);
    if (runs instanceof Unknown) {
      reached.open ??= runs;
      // Of one of several values nothing is known where one of them is not: the others need not be worked out.
      if (reached.values.at(-1) instanceof Unknown) return true;
    } else if (isCertain) return true;
  }
  return false;
}

const MAXIMUM_RETURNS = 8;

/** A return, or a block with one. */
type Step = { readonly expr: Expr; readonly scope: null } | { readonly expr: null; readonly scope: Scope };

/** By the blocks of scopes: those of a lambda's scope are another list after an edit. */
const steps = new WeakMap<readonly Scope[], readonly Step[]>();

/** The returns of a body and the blocks in it that have any, in order. */
function stepsOf(scope: Scope): readonly Step[] {
  let known = steps.get(scope.children);
  if (known === undefined) {
    const all: (Step & { readonly at: number })[] = [];
    for (const expr of scope.returns ?? []) all.push({ at: expr.span.start, expr, scope: null });
    // A lambda's returns are its own.
    for (const s of scope.children)
      if (s.kind === 'block' && returns(s)) all.push({ at: s.span.start, expr: null, scope: s });
    known = all.sort((a, b) => a.at - b.at);
    steps.set(scope.children, known);
  }
  return known;
}

export const returns = (scope: Scope): boolean => stepsOf(scope).length > 0;

function guardHolds(ev: Evaluation, guard: Guard, env: Environment): boolean | Unknown {
  const value = ev.value(guard.condition, env);
  if (value instanceof Unknown) return value;
  const known = truthOf(value);
  if (known === undefined) return new Unknown('run-time', 'a condition is only known at run time');
  return guard.branch === 'then' ? known : !known;
}
