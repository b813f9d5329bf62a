// Layouts of one input and one output dimension.

import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import { bitsOrThrow, EMPTY, LinearLayout } from './layout.ts';

function oneDimension(
  size: number,
  input: string,
  output: string,
  image: (bit: number) => number,
  outBits: (bits: number) => number,
): Outcome<LinearLayout> {
  try {
    if (size === 0) return EMPTY;
    const bits = bitsOrThrow(size, `the size of ${input}`);
    const bases = Array.from({ length: bits }, (_, bit) => image(bit));
    return new LinearLayout([{ name: input, bases }], [{ name: output, bits: outBits(bits) }]);
  } catch (e) {
    return asFailure(e);
  }
}

/** i ↦ i on [0, size); of size 0 the layout without dimensions. */
export const identity1D = (size: number, input: string, output: string): Outcome<LinearLayout> =>
  oneDimension(
    size,
    input,
    output,
    (bit) => 2 ** bit,
    (bits) => bits,
  );

/** i ↦ i·stride; the stride is a power of two. */
export function strided1D(
  size: number,
  stride: number,
  input: string,
  output: string,
): Outcome<LinearLayout> {
  try {
    const shift = bitsOrThrow(stride, 'the stride');
    return oneDimension(
      size,
      input,
      output,
      (bit) => 2 ** (bit + shift),
      (bits) => bits + shift,
    );
  } catch (e) {
    return asFailure(e);
  }
}

/** Everything to 0: an input that repeats what the others say. */
export function zeros1D(size: number, input: string, output: string, outSize = 1): Outcome<LinearLayout> {
  try {
    if (outSize < 1) refuse('out-of-range', `the size of ${output} is ${outSize}`);
    const outBits = bitsOrThrow(outSize, `the size of ${output}`);
    return oneDimension(
      size,
      input,
      output,
      () => 0,
      () => outBits,
    );
  } catch (e) {
    return asFailure(e);
  }
}
