// What may be applied to the offsets of a layout: a swizzle, or padding. Each is undone, so that what remains is a
// question about layouts alone.

import { Layout, Swizzle } from '../layout/layout.ts';
import { yMask } from '../layout/swizzle.ts';

/** An injective function from offsets to offsets. */
export interface OuterFunction {
  readonly outer: Swizzle | Layout;
  readonly apply: (offset: number) => number;
  /** The offset that it takes to this one; NaN where there is none. */
  readonly undo: (offset: number) => number;
}

/** A swizzle on offsets that are not negative and below 2^31. It undoes itself. */
function swizzleFunction(swizzle: Swizzle): OuterFunction {
  const { shift } = swizzle;
  const read = yMask(swizzle);
  const apply =
    shift > 0
      ? (offset: number): number => offset ^ ((offset & read) >> shift)
      : (offset: number): number => offset ^ ((offset & read) << -shift);
  return { outer: swizzle, apply, undo: apply };
}

/**
 * The swizzles that move bits of these offsets and stay below their highest bit: those of few bits first, and of those
 * that do the same the one of the fewest bits. `set` has every bit that some offset has.
 */
export function swizzlesOf(set: number): readonly OuterFunction[] {
  const width = 32 - Math.clz32(set);
  const found: OuterFunction[] = [];
  for (let bits = 1; bits <= width / 2; bits++)
    for (let distance = bits; distance + bits <= width; distance++)
      for (const shift of [distance, -distance])
        for (let base = 0; base + bits + distance <= width; base++) {
          const swizzle = new Swizzle(bits, base, shift);
          const read = yMask(swizzle);
          // A bit at the end that no offset has makes it a swizzle of fewer bits.
          const [lowest, highest] = [read & -read, 1 << (31 - Math.clz32(read))];
          if ((set & lowest) === 0 || (set & highest) === 0) continue;
          found.push(swizzleFunction(swizzle));
        }
  return found;
}

/** The most offsets that are looked for between two intervals of a padded layout. */
const MOST_PADDING = 64;

/** `padding` offsets are left out after every `interval`, a power of two: the layout `(interval,n):(1,interval+padding)`. */
function paddedFunction(interval: number, padding: number, highest: number): OuterFunction {
  const step = interval + padding;
  const count = Math.floor(highest / step) + 1;
  return {
    outer: new Layout([interval, count], [1, step]),
    apply: (offset) => offset + Math.floor(offset / interval) * padding,
    undo: (offset) => {
      const turn = Math.floor(offset / step);
      const within = offset - turn * step;
      return within < interval ? turn * interval + within : Number.NaN;
    },
  };
}

/** The paddings that offsets up to the highest can have, those of long intervals first. */
export function paddingsOf(highest: number): readonly OuterFunction[] {
  const found: OuterFunction[] = [];
  for (let interval = 2 ** Math.floor(Math.log2(highest + 1)); interval > 1; interval /= 2)
    for (let padding = 1; padding <= MOST_PADDING && interval + padding <= highest; padding++)
      found.push(paddedFunction(interval, padding, highest));
  return found;
}
