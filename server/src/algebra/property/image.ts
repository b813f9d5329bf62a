// The image of a layout: where it begins and ends, whether it is an interval, which offsets it leaves out
// and which it hits more than once.

import { isFailure, NeedsValue, type Outcome } from '../integer/failure.ts';
import type { Swizzle } from '../layout/layout.ts';
import { type Decision, no, yes } from './answer.ts';
import { injectiveView } from './injective.ts';
import { type LayoutView, withValues } from './view.ts';

/** The offsets a layout over the integers gives. */
export interface Image {
  readonly min: bigint;
  readonly max: bigint;
  /** How many different offsets; NeedsValue when it was not counted. */
  readonly distinct: Outcome<bigint>;
  /** Every offset from `min` to `max` is hit. */
  readonly contiguous: boolean;
  /** The smallest offset between `min` and `max` that is not hit; null when there is none. */
  readonly firstGap: bigint | null;
  /** How many offsets between `min` and `max` are not hit. */
  readonly gaps: Outcome<bigint>;
  /** How many coordinates hit an offset that a smaller coordinate hit before. */
  readonly overlaps: Outcome<bigint>;
}

/**
 * The image of a sum of integer modes. Turning a mode around makes its stride positive and shifts the image,
 * so the smallest offset is the sum of the negative extents. With strides sorted, the first `k` modes cover
 * an interval exactly when each stride is at most one more than what the smaller ones reach: an offset that
 * lies beyond their reach and below the next stride can be had in no other way.
 */
const imageOfModes = (sizes: readonly bigint[], strides: readonly bigint[]) => {
  let [min, max] = [0n, 0n];
  const modes: { stride: bigint; extent: bigint }[] = [];
  sizes.forEach((size, i) => {
    const stride = strides[i]!;
    const extent = (size - 1n) * stride;
    if (extent < 0n) min += extent;
    else max += extent;
    if (extent !== 0n)
      modes.push({ stride: stride < 0n ? -stride : stride, extent: extent < 0n ? -extent : extent });
  });
  modes.sort((a, b) => (a.stride < b.stride ? -1 : 1));
  let reach = 0n;
  for (const { stride, extent } of modes) {
    if (stride > reach + 1n) return { min, max, firstGap: min + reach + 1n };
    reach += extent;
  }
  return { min, max, firstGap: null };
};

/** The block of offsets that a swizzle permutes within itself. */
const swizzleBlock = (sw: Swizzle): bigint => 1n << BigInt(sw.base - Math.min(sw.shift, 0) + sw.bits);

const countImage = (view: LayoutView): Outcome<Image> => {
  if (view.modes?.kind === 'coordinate') return new NeedsValue('the values are coordinates, not offsets');
  return withValues(view, ([table]) => {
    const sorted = table!.slice().sort();
    let [distinct, firstGap] = [1n, null as bigint | null];
    for (let i = 1; i < sorted.length; i++) {
      const step = sorted[i]! - sorted[i - 1]!;
      if (step !== 0) distinct++;
      if (step > 1 && firstGap === null) firstGap = BigInt(sorted[i - 1]!) + 1n;
    }
    const [min, max] = [BigInt(sorted[0]!), BigInt(sorted[sorted.length - 1]!)];
    const gaps = max - min + 1n - distinct;
    return { min, max, distinct, contiguous: gaps === 0n, firstGap, gaps, overlaps: view.size - distinct };
  });
};

/** The image of a layout. NeedsValue for coordinates, and where neither algebra nor the budget reach. */
export const imageView = (view: LayoutView): Outcome<Image> => {
  const { modes, swizzle, sizes } = view;
  if (modes === null || modes.kind !== 'integer') return countImage(view);
  const plain = imageOfModes(sizes, modes.strides.map(BigInt));
  const offset = BigInt(view.offset);
  let { min, max, firstGap } = plain;
  if (swizzle !== null) {
    // A swizzle permutes every aligned block of offsets, so it keeps an image made of whole blocks.
    const block = swizzleBlock(swizzle);
    [min, max] = [min + offset, max + offset];
    if (firstGap !== null || min % block !== 0n || (max + 1n) % block !== 0n) return countImage(view);
  }
  const span = max - min + 1n;
  if (firstGap === null) {
    return { min, max, distinct: span, contiguous: true, firstGap, gaps: 0n, overlaps: view.size - span };
  }
  const injective = injectiveView(view);
  if (!isFailure(injective) && injective.holds) {
    return {
      min,
      max,
      distinct: view.size,
      contiguous: false,
      firstGap,
      gaps: span - view.size,
      overlaps: 0n,
    };
  }
  const counted = countImage(view);
  if (!isFailure(counted)) return counted;
  return { min, max, distinct: counted, contiguous: false, firstGap, gaps: counted, overlaps: counted };
};

/** Whether every offset of [0, max] is hit: surjective onto [0, cosize). */
export const surjectiveView = (view: LayoutView): Decision => {
  const image = imageView(view);
  if (isFailure(image)) return image;
  if (image.min < 0n) return no(`the offset ${image.min} is negative`);
  if (image.min > 0n) return no('offset 0 is not hit');
  return image.contiguous
    ? yes(`every offset of [0, ${image.max + 1n}) is hit`)
    : no(`offset ${image.firstGap} is not hit`);
};

/** Whether the layout is a bijection onto [0, size): compact, with a full inverse (Cecka 3.4.1). */
export const bijectiveView = (view: LayoutView): Decision => {
  const injective = injectiveView(view);
  if (isFailure(injective) || !injective.holds) return injective;
  const surjective = surjectiveView(view);
  if (isFailure(surjective)) return surjective;
  return surjective.holds ? yes(`bijective onto [0, ${view.size})`) : surjective;
};
