// Objects of classes without constructors whose members are known from how they are made: `Dims d;` with the defaults of its
// members, `Dims d{512, 1022}`. Nobody changes them, which whoever asks has made sure of.

import { type Failure, isFailure } from '../../../algebra/integer/failure.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import { ClassObject, ClassType, type Entity, isHostOnly } from '../../model/entity.ts';
import { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { TypeValue, Unknown } from '../../model/value.ts';

const isField = (d: Declaration): boolean => d.kind === 'value' && d.isMember === true;

/** What stands in the braces of `T x{a, b}`, `T x = {a, b}` and `T x = T{a, b}`; none of `T x;`; null for other initialisers. */
function itemsOf(init: Expr | null): readonly Expr[] | null {
  if (init === null) return [];
  if (init.kind === 'tuple' && init.bracket === '{') return init.items;
  return init.kind === 'construct' ? init.args : null;
}

/** The members that are known, by their declarations; null for classes that may be made in another way. */
function fieldsOf({ scope, name }: ClassType): readonly Declaration[] | null {
  const isMade = scope.declarations.some((d) => d.kind === 'function' && d.name === name);
  return isMade || scope.bases.length > 0 || scope.isUnion === true
    ? null
    : scope.declarations.filter(isField);
}

/** Classes in classes in classes are looked into so far. */
const MAXIMUM_DEPTH = 4;

/** The environment of an object of the class that is made by an initialiser, in which its known members are bound. */
export const objectMade = (
  ev: Evaluation,
  type: ClassType,
  init: Expr | null,
  env: Environment,
): Environment => withMembers(ev, type, init, env, 0);

function withMembers(
  ev: Evaluation,
  type: ClassType,
  init: Expr | null,
  env: Environment,
  depth: number,
): Environment {
  const [fields, items] = [fieldsOf(type), itemsOf(init)];
  if (fields === null || items === null || items.length > fields.length) return type.env;
  const bindings = new Map<Declaration, Entity>(type.env.bindings);
  for (const [i, field] of fields.entries()) {
    const held = field.type === null ? null : ev.evaluate(field.type, type.env);
    const item = items[i] ?? null;
    const [written, from] = item === null ? [field.init, type.env] : [item, env];
    // Members of a class take one item, or several without braces of their own.
    if (!(held instanceof TypeValue) && item !== null && item.kind !== 'tuple') return type.env;
    const value =
      held instanceof ClassType
        ? depth < MAXIMUM_DEPTH
          ? new ClassObject(held, withMembers(ev, held, written, from, depth + 1))
          : null
        : numberHeld(ev, written, held, from);
    if (value !== null) bindings.set(field, value);
  }
  if (bindings.size === type.env.bindings.size) return type.env;
  return new Environment(type.env.unit, type.env.root, type.env.parent, bindings);
}

/** What a member of another type than a class holds; null where that is not known. */
function numberHeld(
  ev: Evaluation,
  written: Expr | null,
  type: Entity | Failure | null,
  env: Environment,
): Entity | null {
  const value = written === null || !(type instanceof TypeValue) ? null : ev.evaluate(written, env);
  if (value === null || isFailure(value) || isHostOnly(value) || value instanceof Unknown) return null;
  const converted = ev.rules.convert(value, type as TypeValue);
  return isFailure(converted) || converted instanceof Unknown ? null : converted;
}
