// The index expressions of a linear layout over F2: the image of an input, one expression for each output dimension.

import { coordinateOf, type LinearLayout } from '../linear/layout.ts';
import { type Arithmetic, add, constant, EXPANDED, type IndexExpression, times } from './expression.ts';
import { exclusive } from './nonlinear.ts';

/** Bits of one input that go to as many bits of an output, side by side: from bit `from` on, `count` of them. */
interface Run {
  readonly from: number;
  readonly count: number;
  /** The image of the lowest of them, in which one bit may be set or several. */
  readonly image: number;
}

/** Whether the images of `count` bits are one number, shifted, whose copies do not overlap. */
const continues = ({ count, image }: Run, next: number): boolean =>
  next === image * 2 ** count && (image & (image - 1)) === 0;

function runsOf(images: readonly number[]): readonly Run[] {
  const runs: Run[] = [];
  images.forEach((image, from) => {
    const last = runs.at(-1);
    if (last !== undefined && last.from + last.count === from && continues(last, image))
      runs[runs.length - 1] = { ...last, count: last.count + 1 };
    else if (image !== 0) runs.push({ from, count: 1, image });
  });
  return runs;
}

const bitsOf = ({ count, image }: Run): number => (count === 1 ? image : image * (2 ** count - 1));

/** The image of inputs in the order of the dimensions, output by output. */
export function linearImage(
  layout: LinearLayout,
  inputs: readonly IndexExpression[],
  { quotient, remainder }: Arithmetic = EXPANDED,
): readonly IndexExpression[] {
  return layout.outs.map((_, o) => {
    let taken = 0;
    let sum: IndexExpression = constant(0);
    layout.ins.forEach(({ bases }, d) => {
      for (const run of runsOf(bases.map((word) => coordinateOf(layout.outs, word)[o]!))) {
        const part = times(remainder(quotient(inputs[d]!, 2 ** run.from), 2 ** run.count), run.image);
        // Bits that nothing else sets are added, others flipped.
        sum = (taken & bitsOf(run)) === 0 ? add(sum, part) : exclusive(sum, part);
        taken |= bitsOf(run);
      }
    });
    return sum;
  });
}
