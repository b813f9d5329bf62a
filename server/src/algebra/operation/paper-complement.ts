// The unbounded complement of the paper (Cecka 3.5, Table 7): the gaps of the image and, as its last
// mode 1:N, where the layout repeats. C++'s complement stops at its cotarget instead, and compiles only
// for integer strides.

import { requireStatic } from '../integer/comparison.ts';
import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import { multiply } from '../integer/operations.ts';
import type { Trace } from '../integer/trace.ts';
import { Layout, type Shape, type Strides } from '../layout/layout.ts';
import type { BasisForm, Stride } from '../layout/stride.ts';
import { hasBinaryStride } from '../semimodule/binary.ts';
import { complementBinary } from '../semimodule/binary-inverse.ts';
import { wrap } from '../tuple/operations.ts';
import { coalesceOrThrow } from './coalesce.ts';
import { filterOrThrow } from './filter.ts';
import {
  type Axis,
  alongAxis,
  BEYOND_CUTE_BASIS,
  type Codomain,
  hasBasisStride,
  hasPaperBasis,
  splitCodomain,
} from './paper-codomain.ts';

/** Gaps along one coordinate, coalesced, and then 1:N. */
function complementAlong(axis: Axis, form: BasisForm, trace?: Trace): Layout {
  const shapes: Int[] = [];
  const strides: Stride[] = [];
  let covered = 1;
  for (const { size, stride } of [...axis.modes].sort((a, b) => a.stride - b.stride)) {
    const gap = Math.trunc(stride / covered);
    if (gap < 1) {
      refuse(
        'non-injective-complement',
        `the stride ${stride} lies inside the ${covered} elements already covered`,
        {
          dividend: stride,
          divisor: covered,
          source: 'Cecka 3.5 (28)',
        },
      );
    }
    if (gap > 1) {
      shapes.push(gap);
      strides.push(alongAxis(covered, axis.path, form));
      trace?.step(`${stride}/${covered} = ${gap} copies fit before the stride ${stride}`);
    }
    covered = requireStatic(multiply(size, stride), 'the size of the layout');
  }
  trace?.step(`the image repeats after ${covered}`);
  const last = alongAxis(covered, axis.path, form);
  if (shapes.length === 0) return new Layout(1, last);
  const gaps = coalesceOrThrow(new Layout(shapes, strides));
  return new Layout([...(wrap(gaps.shape) as Int[]), 1], [...(wrap(gaps.stride) as Stride[]), last]);
}

function perAxis(codomain: Codomain, form: BasisForm, trace?: Trace): Layout {
  if (!Array.isArray(codomain)) return complementAlong(codomain as Axis, form, trace);
  const modes = codomain.map((c) => perAxis(c as Codomain, form, trace));
  return new Layout(
    modes.map((m): Shape => m.shape),
    modes.map((m): Strides => m.stride),
  );
}

/**
 * The complement without a bound, for integer and basis strides. Its last mode along every coordinate
 * is 1:N. Violation: non-injective-complement.
 */
export function unboundedComplement(layout: Layout, trace?: Trace): Outcome<Layout> {
  if (hasBinaryStride(layout)) return complementBinary();
  try {
    if (hasBasisStride(layout.stride)) trace?.step(BEYOND_CUTE_BASIS, 'Cecka Table 7');
    const form = hasPaperBasis(layout.stride) ? 'paper' : 'cute';
    return perAxis(splitCodomain(filterOrThrow(layout), 'complement'), form, trace);
  } catch (e) {
    return asFailure(e);
  }
}
