// A layout as a function from indices to offsets in a few numbers, so that a panel works out a million offsets itself.

import { type Int, knownValue } from '../../algebra/integer/integer.ts';
import {
  type AnyLayout,
  type ComposedLayout,
  Layout,
  type Shape,
  SmemPtrFlag,
  Swizzle,
} from '../../algebra/layout/layout.ts';
import type { Stride } from '../../algebra/layout/stride.ts';
import { applySwizzle } from '../../algebra/layout/swizzle.ts';
import { leavesOf } from '../../algebra/tuple/operations.ts';

type Stage =
  /** Innermost mode first; the last one has no end. */
  | { readonly kind: 'strides'; readonly extents: readonly number[]; readonly strides: readonly number[] }
  | { readonly kind: 'shift'; readonly by: number }
  | { readonly kind: 'swizzle'; readonly bits: number; readonly base: number; readonly shift: number };

/** The stages that an index goes through, in order. */
export type OffsetFunction = readonly Stage[];

/** Null where a number is not known, where values are coordinates, and where offsets are beyond 2^53. */
export function offsetFunctionOf(layout: AnyLayout): OffsetFunction | null {
  if (layout instanceof Layout) return stridesOf(layout);
  const inner = offsetFunctionOf(layout.inner);
  const by = layout.offset instanceof SmemPtrFlag ? 0 : numberOf(layout.offset);
  const { outer } = layout;
  const last =
    outer instanceof Swizzle
      ? [{ kind: 'swizzle' as const, bits: outer.bits, base: outer.base, shift: outer.shift }]
      : offsetFunctionOf(outer);
  if (inner === null || by === null || last === null) return null;
  return [...inner, ...(by === 0 ? [] : [{ kind: 'shift' as const, by }]), ...last];
}

function stridesOf(layout: Layout): OffsetFunction | null {
  const extents = leavesOf<Int>(layout.shape as Shape).map(numberOf);
  const strides = leavesOf<Stride>(layout.stride).map(numberOf);
  if (extents.length === 0 || extents.length !== strides.length) return null;
  if (!extents.every(isNumber) || !strides.every(isNumber)) return null;
  const reach = extents.reduce((sum, extent, i) => sum + extent * Math.abs(strides[i]!), 0);
  const size = extents.reduce((a, b) => a * b, 1);
  if (!Number.isSafeInteger(reach) || !Number.isSafeInteger(size) || size < 1) return null;
  return [{ kind: 'strides', extents, strides }];
}

const isNumber = (x: number | null): x is number => x !== null;

const numberOf = (x: Stride | ComposedLayout['offset']): number | null => knownValue(x as Int) ?? null;

export function offsetAt(stages: OffsetFunction, index: number): number {
  let at = index;
  for (const stage of stages)
    if (stage.kind === 'swizzle') at = applySwizzle(stage, at);
    else if (stage.kind === 'shift') at += stage.by;
    else at = strided(stage.extents, stage.strides, at);
  return at;
}

function strided(extents: readonly number[], strides: readonly number[], index: number): number {
  const last = extents.length - 1;
  let rest = index;
  let sum = 0;
  for (let i = 0; i < last; i++) {
    const extent = extents[i]!;
    sum += (rest % extent) * strides[i]!;
    rest = Math.floor(rest / extent);
  }
  return sum + rest * strides[last]!;
}
