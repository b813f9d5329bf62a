// What differs between the host languages: how integers behave, what names of the library mean, and
// a few rules of scope. The evaluator is the same for all of them.

import type { Failure } from '../../algebra/integer/failure.ts';
import type { Trace } from '../../algebra/integer/trace.ts';
import type { Declaration, Dialect, Scope } from '../../frontends/common/scope.ts';
import type { Evaluation } from './evaluation.ts';
import type { Frame } from './frame.ts';
import type { Thing } from './thing.ts';
import type { Value } from './value.ts';

/** A call of something that the library defines. */
export interface BuiltinCall {
  /** As written, without qualification: `composition`. */
  readonly name: string;
  readonly args: readonly Value[];
  readonly keywords: ReadonlyMap<string, Value>;
  /** `size<0>(x)`: [0]; types are TypeValues. */
  readonly template: readonly Value[];
  /** Takes the steps when the result is being explained. */
  readonly trace?: Trace;
}

export type Builtin = (call: BuiltinCall) => Value | Failure;

export interface DialectRules {
  readonly name: Dialect;
  /** From where on a variable is seen: behind its name (C++) or behind its whole statement (Python). */
  readonly visibleFrom: 'name' | 'end';
  /** In Python a nested function sees the last value of a name of the functions and modules around it. */
  readonly closuresSeeAll: boolean;
  /** In C++ a member function sees the names of its class unqualified. */
  readonly classScopesSeenFromMethods: boolean;
  /** Whether the variables of the file itself are seen by position, like those of a block. */
  readonly fileInOrder: boolean;
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
  instance(type: Thing, symbol: string | null): Value;
  /** The type of a value. */
  typeOf(value: Value): Value;
  /** Without what assignments may have changed. */
  forget(value: Value): Value;
  /** An argument whose value the function cannot change, by the function's name. */
  takesByValue(name: string): boolean;
  /** The same of a member function. */
  methodTakesByValue(name: string): boolean;
  /** A parameter of a function without an argument, where the host says more of it than its type; undefined: it does not. */
  parameter?(ev: Evaluation, d: Declaration, scope: Scope, frame: Frame): Thing | Failure | undefined;
  /** An attribute, read at a position, of which the file says more than the object; undefined: it does not. */
  attribute?(
    ev: Evaluation,
    object: Thing,
    name: string,
    frame: Frame,
    position: number,
  ): Thing | Failure | undefined;
  /** Whether arguments that are unknown are handed to the builtin all the same. */
  acceptsUnknown(name: string): boolean;
}
