// Whether a variable may have another value where it is used than the one that it was declared with.

import { Dynamic } from '../../../algebra/integer/integer.ts';
import { ArithTuple } from '../../../algebra/layout/stride.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { mutatingScopes } from '../../../frontends/common/mutations.ts';
import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import { Closure, type Entity, isHostOnly, OverloadSet, Pack } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Container, OneOf, Pointer, Unknown } from '../../model/value.ts';
import { isStaticValue } from '../../values/structure.ts';
import { mutationIn } from './callees.ts';
import { EffectQuery } from './effect-query.ts';

/**
 * What is certain of a variable wherever it is used: without the run-time values that somebody else may have changed,
 * where it is not const.
 */
export function withoutMutations(
  ev: Evaluation,
  value: Entity,
  d: Declaration,
  scope: Scope,
  env: Environment,
): Entity {
  // A parameter written as an array is a pointer, to an array of any size.
  if (d.kind === 'parameter' && isArray(d) && d.isReference !== true && !env.bindings.has(d))
    return withoutRoom(value);
  if (value instanceof Unknown || !mayDiffer(value)) return value;
  // A function is given the characters of a text, not the variable that points to them.
  if (typeof value === 'string' && scope.assigned?.has(d.name) !== true) return value;
  const cause = mutationOf(ev, value, d, scope, env);
  if (cause === null) return value;
  const left = invalidatedValue(ev, value, cause, d.name);
  return isArray(d) ? left : withoutRoom(left);
}

const isArray = ({ type }: Declaration): boolean => type?.kind === 'index';

/** What may point somewhere else by now. Containers stay where they are. */
function withoutRoom(value: Entity): Entity {
  if (value instanceof Container || !(value instanceof Pointer)) return value;
  return new Pointer({ ...value.engine, room: undefined }, value.pointee, value.items);
}

function invalidatedValue(ev: Evaluation, value: Entity, cause: string, name: string): Entity {
  if (value instanceof Pack)
    return new Pack(value.items.map((item) => invalidatedValue(ev, item, cause, name)));
  if (typeof value === 'boolean' || typeof value === 'string' || value instanceof OverloadSet)
    return new Unknown('run-time', cause, [], name);
  if (value instanceof Closure || !mayDiffer(value) || isHostOnly(value)) return value;
  return ev.rules.withoutRunTimeParts(value);
}

/** Whether a value has a part that another object of its type may have otherwise. */
function mayDiffer(value: Entity): boolean {
  if (value instanceof Pack) return value.items.some(mayDiffer);
  if (isHostOnly(value)) return value instanceof OverloadSet;
  if (typeof value === 'boolean' || typeof value === 'string') return true;
  if (value instanceof OneOf || value instanceof ArithTuple) return true;
  return !isStaticValue(value);
}

function mutationOf(
  ev: Evaluation,
  value: Entity,
  d: Declaration,
  scope: Scope,
  env: Environment,
): string | null {
  if (d.isConstant === true)
    return refersToMutated(d, scope) ? `${d.name} refers to what is assigned to` : null;
  if (scope.kind === 'file' || scope.kind === 'namespace' || scope.kind === 'class')
    return mutationOfGlobal(ev, value, d, env);
  return mutationIn(
    new EffectQuery(ev),
    d.name,
    scope,
    { env, position: d.nameSpan.end },
    d.kind === 'parameter',
  );
}

/** Whether `T const& r = x` stands for something that changes. */
function refersToMutated(d: Declaration, scope: Scope): boolean {
  if (d.isReference !== true || d.init === null) return false;
  const changes = (e: Expr): boolean => {
    if (e.kind === 'name') return scope.assigned?.has(e.name) === true;
    if (e.kind === 'member' || e.kind === 'index') return changes(e.object);
    return e.kind === 'call' && e.args.some(changes);
  };
  return changes(d.init);
}

/** What changes a variable of the file, or a static member, in any function. */
function mutationOfGlobal(ev: Evaluation, value: Entity, d: Declaration, env: Environment): string | null {
  if (d.kind !== 'value') return null;
  const isNumber = value instanceof Dynamic || value instanceof OneOf || typeof value === 'boolean';
  if (isNumber && d.type !== null) return `anybody may assign to ${d.name}`;
  for (const memo of ev.db.unitsMutating(d.name, env.unit)) {
    const seen = new Set<unknown>();
    for (const scope of mutatingScopes(memo.placed.unit, d.name)) {
      if (seen.has(scope.assigned)) continue;
      seen.add(scope.assigned);
      const at = { env: memo.env, position: scope.body ?? scope.span.start };
      const isHidden = scope.declarations.some((p) => p.kind === 'parameter' && p.name === d.name);
      for (const name of isHidden ? [`.${d.name}`] : [d.name, `.${d.name}`]) {
        const cause = mutationIn(new EffectQuery(ev), name, scope, at, false);
        if (cause !== null) return cause.startsWith('.') ? cause.slice(1) : cause;
      }
    }
  }
  return null;
}
