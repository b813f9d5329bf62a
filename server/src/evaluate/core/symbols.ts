// Names for integers that are not known. Two integers of one name are one integer, so a name is only given where it
// cannot mean another one.

import { Dynamic } from '../../algebra/integer/integer.ts';
import { dynamicSymbol } from '../../algebra/integer/operations.ts';
import type { SignRange } from '../../algebra/term/term.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import { ClassObject, type ClassType, type Entity } from '../model/entity.ts';
import { type Environment, scopePath } from '../model/environment.ts';
import type { Evaluation } from '../model/evaluation.ts';
import { OneOf, TypeValue, type Value } from '../model/value.ts';
import { isUnsigned, LargeInteger, withTypeOf } from '../values/integer-types.ts';

/** An integer of which nothing is known, or several that it may be: its own name says more. */
export const isUnknownInteger = (v: Value): boolean =>
  v instanceof OneOf
    ? v.alternatives.every((a) => a instanceof Dynamic)
    : v instanceof Dynamic && v.value === null && v.divisor === 1 && !(v instanceof LargeInteger);

/** The name by which an unknown integer may be called without being mistaken for another. */
export function symbolFor(ev: Evaluation, d: Declaration, scope: Scope, env: Environment): string | null {
  // The variables of a function that is called may have the names of those of the caller.
  if (env.isCall) return null;
  const path = scopePath(env.root, d.nameSpan.start);
  const outermost = path.find((s) => s.kind === 'function');
  if (outermost !== undefined) {
    if (scope.assigned?.has(d.name) === true) return null;
    if (scope.kind === 'function' && scope === outermost) return d.name;
    // Blocks and lambdas may each have one of the name.
    const isLocal = scope.kind === 'block' || scope.kind === 'function';
    return isLocal && isOnly(outermost, d.name) ? d.name : null;
  }
  // A constant of a class or namespace is one number, but others may have its name.
  if (d.isConstant !== true || d.isMember === true || env.parent !== null) return null;
  const owners = path.flatMap((s) => (s.kind === 'class' && s.name !== null ? [s.name] : []));
  return ev.db.constantName(env.unit.placed.namespace, { owners, name: d.name });
}

/** What a declaration says of the sign of the integer that its name stands for. */
export function signRangeOf(ev: Evaluation, d: Declaration, env: Environment): SignRange {
  const type = d.type === null ? null : ev.evaluate(d.type, env);
  if (type instanceof TypeValue && type.instance instanceof Dynamic && isUnsigned(type)) return 'size';
  if (d.kind === 'value-parameter') return 'constant';
  // A constant of a class or namespace.
  const isLocal = scopePath(env.root, d.nameSpan.start).some((s) => s.kind === 'function');
  return d.isConstant === true && !isLocal ? 'constant' : 'any';
}

const declaredOnce = new WeakMap<Scope, ReadonlySet<string>>();

/** Whether a function declares the name once only, in all of its blocks and lambdas. */
function isOnly(outermost: Scope, name: string): boolean {
  let once = declaredOnce.get(outermost);
  if (once === undefined) {
    const counts = new Map<string, number>();
    const visit = (scope: Scope): void => {
      for (const d of scope.declarations) counts.set(d.name, (counts.get(d.name) ?? 0) + 1);
      for (const child of scope.children) visit(child);
    };
    visit(outermost);
    once = new Set([...counts].flatMap(([declared, n]) => (n === 1 ? [declared] : [])));
    declaredOnce.set(outermost, once);
  }
  return once.has(name);
}

/** Whether a parameter by value, or a variable of a function, is an object that nothing there changes. */
function isUnchanged(ev: Evaluation, d: Declaration, scope: Scope, env: Environment): boolean {
  const isOwn =
    d.kind === 'parameter' || (d.kind === 'value' && (scope.kind === 'function' || scope.kind === 'block'));
  if (!isOwn || d.isReference === true) return false;
  const uses = [...(scope.escapes?.get(d.name)?.values() ?? [])];
  if (uses.some((use) => use.kind === 'argument' && use.index < 0 && mayChangeObject(ev, use.callee, env)))
    return false;
  // What is left of any number says what is left of the numbers in it.
  const any = dynamicSymbol(d.name);
  return ev.language.declarations.withoutMutations(ev, any, d, scope, env) === any;
}

/** Whether a member function that is called may change its object: all of the name that are seen are `const`, or not. */
function mayChangeObject(ev: Evaluation, name: string | null, env: Environment): boolean {
  const found = name === null ? [] : [...ev.db.memberFunctions(name, env.unit)];
  return (
    found.length === 0 ||
    found.some(({ declaration }) => declaration.objectQualifiers?.includes('const') !== true)
  );
}

/** An object that a declaration makes: one that nobody changes has a name, by which its members have names too. */
export function declaredObject(
  ev: Evaluation,
  type: ClassType,
  d: Declaration,
  scope: Scope,
  env: Environment,
  members: Environment | null = null,
): ClassObject {
  // What a local reference stands for may change under its own name.
  const isAlias = d.isReference === true && d.kind === 'value';
  const isNamed =
    d.isMember !== true && !isAlias && (d.isConstant === true || isUnchanged(ev, d, scope, env));
  const isMade = isNamed && members === null && d.kind === 'value';
  const own = isMade ? ev.language.declarations.objectMade(ev, type, d.init, env) : type.env;
  return new ClassObject(type, members ?? own, isNamed ? symbolFor(ev, d, scope, env) : null);
}

/** What a data member of an object with a name holds: its unknown integers are the object's own. */
export function memberOfNamed(value: Entity, path: string): Entity {
  if (value instanceof ClassObject) return new ClassObject(value.type, value.env, path);
  if (value instanceof Dynamic)
    return isUnknownInteger(value) ? withTypeOf(value, dynamicSymbol(path, 1, 'any').value) : value;
  if (!Array.isArray(value)) return value;
  return (value as readonly Value[]).map((item, i) => memberOfNamed(item, `${path}.${i}`) as Value);
}
