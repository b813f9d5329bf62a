// Smaller dimensions.

import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import { bitsOrThrow, coordinateOf, inputOf, LinearLayout, outputOf, wordOf } from './layout.ts';
import { mapWords } from './repack.ts';

function smaller(bits: number, size: number, name: string): number {
  const wanted = bitsOrThrow(size, `the size of ${name}`);
  if (wanted > bits) refuse('out-of-range', `${name} has ${2 ** bits} values, fewer than ${size}`);
  return wanted;
}

/** The layout on the first `size` values of an input dimension. */
export function resizeIn(layout: LinearLayout, name: string, size: number): Outcome<LinearLayout> {
  try {
    const input = inputOf(layout, name);
    if (input === undefined) return refuse('inadmissible', `there is no input dimension ${name}`);
    const bits = smaller(input.bases.length, size, name);
    return new LinearLayout(
      layout.ins.map((d) => (d === input ? { name, bases: d.bases.slice(0, bits) } : d)),
      layout.outs,
    );
  } catch (e) {
    return asFailure(e);
  }
}

/** An output dimension cut to `size`: a basis that reaches beyond it becomes 0 there. */
export function resizeOut(layout: LinearLayout, name: string, size: number): Outcome<LinearLayout> {
  try {
    const output = outputOf(layout, name);
    if (output === undefined) return refuse('inadmissible', `there is no output dimension ${name}`);
    const bits = smaller(output.bits, size, name);
    const outs = layout.outs.map((d) => (d === output ? { name, bits } : d));
    const cut = (word: number): number =>
      wordOf(
        outs,
        coordinateOf(layout.outs, word).map((value, i) => (value < 2 ** outs[i]!.bits ? value : 0)),
      );
    return new LinearLayout(mapWords(layout.ins, cut), outs);
  } catch (e) {
    return asFailure(e);
  }
}
