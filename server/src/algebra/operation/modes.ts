// Layouts as tuples of modes: select, take, group, append, replace, zip and the like.

import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import { Layout, type Shape, type Strides } from '../layout/layout.ts';
import type { Stride } from '../layout/stride.ts';
import type { HTuple } from '../tuple/htuple.ts';
import {
  appendMode,
  appendTo,
  groupModes,
  modeAt,
  prependMode,
  prependTo,
  rankOf,
  replaceMode,
  takeModes,
  unflattenTuple,
  zipTuple,
} from '../tuple/operations.ts';
import { modeOf } from './coalesce.ts';

type TupleOperation = <T>(t: HTuple<T>) => HTuple<T>;

/** The same operation on shape and stride. */
function onBoth(layout: Layout, f: TupleOperation): Outcome<Layout> {
  try {
    return new Layout(f<Int>(layout.shape), f<Stride>(layout.stride));
  } catch (e) {
    return asFailure(e);
  }
}

/** `get<i,…>(layout)` and `layout<i,…>(layout)`: the sublayout at a path. */
export const getMode = (layout: Layout, path: readonly number[]): Outcome<Layout> =>
  onBoth(layout, (t) => modeAt(t, path));

/** `select<i,…>(layout)`: these modes in this order. */
export function selectModes(layout: Layout, indices: readonly number[]): Outcome<Layout> {
  try {
    const modes = indices.map((i) => modeOf(layout, i));
    return new Layout(
      modes.map((m) => m.shape),
      modes.map((m) => m.stride),
    );
  } catch (e) {
    return asFailure(e);
  }
}

/** `take<begin,end>(layout)`: modes [begin, end), always as a tuple. */
export function take(layout: Layout, begin: number, end: number): Outcome<Layout> {
  return onBoth(layout, (t) => {
    if (begin >= end)
      refuse('out-of-range', `the range [${begin},${end}) is empty`, { cute: 'take: empty range error' });
    if (begin < 0 || end > rankOf(t)) {
      refuse('out-of-range', `the range [${begin},${end}) exceeds the rank ${rankOf(t)}`, {
        cute: 'take: range out of bounds',
      });
    }
    return takeModes(t, begin, end);
  });
}

/** `group<begin,end>(layout)`: modes [begin, end) become one mode; -1 as end stands for the rank. */
export const group = (layout: Layout, begin: number, end: number): Outcome<Layout> =>
  onBoth(layout, (t) => groupModes(t, begin, end === -1 ? rankOf(t) : end));

const UNIT_MODE = new Layout(1, 0);

/** Shape and stride padded or extended alike. */
function extend(layout: Layout, x: Layout, f: <T>(t: HTuple<T>, x: HTuple<T>) => HTuple<T>): Outcome<Layout> {
  try {
    return new Layout(f<Int>(layout.shape, x.shape), f<Stride>(layout.stride, x.stride));
  } catch (e) {
    return asFailure(e);
  }
}

/** `append(layout, x)`, or `append<n>(layout, x)`: padded to rank n with x. */
export const append = (layout: Layout, x: Layout = UNIT_MODE, n?: number): Outcome<Layout> =>
  extend(layout, x, (t, e) => (n === undefined ? appendMode(t, e) : appendTo(t, n, e)));

export const prepend = (layout: Layout, x: Layout = UNIT_MODE, n?: number): Outcome<Layout> =>
  extend(layout, x, (t, e) => (n === undefined ? prependMode(t, e) : prependTo(t, n, e)));

/** `replace<i>(layout, x)`. */
export const replace = (layout: Layout, i: number, x: Layout): Outcome<Layout> =>
  extend(layout, x, (t, e) => replaceMode(t, i, e));

/** `zip(layout)`: ((a,b),(x,y)) becomes ((a,x),(b,y)). */
export const zip = (layout: Layout): Outcome<Layout> => onBoth(layout, (t) => zipTuple(t));

/** `zip(a, b)`: the modes of a and b side by side. */
export function zip2(a: Layout, b: Layout): Outcome<Layout> {
  try {
    return new Layout(
      zipTuple<Int>([a.shape, b.shape] as Shape),
      zipTuple<Stride>([a.stride, b.stride] as Strides),
    );
  } catch (e) {
    return asFailure(e);
  }
}

/** `unflatten(layout, profile)`: the modes of a flat layout in the profile given. */
export const unflatten = (layout: Layout, profile: HTuple<unknown>): Outcome<Layout> =>
  onBoth(layout, (t) => unflattenTuple(t, profile));
