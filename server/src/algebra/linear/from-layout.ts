// A CuTe layout as a linear layout, where its values add up without a carry: extents and bases over F2.

import { asFailure, isFailure, type Outcome, orThrow, refuse } from '../integer/failure.ts';
import type { AnyLayout } from '../layout/layout.ts';
import { linearForm } from '../property/linear.ts';
import { type InDimension, LinearLayout, makeLinearLayout } from './layout.ts';
import { reshapeOuts } from './reshape.ts';

/** Words are taken together bit by bit, as 32-bit integers. */
const LARGEST = 2 ** 31;

function offsetOrThrow(value: readonly number[]): number {
  const [offset, ...others] = value;
  if (offset === undefined || others.length > 0) return refuse('unsupported', 'its values are coordinates');
  return offset < LARGEST ? offset : refuse('overflow', `the offset ${offset} does not fit in 31 bits`);
}

/** The offsets at the powers of two, mode by mode; throws why there are none. */
function offsetsOrThrow(layout: AnyLayout): readonly (readonly number[])[] {
  const form = linearForm(layout);
  if (isFailure(form)) throw form;
  if (!form.linear) return refuse('inadmissible', `the layout is not linear over F2: ${form.why}`);
  return form.bases.map((mode) => mode.map(offsetOrThrow));
}

/** So many bits hold every offset. */
const outBitsOf = (offsets: readonly number[]): number =>
  32 - Math.clz32(offsets.reduce((all, offset) => all | offset, 0));

/** From the coordinates of the modes, `dim0` and so on, to the `offset`. A violation says which mode is not linear. */
export function linearOfLayout(layout: AnyLayout): Outcome<LinearLayout> {
  try {
    const modes = offsetsOrThrow(layout);
    const ins: InDimension[] = modes.map((bases, i) => ({ name: `dim${i}`, bases }));
    return new LinearLayout(ins, [{ name: 'offset', bits: outBitsOf(modes.flat()) }]);
  } catch (e) {
    return asFailure(e);
  }
}

/** Threads of a warp. */
const LANE_BITS = 5;

/**
 * A layout of threads and values, whose results number a tile of the shape with the first dimension the fastest, as one
 * from registers, lanes and warps to the tile's coordinates.
 */
export function linearOfThreadValues(layout: AnyLayout, shape: readonly number[]): Outcome<LinearLayout> {
  try {
    const modes = offsetsOrThrow(layout);
    const [threads, values] = modes;
    if (threads === undefined || values === undefined || modes.length !== 2)
      return refuse(
        'rank-mismatch',
        `a layout of threads and values has 2 modes, and this has ${modes.length}`,
      );
    const bases = [
      ['register', values],
      ['lane', threads.slice(0, LANE_BITS)],
      ['warp', threads.slice(LANE_BITS)],
    ] as const;
    const size = shape.reduce((product, n) => product * n, 1);
    const flat = orThrow(
      makeLinearLayout(
        bases.map(([name, images]) => [name, images.map((image) => [image])] as const),
        [['tile', size]],
      ),
    );
    return orThrow(
      reshapeOuts(
        flat,
        shape.map((n, i) => [`dim${i}`, n] as const),
      ),
    );
  } catch (e) {
    return asFailure(e);
  }
}
