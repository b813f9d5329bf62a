// What TiledMma and TiledCopy share: taking one thread's part of a partitioned layout.

import { sliceAndOffsetAny } from '../../algebra/composed/slice.ts';
import { asFailure, isFailure, type Outcome } from '../../algebra/integer/failure.ts';
import {
  type AnyLayout,
  ComposedLayout,
  SmemPtrFlag,
  UNDERSCORE,
  type Underscore,
} from '../../algebra/layout/layout.ts';
import type { SliceCoordinate } from '../../algebra/layout/slice.ts';
import type { Stride } from '../../algebra/layout/stride.ts';

/** One thread's part of a tensor: its layout, and how far its pointer stands from the tensor's. */
export interface Partition {
  readonly layout: AnyLayout;
  /** A static 0 where a swizzled layout has taken the offset in. */
  readonly offset: Stride;
}

/** Inside an operation: the value, or its failure thrown. */
export const orThrow = <T>(outcome: Outcome<T>): T => {
  if (isFailure(outcome)) throw outcome;
  return outcome;
};

/** Turns a function that throws its Failure into one that returns it. */
export const outcomeOf = <T>(body: () => T): Outcome<T> => {
  try {
    return body();
  } catch (e) {
    return asFailure(e);
  }
};

/** `repeat<n>(_)` of C++ CuTe: one is no tuple. */
export const repeatedUnderscore = (n: number): Underscore | readonly Underscore[] =>
  n === 1 ? UNDERSCORE : underscores(n);

export const underscores = (n: number): readonly Underscore[] => new Array<Underscore>(n).fill(UNDERSCORE);

/**
 * `tensor(coord)`. A swizzle on a shared-memory pointer (`Sw o smem_ptr[16b](unset) o L`) belongs to the
 * pointer in a tensor: it stays as it is, and the offset moves the pointer.
 */
export function sliceTensor(coord: SliceCoordinate, layout: AnyLayout): Partition {
  if (layout instanceof ComposedLayout && layout.offset instanceof SmemPtrFlag) {
    const part = sliceTensor(coord, layout.inner);
    return { layout: new ComposedLayout(layout.outer, layout.offset, part.layout), offset: part.offset };
  }
  const [part, offset] = orThrow(sliceAndOffsetAny(coord, layout));
  return { layout: part, offset };
}
