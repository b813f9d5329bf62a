// Objects of Python's classes: their members are what __init__ assigns, or the fields of a dataclass.

import { UNPACKED } from '../../../frontends/common/expression-parts.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import { memberOfClass } from '../../core/members.ts';
import {
  BoxedObject,
  ClassObject,
  type ClassType,
  type Entity,
  OverloadSet,
  QualifiedName,
} from '../../model/entity.ts';
import { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Unknown, type Value } from '../../model/value.ts';
import { methodKind } from '../plain/functions.ts';
import { bindArguments, bindBases } from './initialised-bases.ts';
import { noteMade } from './made-objects.ts';

/** An object made by calling its class. */
export function constructClass(
  ev: Evaluation,
  type: ClassType,
  args: readonly Entity[],
  keywords: ReadonlyMap<string, Value>,
): Entity {
  const init = memberOfClass(ev, type, '__init__');
  if (!(init instanceof OverloadSet)) {
    const object = withFields(ev, type, args, keywords);
    if (object !== null) return object;
    return args.length === 0 && keywords.size === 0
      ? new ClassObject(type)
      : new Unknown('unsupported', `how ${type.name} keeps its arguments is not worked out`, [], type.name);
  }
  const { declaration } = init.overloads.at(-1)!;
  if (declaration.bodyScope === null) return new ClassObject(type);
  const [self, ...parameters] = declaration.bodyScope.declarations.filter((p) => p.kind === 'parameter');
  if (args.length > parameters.length || parameters.some((p) => p.isPack === true)) {
    return new Unknown(
      'unsupported',
      `the arguments of ${type.name} are not matched with its parameters`,
      [],
      type.name,
    );
  }
  const bindings = new Map(type.env.bindings);
  bindArguments(parameters, args, keywords, bindings);
  if (type.scope.bases.length > 0) bindBases(ev, type, bindings, true);
  return objectWith(type, bindings, self);
}

/** An object in whose methods the given values are bound. */
function objectWith(type: ClassType, bindings: Map<Declaration, Entity>, self?: Declaration): ClassObject {
  const innerEnv = new Environment(type.env.unit, type.env.root, type.env.parent, bindings);
  const object = new ClassObject(type, innerEnv);
  noteMade(innerEnv);
  if (self !== undefined) bindings.set(self, object);
  for (const method of type.scope.declarations) {
    if (method.bodyScope === null || methodKind(method) !== 'method') continue;
    const first = method.bodyScope.declarations.find((p) => p.kind === 'parameter');
    if (first !== undefined && !bindings.has(first)) bindings.set(first, object);
  }
  return object;
}

/** An object of a dataclass: a field holds the argument of its place or name, or else its default. */
function withFields(
  ev: Evaluation,
  type: ClassType,
  args: readonly Entity[],
  keywords: ReadonlyMap<string, Value>,
): Entity | null {
  const fields = type.scope.declarations.filter((d) => d.kind === 'parameter');
  // Those of a base come first, and what runs after the fields are set may change them.
  const isPlain = type.scope.bases.every((base) => base.kind === 'name' && FIELDLESS.has(base.name));
  if (fields.length === 0 || args.length > fields.length || !isPlain) return null;
  if (memberOfClass(ev, type, '__post_init__') instanceof OverloadSet) return null;
  const bindings = new Map(type.env.bindings);
  for (const [i, field] of fields.entries()) {
    const arg = args[i] ?? keywords.get(field.name) ?? keywords.get(UNPACKED);
    if (arg !== undefined) bindings.set(field, arg instanceof BoxedObject ? arg.object : arg);
  }
  const isKnown = [...keywords.keys()].every((name) => fields.some((field) => field.name === name));
  return isKnown ? objectWith(type, bindings) : null;
}

/** Bases of dataclasses that have no fields of their own. */
const FIELDLESS: ReadonlySet<string> = new Set(['NamedTuple', 'object', 'ABC']);

/** What a method is given before its arguments: the object, its class, or nothing. */
export function receiver(object: Entity, { overloads: [method] }: OverloadSet): readonly Entity[] {
  if (method === undefined || object instanceof QualifiedName) return [];
  const kind = methodKind(method.declaration);
  if (kind === 'class') return [object instanceof ClassObject ? object.type : object];
  return kind === 'method' && object instanceof ClassObject ? [object] : [];
}
