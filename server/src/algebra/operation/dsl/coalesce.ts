// coalesce of CuTe DSL: what is left of modes that all have one element keeps its stride, where C++ CuTe writes 0.

import { isConstant } from '../../integer/comparison.ts';
import { asFailure, type Outcome } from '../../integer/failure.ts';
import { Layout, type Strides } from '../../layout/layout.ts';
import type { Stride } from '../../layout/stride.ts';
import type { HTuple } from '../../tuple/htuple.ts';
import { leavesOf } from '../../tuple/operations.ts';
import { byProfile, coalesceOrThrow } from '../coalesce.ts';

/** A layout without modes, `():()`, which C++ CuTe does not have. */
export const hasNoModes = (layout: Layout): boolean => leavesOf(layout.shape).length === 0;

export function coalesceKeepingOrThrow(layout: Layout): Layout {
  if (hasNoModes(layout)) return new Layout([], []);
  const merged = coalesceOrThrow(layout);
  if (Array.isArray(merged.shape) || !isConstant(merged.shape as number, 1)) return merged;
  return new Layout(1, leavesOf<Stride>(layout.stride as Strides).at(-1)!);
}

/** `coalesce(layout)`, or mode by mode at the leaves of `profile`. */
export function coalesceKeeping(layout: Layout, profile: HTuple<unknown> = 0): Outcome<Layout> {
  try {
    return byProfile(layout, profile, coalesceKeepingOrThrow);
  } catch (e) {
    return asFailure(e);
  }
}
