// Runs the bodies of constexpr functions statement by statement: local variables that are assigned to, loops, early
// returns. It gives a value only where every condition on the way is known and nothing happens that it does not
// follow; else whoever asks goes on without it.

import { isFailure } from '../algebra/failure.ts';
import type { Expr } from '../frontends/expression.ts';
import type { Declaration, Scope } from '../frontends/scope.ts';
import type { Evaluator } from './evaluator.ts';
import { Frame } from './frame.ts';
import { assigned } from './integer-types.ts';
import { truth } from './outcome.ts';
import { isHostOnly, type Thing } from './thing.ts';
import { Unknown, type Value } from './value.ts';

/** Statements and rounds of loops for one call. */
const MAXIMUM_STEPS = 4000;

/** What ends a block: a return, `break` or `continue`, its end, or something that is not followed. */
type End =
  | { readonly kind: 'return'; readonly value: Thing }
  | { readonly kind: 'break' | 'continue' | 'end' | 'lost' };

const END: End = { kind: 'end' };
const LOST: End = { kind: 'lost' };

/** What a function returns when it is run; null where it cannot be followed. `frame`: with its parameters bound. */
export function interpreted(ev: Evaluator, scope: Scope, frame: Frame): Thing | null {
  const end = ev.world.runs.enter(() => new Run(ev, frame).block(scope, scope.declarations));
  return end?.kind === 'return' ? end.value : null;
}

/** By the blocks of scopes: those of a lambda's scope are another list after an edit. */
const runnable = new WeakMap<readonly Scope[], boolean>();

/** Whether a body assigns to variables or loops, and does nothing else that changes them. */
export const isRunnable = (ev: Evaluator, scope: Scope): boolean => mayBeRun(scope) && !isHandedOn(ev, scope);

/** The same, whatever the function around hands its variables to. */
export function mayBeRun(scope: Scope): boolean {
  let known = runnable.get(scope.children);
  if (known === undefined) {
    known = changes(scope) && isPlain(scope);
    runnable.set(scope.children, known);
  }
  return known;
}

const changes = (scope: Scope): boolean =>
  scope.loop !== undefined || scope.expressions.some(isAssignment) || scope.children.some(changes);

/**
 * No lambda that may change a variable, no reference to one, no `switch`, no loop over a range. The body of a loop is
 * marked as one, as its head is.
 */
const isPlain = (scope: Scope, isBody = false): boolean =>
  (scope.jumps ?? []).every((j) => j.kind !== 'other') &&
  (scope.isLoop !== true || isBody || scope.loop !== undefined) &&
  scope.declarations.every(
    (d) => d.kind === 'parameter' || d.isReference !== true || d.isConstant === true,
  ) &&
  scope.children.every((s) => s.kind === 'block' && isPlain(s, scope.loop !== undefined));

/** Whether a variable is given to a function that may change it. */
function isHandedOn(ev: Evaluator, scope: Scope): boolean {
  for (const to of scope.handedTo?.values() ?? [])
    for (const name of to) if (name.startsWith('&') || !ev.rules.takesByValue(name)) return true;
  return false;
}

const isAssignment = (e: Expr): e is Expr & { readonly kind: 'binary' } =>
  e.kind === 'binary' && /^(?:[-+*/%&|^]|<<|>>)?=$/.test(e.operator);

type Step =
  | { readonly at: number; readonly kind: 'declaration'; readonly declaration: Declaration }
  | { readonly at: number; readonly kind: 'expression'; readonly expr: Expr }
  | { readonly at: number; readonly kind: 'return'; readonly expr: Expr }
  | { readonly at: number; readonly kind: 'block'; readonly scope: Scope }
  | { readonly at: number; readonly kind: 'break' | 'continue' };

const stepsOf = new WeakMap<readonly Scope[], readonly Step[]>();

/** What a block holds, in order. */
function steps(scope: Scope): readonly Step[] {
  const known = stepsOf.get(scope.children);
  if (known !== undefined) return known;
  const asked = new Set<Expr>(scope.loop === undefined ? [] : scope.loop.steps);
  if (scope.loop?.condition != null) asked.add(scope.loop.condition);
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
    ...(scope.jumps ?? []).flatMap((j): Step[] => (j.kind === 'other' ? [] : [{ at: j.at, kind: j.kind }])),
  ];
  made.sort((a, b) => a.at - b.at);
  stepsOf.set(scope.children, made);
  return made;
}

class Run {
  readonly #ev: Evaluator;
  readonly #base: Frame;
  readonly #variables = new Map<Declaration, Thing>();
  /** With the variables as they are now; made anew after each change. */
  #frame: Frame;
  #left = MAXIMUM_STEPS;

  constructor(ev: Evaluator, frame: Frame) {
    this.#ev = ev;
    this.#base = frame;
    this.#frame = frame;
  }

  block(scope: Scope, parameters: readonly Declaration[] = []): End {
    for (const p of parameters) {
      const bound = p.kind === 'parameter' ? this.#base.bindings.get(p) : undefined;
      if (bound !== undefined) this.#variables.set(p, bound);
    }
    if (scope.loop !== undefined) return this.#loop(scope);
    // Both branches ask the same once, before one of them runs.
    const conditions = new Map<Expr, boolean>();
    for (const step of steps(scope)) {
      if (--this.#left <= 0) return LOST;
      const end = this.#step(step, conditions);
      if (end.kind !== 'end') return end;
    }
    return END;
  }

  #step(step: Step, conditions: Map<Expr, boolean>): End {
    switch (step.kind) {
      case 'declaration':
        return this.#declare(step.declaration) ? END : LOST;
      case 'expression':
        return !isAssignment(step.expr) || this.#assign(step.expr) ? END : LOST;
      case 'return': {
        const value = this.#ev.evaluate(step.expr, this.#frame);
        return isFailure(value) || value instanceof Unknown ? LOST : { kind: 'return', value };
      }
      case 'block': {
        const { guard } = step.scope;
        if (guard == null) return this.block(step.scope);
        let holds = conditions.get(guard.condition);
        if (holds === undefined) {
          const known = this.#holds(guard.condition);
          if (known === null) return LOST;
          holds = known;
          conditions.set(guard.condition, holds);
        }
        return (guard.branch === 'then') === holds ? this.block(step.scope) : END;
      }
      default:
        return { kind: step.kind };
    }
  }

  #loop(scope: Scope): End {
    const { condition, steps: after, isDo } = scope.loop!;
    const all = steps(scope);
    const body = all.findLast((s) => s.kind === 'block');
    for (const step of all) {
      if (step === body) break;
      const end = this.#step(step, new Map());
      if (end.kind !== 'end') return end;
    }
    for (let round = 0; ; round++) {
      if (--this.#left <= 0) return LOST;
      if (condition !== null && !(isDo && round === 0)) {
        const holds = this.#holds(condition);
        if (holds === null) return LOST;
        if (!holds) return END;
      }
      if (body !== undefined && body.kind === 'block') {
        const end = this.block(body.scope);
        if (end.kind === 'break') return END;
        if (end.kind === 'return' || end.kind === 'lost') return end;
      }
      for (const step of after) if (isAssignment(step) && !this.#assign(step)) return LOST;
    }
  }

  #holds(condition: Expr): boolean | null {
    const value = truth(this.#ev.value(condition, this.#frame));
    return value instanceof Unknown ? null : value;
  }

  #declare(d: Declaration): boolean {
    if (d.element !== null) return false;
    if (d.init === null)
      return this.#set(d, new Unknown('run-time', `${d.name} has no initialiser`, [], d.name));
    const value = this.#ev.evaluate(d.init, this.#frame);
    return !isFailure(value) && this.#hold(d, value);
  }

  #assign(expr: Expr & { readonly kind: 'binary' }): boolean {
    if (expr.left.kind !== 'name') return false;
    const found = this.#ev.find(expr.left.name, expr.left.span.start, this.#frame);
    const d = found?.declarations[0];
    if (d === undefined || !this.#variables.has(d) || d.isReference === true) return false;
    const operator = expr.operator.slice(0, -1);
    const { left, right, span } = expr;
    const value = this.#ev.evaluate(
      operator === '' ? right : { kind: 'binary', span, operator, left, right },
      this.#frame,
    );
    if (isFailure(value) || value instanceof Unknown) return false;
    // A variable without a written type has that of its first value, of which only integers have one width.
    if (d.type !== null) return this.#hold(d, value);
    const held = assigned(this.#variables.get(d), value);
    return held !== null && this.#set(d, held);
  }

  /** The value as a variable of the declared type holds it. */
  #hold(d: Declaration, value: Thing): boolean {
    if (d.type === null || isHostOnly(value)) return this.#set(d, value);
    const type = this.#ev.evaluate(d.type, this.#frame);
    if (isFailure(type) || type instanceof Unknown || isHostOnly(type)) return false;
    const held = this.#ev.rules.convert(value as Value, type as Value);
    return !isFailure(held) && this.#set(d, held);
  }

  #set(d: Declaration, value: Thing): boolean {
    this.#variables.set(d, value);
    const { unit, root, parent, bindings, isCall } = this.#base;
    this.#frame = new Frame(unit, root, parent, new Map([...bindings, ...this.#variables]), isCall);
    return true;
  }
}
