// Where a part of a tensor begins.

import { asFailure } from '../../algebra/integer/failure.ts';
import { Dynamic, type Int, knownValue } from '../../algebra/integer/integer.ts';
import { add } from '../../algebra/integer/operations.ts';
import { type AnyLayout, ComposedLayout, Layout, SmemPtrFlag, Swizzle } from '../../algebra/layout/layout.ts';
import { ArithTuple, ScaledBasis, type Stride } from '../../algebra/layout/stride.ts';
import { addStrides, isInt } from '../../algebra/layout/stride-operations.ts';
import { type Engine, Tensor, type Value } from '../model/value.ts';
import { movedBy } from '../values/room.ts';

/** The data further on by an offset: of counting tensors the coordinate, of pointers only that they moved. */
export function movedEngine(engine: Engine, offset: Stride): Engine {
  if (offset === 0) return engine;
  if (engine.space !== 'counting' || engine.offset === null) return movedPointer(engine, offset);
  try {
    return { ...engine, offset: advanced(engine.offset, offset) };
  } catch (e) {
    asFailure(e);
    return { ...engine, offset: null };
  }
}

/** The bytes after which the swizzles of shared memory repeat. */
const SWIZZLE_PERIOD = 1024;

/**
 * A pointer further on, by what is not known where the offset is null: what room there is behind it, and whether a swizzle
 * on it does the same there.
 */
export function movedPointer(engine: Engine, offset: Value | null): Engine {
  const by = offset instanceof Dynamic && offset.value === null ? offset.divisor : knownOr(offset);
  const isWhole = engine.bits !== null && ((by * engine.bits) / 8) % SWIZZLE_PERIOD === 0;
  return { ...movedBy(engine, offset), ...(isWhole ? {} : { isMoved: true }) };
}

const knownOr = (offset: Value | null): number =>
  (typeof offset === 'number' || offset instanceof Dynamic ? knownValue(offset) : undefined) ?? 1;

function advanced(from: Int | ArithTuple, by: Stride): Int | ArithTuple | null {
  if (isInt(from) && isInt(by)) return add(from, by);
  if (!(from instanceof ArithTuple) || !(by instanceof ArithTuple || by instanceof ScaledBasis)) return null;
  const sum = addStrides(from, by);
  return sum instanceof ArithTuple ? sum : null;
}

/** The layout by which a tensor lies in memory, with the swizzle of its pointer; null where that is not known. */
export function dataLayout({ engine, layout }: Tensor): AnyLayout | null {
  if (engine.space === 'counting') return null;
  const data = engine.swizzle === undefined ? layout : onPointer(engine, layout);
  const isOfAddress = data instanceof ComposedLayout && data.offset instanceof SmemPtrFlag;
  return engine.isMoved === true && isOfAddress ? null : data;
}

/**
 * `make_tensor(ptr, layout)`: which swizzle the pointer has is said by the layout here, also where it came with the pointer
 * of another tensor. A swizzle of no bits is none.
 */
export function pointedTensor(engine: Engine, layout: AnyLayout): Tensor {
  if (layout instanceof ComposedLayout && layout.offset instanceof SmemPtrFlag) {
    const isNone = layout.outer instanceof Swizzle && layout.outer.bits === 0;
    return new Tensor(engine, isNone ? layout.inner : layout);
  }
  const data = onPointer(engine, layout);
  return data === null ? new Tensor(engine, layout) : new Tensor(withoutSwizzle(engine), data);
}

/** The address itself. */
export function withoutSwizzle({ swizzle: _, ...engine }: Engine): Engine {
  return engine;
}

/** `pointer.get()`: a pointer without its swizzle, or where it has none, the address without its memory space. */
export const innerEngine = (engine: Engine): Engine =>
  engine.swizzle instanceof Swizzle
    ? withoutSwizzle(engine)
    : { ...withoutSwizzle(engine), space: 'unknown' };

/** `tensor.data()`: make_tensor has moved the swizzle of a layout on addresses into the pointer. */
export function pointerEngine({ engine, layout }: Tensor): Engine {
  if (!(layout instanceof ComposedLayout && layout.offset instanceof SmemPtrFlag)) return engine;
  return { ...engine, swizzle: layout.outer instanceof Swizzle ? layout.outer : null };
}

const onPointer = ({ swizzle, bits }: Engine, layout: AnyLayout): AnyLayout | null =>
  swizzle && bits !== null && layout instanceof Layout
    ? new ComposedLayout(swizzle, new SmemPtrFlag(bits), layout)
    : null;

/** An index that only the running program knows. */
export const ANY_INDEX = new Dynamic(null);
