// Which functions can be run, and what their blocks hold, in order.

import type { Expr } from '../../../frontends/common/expression.ts';
import { partsOf } from '../../../frontends/common/expression-parts.ts';
import type { Declaration, Escape, Scope } from '../../../frontends/common/scope.ts';
import type { Evaluation } from '../../model/evaluation.ts';

/** By the blocks of scopes: those of a lambda's scope are another list after an edit. */
const runnable = new WeakMap<readonly Scope[], boolean>();

/** Whether a body changes variables, has arrays, loops or chooses, and does nothing that is not followed. */
export const isRunnable = (ev: Evaluation, scope: Scope): boolean =>
  mayBeRun(scope) && ((scope.assigned?.size ?? 0) > 0 || hasRun(scope) || escapesIn(ev, scope));

/** The same, whatever is changed in the function around. */
export function mayBeRun(scope: Scope): boolean {
  let known = runnable.get(scope.children);
  if (known === undefined) {
    known = isPlain(scope);
    runnable.set(scope.children, known);
  }
  return known;
}

/** Whether a block is the head of a loop or a `switch`, whose body is the last block in it. */
const isHead = ({ loop, range, choice }: Scope): boolean =>
  loop !== undefined || range !== undefined || choice !== undefined;

const hasRun = (scope: Scope): boolean =>
  isHead(scope) || scope.declarations.some(isArray) || scope.children.some(hasRun);

/** `int xs[4]`. */
export const isArray = ({ kind, type }: Declaration): boolean => kind === 'value' && type?.kind === 'index';

/** No lambda that uses what is declared around it, no label but in the block of a `switch`. */
const isPlain = (scope: Scope, head: Scope | null = null, around: readonly Scope[] = []): boolean => {
  const path = [...around, scope];
  return (
    (scope.jumps ?? []).every((j) => j.kind !== 'other') &&
    ((scope.labels ?? []).length === 0 || head?.choice !== undefined) &&
    // The body of a loop is marked as one, as its head is.
    (scope.isLoop !== true || head !== null || isHead(scope)) &&
    scope.children.every((s) =>
      s.kind === 'block'
        ? isPlain(s, isHead(scope) ? scope : null, path)
        : s.kind === 'function' && isClosed(s, path),
    )
  );
};

/** Whether a lambda names nothing that the function around declares. */
function isClosed(lambda: Scope, around: readonly Scope[]): boolean {
  const declared = new Set(around.flatMap((s) => s.declarations.map((d) => d.name)));
  const own = new Set<string>();
  const isFree = (e: Expr): boolean =>
    (e.kind === 'name' && declared.has(e.name) && !own.has(e.name)) || partsOf(e).some(isFree);
  const visit = (scope: Scope): boolean => {
    for (const d of scope.declarations) if (scope !== lambda || d.kind === 'parameter') own.add(d.name);
    return (
      scope.declarations.every(
        (d) =>
          (d.init === null || !isFree(d.init)) &&
          (d.kind !== 'value' || scope !== lambda || !declared.has(d.name)),
      ) &&
      scope.expressions.every((e) => !isFree(e)) &&
      scope.children.every(visit)
    );
  };
  return visit(lambda);
}

/** Whether a variable is given to something that may change it, or referred to. */
function escapesIn(ev: Evaluation, scope: Scope): boolean {
  for (const all of scope.escapes?.values() ?? [])
    for (const use of all.values()) if (!isHarmless(ev, use)) return true;
  return false;
}

const isHarmless = (ev: Evaluation, use: Escape): boolean =>
  use.kind === 'argument' &&
  (use.callee === null ||
    use.form !== 'function' ||
    (ev.rules.takesByValue(use.callee) && ev.db.declarationsNamed(use.callee).length === 0));

export type Step =
  | { readonly at: number; readonly kind: 'declaration'; readonly declaration: Declaration }
  | { readonly at: number; readonly kind: 'expression'; readonly expr: Expr }
  | { readonly at: number; readonly kind: 'return'; readonly expr: Expr }
  | { readonly at: number; readonly kind: 'block'; readonly scope: Scope }
  | { readonly at: number; readonly kind: 'break' | 'continue' | 'leave' };

const stepsOf = new WeakMap<readonly Scope[], readonly Step[]>();

/** What a block holds, in order. */
export function steps(scope: Scope): readonly Step[] {
  const known = stepsOf.get(scope.children);
  if (known !== undefined) return known;
  const asked = new Set<Expr>(scope.loop === undefined ? [] : scope.loop.steps);
  for (const e of [scope.loop?.condition, scope.range, scope.choice]) if (e != null) asked.add(e);
  for (const child of scope.children) if (child.guard != null) asked.add(child.guard.condition);
  const returns = new Set(scope.returns ?? []);
  const made: Step[] = [
    ...scope.declarations
      .filter((d) => d.kind === 'value')
      .map((declaration): Step => ({ at: declaration.span.start, kind: 'declaration', declaration })),
    ...scope.expressions
      .filter((e) => !asked.has(e))
      .map(
        (expr): Step => ({ at: expr.span.start, kind: returns.has(expr) ? 'return' : 'expression', expr }),
      ),
    ...scope.children
      .filter((s) => s.kind === 'block')
      .map((block): Step => ({ at: block.span.start, kind: 'block', scope: block })),
    ...(scope.jumps ?? []).flatMap((j): Step[] =>
      j.kind === 'other' ? [] : [{ at: j.at, kind: j.kind === 'return' ? 'leave' : j.kind }],
    ),
  ];
  made.sort((a, b) => a.at - b.at);
  stepsOf.set(scope.children, made);
  return made;
}
