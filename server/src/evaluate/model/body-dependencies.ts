// Which functions' bodies anything outside of them has looked into, and where. What no one has looked into can be edited
// without a change anywhere else; and so can what is worth the same behind the edit.

import type { BodyEdit, ClosedEdit, DependencyRegion } from '../../frontends/common/body-edits.ts';
import type { Expr, Span } from '../../frontends/common/expression.ts';
import { Environment, type Observation, type UnitMemo } from './environment.ts';

/** What something outside of a body depends on. */
interface Observed {
  /** Nobody can tell which part of it. */
  isWhole: boolean;
  /** What it returns. */
  isResult: boolean;
  /** What is done with its variables. */
  isUse: boolean;
}

const observed = new WeakMap<DependencyRegion, Observed>();

function observedOf(region: DependencyRegion): Observed {
  let known = observed.get(region);
  if (known === undefined) {
    known = { isWhole: false, isResult: false, isUse: false };
    observed.set(region, known);
  }
  return known;
}

/** Notes that something outside of a region depends on it. */
export function recordDependency(region: DependencyRegion, on: 'whole' | 'result' | 'use' = 'whole'): void {
  if (!region.isBody) return;
  const known = observedOf(region);
  if (on === 'whole') known.isWhole = true;
  else if (on === 'result') known.isResult = true;
  else known.isUse = true;
}

/** An expression is asked for by more calls than these: what depends on it is not told one by one. */
const MAXIMUM_ENVIRONMENTS = 64;

const placeOf = ({ kind, span: { start, end } }: Expr): string => `${kind} ${start} ${end}`;

/** Notes what it depends on. */
export function recordObservation(region: DependencyRegion, observation: Observation): void {
  const { expr, env } = observation;
  const { observations } = env.unit;
  const place = placeOf(expr);
  const known = observations.get(place);
  if (known === undefined) observations.set(place, new Map([[env, observation]]));
  else if (known.size < MAXIMUM_ENVIRONMENTS || known.has(env)) known.set(env, observation);
  else recordDependency(region);
}

/**
 * What anything outside of the body that was edited has seen of what the edit concerns, in the environments of a unit's
 * state; null where it depends on more of it than the values of expressions that are still there.
 */
export function concernedObservations(edit: BodyEdit, memo: UnitMemo): readonly Observation[] | null {
  const known = observed.get(edit.region);
  if (edit.kind === 'statements') return known === undefined ? [] : null;
  if (known?.isWhole === true || (known?.isResult === true && edit.isResultChanged)) return null;
  if (known?.isUse === true && edit.usedOtherwise.size > 0) return null;
  const { goneSpans, pairs, concernedExpressions } = edit;
  const found: Observation[] = [];
  for (const [place, seen] of memo.observations) {
    const [{ expr }] = [...seen.values()] as [Observation];
    const isGone = goneSpans.some((gone) => meets(expr.span, gone));
    if (!isGone && !concernedExpressions.some((span) => meets(expr.span, span))) continue;
    for (const observation of seen.values()) {
      const now = isGone ? pairs.get(observation.expr) : observation.expr;
      const env = environmentBehind(edit, observation.env);
      if (now === undefined || env === null) return null;
      found.push({ ...observation, expr: now, env });
    }
    memo.observations.delete(place);
  }
  return found;
}

/**
 * The environment behind the edit: a call of the function has one of the scope that the function had. Null for those that
 * began in another version of it, or inside.
 */
function environmentBehind({ before, scope }: ClosedEdit, env: Environment): Environment | null {
  const { unit, root, parent, bindings, isCall, base, isInterpreted } = env;
  if (root === unit.placed.unit.scope) return env;
  return root === before ? new Environment(unit, scope, parent, bindings, isCall, base, isInterpreted) : null;
}

/** What nobody wrote has no extent. */
const meets = (a: Span, b: Span): boolean => a.start <= b.end && b.start <= a.end;
