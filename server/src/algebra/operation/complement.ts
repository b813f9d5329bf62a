// Complement: an ordered layout that fills the gaps of another one up to a cotarget (Cecka 3.5, Table 7),
// as C++ CuTe computes it: filtered first, coalesced at the end.

import { isConstant, precedes } from '../integer/comparison.ts';
import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import { type Int, isStatic, type StaticInt } from '../integer/integer.ts';
import { intText } from '../integer/known.ts';
import { divide, multiply } from '../integer/operations.ts';
import type { Trace } from '../integer/trace.ts';
import { compactColMajor } from '../layout/compact.ts';
import { Layout, type Shape, type Strides } from '../layout/layout.ts';
import { cosizeOrThrow } from '../layout/measure.ts';
import { printPlain } from '../layout/print.ts';
import type { Stride } from '../layout/stride.ts';
import { intStride, isZeroStride } from '../layout/stride-operations.ts';
import { ceilDiv } from '../tuple/int-tuple.ts';
import { wrap } from '../tuple/operations.ts';
import { coalesceOrThrow, coalesceShapeOrThrow } from './coalesce.ts';
import { filterOrThrow } from './filter.ts';

const NOT_INJECTIVE = 'Non-injective Layout detected in complement.';

/** The index of the smallest stride, of several all static; the first one of equals. */
function smallest(strides: readonly Int[]): number {
  if (strides.length === 1) return 0;
  let at = 0;
  for (let i = 1; i < strides.length; i++) {
    if (precedes(strides[i] as StaticInt, strides[at] as StaticInt)) at = i;
  }
  return at;
}

/** The gap between where the modes so far end (`covered`) and the next stride. */
function gapShape(stride: Int, covered: Int): Int {
  const gap = divide(stride, covered);
  if (isConstant(gap, 0)) {
    refuse(
      'non-injective-complement',
      `the layout overlaps itself: its stride ${intText(stride)} is less than the ${intText(covered)} elements that the smaller strides cover`,
      {
        ...(typeof stride === 'number' && typeof covered === 'number'
          ? { dividend: stride, divisor: covered }
          : {}),
        source: 'Cecka 3.5 (28)',
        cute: NOT_INJECTIVE,
      },
    );
  }
  return gap;
}

/** Complement of a filtered layout. */
function complementFiltered(layout: Layout, cotarget: Shape, trace?: Trace): Layout {
  const shapes = [...wrap(layout.shape)] as Int[];
  const given = wrap(layout.stride) as readonly Stride[];
  if (given.length === 1 && isZeroStride(given[0]!)) {
    const shape = coalesceShapeOrThrow(cotarget);
    trace?.step(
      `every mode has stride 0, so the image is {0}: its complement is all of ${printPlain(shape)}`,
      'Cecka Table 7',
    );
    return new Layout(shape, compactColMajor(shape) as Strides);
  }
  const strides = given.map((d) => intStride(d, 'complement'));
  if (strides.length > 1 && !strides.every(isStatic)) {
    refuse('dynamic-complement', 'the complement of a layout of more than one mode needs static strides', {
      cute: 'Dynamic-stride complement only for rank-1 layouts',
    });
  }
  const gapShapes: Int[] = [];
  const gapStrides: Int[] = [1];
  while (shapes.length > 0) {
    const at = smallest(strides);
    const d = strides[at]!;
    const s = shapes[at]!;
    const covered = gapStrides.at(-1)!;
    const gap = gapShape(d, covered);
    gapShapes.push(gap);
    const end = multiply(d, s);
    if (trace) {
      trace.step(
        `smallest stride ${intText(d)} (mode ${intText(s)}:${intText(d)}): ${intText(d)}/${intText(covered)} = ${intText(gap)} ${gap === 1 ? 'copy fits' : 'copies fit'} before it, ` +
          `${intText(gap)}:${intText(covered)}; covered up to ${intText(s)}·${intText(d)} = ${intText(end)}`,
        'Cecka 3.5',
        new Layout(gap, covered),
      );
    }
    shapes.splice(at, 1);
    strides.splice(at, 1);
    gapStrides.push(end);
  }
  const covered = gapStrides.pop()!;
  const restShape = coalesceShapeOrThrow(ceilDiv(cotarget, covered));
  const rest = new Layout(restShape, compactColMajor(restShape, covered) as Strides);
  trace?.step(
    `up to the cotarget ${printPlain(cotarget)}: ⌈${printPlain(cotarget)}/${intText(covered)}⌉ = ${printPlain(restShape)}, ${printPlain(rest)}`,
    'Cecka 3.5',
    rest,
  );
  const result = coalesceOrThrow(new Layout([gapShapes, restShape], [gapStrides, rest.stride] as Strides));
  trace?.step(`coalesced: ${printPlain(result)}`, 'Cecka 3.2', result);
  return result;
}

export function complementOrThrow(layout: Layout, cotarget?: Shape, trace?: Trace): Layout {
  const filtered = filterOrThrow(layout);
  trace?.step(`without modes of stride 0 and size 1: ${printPlain(filtered)}`, 'Cecka 3.5', filtered);
  return complementFiltered(filtered, cotarget ?? cosizeOrThrow(filtered), trace);
}

/**
 * `complement(layout, cotarget)`: strides that lie in the gaps of the layout, up to `cotarget`, by
 * default its cosize. A tuple as cotarget is divided mode by mode. Violations:
 * non-injective-complement, dynamic-complement.
 */
export function complement(layout: Layout, cotarget?: Shape, trace?: Trace): Outcome<Layout> {
  try {
    return complementOrThrow(layout, cotarget, trace);
  } catch (e) {
    return asFailure(e);
  }
}
