// `super()`: an object, or a class, whose methods are looked for behind the class that the call stands in.

import type { Failure } from '../../../algebra/integer/failure.ts';
import type { CallExpr } from '../../../frontends/common/expression.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { basesOf, linearised } from '../../core/bases.ts';
import { membersOf } from '../../core/members.ts';
import { ClassObject, ClassType, type Entity, QualifiedName } from '../../model/entity.ts';
import { type Environment, scopePath } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Unknown } from '../../model/value.ts';
import { seenFrom } from './class-attributes.ts';

export class SuperObject extends ClassObject {
  /** What methods are given: the object or class itself. */
  readonly bound: ClassObject | ClassType;
  constructor(type: ClassType, env: Environment, bound: ClassObject | ClassType) {
    super(type, env);
    this.bound = bound;
  }
}

const unknown = (what: string): Unknown => new Unknown('unsupported', what, [], 'super');

/** What `super()` and `super(A, self)` in a method of A stand for; null: another function is called. */
export function superObject(
  ev: Evaluation,
  { callee, args, keywords, span }: CallExpr,
  env: Environment,
): SuperObject | Unknown | null {
  if (callee.kind !== 'name' || callee.name !== 'super') return null;
  const named = ev.evaluate(callee, env);
  if (!(named instanceof QualifiedName) || named.path.join('.') !== 'super') return null;
  const place = methodAround(env, span.start);
  if (place === null || (args.length !== 0 && args.length !== 2) || keywords.length > 0)
    return unknown('what super stands for here is not worked out');
  const { type, method } = place;
  const self = method.declarations.find((d) => d.kind === 'parameter');
  if (self === undefined) return unknown('super needs a method with an object');
  if (args.length === 2) {
    const [of, object] = args;
    const isPlain = of!.kind === 'name' && of!.name === type.name;
    if (!isPlain || object!.kind !== 'name' || object!.name !== self.name)
      return unknown('what super stands for here is not worked out');
  }
  const bound = ev.evaluate(
    { kind: 'name', span: { start: span.start, end: span.start }, name: self.name },
    env,
  );
  if (!(bound instanceof ClassObject || bound instanceof ClassType))
    return unknown(`what ${self.name} is is not known`);
  const next = classBehind(ev, bound instanceof ClassObject ? bound.type : bound, type);
  if (next instanceof Unknown) return next;
  const base = bound instanceof ClassObject ? seenFrom(ev, bound, next) : next.env;
  return new SuperObject(next, base, bound);
}

/** The method around a place, and its class. */
function methodAround(env: Environment, position: number): { type: Scope; method: Scope } | null {
  const path = scopePath(env.unit.placed.unit.scope, position);
  const at = path.findLastIndex((scope, i) => scope.kind === 'class' && path[i + 1]?.kind === 'function');
  return at < 0 ? null : { type: path[at]!, method: path[at + 1]! };
}

/** The class in which attributes are looked for next. Behind several bases it may be none whose own bases follow it. */
function classBehind(ev: Evaluation, type: ClassType, scope: Scope): ClassType | Unknown {
  const order = linearised(ev, type.env, type.scope);
  const at = order.findIndex((ancestor) => ancestor.scope === scope);
  const [next, ...rest] = at < 0 ? [] : order.slice(at + 1);
  if (next === undefined || next.isBehindUnknown) return unknown(`the bases of ${scope.name} are not known`);
  const own = linearised(ev, next.env, next.scope);
  if (own.length !== rest.length + 1 || rest.some((ancestor, i) => ancestor.scope !== own[i + 1]!.scope))
    return unknown('which of several bases super means is not worked out');
  for (const { env, scope: derived } of order)
    for (const base of basesOf(ev, env, derived))
      if (base instanceof ClassType && base.scope === next.scope) return base;
  return unknown(`the bases of ${scope.name} are not known`);
}

/** What `super().name` is, where it is no function. */
export function attributeBehind(
  ev: Evaluation,
  { type, bound }: SuperObject,
  name: string,
): Entity | Failure | undefined {
  const found = membersOf(ev, type.env, type.scope, name);
  if (found?.declarations.at(-1)?.kind !== 'value') return undefined;
  return ev.found(bound instanceof ClassObject ? { ...found, env: seenFrom(ev, bound, found) } : found, name);
}
