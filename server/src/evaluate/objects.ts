// Objects of the classes that a file defines.

import type { Evaluator } from './evaluator.ts';
import { Frame } from './frame.ts';
import { memberOfClass } from './members.ts';
import { methodKind } from './python-functions.ts';
import { ClassObject, type ClassType, FunctionThing, type Thing } from './thing.ts';
import { Unknown, type Value } from './value.ts';

/** An object made by calling its class. */
export function constructClass(
  ev: Evaluator,
  type: ClassType,
  args: readonly Thing[],
  keywords: ReadonlyMap<string, Value>,
): Thing {
  // C++ members hold what their types say; in Python they are what __init__ assigns.
  if (ev.rules.name !== 'python') return new ClassObject(type);
  const init = memberOfClass(ev, type, '__init__');
  if (!(init instanceof FunctionThing)) {
    return args.length === 0 && keywords.size === 0
      ? new ClassObject(type)
      : new Unknown('unsupported', `how ${type.name} keeps its arguments is not worked out`, [], type.name);
  }
  const { declaration, frame } = init.overloads.at(-1)!;
  if (declaration.opens === null) return new ClassObject(type);
  const [self, ...parameters] = declaration.opens.declarations.filter((p) => p.kind === 'parameter');
  if (args.length > parameters.length || parameters.some((p) => p.isPack === true)) {
    return new Unknown(
      'unsupported',
      `the arguments of ${type.name} are not matched with its parameters`,
      [],
      type.name,
    );
  }
  const bindings = new Map(type.frame.bindings);
  for (const [i, p] of parameters.entries()) {
    const arg = args[i] ?? keywords.get(p.name);
    if (arg !== undefined) bindings.set(p, arg);
  }
  const inner = new Frame(frame.unit, type.frame.root, type.frame.parent, bindings);
  const object = new ClassObject(type, inner);
  if (self !== undefined) bindings.set(self, object);
  for (const method of type.scope.declarations) {
    if (method.opens === null || methodKind(method) !== 'method') continue;
    const first = method.opens.declarations.find((p) => p.kind === 'parameter');
    if (first !== undefined && !bindings.has(first)) bindings.set(first, object);
  }
  return object;
}
