// Arrays and pointers: what they hold and point to, as far as its type says.

import { type Failure, isFailure } from '../../../algebra/integer/failure.ts';
import { Dynamic } from '../../../algebra/integer/integer.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import type { CallExpr, Expr } from '../../../frontends/common/expression.ts';
import { movedPointer } from '../../cute/engine.ts';
import { ClassObject, ClassType, type Entity } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { type Engine, Pointer, Tensor, TypeValue, Unknown, type Value } from '../../model/value.ts';
import { isInteger } from '../../values/arithmetic.ts';
import { movedBy, roomFor } from '../../values/room.ts';

/** `T[N]`: an array is used as a pointer to its first element. */
export function arrayOf(element: TypeValue, count: Value | undefined): TypeValue {
  const engine = engineOf(element);
  const name = `${element.name}[]`;
  const room = roomFor(count, engine);
  const { instance } = element;
  if (!isArrayType(element) || !(instance instanceof Pointer))
    return new TypeValue(name, new Pointer({ ...engine, room }, element));
  // A row of `T[M][N]` is followed by the others.
  const ofRow = instance.engine.room;
  const all = room && ofRow && { ...ofRow, elements: timesKnown(room.elements, ofRow.elements) };
  const row = new TypeValue(element.name, new Pointer({ ...instance.engine, room: all }, instance.pointee));
  return new TypeValue(name, new Pointer({ ...engine, room: all }, row));
}

const timesKnown = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a * b;

export const isArrayType = (type: TypeValue): boolean => type.name.endsWith('[]');

const engineOf = (element: TypeValue): Engine => ({
  space: 'unknown',
  bits: element.bits,
  element: element.name,
  offset: null,
});

/** `*p`, `p[i]`: an object of the type that p points to. */
export function pointedTo(ev: Evaluation, pointer: Pointer, index?: Value): Entity | Failure {
  const { pointee, items } = pointer;
  const i = index !== undefined && isInteger(index) ? knownNumber(index) : undefined;
  if (items !== null && i !== undefined) {
    const item = items[i];
    return item ?? new Unknown('unsupported', 'the array is declared without this element');
  }
  if (pointee instanceof ClassType) return new ClassObject(pointee);
  const held = pointee === null ? null : ev.rules.instance(pointee, null);
  return held === null || held instanceof Unknown
    ? new Unknown('run-time', 'what a pointer points to is only known at run time')
    : held;
}

/** `&x[i]` and `&t(i, j)`: a pointer into the same array or tensor; null for other operands. */
export function addressOf(ev: Evaluation, operand: Expr, env: Environment): Entity | null {
  if (operand.kind === 'call') return elementAddress(ev, operand, env);
  if (operand.kind !== 'index') return null;
  const object = ev.value(operand.object, env);
  const [index] = operand.args.map((e) => ev.value(e, env));
  return object instanceof Pointer
    ? new Pointer(movedBy(object.engine, index ?? null), object.pointee)
    : null;
}

/** Where in memory an element stands is not known, beside what memory that is, and the type. */
function elementAddress(ev: Evaluation, { callee, args }: CallExpr, env: Environment): Pointer | null {
  const tensor = ev.value(callee, env);
  if (!(tensor instanceof Tensor) || tensor.engine.space === 'counting' || args.length === 0) return null;
  if (!args.every((arg) => isInteger(ev.value(arg, env)))) return null;
  return new Pointer({ ...movedPointer(tensor.engine, null), room: undefined });
}

const MAXIMUM_ITEMS = 1024;

/** An array with its elements: `constexpr int xs[4] = {1, 2, 3}`, of which the last is 0. `null`: it has none yet. */
export function arrayWith(
  ev: Evaluation,
  { name, instance }: TypeValue,
  given: readonly Expr[] | null,
  env: Environment,
): Value {
  if (!(instance instanceof Pointer) || instance.pointee === null)
    return instance ?? new TypeValue(name, null);
  const { pointee, engine } = instance;
  const count = engine.room === undefined ? given?.length : engine.room.elements;
  if (count == null || count > MAXIMUM_ITEMS) return instance;
  const items = Array.from({ length: count }, (_, i): Value => {
    if (given === null) return UNWRITTEN;
    return itemOf(ev, i < given.length ? ev.value(given[i]!, env) : zeroOf(ev, pointee), pointee);
  });
  return new Pointer(engine, pointee, items);
}

const zeroOf = (ev: Evaluation, { instance }: TypeValue): Value =>
  instance instanceof Dynamic ? ev.rules.integer(0, false) : UNWRITTEN;

const UNWRITTEN = new Unknown('run-time', 'nothing is written to this element');

/** What an element of the type holds when a value is written to it. */
export function itemOf(ev: Evaluation, value: Value, type: TypeValue): Value {
  if (value instanceof Unknown) return value;
  const converted = ev.rules.convert(value, type);
  return isFailure(converted) ? new Unknown('violation', 'an element has no value') : converted;
}
