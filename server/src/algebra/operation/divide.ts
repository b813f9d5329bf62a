// Division: a layout into tiles and what is left (Cecka 3.5.2). logical_divide(A, B) is
// A o (B, complement of B in A's shape).

import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import type { Trace } from '../integer/trace.ts';
import { Layout, type Shape, type Strides, type Tiler, UNDERSCORE, Underscore } from '../layout/layout.ts';
import { columnMajor } from '../layout/major.ts';
import { printPlain } from '../layout/print.ts';
import { tooManyModes } from '../layout/profile-text.ts';
import { type SliceCoordinate, sliceOrThrow } from '../layout/slice.ts';
import type { Stride } from '../layout/stride.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { rankOf, zipPairsBy } from '../tuple/operations.ts';
import { coalesceOrThrow, modeOf } from './coalesce.ts';
import { complementOrThrow } from './complement.ts';
import { composeOrThrow } from './composition.ts';

/** The tiler with its complement beside it: what the layout is composed with. */
export function completedTiler(layout: Layout, tiler: Layout, trace?: Trace): Layout {
  const cotarget = coalesceOrThrow(layout).shape;
  const rest = trace
    ? trace.within(
        `complement of ${printPlain(tiler)} in ${printPlain(cotarget)}`,
        () => complementOrThrow(tiler, cotarget, trace),
        'Cecka 3.5.2',
        'indices',
      )
    : complementOrThrow(tiler, cotarget);
  return new Layout([tiler.shape, rest.shape], [tiler.stride, rest.stride]);
}

/** Applies `f` to the modes of a layout that a tuple tiler reaches; the others stay. */
export function byTiler(
  layout: Layout,
  tiler: Tiler,
  operation: string,
  f: (l: Layout, t: Layout) => Layout,
  trace?: Trace,
): Layout {
  if (tiler instanceof Layout) return f(layout, tiler);
  if (tiler instanceof Underscore) return layout;
  if (!Array.isArray(tiler)) return f(layout, columnMajor(tiler as Int));
  const rank = rankOf(layout.shape);
  if (tiler.length > rank) {
    refuse('rank-mismatch', tooManyModes(tiler.length, layout.shape), {
      dividend: tiler.length,
      divisor: rank,
      cute: `${operation}: Too many modes in tiler.`,
    });
  }
  const shapes: Shape[] = [];
  const strides: Strides[] = [];
  for (let i = 0; i < rank; i++) {
    let mode = modeOf(layout, i);
    if (i < tiler.length) {
      const [before, part] = [mode, tiler[i] as Tiler];
      mode = trace
        ? trace.within(`mode ${i}`, () => byTiler(before, part, operation, f, trace), 'Cecka 3.3.5')
        : byTiler(before, part, operation, f);
    }
    shapes.push(mode.shape);
    strides.push(mode.stride);
  }
  return new Layout(shapes, strides);
}

function divideByLayout(layout: Layout, tiler: Layout, trace?: Trace): Layout {
  const completed = completedTiler(layout, tiler, trace);
  if (trace === undefined) return composeOrThrow(layout, completed);
  return trace.within(
    `${printPlain(layout)} o ${printPlain(completed)}`,
    () => composeOrThrow(layout, completed, trace),
    'Cecka 3.5.2',
  );
}

export function logicalDivideOrThrow(layout: Layout, tiler: Tiler, trace?: Trace): Layout {
  return byTiler(layout, tiler, 'logical_divide', (l, t) => divideByLayout(l, t, trace), trace);
}

/**
 * `logical_divide(layout, tiler)`: (tile, rest), mode by mode for a tuple tiler. A tiler that does not
 * divide rounds up: the result then has more coordinates than the layout (see admissibility/divide.ts).
 */
export function logicalDivide(layout: Layout, tiler: Tiler, trace?: Trace): Outcome<Layout> {
  try {
    return logicalDivideOrThrow(layout, tiler, trace);
  } catch (e) {
    return asFailure(e);
  }
}

// --- the rearranged forms ---------------------------------------------------------------------------

/** The profile of a tiler: a layout, an integer and `_` are leaves. */
const guideOf = (tiler: Tiler): HTuple<unknown> => tiler as HTuple<unknown>;

/** Gathers the pairs at the tiler's leaves: ((tile,…),(rest,…,untouched modes)). */
export function tileUnzipOrThrow(layout: Layout, guide: HTuple<unknown>): Layout {
  return new Layout(
    zipPairsBy<Int>(layout.shape, guide) as Shape,
    zipPairsBy<Stride>(layout.stride, guide) as Strides,
  );
}

export function tileUnzip(layout: Layout, guide: HTuple<unknown>): Outcome<Layout> {
  try {
    return tileUnzipOrThrow(layout, guide);
  } catch (e) {
    return asFailure(e);
  }
}

const underscores = (n: number): SliceCoordinate =>
  n === 1 ? UNDERSCORE : new Array<Underscore>(n).fill(UNDERSCORE);

/** `zipped(_, (_,…))`: unpacks the second mode. */
export function unpackRest(zipped: Layout): Layout {
  return sliceOrThrow([UNDERSCORE, underscores(rankOf(modeOf(zipped, 1).shape))], zipped);
}

/** `zipped((_,…), (_,…))`: unpacks both modes. */
export function unpackBoth(zipped: Layout): Layout {
  const [tile, rest] = [rankOf(modeOf(zipped, 0).shape), rankOf(modeOf(zipped, 1).shape)];
  return sliceOrThrow([underscores(tile), underscores(rest)], zipped);
}

export const zippedDivideOrThrow = (layout: Layout, tiler: Tiler, trace?: Trace): Layout =>
  tileUnzipOrThrow(logicalDivideOrThrow(layout, tiler, trace), guideOf(tiler));

/** ((tile,…),(rest,…)). */
export function zippedDivide(layout: Layout, tiler: Tiler, trace?: Trace): Outcome<Layout> {
  try {
    return zippedDivideOrThrow(layout, tiler, trace);
  } catch (e) {
    return asFailure(e);
  }
}

/** ((tile,…),rest,…). */
export function tiledDivide(layout: Layout, tiler: Tiler, trace?: Trace): Outcome<Layout> {
  try {
    return unpackRest(zippedDivideOrThrow(layout, tiler, trace));
  } catch (e) {
    return asFailure(e);
  }
}

/** (tile,…,rest,…). */
export function flatDivide(layout: Layout, tiler: Tiler, trace?: Trace): Outcome<Layout> {
  try {
    return unpackBoth(zippedDivideOrThrow(layout, tiler, trace));
  } catch (e) {
    return asFailure(e);
  }
}
