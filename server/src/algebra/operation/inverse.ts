// Right and left inverse (Cecka 3.4, Tables 5 and 6), as C++ CuTe computes them for integer strides.

import { equalStatic, isConstant, precedes, sameValue } from '../integer/comparison.ts';
import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import { type Int, isStatic, type StaticInt } from '../integer/integer.ts';
import { intText } from '../integer/known.ts';
import { divide, multiply, remainder } from '../integer/operations.ts';
import type { Trace } from '../integer/trace.ts';
import { Layout, type Strides } from '../layout/layout.ts';
import { printPlain } from '../layout/print.ts';
import type { Stride } from '../layout/stride.ts';
import { intStride, isInt } from '../layout/stride-operations.ts';
import { suppose } from '../term/suppositions.ts';
import { product } from '../tuple/int-tuple.ts';
import { wrap } from '../tuple/operations.ts';
import { coalesceOrThrow } from './coalesce.ts';

/**
 * C++'s exchange sort of indices by stride. It is not stable, so equal strides come out in its own order;
 * those with symbols are undetermined where their order is.
 */
function sortStrides(keys: StaticInt[], indices: number[]): void {
  for (let i = 0; i < keys.length; i++) {
    for (let j = i + 1; j < keys.length; j++) {
      if (precedes(keys[j]!, keys[i]!)) {
        const key = keys[j]!;
        keys[j] = keys[i]!;
        keys[i] = key;
        const index = indices[j]!;
        indices[j] = indices[i]!;
        indices[i] = index;
      }
    }
  }
}

/** The prefix products of a shape: where each mode starts in the colexicographic order. */
function starts(shapes: readonly Int[]): Int[] {
  const result: Int[] = [1];
  for (let i = 0; i + 1 < shapes.length; i++) result.push(multiply(shapes[i]!, result[i]!));
  return result;
}

export function rightInverseOrThrow(layout: Layout, trace?: Trace): Layout {
  const flat = coalesceOrThrow(layout);
  trace?.step(`coalesced: ${printPlain(flat)}`, 'Cecka 3.2');
  const shapes = wrap(flat.shape) as readonly Int[];
  const strides = wrap(flat.stride) as readonly Stride[];
  const known = strides.flatMap((d, i) => {
    if (isInt(d) && !isStatic(d)) return [];
    return [{ i, d: intStride(d, 'right_inverse') as StaticInt }];
  });
  const keys = known.map(({ d }) => d);
  const order = known.map(({ i }) => i);
  sortStrides(keys, order);
  const start = starts(shapes);
  const newShapes: Int[] = [1];
  const newStrides: Int[] = [0];
  let current: Int = 1;
  for (let k = 0; k < order.length; k++) {
    const i = order[k]!;
    const d = keys[k]!;
    if (!isStatic(current) || !equalStatic(d, current)) {
      trace?.step(
        `stride ${intText(d)} is not the ${intText(current)} that comes next: mode ${i} is left out`,
        'Cecka 3.4.1',
      );
      continue;
    }
    newShapes.push(shapes[i]!);
    newStrides.push(start[i]!);
    if (k + 1 < order.length) current = multiply(shapes[i]!, d);
    trace?.step(
      `stride ${intText(d)} comes next: mode ${i} starts at ${intText(start[i]!)}, so ${intText(shapes[i]!)}:${intText(start[i]!)}`,
      'Cecka 3.4.1',
    );
  }
  return coalesceOrThrow(new Layout(newShapes, newStrides as Strides));
}

/** The largest R with layout(R(i)) = i. Modes whose stride does not come next are skipped; dynamic strides too. */
export function rightInverse(layout: Layout, trace?: Trace): Outcome<Layout> {
  try {
    return rightInverseOrThrow(layout, trace);
  } catch (e) {
    return asFailure(e);
  }
}

export function leftInverseOrThrow(layout: Layout, trace?: Trace): Layout {
  const flat = coalesceOrThrow(layout);
  trace?.step(`coalesced: ${printPlain(flat)}`, 'Cecka 3.2');
  const shapes = wrap(flat.shape) as readonly Int[];
  const strides = wrap(flat.stride) as readonly Stride[];
  const keys = strides.map((d): StaticInt => {
    if (isInt(d) && !isStatic(d)) {
      return refuse(
        'not-invertible',
        `the left inverse needs static strides, ${intText(d)} is a run-time integer`,
        {
          cute: 'Left inverse requires static strides.',
        },
      );
    }
    return intStride(d, 'left_inverse') as StaticInt;
  });
  const order = keys.map((_, i) => i);
  sortStrides(keys, order);
  const start = starts(shapes);
  const newShapes: Int[] = [];
  const newStrides: Int[] = [0];
  for (let k = 0; k < order.length; k++) {
    const d = keys[k]!;
    const i = order[k]!;
    if (isConstant(d, 0)) {
      trace?.step(`mode ${i} has stride 0: left out`, 'Cecka 3.4.3');
      continue;
    }
    const covered = product(newShapes);
    const divides = sameValue(remainder(d, covered), 0);
    if (divides === undefined) suppose(`${intText(covered)} divides ${intText(d)}`);
    if (divides === false) {
      refuse(
        'not-invertible',
        `the stride ${intText(d)} of mode ${i} is no multiple of the ${intText(covered)} that the left inverse of the smaller strides covers`,
        {
          mode: [i],
          ...(typeof d === 'number' ? { dividend: d } : {}),
          ...(typeof covered === 'number' ? { divisor: covered } : {}),
          source: 'Cecka 3.4.3',
          cute: 'Left inverse divisibility condition',
        },
      );
    }
    newShapes.push(divide(d, covered));
    newStrides.push(start[i]!);
    trace?.step(
      `stride ${intText(d)}: ${intText(d)}/${intText(covered)} = ${intText(newShapes.at(-1)!)} steps to it, then stride ${intText(start[i]!)}, where mode ${i} starts`,
      'Cecka 3.4.3',
    );
  }
  newShapes.push(shapes[order.at(-1)!]!);
  trace?.step(
    `the last mode has ${intText(newShapes.at(-1)!)} elements: (${newShapes.map(intText).join(',')}):(${newStrides.map(intText).join(',')})`,
    'Cecka 3.4.3',
  );
  return coalesceOrThrow(new Layout(newShapes, newStrides as Strides));
}

/** L with L(layout(i)) = i for an injective layout. Gaps of the image get stride 0. Violation: not-invertible. */
export function leftInverse(layout: Layout, trace?: Trace): Outcome<Layout> {
  try {
    return leftInverseOrThrow(layout, trace);
  } catch (e) {
    return asFailure(e);
  }
}
