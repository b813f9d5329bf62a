// Slicing and dicing: a coordinate with `_` picks out sublayouts and offsets (Cecka 2.5, Figure 5).

import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { mapLeaves } from '../tuple/operations.ts';
import { crd2idxOrThrow } from './evaluate.ts';
import { Layout, type Shape, type Strides, Underscore } from './layout.ts';
import { printPlain } from './print.ts';
import type { Stride } from './stride.ts';
import type { AlgebraValue } from './value.ts';

/** A coordinate in which `_` stands for a whole mode. */
export type SliceCoordinate = HTuple<Int | Underscore>;

export const hasUnderscore = (c: HTuple<unknown>): boolean =>
  Array.isArray(c) ? c.some((e) => hasUnderscore(e as HTuple<unknown>)) : c instanceof Underscore;

function rankMismatch(coord: readonly unknown[], t: HTuple<unknown>): never {
  const rank = Array.isArray(t) ? t.length : 1;
  return refuse(
    'coordinate-mismatch',
    `the coordinate ${printPlain(coord as AlgebraValue)} has ${coord.length} entries, and ${printPlain(t as AlgebraValue)} has ${rank} ${rank === 1 ? 'mode' : 'modes'}`,
    {
      dividend: coord.length,
      divisor: rank,
      cute: 'Mismatched Ranks',
    },
  );
}

/** Pushes what stands at `_` (or, for dice, at integers); nested coordinates splice one level. */
function lift<T>(coord: SliceCoordinate, t: HTuple<T>, keepUnderscore: boolean, kept: HTuple<T>[]): void {
  if (Array.isArray(coord)) {
    if (!Array.isArray(t) || t.length !== coord.length) rankMismatch(coord, t);
    for (let i = 0; i < coord.length; i++) {
      lift(coord[i] as SliceCoordinate, t[i] as HTuple<T>, keepUnderscore, kept);
    }
  } else if (coord instanceof Underscore === keepUnderscore) {
    kept.push(t);
  }
}

function pick<T>(coord: SliceCoordinate, t: HTuple<T>, keepUnderscore: boolean): HTuple<T> {
  if (!Array.isArray(coord) && coord instanceof Underscore === keepUnderscore) return t;
  const kept: HTuple<T>[] = [];
  lift(coord, t, keepUnderscore, kept);
  return kept;
}

export const sliceOrThrow = (coord: SliceCoordinate, layout: Layout): Layout =>
  new Layout(pick<Int>(coord, layout.shape, true), pick<Stride>(coord, layout.stride, true));

/** The modes at `_`, always as a tuple unless the coordinate is `_` alone. */
export function slice(coord: SliceCoordinate, layout: Layout): Outcome<Layout> {
  try {
    return sliceOrThrow(coord, layout);
  } catch (e) {
    return asFailure(e);
  }
}

/** The modes at integers: what slice leaves away. */
export function dice(coord: SliceCoordinate, layout: Layout): Outcome<Layout> {
  try {
    return new Layout(pick<Int>(coord, layout.shape, false), pick<Stride>(coord, layout.stride, false));
  } catch (e) {
    return asFailure(e);
  }
}

/** `_` counts as the static 0 when the offset is computed. */
const offsetCoordinate = (coord: SliceCoordinate): HTuple<Int> =>
  mapLeaves<Int | Underscore, Int>(coord, (c) => (c instanceof Underscore ? 0 : c));

/** The offset of a slice: the layout at the coordinate with 0 for `_`. */
const sliceOffsetOrThrow = (coord: SliceCoordinate, shape: Shape, stride: Strides): Stride =>
  crd2idxOrThrow(offsetCoordinate(coord), shape, stride);

/** [sublayout, offset]. */
export function sliceAndOffset(coord: SliceCoordinate, layout: Layout): Outcome<readonly [Layout, Stride]> {
  try {
    return [sliceOrThrow(coord, layout), sliceOffsetOrThrow(coord, layout.shape, layout.stride)];
  } catch (e) {
    return asFailure(e);
  }
}

/** [layout, offset of the coordinate]: the layout itself is unchanged. */
export function domainOffset(coord: HTuple<Int>, layout: Layout): Outcome<readonly [Layout, Stride]> {
  try {
    return [layout, crd2idxOrThrow(coord, layout.shape, layout.stride)];
  } catch (e) {
    return asFailure(e);
  }
}

/** `layout(coord)`: a sublayout when there is a `_` in the coordinate, otherwise an index. */
export function callLayout(layout: Layout, coord: SliceCoordinate): Outcome<Layout | Stride> {
  try {
    if (hasUnderscore(coord)) return sliceOrThrow(coord, layout);
    return crd2idxOrThrow(coord as HTuple<Int>, layout.shape, layout.stride);
  } catch (e) {
    return asFailure(e);
  }
}
