// Runs the bodies of constexpr functions statement by statement: local variables that are assigned to, loops, early
// returns. It gives a value only where every condition on the way is known and nothing happens that it does not
// follow; else whoever asks goes on without it.

import type { Expr } from '../../../frontends/common/expression.ts';
import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import type { Entity } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Pointer, TypeValue, Unknown } from '../../model/value.ts';
import { arrayWith } from '../types/storage.ts';
import { EffectQuery } from './effect-query.ts';
import { elementAt, heldBy, type Location, read, Variables } from './locations.ts';
import { mayBeReference } from './reference-types.ts';
import { effectsIn } from './run-effects.ts';
import { type End, NOTHING, type Outcome, type PrepareCall, RunExpressions } from './run-expressions.ts';
import { isArray, type Step, steps } from './runnable.ts';

export type { PrepareCall } from './run-expressions.ts';

/** Statements and rounds of loops for one call. */
const MAXIMUM_STEPS = 4000;

const END: End = { kind: 'end' };
const LOST: End = { kind: 'lost' };

/** What a function returns when it is run; null where it cannot be followed. `env`: with its parameters bound. */
export function interpretCall(
  ev: Evaluation,
  scope: Scope,
  env: Environment,
  start: PrepareCall,
): Entity | null {
  const end = new Interpretation(ev, env, start, { steps: MAXIMUM_STEPS }).called(scope, []);
  return end.kind === 'return' ? end.value : null;
}

/** `T& r{x}` and `T& r(x)` refer to x. */
const initialiserOf = (d: Declaration, init: Expr): Expr => {
  const isOfType =
    init.kind === 'construct' ? init.type === d.type : init.kind === 'call' && init.callee === d.type;
  const args = init.kind === 'construct' || init.kind === 'call' ? init.args : [];
  return d.isReference === true && isOfType && args.length === 1 ? args[0]! : init;
};

/** What the head of a loop or `switch` does, and its body. */
function partsOf(scope: Scope): { readonly head: readonly Step[]; readonly body: Scope | null } {
  const all = steps(scope);
  const at = all.findLastIndex((s) => s.kind === 'block');
  const body = all[at];
  return body?.kind === 'block' ? { head: all.slice(0, at), body: body.scope } : { head: all, body: null };
}

/** One call of a function: its statements. */
class Interpretation {
  readonly #ev: Evaluation;
  readonly #variables: Variables;
  readonly #expressions: RunExpressions;
  /** Shared by all that one call runs. */
  readonly #left: { steps: number };

  constructor(ev: Evaluation, env: Environment, start: PrepareCall, left: { steps: number }) {
    this.#ev = ev;
    this.#variables = new Variables(env);
    this.#left = left;
    this.#expressions = new RunExpressions(ev, this.#variables, start, left, (started, locations) =>
      new Interpretation(ev, started.env, start, left).called(started.scope, locations),
    );
  }

  /** The body of a function; `places`: what its parameters refer to. */
  called(scope: Scope, locations: readonly (readonly [Declaration, Location])[]): End {
    const { bindings } = this.#variables.env;
    for (const p of scope.declarations) {
      const bound = p.kind === 'parameter' ? bindings.get(p) : undefined;
      if (bound !== undefined) this.#variables.hold(p, bound);
    }
    for (const [p, location] of locations) this.#variables.bind(p, location);
    return this.#ev.db.runs.enter(() => this.block(scope)) ?? LOST;
  }

  block(scope: Scope): End {
    if (scope.loop !== undefined) return this.#loop(scope);
    if (scope.range !== undefined) return this.#rounds(scope, scope.range);
    if (scope.choice !== undefined) return this.#choose(scope, scope.choice);
    return this.#inOrder(steps(scope));
  }

  #inOrder(all: readonly Step[]): End {
    // Both branches ask the same once, before one of them runs.
    const conditions = new Map<Expr, boolean>();
    for (const step of all) {
      if (--this.#left.steps <= 0) return LOST;
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
        return this.#expressions.run(step.expr) ? END : LOST;
      case 'return': {
        const { value, location } = this.#expressions.outcome(step.expr) ?? NOTHING;
        return value === null || value instanceof Unknown ? LOST : { kind: 'return', value, location };
      }
      case 'block': {
        const { guard } = step.scope;
        if (guard == null) return this.block(step.scope);
        let holds = conditions.get(guard.condition);
        if (holds === undefined) {
          const known = this.#expressions.holds(guard.condition);
          if (known === null) return LOST;
          holds = known;
          conditions.set(guard.condition, holds);
        }
        return (guard.branch === 'then') === holds ? this.block(step.scope) : END;
      }
      case 'leave':
        return { kind: 'return', value: null, location: null };
      default:
        return { kind: step.kind };
    }
  }

  #loop(scope: Scope): End {
    const { condition, steps: after, isDo } = scope.loop!;
    const { head, body } = partsOf(scope);
    const begun = this.#inOrder(head);
    if (begun.kind !== 'end') return begun;
    for (let round = 0; ; round++) {
      if (--this.#left.steps <= 0) return LOST;
      if (condition !== null && !(isDo && round === 0)) {
        const holds = this.#expressions.holds(condition);
        if (holds === null) return LOST;
        if (!holds) return END;
      }
      const end = this.#round(body);
      if (end !== null) return end;
      for (const step of after) if (!this.#expressions.run(step)) return LOST;
    }
  }

  /** `for (T x : range)` */
  #rounds(scope: Scope, range: Expr): End {
    const [d, ...others] = scope.declarations;
    const elements = this.#expressions.elements(range);
    if (d === undefined || others.length > 0 || d.element !== null || elements === null) return LOST;
    const { body } = partsOf(scope);
    for (const { value, location } of elements) {
      const now = location === null ? value : read(location);
      if (--this.#left.steps <= 0 || !this.#initialise(d, { value: now, location })) return LOST;
      const end = this.#round(body);
      if (end !== null) return end;
    }
    return END;
  }

  /** One round of a loop; null: it goes on. */
  #round(body: Scope | null): End | null {
    if (body === null) return null;
    const end = this.block(body);
    if (end.kind === 'break') return END;
    return end.kind === 'return' || end.kind === 'lost' ? end : null;
  }

  /** `switch`: from the label on that has the value, else from `default:`. */
  #choose(scope: Scope, choice: Expr): End {
    const { head, body } = partsOf(scope);
    const begun = this.#inOrder(head);
    if (begun.kind !== 'end') return begun;
    const asked = this.#expressions.integer(choice);
    const labels = (body?.labels ?? []).map(({ at, value }) => ({
      at,
      value: value === null ? null : (this.#expressions.integer(value) ?? undefined),
    }));
    if (body === null || asked === null || labels.some(({ value }) => value === undefined)) return LOST;
    const chosen = labels.find(({ value }) => value === asked) ?? labels.find(({ value }) => value === null);
    if (chosen === undefined) return END;
    const end = this.#inOrder(steps(body).filter(({ at }) => at >= chosen.at));
    return end.kind === 'break' ? END : end;
  }

  #declare(d: Declaration): boolean {
    if (isArray(d)) return this.#declareArray(d);
    if (d.init === null) {
      this.#variables.hold(d, new Unknown('run-time', `${d.name} has no initialiser`, [], d.name));
      return true;
    }
    // Each name of a structured binding asks for its initialiser.
    if (d.element !== null && effectsIn(this.#ev, this.#variables, d.init).length > 0) return false;
    return this.#initialise(d, this.#expressions.outcome(initialiserOf(d, d.init)) ?? NOTHING);
  }

  #declareArray(d: Declaration): boolean {
    const { env } = this.#variables;
    const given = d.init === null ? null : d.init.kind === 'construct' ? d.init.args : undefined;
    const type = this.#ev.evaluate(d.type!, env);
    if (!(type instanceof TypeValue) || given === undefined) return false;
    if (given?.some((e) => effectsIn(this.#ev, this.#variables, e).length > 0)) return false;
    this.#variables.hold(d, arrayWith(this.#ev, type, given, env));
    return true;
  }

  /** A variable that is made of a value, or stands for a place. */
  #initialise(d: Declaration, { value: whole, location }: Outcome): boolean {
    const { env } = this.#variables;
    const at = { env, position: d.span.start };
    const isAlias =
      d.isReference === true || (d.type !== null && mayBeReference(new EffectQuery(this.#ev), d.type, at));
    if (isAlias && location !== null) {
      // Whether a type is a reference is only certain where it is written.
      if (d.isReference !== true) return false;
      // A reference to const of another type refers to a copy.
      if (d.isConstant === true && d.type !== null && !this.#isOfType(location, d.type)) return false;
      this.#variables.bind(d, { cell: location.cell, path: [...location.path, ...(d.element ?? [])] });
      return true;
    }
    const value = whole === null || d.element === null ? whole : elementAt(whole, d.element);
    const held = value === null ? null : heldBy(this.#ev, d, env, value);
    if (held === null) return false;
    this.#variables.hold(d, held);
    return true;
  }

  #isOfType({ cell, path }: Location, type: Expr): boolean {
    const around = path.length === 0 ? null : read({ cell, path: path.slice(0, -1) });
    const { declaration: d, env } = cell;
    const own =
      around instanceof Pointer
        ? around.pointee
        : around === null && d.type && this.#ev.evaluate(d.type, env);
    const other = this.#ev.evaluate(type, this.#variables.env);
    return own instanceof TypeValue && other instanceof TypeValue && own.name === other.name;
  }
}
