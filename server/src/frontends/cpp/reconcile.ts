// A function that was read again, with everything that an edit has left as it was taken from the version before.

import type { Expr, Span } from '../common/expression.ts';
import type { Declaration, Scope } from '../common/scope.ts';
import type { OpenScope } from './expressions/cursor.ts';

/** Whether a span meets none of the others. */
type IsSame = (span: Span) => boolean;

/** Puts what stands outside of the changed spans of the version before into the function's scope. */
export function reuseUnchanged(before: OpenScope, scope: OpenScope, changed: readonly Span[]): void {
  shareEffects(before, scope);
  reuseInto(before, scope, (span) => !changed.some((c) => span.start < c.end && c.start < span.end));
}

/** All blocks of a function have one list of what is assigned to, and one of what else may change it. */
function shareEffects({ assigned, escapes: uses }: OpenScope, scope: OpenScope): void {
  const now = [...scope.assigned];
  assigned.clear();
  for (const name of now) assigned.add(name);
  uses.become(scope.escapes);
  const share = (s: OpenScope): void => {
    s.assigned = assigned;
    s.escapes = uses;
    for (const child of s.children) share(child);
  };
  share(scope);
}

const placeOf = ({ start, end }: Span): string => `${start} ${end}`;
const nameOf = (d: Declaration): string => `${d.kind} ${d.name} ${placeOf(d.nameSpan)}`;
const textOf = (e: Expr): string => `${e.kind} ${placeOf(e.span)}`;

function reuseInto(before: OpenScope, scope: OpenScope, isSame: IsSame): void {
  const declared = new Map(before.declarations.map((d) => [nameOf(d), d]));
  scope.declarations = scope.declarations.map((d) => (isSame(d.span) ? (declared.get(nameOf(d)) ?? d) : d));
  const known = new Map(before.expressions.map((e) => [textOf(e), e]));
  const kept = (e: Expr): Expr => (isSame(e.span) ? (known.get(textOf(e)) ?? e) : e);
  scope.expressions = scope.expressions.map(kept);
  scope.returns = scope.returns.map(kept);
  const { loop, range, choice } = scope;
  if (range !== undefined) scope.range = kept(range);
  if (choice !== undefined) scope.choice = kept(choice);
  if (loop !== undefined) {
    const condition = loop.condition === null ? null : kept(loop.condition);
    scope.loop = { ...loop, condition, steps: loop.steps.map(kept) };
  }
  const children = new Map(before.children.map((child) => [placeOf(child.span), child]));
  scope.children = scope.children.map((child) => {
    const same = children.get(placeOf(child.span));
    if (same === undefined || same.kind !== child.kind) return child;
    if (isSame(child.span) && hasSameGuard(same, child)) return same;
    reuseInto(same, child, isSame);
    // For which calls a lambda is compiled is known by its scope.
    return child.kind === 'function' ? overwriteScope(child, same) : child;
  });
}

/** Makes one scope hold what the other one does. Every reader's scope has all fields, so that none of them stays. */
const overwriteScope = (from: OpenScope, into: OpenScope): OpenScope => Object.assign(into, from);

/** The condition of a block stands before it. */
const hasSameGuard = ({ guard: a }: Scope, { guard: b }: Scope): boolean =>
  a == null || b == null
    ? (a ?? null) === (b ?? null)
    : a.branch === b.branch &&
      a.isConstant === b.isConstant &&
      placeOf(a.condition.span) === placeOf(b.condition.span);
