// The value of a linear layout at a point.

import { type Outcome, Violation } from '../integer/failure.ts';
import { coordinateOf, inputNames, type LinearLayout } from './layout.ts';

/** XOR of the bases at the bits of `value`; bits beyond the dimension count for nothing. */
function imageOf(bases: readonly number[], value: number): number {
  let word = 0;
  for (let rest = value, i = 0; rest !== 0 && i < bases.length; rest >>>= 1, i++) {
    if (rest & 1) word ^= bases[i]!;
  }
  return word;
}

/** The image of an input whose bits stand one after the other, the first dimension's lowest. */
export function imageOfWord({ ins }: LinearLayout, word: number): number {
  let [image, rest] = [0, word];
  for (const { bases } of ins) {
    image ^= imageOf(bases, rest & (2 ** bases.length - 1));
    rest >>>= bases.length;
  }
  return image;
}

/** The output coordinate of an input that names each dimension once. */
export function apply(
  layout: LinearLayout,
  input: ReadonlyMap<string, number>,
): Outcome<ReadonlyMap<string, number>> {
  const names = inputNames(layout);
  const missing = names.filter((name) => !input.has(name));
  const unknown = [...input.keys()].filter((name) => !names.includes(name));
  if (missing.length > 0 || unknown.length > 0) {
    const said =
      missing.length > 0 ? `${missing.join(', ')} is missing` : `there is no ${unknown.join(', ')}`;
    return new Violation('coordinate-mismatch', `the input dimensions are ${names.join(', ')}: ${said}`);
  }
  let word = 0;
  for (const { name, bases } of layout.ins) {
    const value = input.get(name)!;
    if (!Number.isInteger(value) || value < 0) {
      return new Violation('out-of-range', `${name} = ${value} is no coordinate`);
    }
    word ^= imageOf(bases, value);
  }
  const coordinate = coordinateOf(layout.outs, word);
  return new Map(layout.outs.map(({ name }, i) => [name, coordinate[i]!]));
}
