// Right and left inverse (Cecka 3.4, Tables 5 and 6), as C++ CuTe computes them for integer strides.

import { coalesceOrThrow } from './coalesce.ts';
import { caught, type Outcome, refuse } from './failure.ts';
import { product } from './int-tuple.ts';
import { type Int, isStatic } from './integer.ts';
import {
  divide,
  equalStatic,
  intText,
  isConstant,
  multiply,
  remainder,
  requireStatic,
} from './integer-ops.ts';
import { Layout, type Strides } from './layout.ts';
import { printPlain } from './print.ts';
import type { Stride } from './stride.ts';
import { intStride, isInt } from './stride-ops.ts';
import type { Trace } from './trace.ts';
import { wrap } from './tuple-ops.ts';

/** C++'s exchange sort of indices by key. It is not stable, so equal keys come out in its own order. */
function exchangeSort(keys: number[], indices: number[]): void {
  for (let i = 0; i < keys.length; i++) {
    for (let j = i + 1; j < keys.length; j++) {
      if (keys[j]! < keys[i]!) {
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
  const keys: number[] = [];
  const order: number[] = [];
  for (let i = 0; i < strides.length; i++) {
    const d = strides[i]!;
    if (isInt(d) && !isStatic(d)) continue;
    keys.push(requireStatic(intStride(d, 'right_inverse'), 'a stride'));
    order.push(i);
  }
  exchangeSort(keys, order);
  const start = starts(shapes);
  const newShapes: Int[] = [1];
  const newStrides: Int[] = [0];
  let current: Int = 1;
  for (let k = 0; k < order.length; k++) {
    const i = order[k]!;
    const d = keys[k]!;
    if (!isStatic(current) || !equalStatic(d, current)) {
      trace?.step(
        `stride ${d} is not the ${intText(current)} that comes next: mode ${i} is left out`,
        'Cecka 3.4.1',
      );
      continue;
    }
    newShapes.push(shapes[i]!);
    newStrides.push(start[i]!);
    if (k + 1 < order.length) current = multiply(shapes[i]!, d);
    trace?.step(
      `stride ${d} comes next: mode ${i} starts at ${intText(start[i]!)}, so ${intText(shapes[i]!)}:${intText(start[i]!)}`,
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
    return caught(e);
  }
}

export function leftInverseOrThrow(layout: Layout, trace?: Trace): Layout {
  const flat = coalesceOrThrow(layout);
  trace?.step(`coalesced: ${printPlain(flat)}`, 'Cecka 3.2');
  const shapes = wrap(flat.shape) as readonly Int[];
  const strides = wrap(flat.stride) as readonly Stride[];
  const keys = strides.map((d) => {
    if (isInt(d) && !isStatic(d)) {
      return refuse(
        'not-invertible',
        `the left inverse needs static strides, ${intText(d)} is a run-time integer`,
        {
          cute: 'Left inverse requires static strides.',
        },
      );
    }
    return requireStatic(intStride(d, 'left_inverse'), 'a stride');
  });
  const order = keys.map((_, i) => i);
  exchangeSort(keys, order);
  const start = starts(shapes);
  const newShapes: Int[] = [];
  const newStrides: Int[] = [0];
  for (let k = 0; k < order.length; k++) {
    const d = keys[k]!;
    const i = order[k]!;
    if (d === 0) {
      trace?.step(`mode ${i} has stride 0: left out`, 'Cecka 3.4.3');
      continue;
    }
    const covered = product(newShapes);
    if (!isConstant(remainder(d, covered), 0)) {
      refuse(
        'not-invertible',
        `left inverse divisibility: the stride ${d} of mode ${i} is no multiple of what comes before it, ${intText(covered)} ∤ ${d}`,
        {
          mode: [i],
          dividend: d,
          ...(typeof covered === 'number' ? { divisor: covered } : {}),
          source: 'Cecka 3.4.3',
          cute: 'Left inverse divisibility condition',
        },
      );
    }
    newShapes.push(divide(d, covered));
    newStrides.push(start[i]!);
    trace?.step(
      `stride ${d}: ${d}/${intText(covered)} = ${intText(newShapes.at(-1)!)} steps to it, then stride ${intText(start[i]!)}, where mode ${i} starts`,
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
    return caught(e);
  }
}
