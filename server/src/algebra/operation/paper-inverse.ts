// Right and left inverse for integer, basis and binary strides alike (Cecka Tables 5 and 6). For basis
// strides the domain of the inverse is congruent with the codomain of the layout: one mode for every
// coordinate, each the inverse along that coordinate.

import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import { multiply } from '../integer/operations.ts';
import type { Trace } from '../integer/trace.ts';
import { Layout, type Shape, type Strides } from '../layout/layout.ts';
import { printPlain } from '../layout/print.ts';
import { hasBinaryStride } from '../semimodule/binary.ts';
import { leftInverseBinary, rightInverseBinary } from '../semimodule/binary-inverse.ts';
import { coalesceOrThrow } from './coalesce.ts';
import { leftInverseOrThrow, rightInverseOrThrow } from './inverse.ts';
import {
  type Axis,
  type AxisMode,
  BEYOND_CUTE_BASIS,
  type Codomain,
  hasBasisStride,
  splitCodomain,
} from './paper-codomain.ts';

type AxisInverse = (axis: Axis, trace?: Trace) => Layout;

function perAxis(codomain: Codomain, inverse: AxisInverse, trace?: Trace): Layout {
  if (!Array.isArray(codomain)) {
    const axis = codomain as Axis;
    if (trace === undefined) return inverse(axis);
    return trace.within(`along coordinate ${axis.path.join('.')}`, () => inverse(axis, trace), 'Cecka 3.4.1');
  }
  const modes = codomain.map((c) => perAxis(c as Codomain, inverse, trace));
  return new Layout(
    modes.map((m): Shape => m.shape),
    modes.map((m): Strides => m.stride),
  );
}

const byStride = (modes: readonly AxisMode[]): AxisMode[] => [...modes].sort((a, b) => a.stride - b.stride);

/** Along one coordinate: the run of modes whose strides follow on each other, from 1. */
function rightAlong(axis: Axis, trace?: Trace): Layout {
  const shapes: Int[] = [1];
  const strides: Int[] = [0];
  let next: Int = 1;
  for (const { size, stride, start } of byStride(axis.modes)) {
    if (stride !== next) {
      trace?.step(`stride ${stride} is not the ${printPlain(next)} that comes next: left out`);
      continue;
    }
    trace?.step(`stride ${stride} comes next: ${printPlain(size)}:${printPlain(start)}`);
    shapes.push(size);
    strides.push(start);
    next = multiply(size, stride);
  }
  return coalesceOrThrow(new Layout(shapes, strides as Strides));
}

/** Along one coordinate: gaps of the image get stride 0. */
function leftAlong(axis: Axis, trace?: Trace): Layout {
  const sorted = byStride(axis.modes);
  if (sorted.length === 0) return new Layout(1, 0);
  const shapes: Int[] = [];
  const strides: Int[] = [0];
  let covered = 1;
  for (const { stride, start } of sorted) {
    if (stride % covered !== 0) {
      refuse(
        'not-invertible',
        `left inverse divisibility: the stride ${stride} is no multiple of what comes before it, ${covered} ∤ ${stride}`,
        {
          dividend: stride,
          divisor: covered,
          source: 'Cecka 3.4.3',
        },
      );
    }
    shapes.push(stride / covered);
    strides.push(start);
    trace?.step(
      `stride ${stride}: ${stride}/${covered} = ${stride / covered} steps to it, then stride ${printPlain(start)}`,
    );
    covered = stride;
  }
  shapes.push(sorted.at(-1)!.size);
  return coalesceOrThrow(new Layout(shapes, strides as Strides));
}

/**
 * The right inverse as the paper defines it: R injective with R(L(R(k))) = R(k) (24). For integer
 * strides it is C++'s, for basis and binary strides C++ CuTe compiles none.
 */
export function paperRightInverse(layout: Layout, trace?: Trace): Outcome<Layout> {
  if (hasBinaryStride(layout)) return rightInverseBinary(layout, trace);
  try {
    if (!hasBasisStride(layout.stride)) return rightInverseOrThrow(layout, trace);
    trace?.step(BEYOND_CUTE_BASIS, 'Cecka Table 5');
    return perAxis(splitCodomain(coalesceOrThrow(layout), 'right_inverse'), rightAlong, trace);
  } catch (e) {
    return asFailure(e);
  }
}

/** The left inverse as the paper defines it: L(I(L(k))) = L(k) (26); C++'s for integer strides. */
export function paperLeftInverse(layout: Layout, trace?: Trace): Outcome<Layout> {
  if (hasBinaryStride(layout)) return leftInverseBinary(layout, trace);
  try {
    if (!hasBasisStride(layout.stride)) return leftInverseOrThrow(layout, trace);
    trace?.step(BEYOND_CUTE_BASIS, 'Cecka Table 6');
    return perAxis(splitCodomain(coalesceOrThrow(layout), 'left_inverse'), leftAlong, trace);
  } catch (e) {
    return asFailure(e);
  }
}

/** Whether C++ CuTe compiles the inverses of this layout; where not, the paper's value says so. */
export const isBeyondCute = (layout: Layout): boolean =>
  hasBinaryStride(layout) || hasBasisStride(layout.stride);
