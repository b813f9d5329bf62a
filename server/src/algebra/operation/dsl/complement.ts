// complement of CuTe DSL. Without a cotarget it has no bound, as in the paper: its last mode along every coordinate is
// 1:N, where the layout repeats. A divide extends that mode until it covers the layout that is divided.
// C++ CuTe knows neither, and only integer strides.

import { isConstant } from '../../integer/comparison.ts';
import { asFailure, type Outcome, refuse } from '../../integer/failure.ts';
import { type Int, isStatic } from '../../integer/integer.ts';
import { intText } from '../../integer/known.ts';
import { ceilDivide, divide, multiply } from '../../integer/operations.ts';
import { Layout, type Shape, type Strides } from '../../layout/layout.ts';
import { coprofileOrThrow } from '../../layout/measure.ts';
import { printPlain } from '../../layout/print.ts';
import { ScaledBasis, type Stride } from '../../layout/stride.ts';
import { basisValue, isInt, scaleStride } from '../../layout/stride-operations.ts';
import type { HTuple } from '../../tuple/htuple.ts';
import { leavesOf } from '../../tuple/operations.ts';
import { complementOrThrow } from '../complement.ts';
import { filterOrThrow } from '../filter.ts';
import { basisLike } from '../make.ts';
import { type Axis, alongAxis, type Codomain, hasBasisStride, splitCodomain } from '../paper-codomain.ts';
import { coalesceKeepingOrThrow, hasNoModes } from './coalesce.ts';

interface Mode {
  readonly size: Int;
  readonly stride: Int;
}

/** The gaps between modes in the order of their strides, and then 1:N. */
function gapsOf(modes: readonly Mode[], path: readonly number[]): Layout {
  const shapes: Int[] = [];
  const strides: Int[] = [];
  let covered: Int = 1;
  for (const { size, stride } of modes) {
    const gap = divide(stride, covered);
    if (isConstant(gap, 0)) {
      refuse(
        'non-injective-complement',
        `the layout overlaps itself: its stride ${intText(stride)} is less than the ${intText(covered)} elements that the smaller strides cover`,
      );
    }
    if (!isConstant(gap, 1)) {
      shapes.push(gap);
      strides.push(covered);
    }
    covered = multiply(stride, size);
  }
  const along = (d: Int): Stride => alongAxis(d, path, 'cute');
  if (shapes.length === 0) return new Layout(1, along(covered));
  return new Layout([...shapes, 1], [...strides, covered].map(along));
}

function perAxis(codomain: Codomain): Layout {
  if (!Array.isArray(codomain)) {
    const { path, modes } = codomain as Axis;
    return gapsOf(
      [...modes].sort((a, b) => a.stride - b.stride),
      path,
    );
  }
  const modes = codomain.map((c) => perAxis(c as Codomain));
  return new Layout(
    modes.map((m): Shape => m.shape),
    modes.map((m): Strides => m.stride),
  );
}

export function unboundedOrThrow(layout: Layout): Layout {
  if (hasNoModes(layout)) return new Layout(1, 1);
  const flat = filterOrThrow(layout);
  const only = flat.stride as Stride;
  // One mode needs no order, so its stride may be known at run time only.
  if (!Array.isArray(flat.stride) && isInt(only) && !isStatic(only))
    return gapsOf([{ size: flat.shape as Int, stride: only }], []);
  return perAxis(splitCodomain(flat, 'complement'));
}

/** `complement(layout, cotarget?)`. Violations: those of C++'s complement. */
export function complementDsl(layout: Layout, cotarget?: Shape): Outcome<Layout> {
  try {
    if (cotarget === undefined) return unboundedOrThrow(layout);
    if (hasBasisStride(layout.stride))
      refuse('wrong-kind', 'the complement up to a cotarget needs integer strides');
    const bounded = complementOrThrow(hasNoModes(layout) ? new Layout(1, 0) : layout, cotarget);
    const isExhausted = !Array.isArray(bounded.shape) && isConstant(bounded.shape as Int, 1);
    return isExhausted ? unboundedOrThrow(layout) : bounded;
  } catch (e) {
    return asFailure(e);
  }
}

/** The last mode of an unbounded complement made so large that it covers `extent`. */
function extended(gaps: Layout, extent: Shape): Layout {
  const shapes = leavesOf<Int>(gaps.shape).slice(0, -1);
  const strides = leavesOf<Stride>(gaps.stride as Strides);
  let step: Stride = strides.at(-1)!;
  let covered = step instanceof ScaledBasis ? basisValue(step, 'complement') : (step as Int);
  strides.pop();
  for (const n of leavesOf<Int>(extent)) {
    const rest = ceilDivide(n, covered);
    covered = ceilDivide(covered, n);
    shapes.push(rest);
    strides.push(step);
    step = scaleStride(rest, step);
  }
  return coalesceKeepingOrThrow(new Layout(shapes, strides));
}

function extendedBy(gaps: Layout, coprofile: HTuple<Int>, extent: Shape, path: readonly number[]): Layout {
  if (!Array.isArray(coprofile)) return extended(gaps, extent);
  if (!Array.isArray(extent) || extent.length < coprofile.length)
    refuse('not-congruent', `the tiler steps along coordinates that ${printPlain(extent)} does not have`);
  const modes = (extent as readonly Shape[]).map((n, i) =>
    i < coprofile.length
      ? extendedBy(
          new Layout((gaps.shape as readonly Shape[])[i]!, (gaps.stride as readonly Strides[])[i]!),
          coprofile[i] as HTuple<Int>,
          n,
          [...path, i],
        )
      : new Layout(n, basisLike(n, [...path, i])),
  );
  return new Layout(
    modes.map((m) => m.shape),
    modes.map((m) => m.stride),
  );
}

/** What is beside the tiles of `tiler` in a layout of the shape `extent`. */
export const complementWithinOrThrow = (tiler: Layout, extent: Shape): Layout =>
  extendedBy(unboundedOrThrow(tiler), coprofileOrThrow(tiler), extent, []);
