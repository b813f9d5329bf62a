// What annotations of Python say of integers whose values are not known: names for them.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { dynamicSymbol, staticSymbol } from '../../../algebra/integer/operations.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { type Entity, OverloadSet } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Unknown, type Value } from '../../model/value.ts';
import { compiledAs } from './functions.ts';

const lastName = (e: Expr): string => (e.kind === 'name' ? e.name : e.kind === 'member' ? e.name.name : '');

/** T of `Optional[T]` and `T | None`; null: the annotation does not say that there may be none. */
export function givenType(type: Expr): Expr | null {
  if (type.kind === 'index')
    return lastName(type.object) === 'Optional' && type.args.length === 1 ? type.args[0]! : null;
  if (type.kind !== 'binary' || type.operator !== '|') return null;
  if (type.left.kind === 'underscore') return type.right;
  if (type.right.kind === 'underscore') return type.left;
  // Of `A | B | None` it is left open which one is given.
  return [type.left, type.right].some(isOptional) ? type : null;
}

export const isOptional = (type: Expr): boolean => givenType(type) !== null;

/** `Type[cutlass.Numeric]` */
export const isTypeOfElements = (type: Expr): boolean =>
  type.kind === 'index' &&
  /^[Tt]ype$/.test(lastName(type.object)) &&
  type.args.length === 1 &&
  lastName(type.args[0]!) === 'Numeric';

/** The items of `Tuple[int, int]`; null for other annotations. */
function itemsOf(type: Expr): readonly Expr[] | null {
  if (type.kind !== 'index' || !/^[Tt]uple$/.test(lastName(type.object))) return null;
  return type.args.flatMap((a) => (a.kind === 'tuple' ? a.items : [a]));
}

/** Integers of the compiled program. */
const RUN_TIME = /^U?[Ii]nt(?:8|16|32|64)$/;

/** An integer by the name, or a tuple of them, as the annotation says; null where it says something else. */
export function integersOf(type: Expr, name: string, isCompiled = false): Value | null {
  // What a compiled function makes of Python's own integers depends on who calls it.
  if (type.kind === 'name' && type.name === 'int') return isCompiled ? null : staticSymbol(name);
  if (RUN_TIME.test(lastName(type))) return dynamicSymbol(name);
  const items = itemsOf(type)?.map((item, i) => integersOf(item, `${name}[${i}]`, isCompiled));
  return items === undefined || items.length === 0 || items.includes(null)
    ? null
    : (items as readonly Value[]);
}

/** Reasons for which an integer is not known that nevertheless is one. */
const OPEN: ReadonlySet<string> = new Set([
  'unsupported',
  'run-time',
  'function-parameter',
  'missing-name',
  'undetermined',
]);

/**
 * What a function returns whose body does not tell it: integers, where it is annotated so. `element`: the part that is
 * taken of it, besides the indices that `init` ends in.
 */
export function namedByAnnotation(
  ev: Evaluation,
  value: Entity,
  init: Expr,
  element: readonly number[] | null,
  name: string,
  env: Environment,
): Entity {
  if (!(value instanceof Unknown) || !OPEN.has(value.category)) return value;
  const path = [...(element ?? [])];
  let at = init;
  for (; at.kind === 'index'; at = at.object) {
    const [index] = at.args;
    if (index?.kind !== 'integer' || at.args.length !== 1) return value;
    path.unshift(index.value);
  }
  if (at.kind !== 'call') return value;
  const callee = ev.evaluate(at.callee, env);
  if (isFailure(callee) || !(callee instanceof OverloadSet)) return value;
  const [only, ...others] = callee.overloads;
  // What is compiled may return run-time integers.
  if (only === undefined || others.length > 0 || compiledAs(only.declaration) !== null) return value;
  let type = only.declaration.type;
  for (const i of path) type = type === null ? null : (itemsOf(type)?.[i] ?? null);
  return (type === null ? null : integersOf(type, name)) ?? value;
}
