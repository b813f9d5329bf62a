// What the names and operators of a host language's library mean: on values alone.

import type { Failure } from '../../algebra/integer/failure.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import type { Builtin, BuiltinCall } from './builtin.ts';
import type { Entity } from './entity.ts';
import type { Parts } from './symbolic.ts';
import type { TypeValue, Value } from './value.ts';

/** A call as the program has it: what is said twice in it is the same, known or not. */
export interface WrittenCall {
  readonly args: readonly Expr[];
  /** The function of the library that a callee stands for. */
  pathOf(callee: Expr): readonly string[] | null;
}

/** What is known of the modes of what is not known itself; null: nothing. */
interface OpenModes {
  /** Of what a function of the library gives, or of each part of it. `path`: its name, with that of its module or namespace. */
  ofCall(
    call: BuiltinCall,
    path: readonly string[],
    written: WrittenCall,
  ): Parts | readonly (Parts | null)[] | null;
  /** Whether an object that is not known may be of any class that has a method of the name: no type says what it is. */
  readonly isByName: boolean;
  /** Of what a member function gives. */
  ofMethod(object: Value, call: BuiltinCall): Parts | null;
  /** Of `x(_,k)`. */
  ofSlice(object: Value, args: readonly Value[]): Parts | null;
}

export interface Library {
  readonly modes?: OpenModes;
  /** Whether it documents a name, be that no builtin, value or template. */
  knows(path: readonly string[]): boolean;
  /** Namespaces or modules whose functions are the library's own, whatever the files declare there. */
  readonly namespaces: ReadonlySet<string>;
  /** A name that only the compiler can have declared. */
  isReserved(name: string): boolean;
  /** Whether a type has no members: `int`. */
  isFundamental(type: TypeValue): boolean;
  /** An integer literal; `marked`: `_4`, `4_c`. */
  integer(value: number, marked: boolean, type?: string): Value;
  /** What a name of the library stands for when it is used as a value or a type; undefined when it is not known. */
  value(path: readonly string[]): Value | undefined;
  /** The function, or constructor, that a name of the library stands for. */
  builtin(path: readonly string[]): Builtin | undefined;
  /** A template of the library with its arguments: `Int<4>`, `Layout<…>`, `size_v<…>`. Undefined: not known. */
  template(path: readonly string[], args: readonly Value[]): Value | Failure | undefined;
  /** `T{…}`, `T(…)` of a type. */
  construct(type: Value, args: readonly Value[]): Value | Failure;
  /** `X::value`, `T::type`, `x.name` without a call; undefined when there is no such member. */
  member(object: Value, name: string): Value | Failure | undefined;
  /** `x.name<…>(…)`. */
  method(object: Value, name: string): Builtin | undefined;
  /** `x(…)` of a value: evaluation in a coordinate, slicing. */
  call(object: Value, call: BuiltinCall): Value | Failure;
  /** `x[…]`. */
  index(object: Value, args: readonly Value[]): Value | Failure;
  unary(operator: string, operand: Value): Value | Failure;
  binary(operator: string, left: Value, right: Value): Value | Failure;
  /** A variable of the type `type` that holds `value`. */
  convert(value: Value, type: Value): Value | Failure;
  /** What an object of the type holds, as far as the type says; symbols may stand for its unknown integers. */
  instance(type: Entity, symbol: string | null): Value;
  /** The type of a value. */
  typeOf(value: Value): Value;
  /** Without what assignments may have changed. */
  withoutRunTimeParts(value: Value): Value;
  /** An argument whose value the function cannot change, by the function's name. */
  takesByValue(name: string): boolean;
  /** The same of a member function. */
  methodTakesByValue(name: string): boolean;
  /** Whether arguments that are unknown are handed to the builtin all the same. */
  acceptsUnknown(name: string): boolean;
  /**
   * Whether a program ends where it does with a value what comes to `result` (undefined: it has no such member): of
   * alternatives the value is another one then.
   */
  isRefused(of: Value, result: Entity | Failure | undefined): boolean;
}
