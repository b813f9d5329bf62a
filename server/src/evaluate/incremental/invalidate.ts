// What an edit in the body of a function invalidates: what was worked out for the statements that depend on it.

import { type BodyEdit, editsBetween, isInside } from '../../frontends/common/body-edits.ts';
import type { Span } from '../../frontends/common/expression.ts';
import type { PlacedUnit } from '../../frontends/common/scope.ts';
import { count } from '../../profile/profile.ts';
import { invalidateDispatches } from '../cpp/calls/dispatch-macros.ts';
import { invalidateExpansions } from '../cpp/calls/macros.ts';
import { invalidateContexts } from '../cpp/instances/instantiation-contexts.ts';
import { concernedObservations } from '../model/body-dependencies.ts';
import type { Observation, UnitMemo } from '../model/environment.ts';
import type { IsAsked } from './asked-names.ts';
import { dependentSpans } from './dependent-spans.ts';

function invalidateBody(unit: UnitMemo, edit: BodyEdit): void {
  const of = edit.region.of!;
  const spans = joined(dependentSpans(edit, unit));
  if (spans.length === 0) return;
  unit.invalidations.push({ of, spans });
  count('pieces of functions invalidated', spans.length);
  const overlapsAffected = (span: Span): boolean =>
    isInside(span, of.span) && spans.some((each) => span.start < each.end && each.start < span.end);
  // The ways in which a lambda is compiled are the same when only something in it differs.
  const isInsideAffected = (span: Span): boolean => spans.some((each) => isInside(span, each));
  invalidateDispatches(unit, isInsideAffected);
  invalidateExpansions(unit, overlapsAffected);
  for (const env of new Set([unit.env, ...unit.memoisedEnvironments])) {
    env.invalidate(overlapsAffected);
    invalidateContexts(env, isInsideAffected);
  }
}

/** Without those that are inside of others. */
const joined = (spans: readonly Span[]): readonly Span[] =>
  [...spans]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .reduce<Span[]>((outer, span) => {
      const last = outer.at(-1);
      if (last === undefined || span.end > last.end) outer.push(span);
      return outer;
    }, []);

/** The state of a unit's version before, with what is to be found the same in this one. */
export interface ReusedMemo {
  readonly memo: UnitMemo;
  readonly before: PlacedUnit;
  readonly observations: readonly Observation[];
}

/**
 * The state of a unit's version before, where nothing but bodies differs since of which nobody depends on more than the
 * values of expressions.
 */
export function reusableMemo(
  memo: UnitMemo | undefined,
  placed: PlacedUnit,
  isAsked: IsAsked,
): ReusedMemo | undefined {
  // A unit that stands in the file twice has a state for each.
  if (memo === undefined || memo.placed.unit === placed.unit) return undefined;
  const { placed: before } = memo;
  const edits = editsBetween(before.unit, placed.unit);
  if (edits === null) return undefined;
  const observations: Observation[] = [];
  for (const edit of edits) {
    const concerned = isAsked(edit) ? null : concernedObservations(edit, memo);
    if (concerned === null) return undefined;
    observations.push(...concerned);
  }
  for (const edit of edits) invalidateBody(memo, edit);
  return { memo, before, observations };
}
