// Calls of what a library defines.

import type { Dialect } from '../../algebra/catalog/dialect.ts';
import type { Failure } from '../../algebra/integer/failure.ts';
import type { Trace } from '../../algebra/integer/trace.ts';
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
  /** Whose operations of the algebra it is made of; C++ CuTe's when it is not said. */
  readonly dialect?: Dialect;
}

export type Builtin = (call: BuiltinCall) => Value | Failure;
