// The expressions of a function that is run: what they do to its variables, what they come to, and the calls in them.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import type { CallExpr, Expr } from '../../../frontends/common/expression.ts';
import { partsOf } from '../../../frontends/common/expression-parts.ts';
import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import { calledAs } from '../../../frontends/cpp/expressions/effects.ts';
import { parameterOf } from '../../core/parameters.ts';
import { Closure, type Entity, isHostOnly, OverloadSet, QualifiedName } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Pointer, Unknown } from '../../model/value.ts';
import { isInteger } from '../../values/arithmetic.ts';
import { truth } from '../../values/outcome.ts';
import { expandedList } from '../templates/packs.ts';
import { type Location, read, type Variables, write } from './locations.ts';
import { effectsIn, isAssignment, isTracked, locate, mentionsVariable } from './run-effects.ts';
import { mayBeRun } from './runnable.ts';

/** What ends a block: a return, `break` or `continue`, its end, or something that is not followed. */
export type End =
  | { readonly kind: 'return'; readonly value: Entity | null; readonly location: Location | null }
  | { readonly kind: 'break' | 'continue' | 'end' | 'lost' };

/** A function that is about to be run, with its parameters bound to its arguments. */
interface PreparedCall {
  readonly scope: Scope;
  readonly env: Environment;
  /** What is returned, as a value of the type that the function returns. */
  returned(value: Entity): Entity | null;
  readonly returnsReference: boolean;
}

/** Chooses the function of a call; null where it is not certain which one is called. */
export type PrepareCall = (
  target: OverloadSet | Closure,
  template: readonly Entity[],
  args: readonly Entity[],
) => PreparedCall | null;

/** What a call or another expression comes to: a place where it refers to one. */
export interface Outcome {
  readonly value: Entity | null;
  readonly location: Location | null;
}

export const NOTHING: Outcome = { value: null, location: null };

/** Runs the body of a function; the places are what its parameters refer to. */
type Called = (started: PreparedCall, locations: readonly (readonly [Declaration, Location])[]) => End;

export class RunExpressions {
  readonly #ev: Evaluation;
  readonly #variables: Variables;
  readonly #start: PrepareCall;
  /** Shared by all that one call runs. */
  readonly #left: { steps: number };
  readonly #called: Called;

  constructor(
    ev: Evaluation,
    variables: Variables,
    start: PrepareCall,
    left: { steps: number },
    called: Called,
  ) {
    this.#ev = ev;
    this.#variables = variables;
    this.#start = start;
    this.#left = left;
    this.#called = called;
  }

  /** An expression for what it does. */
  run(e: Expr): boolean {
    const effects = effectsIn(this.#ev, this.#variables, e);
    if (effects.length === 0) return true;
    if (isAssignment(e)) return this.#assign(e) !== null;
    return effects[0] === e && e.kind === 'call' ? this.#call(e) !== null : this.#value(e) !== null;
  }

  /** Whether a condition holds; null where that is not known. */
  holds(condition: Expr): boolean | null {
    const value = this.#value(condition);
    if (value === null || isHostOnly(value)) return null;
    const known = truth(value);
    return known instanceof Unknown ? null : known;
  }

  /** The value of an expression, behind what it does; null where it is not known. */
  #value(e: Expr): Entity | null {
    const effects = effectsIn(this.#ev, this.#variables, e);
    if (effects.length === 0) return this.#pure(e);
    if (e.kind === 'conditional') return this.outcome(e)?.value ?? null;
    if (e.kind === 'binary' && (e.operator === '&&' || e.operator === '||')) {
      const left = this.holds(e.left);
      return left === null || left === (e.operator === '||') ? left : this.holds(e.right);
    }
    if (isAssignment(e)) return this.outcome(e)?.value ?? null;
    const [only, ...others] = effects;
    if (only?.kind !== 'call' || others.length > 0) return null;
    if (only === e) return this.#call(only)?.value ?? null;
    // In which order the parts of an expression are worked out is not said.
    const before = new Map(this.#variables.cells.map((cell) => [cell, cell.value]));
    const value = this.#call(only)?.value ?? null;
    if (value === null || this.#readsChanged(e, only, before)) return null;
    this.#variables.env.remember(only, { value, provenance: null, assumptions: [] });
    return this.#pure(e);
  }

  #pure(e: Expr): Entity | null {
    const value = this.#ev.evaluate(e, this.#variables.env);
    return isFailure(value) || value instanceof Unknown ? null : value;
  }

  /** Whether an expression reads, outside of one of its parts, a variable that has changed. */
  #readsChanged(e: Expr, but: Expr, before: ReadonlyMap<Location['cell'], Entity>): boolean {
    if (e === but) return false;
    if (e.kind === 'name') {
      const cell = locate(this.#ev, this.#variables, e)?.cell;
      return cell !== undefined && before.get(cell) !== cell.value;
    }
    return partsOf(e).some((part) => this.#readsChanged(part, but, before));
  }

  /** The value of an expression, and what it refers to where that is a variable. What it does is done once. */
  outcome(e: Expr): Outcome | null {
    if (e.kind === 'name') {
      if (effectsIn(this.#ev, this.#variables, e).length > 0) return null;
      const location = locate(this.#ev, this.#variables, e);
      return location === null ? { value: this.#pure(e), location } : { value: read(location), location };
    }
    if (isAssignment(e)) {
      const before = e.isPostfix === true ? (this.outcome(e.left)?.value ?? null) : null;
      if (e.isPostfix === true && effectsIn(this.#ev, this.#variables, e.left).length > 0) return null;
      const location = this.#assign(e);
      if (location === null) return null;
      return e.isPostfix === true ? { value: before, location: null } : { value: read(location), location };
    }
    if (e.kind === 'conditional') {
      const holds = this.holds(e.condition);
      if (holds === null) return null;
      return holds ? this.#side(e.then, e.otherwise) : this.#side(e.otherwise, e.then);
    }
    const elements = e.kind === 'index' ? this.elements(e.object) : null;
    if (e.kind === 'index' && elements !== null) return this.#elementOf(elements, e.args);
    if (e.kind !== 'call') return { value: this.#value(e), location: null };
    const passed = this.#passed(e);
    if (passed !== undefined) return passed;
    return effectsIn(this.#ev, this.#variables, e)[0] === e || this.#mayRefer(e)
      ? this.#call(e)
      : { value: this.#value(e), location: null };
  }

  /** The side of a conditional that is taken: converted to the type that both have in common, it refers to nothing. */
  #side(taken: Expr, other: Expr): Outcome | null {
    const outcome = this.outcome(taken);
    const value = outcome?.value ?? null;
    if (value === null) return outcome;
    const common = this.#ev.language.operators.conditional(this.#ev, value, other, this.#variables.env);
    if (common === value) return outcome;
    return isFailure(common) || common instanceof Unknown ? NOTHING : { value: common, location: null };
  }

  /** The elements of an array of the function, of a constant one or of a list; null where these are not known. */
  elements(range: Expr): readonly Outcome[] | null {
    if (range.kind === 'tuple') return range.items.map((item) => this.outcome(item) ?? NOTHING);
    const location = range.kind === 'name' ? locate(this.#ev, this.#variables, range) : null;
    const isPlain = location === null && effectsIn(this.#ev, this.#variables, range).length === 0;
    const array = location === null ? (isPlain ? this.#pure(range) : null) : read(location);
    if (!(array instanceof Pointer) || array.items === null) return null;
    return array.items.map((item, i) => ({
      value: item instanceof Unknown ? null : item,
      location: location && { cell: location.cell, path: [...location.path, i] },
    }));
  }

  #elementOf(elements: readonly Outcome[], args: readonly Expr[]): Outcome | null {
    const [index] = args;
    const i = index === undefined ? null : this.integer(index);
    return i === null ? null : (elements[i] ?? null);
  }

  /** The number that an expression comes to; null where it is not known. */
  integer(e: Expr): number | null {
    const value = this.#value(e);
    return value !== null && !isHostOnly(value) && isInteger(value) ? (knownNumber(value) ?? null) : null;
  }

  /** Whether a call may return a reference to a variable. */
  #mayRefer(e: CallExpr): boolean {
    if (!e.args.some((arg) => isTracked(this.#ev, this.#variables, arg))) return false;
    const entity = this.#target(e)?.entity;
    return (
      entity instanceof OverloadSet && entity.overloads.some(({ declaration: d }) => d.isReference === true)
    );
  }

  /** `get<0>(x)`, `std::move(x)`, `static_cast<T&>(x)`: undefined for other calls. */
  #passed({ callee, args }: CallExpr): Outcome | null | undefined {
    const target = callee.kind === 'template' ? callee.target : callee;
    const name = target.kind === 'name' ? target : target.kind === 'qualified' ? target.name : null;
    const [arg] = args;
    if (name === null || arg === undefined || args.length !== 1) return undefined;
    const found = this.#ev.find(name.name, name.span.start, this.#variables.env);
    if (found !== null) return undefined;
    const given = callee.kind === 'template' ? callee.args[0] : undefined;
    if (name.name === 'get' && given?.kind === 'integer') {
      const location = this.outcome(arg)?.location;
      if (location == null) return undefined;
      const element = { cell: location.cell, path: [...location.path, given.value] };
      return { value: read(element), location: element };
    }
    const isReference = given?.kind === 'qualified-type' && given.qualifiers.includes('&');
    const isPassed =
      name.name === 'move' || name.name === 'forward' || (/_cast$/.test(name.name) && isReference === true);
    return isPassed ? this.outcome(arg) : undefined;
  }

  #assign({ operator: written, left, right, span }: Expr & { readonly kind: 'binary' }): Location | null {
    const operator = written.slice(0, -1);
    const isChanging = effectsIn(this.#ev, this.#variables, left).length > 0;
    if (left.kind !== 'name' && operator !== '' && (isChanging || left.kind === 'index')) {
      // `(n = 5) += 2`: what stands on the right comes first, and must not depend on it.
      if (isChanging && mentionsVariable(this.#ev, this.#variables, right)) return null;
      if (effectsIn(this.#ev, this.#variables, right).length > 0) return null;
      const { value, location } = this.outcome(left) ?? NOTHING;
      const by = this.#pure(right);
      if (location === null || value === null || by === null || isHostOnly(value) || isHostOnly(by))
        return null;
      const result = this.#ev.rules.binary(operator, value, by);
      return isFailure(result) ? null : this.#write(location, result);
    }
    const value = this.#value(operator === '' ? right : { kind: 'binary', span, operator, left, right });
    const location = value === null ? null : (this.outcome(left)?.location ?? null);
    return location === null || value === null ? null : this.#write(location, value);
  }

  #write(location: Location, value: Entity): Location | null {
    if (!write(this.#ev, location, value)) return null;
    this.#variables.refresh();
    return location;
  }

  #target(e: CallExpr): { readonly entity: Entity; readonly template: readonly Entity[] } | null {
    const { env } = this.#variables;
    const named = e.callee.kind === 'template' ? e.callee.target : e.callee;
    if (named.kind !== 'name' && named.kind !== 'qualified' && named.kind !== 'lambda') return null;
    const entity = this.#ev.evaluate(named, env);
    const template = e.callee.kind === 'template' ? expandedList(this.#ev, e.callee.args, env) : [];
    return isFailure(entity) || template instanceof Unknown ? null : { entity, template };
  }

  /** A call of a function that changes its arguments; null where it is not followed. */
  #call(e: CallExpr): Outcome | null {
    const target = this.#target(e);
    if (target === null || --this.#left.steps <= 0) return null;
    // `f<int&>(x)`
    if (e.callee.kind === 'template' && calledAs(e.callee).callee === null) return null;
    const { entity, template } = target;
    // Of arguments that change something themselves the order matters.
    if (
      e.args.some((arg) => arg.kind === 'expansion' || effectsIn(this.#ev, this.#variables, arg).length > 0)
    ) {
      if (e.args.length > 1) return null;
    }
    const given = e.args.map((arg) => this.outcome(arg));
    const locations = given.map((outcome) => outcome?.location ?? null);
    const values = given.map((outcome) => outcome?.value ?? null);
    if (values.some((v) => v === null)) return null;
    if (entity instanceof QualifiedName)
      return this.#callLibrary(entity.path.at(-1)!, locations, values as Entity[]);
    if (!(entity instanceof OverloadSet) && !(entity instanceof Closure)) return null;
    const started = this.#start(entity, template, values as Entity[]);
    if (started === null || !mayBeRun(started.scope)) return null;
    const order = parameterOf(started.scope, e.args.length);
    const bound: (readonly [Declaration, Location])[] = [];
    for (const [i, location] of locations.entries()) {
      const p = order[i];
      if (p === undefined || p.isPack === true) return null;
      if (location === null || p.isReference !== true) continue;
      if (p.isConstant === true && p.type !== null && values[i] !== started.env.bindings.get(p)) continue;
      bound.push([p, location]);
    }
    const end = this.#called(started, bound);
    this.#variables.refresh();
    if (end.kind === 'end') return { value: null, location: null };
    if (end.kind !== 'return') return null;
    if (started.returnsReference) return { value: end.value, location: end.location };
    return { value: end.value === null ? null : started.returned(end.value), location: null };
  }

  #callLibrary(
    name: string,
    [a, b]: readonly (Location | null)[],
    values: readonly Entity[],
  ): Outcome | null {
    const [first, second] = values;
    if (a == null || first === undefined || second === undefined || values.length !== 2) return null;
    if (name === 'exchange') return this.#write(a, second) === null ? null : { value: first, location: null };
    if (name !== 'swap' || b == null) return null;
    const isSwapped = this.#write(a, second) !== null && this.#write(b, first) !== null;
    return isSwapped ? { value: null, location: null } : null;
  }
}
