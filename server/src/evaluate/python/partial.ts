// `functools.partial` of Python: a function with some of its arguments.

import { ClassType, type Entity, isHostOnly, OverloadSet, QualifiedName } from '../model/entity.ts';
import { TypeValue, Unknown, type Value } from '../model/value.ts';
import { Partial } from '../values/partial.ts';
import { methodKind } from './plain/functions.ts';

/** What a call of `functools.partial` makes; null: another function is called, or one that takes its object first. */
export function partial(
  called: QualifiedName,
  [target, ...args]: readonly Entity[],
  keywords: ReadonlyMap<string, Value>,
): Partial | Unknown | null {
  if (called.path.join('.') !== 'functools.partial' || target === undefined) return null;
  if (target instanceof Unknown) return target;
  const isCallable =
    target instanceof QualifiedName ||
    target instanceof ClassType ||
    target instanceof Partial ||
    (target instanceof OverloadSet && target.overloads.every((o) => isPlain(o)));
  return isCallable && (isHostOnly(target) || target instanceof TypeValue)
    ? new Partial(target, args, keywords)
    : null;
}

/** A function of a module, or a static method. */
const isPlain = ({ declaration, env }: OverloadSet['overloads'][number]): boolean =>
  methodKind(declaration) === 'static' ||
  env.unit.placed.unit.scope.declarations.includes(declaration) ||
  declaration.bodyScope?.declarations.find((d) => d.kind === 'parameter')?.type?.kind !== 'name';
