// Attributes of objects of Python that several methods assign: what one holds where it is read follows from the order
// in which the class itself calls its methods.

import { type Failure, isFailure } from '../../../algebra/integer/failure.ts';
import { UNDERSCORE } from '../../../algebra/layout/layout.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import type { AttributeAssignment, Scope } from '../../../frontends/common/scope.ts';
import type { ClassObject, Entity } from '../../model/entity.ts';
import { declarationsOf, type Environment, scopePath } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Unknown } from '../../model/value.ts';
import { truth } from '../../values/outcome.ts';
import { namedByAnnotation } from '../plain/annotations.ts';
import { pythonCalls } from '../plain/calls.ts';

/** A call of one method in another: `self.setup()`. */
interface SelfCall {
  readonly from: string;
  readonly to: string;
  readonly start: number;
  readonly end: number;
  /** Outside of branches and loops. */
  readonly isCertain: boolean;
}

const callsOf = new WeakMap<Scope, readonly SelfCall[]>();

/** The calls of methods in methods of a class. */
function selfCalls(env: Environment, type: Scope): readonly SelfCall[] {
  const known = callsOf.get(type);
  if (known !== undefined) return known;
  const found: SelfCall[] = [];
  for (const sites of pythonCalls(env.unit.placed.unit).values()) {
    for (const { call, callee } of sites) {
      const { start, end } = call.span;
      if (callee.kind !== 'member' || callee.object.kind !== 'name') continue;
      const path = scopePath(env.unit.placed.unit.scope, start);
      const method = path[path.indexOf(type) + 1];
      if (!path.includes(type) || method === undefined) continue;
      if (method.declarations.find((d) => d.kind === 'parameter')?.name !== callee.object.name) continue;
      const isCertain = path.at(-1) === method;
      found.push({ from: method.name ?? '', to: callee.name.name, start, end, isCertain });
    }
  }
  callsOf.set(type, found);
  return found;
}

/** The methods that are called from the given calls on, directly or through others. */
function reachedFrom(calls: readonly SelfCall[], first: readonly SelfCall[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = first.map((c) => c.to);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    for (const c of calls) if (c.from === name) open.push(c.to);
  }
  return reached;
}

/** Whether a place in the method `at` is reached only after what `setter` assigns, or only before; null: it cannot be told. */
function orderOf(
  calls: readonly SelfCall[],
  setter: AttributeAssignment,
  at: string,
  position: number,
): 'after' | 'before' | null {
  const [call, ...more] = calls.filter((c) => c.to === setter.method);
  if (call === undefined || more.length > 0 || !call.isCertain || call.from === '__init__') return null;
  if (at === call.from) return position >= call.end ? 'after' : position < call.start ? 'before' : null;
  const isIn = (
    c: SelfCall,
    within: { readonly from: string; readonly start: number; readonly end: number },
  ) =>
    c.from !== within.from
      ? null
      : c.end <= within.start
        ? 'before'
        : c.start >= within.end
          ? 'after'
          : 'between';
  const inSetter = { from: setter.method, start: setter.start, end: setter.end };
  const when = (c: SelfCall): string | null =>
    c === call ? null : c.from === '__init__' ? 'before' : (isIn(c, call) ?? isIn(c, inSetter));
  const [before, after, between] = ['before', 'after', 'between'].map((time) =>
    reachedFrom(
      calls,
      calls.filter((c) => when(c) === time),
    ).has(at),
  );
  if (between === true || before === after) return null;
  return before === true ? 'before' : 'after';
}

/** The value of an attribute that several methods assign; undefined where one does, or where it cannot be told. */
export function attributeAt(
  ev: Evaluation,
  object: ClassObject,
  name: string,
  env: Environment,
  position: number,
): Entity | Failure | undefined {
  const type = object.type.scope;
  const assignments = type.attributes?.get(name);
  if (assignments === undefined) return undefined;
  const path = scopePath(env.root, position);
  // A method that is called has an environment of its own.
  const method = path.find((scope) => type.children.includes(scope));
  if (method?.name == null) return undefined;
  const own = assignments.find((a) => a.method === method.name);
  if (own !== undefined && position >= own.end) return assigned(ev, own.value, name, object);
  if (own === undefined && assignments.length < 2) return unassigned(ev, object, name, assignments[0]!.value);
  if (own !== undefined && own.count > 1 && position >= own.start) return undefined;
  const before = valueAtEntry(env, type, assignments, method.name, position);
  if (before !== null) return assigned(ev, before.value, name, object);
  return own === undefined
    ? undefined
    : new Unknown(
        'unsupported',
        `what self.${name} holds before it is assigned here is not worked out`,
        [],
        name,
      );
}

function assigned(ev: Evaluation, value: Expr, name: string, { env }: ClassObject): Entity | Failure {
  const held = ev.evaluate(value, env);
  return isFailure(held) ? held : namedByAnnotation(ev, held, value, null, name, env);
}

/** Where the only assignment stands under a condition that does not hold: what the attribute was announced with. */
function unassigned(ev: Evaluation, object: ClassObject, name: string, value: Expr): Entity | undefined {
  let at = value;
  // What a name holds behind a branch has no extent of its own.
  while (at.kind === 'conditional' && at.span.start === at.span.end) {
    const condition = truth(ev.value(at.condition, object.env));
    if (condition instanceof Unknown) return undefined;
    at = condition ? at.then : at.otherwise;
  }
  if (at.kind !== 'name' || at.name !== `self.${name}`) return undefined;
  const isNone = declarationsOf(object.type.scope, name).some((d) => d.init?.kind === 'underscore');
  return isNone ? UNDERSCORE : new Unknown('missing-name', `self.${name} is not assigned here`, [], name);
}

/** What was assigned last when a method begins. */
function valueAtEntry(
  env: Environment,
  type: Scope,
  assignments: readonly AttributeAssignment[],
  method: string,
  position: number,
): AttributeAssignment | null {
  if (method === '__init__') return null;
  const calls = selfCalls(env, type);
  const others = assignments.filter((a) => a.method !== method);
  const initial = others.find((a) => a.method === '__init__') ?? null;
  const [setter, ...more] = others.filter((a) => a !== initial);
  if (setter === undefined) {
    // A method that changes what it finds may find what it left itself.
    const isRepeated =
      assignments.length > others.length && calls.filter((c) => c.to === method).length !== 1;
    return isRepeated ? null : initial;
  }
  if (more.length > 0 || others.length < assignments.length) return null;
  const order = orderOf(calls, setter, method, position);
  if (order === 'after') return setter;
  return order === 'before' ? initial : null;
}
