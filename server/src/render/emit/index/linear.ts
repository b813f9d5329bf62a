// A layout or a chain as a linear layout over F2, where its offsets are one.

import { asFailure, type Outcome, refuse } from '../../../algebra/integer/failure.ts';
import { unflatten } from '../../../algebra/lego/row-major.ts';
import { isPowerOfTwo, LinearLayout } from '../../../algebra/linear/layout.ts';
import { type Closed, subjectAt } from './subject.ts';

/** The largest layout that is looked at element by element. */
const MAXIMUM_POINTS = 1 << 20;

/** Offsets by the bits of the coordinates. */
function basesOf(
  extents: readonly number[],
  offset: (at: readonly number[]) => number,
): readonly (readonly number[])[] {
  return extents.map((n, k) =>
    Array.from({ length: Math.log2(n) }, (_, bit) => offset(extents.map((_, j) => (j === k ? 2 ** bit : 0)))),
  );
}

const imageOf = (bases: readonly (readonly number[])[], at: readonly number[]): number =>
  at.reduce((word, x, k) => bases[k]!.reduce((w, base, bit) => (x & (1 << bit) ? w ^ base : w), word), 0);

/**
 * The linear layout with the offsets of a value, its modes named as its coordinates are. Violations: not-a-power-of-two for
 * a size that is none; inadmissible for offsets that are not the exclusive or of those of the bits, with the first index;
 * unsupported for what is too large to be looked at.
 */
export function linearForm(value: Closed): Outcome<LinearLayout> {
  if (value instanceof LinearLayout) return value;
  try {
    const { variables, expected } = subjectAt(value, [], false);
    const extents = variables.map(({ extent }) => extent);
    const wrong = extents.find((n) => !isPowerOfTwo(n));
    if (wrong !== undefined)
      refuse('not-a-power-of-two', `a mode has ${wrong} elements, which is no power of two`);
    const points = extents.reduce((a, b) => a * b, 1);
    if (points > MAXIMUM_POINTS) refuse('unsupported', `${points} points are too many to be looked at`);
    const bases = basesOf(extents, (at) => expected(at)[0]!);
    if (bases.flat().some((base) => base < 0 || base >= 2 ** 31))
      refuse('unsupported', 'a linear layout has offsets of 31 bits');
    let bits = 0;
    for (let i = 0; i < points; i++) {
      const at = unflatten(extents, i);
      const [image, offset] = [imageOf(bases, at), expected(at)[0]!];
      if (offset !== image)
        refuse(
          'inadmissible',
          `it is not linear over F2: at (${at.join(',')}) the bits give ${image}, and the offset is ${offset}`,
        );
      bits = Math.max(bits, Math.ceil(Math.log2(offset + 1)));
    }
    return new LinearLayout(
      variables.map(({ name }, k) => ({ name, bases: bases[k]! })),
      [{ name: 'offset', bits }],
    );
  } catch (e) {
    return asFailure(e);
  }
}
