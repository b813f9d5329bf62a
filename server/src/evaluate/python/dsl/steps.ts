// Functions of CuTe DSL that are put together from others: each step gives a value, or ends the whole.

import { type Failure, isFailure, Violation } from '../../../algebra/integer/failure.ts';
import type { BuiltinCall } from '../../model/builtin.ts';
import { Unknown, type Value } from '../../model/value.ts';
import { tileToShape } from './differences.ts';
import { type Arguments, algebra, type DslFunction, NO_KEYWORDS } from './support.ts';

class Stop {
  readonly why: Unknown | Failure;
  constructor(why: Unknown | Failure) {
    this.why = why;
  }
}

/** The value, where there is one. */
export function valueOrStop(value: Value | Failure): Value {
  if (value instanceof Unknown || isFailure(value)) throw new Stop(value);
  return value;
}

/** Ends the function: why what is asked for is not computed. */
export function stop(what: string): never {
  throw new Stop(new Unknown('unsupported', `${what} is not computed`));
}

/** Ends the function: CuTe DSL raises an error here. */
export function refuse(why: string): never {
  throw new Stop(new Violation('inadmissible', why));
}

const PLAIN: BuiltinCall = { name: '', args: [], keywords: NO_KEYWORDS, template: [] };

/** An operation of the algebra as a step. */
export const step = (name: string, args: readonly Value[], template: readonly Value[] = []): Value =>
  valueOrStop(algebra(name, args, PLAIN, template));

/** `tile_to_shape(atom, shape, order)` */
export const tiledToShape = (args: readonly Value[]): Value => valueOrStop(tileToShape(args, PLAIN));

/** A function made of steps. */
export const steps =
  (run: (args: Arguments) => Value | Failure): DslFunction =>
  (args) => {
    try {
      return run(args);
    } catch (thrown) {
      if (thrown instanceof Stop) return thrown.why;
      throw thrown;
    }
  };
