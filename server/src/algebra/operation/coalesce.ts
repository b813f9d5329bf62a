// coalesce: the fewest modes with the same function on integers (Cecka 3.2).

import { isConstant } from '../integer/comparison.ts';
import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import { isStatic } from '../integer/integer.ts';
import { intText } from '../integer/known.ts';
import { multiply } from '../integer/operations.ts';
import type { Trace } from '../integer/trace.ts';
import { Layout, type Shape, type Strides } from '../layout/layout.ts';
import { profilesDiffer } from '../layout/profile-text.ts';
import { Binary, type Stride } from '../layout/stride.ts';
import { scaleStride, staticallyEqual, strideText } from '../layout/stride-operations.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { flattenTuple, leavesOf, noMode, rankOf } from '../tuple/operations.ts';

export const UNIT = new Layout(1, 0);

/** A flat list of modes; the lists are as long as each other. */
export interface Modes {
  readonly shapes: Int[];
  readonly strides: Stride[];
}

/**
 * Merges modes from right to left, in place of C++'s bw_coalesce. `last` replaces the shape of the
 * last mode: coalesce_x gives it 2 so that a trailing static 1 ends the domain where it did.
 */
function mergeModes(shapes: readonly Int[], strides: readonly Stride[], last: Int, trace?: Trace): Modes {
  const n = shapes.length;
  // Built from right to left, so the front of the result is the end of these lists.
  const newShapes: Int[] = [last];
  const newStrides: Stride[] = [strides[n - 1]!];
  for (let i = n - 2; i >= 0; i--) {
    const s = shapes[i]!;
    if (s === 1 || isConstant(s, 1)) {
      trace?.step(`mode ${i}: 1:${strideText(strides[i]!)} has one element, dropped`, 'Cecka 3.2');
      continue;
    }
    const d = strides[i]!;
    const front = newShapes.length - 1;
    const frontShape = newShapes[front]!;
    if (front === 0 && isConstant(frontShape, 1)) {
      newShapes[0] = s;
      newStrides[0] = d;
    } else if (isStatic(frontShape) && mergeable(s, d, newStrides[front]!)) {
      if (trace) traceMerge(trace, i, s, d, frontShape, newStrides[front]!);
      newShapes[front] = multiply(s, frontShape);
      newStrides[front] = d;
    } else {
      newShapes.push(s);
      newStrides.push(d);
    }
  }
  newShapes.reverse();
  newStrides.reverse();
  return { shapes: newShapes, strides: newStrides };
}

/** Whether s·d == next by type: then s:d and the mode after it are one. */
function mergeable(s: Int, d: Stride, next: Stride): boolean {
  if (typeof s === 'number' && typeof d === 'number' && typeof next === 'number') return s * d === next;
  // A mode of binary strides only continues another one when its size is a power of two: the carry is a shift.
  if (d instanceof Binary && !isPowerOfTwo(s)) return false;
  return staticallyEqual(scaleStride(s, d), next);
}

const isPowerOfTwo = (n: Int): boolean => typeof n === 'number' && n > 0 && Number.isInteger(Math.log2(n));

function traceMerge(trace: Trace, i: number, s: Int, d: Stride, frontShape: Int, frontStride: Stride): void {
  const product = strideText(scaleStride(s, d));
  trace.step(
    `mode ${i}: ${intText(s)}·${strideText(d)} = ${product} is the next stride, so ` +
      `(${intText(s)},${intText(frontShape)}):(${strideText(d)},${strideText(frontStride)}) is ` +
      `${intText(multiply(s, frontShape))}:${strideText(d)}`,
    'Cecka 3.2',
  );
}

function asLayout(modes: Modes): Layout {
  if (modes.shapes.length > 1) return new Layout(modes.shapes, modes.strides);
  const shape = modes.shapes[0]!;
  return isConstant(shape, 1) ? UNIT : new Layout(shape, modes.strides[0]!);
}

function flatModes(layout: Layout): { shapes: Int[]; strides: Stride[] } {
  const shapes = leavesOf<Int>(layout.shape);
  const strides = leavesOf<Stride>(layout.stride);
  if (shapes.length !== strides.length) profilesDiffer(shapes, strides);
  if (shapes.length === 0) refuse('wrong-kind', 'the layout has no modes');
  return { shapes, strides };
}

export function coalesceOrThrow(layout: Layout, trace?: Trace): Layout {
  const { shapes, strides } = flatModes(layout);
  return asLayout(mergeModes(shapes, strides, shapes[shapes.length - 1]!, trace));
}

/** The modes of the coalesced layout with its behaviour beyond the domain kept, as composition needs them. */
export function coalesceExtended(layout: Layout): Modes {
  const { shapes, strides } = flatModes(layout);
  const last = shapes[shapes.length - 1]!;
  const modes = mergeModes(shapes, strides, isConstant(last, 1) ? 2 : last);
  if (modes.shapes.length > 1 || !isConstant(modes.shapes[0]!, 1)) return modes;
  return { shapes: [1], strides: [0] };
}

/** Applies `f` at the leaves of a profile; modes that the profile does not reach stay as they are. */
export function byProfile(layout: Layout, profile: HTuple<unknown>, f: (l: Layout) => Layout): Layout {
  if (!Array.isArray(profile)) return f(layout);
  const rank = rankOf(layout.shape);
  if (profile.length > rank) {
    refuse('rank-mismatch', `the profile has ${profile.length} modes, the layout ${rank}`, {
      dividend: profile.length,
      divisor: rank,
    });
  }
  const shapes: Shape[] = [];
  const strides: Strides[] = [];
  for (let i = 0; i < rank; i++) {
    let mode = modeOf(layout, i);
    if (i < profile.length) mode = byProfile(mode, profile[i] as HTuple<unknown>, f);
    shapes.push(mode.shape);
    strides.push(mode.stride);
  }
  return new Layout(shapes, strides);
}

/** Mode `i` of a layout; a layout of rank 1 without parentheses is its own mode 0. */
export function modeOf(layout: Layout, i: number): Layout {
  if (!Array.isArray(layout.shape)) {
    if (i !== 0)
      refuse('out-of-range', noMode(i, 1), {
        mode: [i],
        cute: 'Index out of range',
      });
    return layout;
  }
  if (i < 0 || i >= layout.shape.length) {
    refuse('out-of-range', noMode(i, layout.shape.length), { mode: [i] });
  }
  if (!Array.isArray(layout.stride)) profilesDiffer(layout.shape, layout.stride);
  return new Layout(layout.shape[i] as Shape, (layout.stride as readonly Strides[])[i]!);
}

/** `coalesce(layout)`, or mode by mode at the leaves of `profile`. */
export function coalesce(layout: Layout, profile: HTuple<unknown> = 0, trace?: Trace): Outcome<Layout> {
  try {
    return byProfile(layout, profile, (l) => coalesceOrThrow(l, trace));
  } catch (e) {
    return asFailure(e);
  }
}

/** coalesce of a shape: neighbours that are both static or both dynamic are multiplied. */
export function coalesceShapeOrThrow(shape: Shape): Shape {
  const flat = flattenTuple(shape);
  if (!Array.isArray(flat)) return flat;
  const leaves = flat as readonly Int[];
  if (leaves.length === 0) return refuse('wrong-kind', 'the shape has no modes');
  // C++ keeps the first element bare and makes a tuple when the first mode cannot be merged.
  const merged: Int[] = [leaves[0]!];
  for (let i = 1; i < leaves.length; i++) {
    const end = merged.length - 1;
    if (isStatic(merged[end]!) === isStatic(leaves[i]!)) merged[end] = multiply(merged[end]!, leaves[i]!);
    else merged.push(leaves[i]!);
  }
  return merged.length === 1 ? merged[0]! : merged;
}

export function coalesceShape(shape: Shape): Outcome<Shape> {
  try {
    return coalesceShapeOrThrow(shape);
  } catch (e) {
    return asFailure(e);
  }
}
