// Runs the bodies of constexpr functions statement by statement: local variables that are assigned to, loops, early
// returns. It gives a value only where every condition on the way is known and nothing happens that it does not
// follow; else whoever asks goes on without it.

import { isFailure } from '../../../algebra/integer/failure.ts';
import type { CallExpr, Expr } from '../../../frontends/common/expression.ts';
import { partsOf } from '../../../frontends/common/expression-parts.ts';
import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import { calledAs } from '../../../frontends/cpp/expressions/effects.ts';
import { parameterOf } from '../../core/parameters.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import type { Frame } from '../../model/frame.ts';
import { Closure, FunctionThing, isHostOnly, PathThing, type Thing } from '../../model/thing.ts';
import { TypeValue, Unknown, type Value } from '../../model/value.ts';
import { truth } from '../../values/outcome.ts';
import { expandedList } from '../templates/packs.ts';
import { mayBeReference, Question } from './callees.ts';
import { heldBy, type Place, read, Variables, write } from './locations.ts';
import { effectsIn, isAssignment, isTracked, locate, mentionsVariable } from './run-effects.ts';
import { mayBeRun, type Step, steps } from './runnable.ts';

/** Statements and rounds of loops for one call. */
const MAXIMUM_STEPS = 4000;

/** What ends a block: a return, `break` or `continue`, its end, or something that is not followed. */
type End =
  | { readonly kind: 'return'; readonly value: Thing | null; readonly place: Place | null }
  | { readonly kind: 'break' | 'continue' | 'end' | 'lost' };

const END: End = { kind: 'end' };
const LOST: End = { kind: 'lost' };

/** A function that is about to be run, with its parameters bound to its arguments. */
export interface Started {
  readonly scope: Scope;
  readonly frame: Frame;
  /** What is returned, as a value of the type that the function returns. */
  returned(value: Thing): Thing | null;
  readonly returnsReference: boolean;
}

/** Chooses the function of a call; null where it is not certain which one is called. */
export type Start = (
  target: FunctionThing | Closure,
  template: readonly Thing[],
  args: readonly Thing[],
) => Started | null;

/** What a function returns when it is run; null where it cannot be followed. `frame`: with its parameters bound. */
export function interpreted(ev: Evaluation, scope: Scope, frame: Frame, start: Start): Thing | null {
  const end = new Run(ev, frame, start, { steps: MAXIMUM_STEPS }).called(scope, []);
  return end.kind === 'return' ? end.value : null;
}

/** What a call or another expression comes to: a place where it refers to one. */
interface Outcome {
  readonly value: Thing | null;
  readonly place: Place | null;
}

/** `T& r{x}` and `T& r(x)` refer to x. */
const initialiserOf = (d: Declaration, init: Expr): Expr => {
  const isOfType =
    init.kind === 'construct' ? init.type === d.type : init.kind === 'call' && init.callee === d.type;
  const args = init.kind === 'construct' || init.kind === 'call' ? init.args : [];
  return d.isReference === true && isOfType && args.length === 1 ? args[0]! : init;
};

const NOTHING: Outcome = { value: null, place: null };

const elementOf = (value: Thing, path: readonly number[]): Thing | null =>
  path.reduce<Thing | null>(
    (at, i) => (Array.isArray(at) ? ((at as readonly Value[])[i] ?? null) : null),
    value,
  );

class Run {
  readonly #ev: Evaluation;
  readonly #variables: Variables;
  readonly #start: Start;
  /** Shared by all that one call runs. */
  readonly #left: { steps: number };

  constructor(ev: Evaluation, frame: Frame, start: Start, left: { steps: number }) {
    this.#ev = ev;
    this.#variables = new Variables(frame);
    this.#start = start;
    this.#left = left;
  }

  /** The body of a function; `places`: what its parameters refer to. */
  called(scope: Scope, places: readonly (readonly [Declaration, Place])[]): End {
    const { bindings } = this.#variables.frame;
    for (const p of scope.declarations) {
      const bound = p.kind === 'parameter' ? bindings.get(p) : undefined;
      if (bound !== undefined) this.#variables.hold(p, bound);
    }
    for (const [p, place] of places) this.#variables.bind(p, place);
    return this.#ev.world.runs.enter(() => this.block(scope)) ?? LOST;
  }

  block(scope: Scope): End {
    if (scope.loop !== undefined) return this.#loop(scope);
    // Both branches ask the same once, before one of them runs.
    const conditions = new Map<Expr, boolean>();
    for (const step of steps(scope)) {
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
        return this.#run(step.expr) ? END : LOST;
      case 'return': {
        const { value, place } = this.#outcome(step.expr) ?? NOTHING;
        return value === null || value instanceof Unknown ? LOST : { kind: 'return', value, place };
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
      case 'leave':
        return { kind: 'return', value: null, place: null };
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
      if (--this.#left.steps <= 0) return LOST;
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
      for (const step of after) if (!this.#run(step)) return LOST;
    }
  }

  #holds(condition: Expr): boolean | null {
    const value = this.#value(condition);
    if (value === null || isHostOnly(value)) return null;
    const known = truth(value);
    return known instanceof Unknown ? null : known;
  }

  #declare(d: Declaration): boolean {
    if (d.init === null) {
      this.#variables.hold(d, new Unknown('run-time', `${d.name} has no initialiser`, [], d.name));
      return true;
    }
    const { frame } = this.#variables;
    const at = { frame, position: d.span.start };
    const isAlias =
      d.isReference === true || (d.type !== null && mayBeReference(new Question(this.#ev), d.type, at));
    // Each name of a structured binding asks for its initialiser.
    if (d.element !== null && effectsIn(this.#ev, this.#variables, d.init).length > 0) return false;
    const { value: whole, place } = this.#outcome(initialiserOf(d, d.init)) ?? NOTHING;
    if (isAlias && place !== null) {
      // Whether a type is a reference is only certain where it is written.
      if (d.isReference !== true) return false;
      // A reference to const of another type refers to a copy.
      if (d.isConstant === true && d.type !== null && !this.#isOfType(place, d.type)) return false;
      this.#variables.bind(d, { cell: place.cell, path: [...place.path, ...(d.element ?? [])] });
      return true;
    }
    const value = whole === null || d.element === null ? whole : elementOf(whole, d.element);
    const held = value === null ? null : heldBy(this.#ev, d, this.#variables.frame, value);
    if (held === null) return false;
    this.#variables.hold(d, held);
    return true;
  }

  #isOfType({ cell, path }: Place, type: Expr): boolean {
    const { declaration: d, frame } = cell;
    if (path.length > 0 || d.type === null) return false;
    const [own, other] = [this.#ev.evaluate(d.type, frame), this.#ev.evaluate(type, this.#variables.frame)];
    return own instanceof TypeValue && other instanceof TypeValue && own.name === other.name;
  }

  /** An expression for what it does. */
  #run(e: Expr): boolean {
    const effects = effectsIn(this.#ev, this.#variables, e);
    if (effects.length === 0) return true;
    if (isAssignment(e)) return this.#assign(e) !== null;
    return effects[0] === e && e.kind === 'call' ? this.#call(e) !== null : this.#value(e) !== null;
  }

  /** The value of an expression, behind what it does; null where it is not known. */
  #value(e: Expr): Thing | null {
    const effects = effectsIn(this.#ev, this.#variables, e);
    if (effects.length === 0) return this.#pure(e);
    if (e.kind === 'conditional') return this.#outcome(e)?.value ?? null;
    if (e.kind === 'binary' && (e.operator === '&&' || e.operator === '||')) {
      const left = this.#holds(e.left);
      return left === null || left === (e.operator === '||') ? left : this.#holds(e.right);
    }
    if (isAssignment(e)) return this.#outcome(e)?.value ?? null;
    const [only, ...others] = effects;
    if (only?.kind !== 'call' || others.length > 0) return null;
    if (only === e) return this.#call(only)?.value ?? null;
    // In which order the parts of an expression are worked out is not said.
    const before = new Map(this.#variables.cells.map((cell) => [cell, cell.value]));
    const value = this.#call(only)?.value ?? null;
    if (value === null || this.#readsChanged(e, only, before)) return null;
    this.#variables.frame.remember(only, { value, made: null, parameters: [] });
    return this.#pure(e);
  }

  #pure(e: Expr): Thing | null {
    const value = this.#ev.evaluate(e, this.#variables.frame);
    return isFailure(value) || value instanceof Unknown ? null : value;
  }

  /** Whether an expression reads, outside of one of its parts, a variable that has changed. */
  #readsChanged(e: Expr, but: Expr, before: ReadonlyMap<Place['cell'], Thing>): boolean {
    if (e === but) return false;
    if (e.kind === 'name') {
      const cell = locate(this.#ev, this.#variables, e)?.cell;
      return cell !== undefined && before.get(cell) !== cell.value;
    }
    return partsOf(e).some((part) => this.#readsChanged(part, but, before));
  }

  /** The value of an expression, and what it refers to where that is a variable. What it does is done once. */
  #outcome(e: Expr): Outcome | null {
    if (e.kind === 'name') {
      const place = locate(this.#ev, this.#variables, e);
      return place === null ? { value: this.#pure(e), place } : { value: read(place), place };
    }
    if (isAssignment(e)) {
      const before = e.isPostfix === true ? this.#value(e.left) : null;
      if (e.isPostfix === true && effectsIn(this.#ev, this.#variables, e.left).length > 0) return null;
      const place = this.#assign(e);
      if (place === null) return null;
      return e.isPostfix === true ? { value: before, place: null } : { value: read(place), place };
    }
    if (e.kind === 'conditional') {
      const holds = this.#holds(e.condition);
      return holds === null ? null : this.#outcome(holds ? e.then : e.otherwise);
    }
    if (e.kind !== 'call') return { value: this.#value(e), place: null };
    const passed = this.#passed(e);
    if (passed !== undefined) return passed;
    return effectsIn(this.#ev, this.#variables, e)[0] === e || this.#mayRefer(e)
      ? this.#call(e)
      : { value: this.#value(e), place: null };
  }

  /** Whether a call may return a reference to a variable. */
  #mayRefer(e: CallExpr): boolean {
    if (!e.args.some((arg) => isTracked(this.#ev, this.#variables, arg))) return false;
    const thing = this.#target(e)?.thing;
    return (
      thing instanceof FunctionThing && thing.overloads.some(({ declaration: d }) => d.isReference === true)
    );
  }

  /** `get<0>(x)`, `std::move(x)`, `static_cast<T&>(x)`: undefined for other calls. */
  #passed({ callee, args }: CallExpr): Outcome | null | undefined {
    const target = callee.kind === 'template' ? callee.target : callee;
    const name = target.kind === 'name' ? target : target.kind === 'qualified' ? target.name : null;
    const [arg] = args;
    if (name === null || arg === undefined || args.length !== 1) return undefined;
    const found = this.#ev.find(name.name, name.span.start, this.#variables.frame);
    if (found !== null) return undefined;
    const given = callee.kind === 'template' ? callee.args[0] : undefined;
    if (name.name === 'get' && given?.kind === 'integer') {
      const place = this.#outcome(arg)?.place;
      if (place == null) return undefined;
      const element = { cell: place.cell, path: [...place.path, given.value] };
      return { value: read(element), place: element };
    }
    const isReference = given?.kind === 'qualified-type' && given.qualifiers.includes('&');
    const isPassed =
      name.name === 'move' || name.name === 'forward' || (/_cast$/.test(name.name) && isReference === true);
    return isPassed ? this.#outcome(arg) : undefined;
  }

  #assign({ operator: written, left, right, span }: Expr & { readonly kind: 'binary' }): Place | null {
    const operator = written.slice(0, -1);
    if (left.kind !== 'name' && operator !== '' && effectsIn(this.#ev, this.#variables, left).length > 0) {
      // `(n = 5) += 2`: what stands on the right comes first, and must not depend on it.
      if (mentionsVariable(this.#ev, this.#variables, right)) return null;
      const { value, place } = this.#outcome(left) ?? NOTHING;
      const by = this.#pure(right);
      if (place === null || value === null || by === null || isHostOnly(value) || isHostOnly(by)) return null;
      const result = this.#ev.rules.binary(operator, value, by);
      return isFailure(result) ? null : this.#write(place, result);
    }
    const value = this.#value(operator === '' ? right : { kind: 'binary', span, operator, left, right });
    const place = value === null ? null : (this.#outcome(left)?.place ?? null);
    return place === null || value === null ? null : this.#write(place, value);
  }

  #write(place: Place, value: Thing): Place | null {
    if (!write(this.#ev, place, value)) return null;
    this.#variables.refresh();
    return place;
  }

  #target(e: CallExpr): { readonly thing: Thing; readonly template: readonly Thing[] } | null {
    const { frame } = this.#variables;
    const named = e.callee.kind === 'template' ? e.callee.target : e.callee;
    if (named.kind !== 'name' && named.kind !== 'qualified' && named.kind !== 'lambda') return null;
    const thing = this.#ev.evaluate(named, frame);
    const template = e.callee.kind === 'template' ? expandedList(this.#ev, e.callee.args, frame) : [];
    return isFailure(thing) || template instanceof Unknown ? null : { thing, template };
  }

  /** A call of a function that changes its arguments; null where it is not followed. */
  #call(e: CallExpr): Outcome | null {
    const target = this.#target(e);
    if (target === null || --this.#left.steps <= 0) return null;
    // `f<int&>(x)`
    if (e.callee.kind === 'template' && calledAs(e.callee).callee === null) return null;
    const { thing, template } = target;
    // Of arguments that change something themselves the order matters.
    if (
      e.args.some((arg) => arg.kind === 'expansion' || effectsIn(this.#ev, this.#variables, arg).length > 0)
    ) {
      if (e.args.length > 1) return null;
    }
    const given = e.args.map((arg) => this.#outcome(arg));
    const places = given.map((outcome) => outcome?.place ?? null);
    const values = given.map((outcome) => outcome?.value ?? null);
    if (values.some((v) => v === null)) return null;
    if (thing instanceof PathThing) return this.#callLibrary(thing.path.at(-1)!, places, values as Thing[]);
    if (!(thing instanceof FunctionThing) && !(thing instanceof Closure)) return null;
    const started = this.#start(thing, template, values as Thing[]);
    if (started === null || !mayBeRun(started.scope)) return null;
    const order = parameterOf(started.scope, e.args.length);
    const bound: (readonly [Declaration, Place])[] = [];
    for (const [i, place] of places.entries()) {
      const p = order[i];
      if (p === undefined || p.isPack === true) return null;
      if (place === null || p.isReference !== true) continue;
      if (p.isConstant === true && p.type !== null && values[i] !== started.frame.bindings.get(p)) continue;
      bound.push([p, place]);
    }
    const end = new Run(this.#ev, started.frame, this.#start, this.#left).called(started.scope, bound);
    this.#variables.refresh();
    if (end.kind === 'end') return { value: null, place: null };
    if (end.kind !== 'return') return null;
    if (started.returnsReference) return { value: end.value, place: end.place };
    return { value: end.value === null ? null : started.returned(end.value), place: null };
  }

  #callLibrary(name: string, [a, b]: readonly (Place | null)[], values: readonly Thing[]): Outcome | null {
    const [first, second] = values;
    if (a == null || first === undefined || second === undefined || values.length !== 2) return null;
    if (name === 'exchange') return this.#write(a, second) === null ? null : { value: first, place: null };
    if (name !== 'swap' || b == null) return null;
    const isSwapped = this.#write(a, second) !== null && this.#write(b, first) !== null;
    return isSwapped ? { value: null, place: null } : null;
  }
}
