// Where a part of a tensor begins.

import { asFailure } from '../../algebra/integer/failure.ts';
import { Dynamic, type Int } from '../../algebra/integer/integer.ts';
import { add } from '../../algebra/integer/operations.ts';
import { ArithTuple, ScaledBasis, type Stride } from '../../algebra/layout/stride.ts';
import { addStrides, isInt } from '../../algebra/layout/stride-operations.ts';
import type { Engine } from '../model/value.ts';
import { movedBy } from '../values/room.ts';

/** The data further on by an offset: of counting tensors the coordinate, of pointers only that they moved. */
export function movedEngine(engine: Engine, offset: Stride): Engine {
  if (offset === 0) return engine;
  if (engine.space !== 'counting' || engine.offset === null)
    return movedBy(engine, isInt(offset) ? offset : null);
  try {
    return { ...engine, offset: advanced(engine.offset, offset) };
  } catch (e) {
    asFailure(e);
    return { ...engine, offset: null };
  }
}

function advanced(from: Int | ArithTuple, by: Stride): Int | ArithTuple | null {
  if (isInt(from) && isInt(by)) return add(from, by);
  if (!(from instanceof ArithTuple) || !(by instanceof ArithTuple || by instanceof ScaledBasis)) return null;
  const sum = addStrides(from, by);
  return sum instanceof ArithTuple ? sum : null;
}

/** An index that only the running program knows. */
export const ANY_INDEX = new Dynamic(null);
