// A linear layout in Triton's sense: a map over F2 between named, ordered dimensions, each 2^n long. It is given by
// its bases, the images of the powers of two of each input dimension; the image of any other input is their XOR.
//
// An image is one word: the output dimensions' bits one after the other, the first dimension's lowest. So XOR of
// coordinates is XOR of words, and a matrix over F2 is its columns.

import { asFailure, type Outcome, refuse } from '../integer/failure.ts';

export interface InDimension {
  readonly name: string;
  /** The images of 1, 2, 4, … as words. A dimension of size 1 has none. */
  readonly bases: readonly number[];
}

export interface OutDimension {
  readonly name: string;
  /** log2 of its size. */
  readonly bits: number;
}

/** A word keeps its sign. */
const MAXIMUM_BITS = 31;

export class LinearLayout {
  readonly ins: readonly InDimension[];
  readonly outs: readonly OutDimension[];
  readonly inBits: number;
  readonly outBits: number;
  /** For results of operations; what a user wrote goes through `makeLinearLayout`. */
  constructor(ins: readonly InDimension[], outs: readonly OutDimension[]) {
    let inBits = 0;
    for (const { bases } of ins) inBits += bases.length;
    requireBits(inBits, 'input');
    this.outBits = requireWords(outs);
    this.ins = ins;
    this.outs = outs;
    this.inBits = inBits;
  }
}

function requireBits(bits: number, which: 'input' | 'output'): void {
  if (bits > MAXIMUM_BITS)
    refuse('overflow', `the layout has ${bits} ${which} bits, more than ${MAXIMUM_BITS}`);
}

/** Refuses outputs whose coordinates do not go into a word; else the number of their bits. */
export function requireWords(outs: readonly OutDimension[]): number {
  let total = 0;
  for (const { bits } of outs) total += bits;
  requireBits(total, 'output');
  return total;
}

/** The unit of the product: no dimension at all. */
export const EMPTY = new LinearLayout([], []);

export const isPowerOfTwo = (n: number): boolean => n > 0 && Number.isInteger(Math.log2(n));

/** log2 of a size that must be a power of two. */
export function bitsOrThrow(size: number, what: string): number {
  if (!isPowerOfTwo(size)) refuse('not-a-power-of-two', `${what} is ${size}, not a power of two`);
  return Math.log2(size);
}

export const inputNames = (layout: LinearLayout): readonly string[] => layout.ins.map((d) => d.name);
export const outputNames = (layout: LinearLayout): readonly string[] => layout.outs.map((d) => d.name);

/** The input dimension of this name; undefined where there is none. */
export const inputOf = (layout: LinearLayout, name: string): InDimension | undefined =>
  layout.ins.find((d) => d.name === name);
export const outputOf = (layout: LinearLayout, name: string): OutDimension | undefined =>
  layout.outs.find((d) => d.name === name);

export const columnsOf = ({ ins }: LinearLayout): readonly number[] => ins.flatMap((d) => d.bases);

/** A word as a coordinate, one number for each output dimension. */
export function coordinateOf(outs: readonly OutDimension[], word: number): number[] {
  let rest = word;
  return outs.map(({ bits }) => {
    const value = rest & (2 ** bits - 1);
    rest >>>= bits;
    return value;
  });
}

/** A coordinate as a word; its numbers are below the dimensions' sizes. */
export function wordOf(outs: readonly OutDimension[], coordinate: readonly number[]): number {
  let [word, shift] = [0, 0];
  outs.forEach(({ bits }, i) => {
    word |= coordinate[i]! << shift;
    shift += bits;
  });
  return word;
}

/** Input names with the images of their powers of two. */
export type Bases = readonly (readonly [name: string, images: readonly (readonly number[])[]])[];
export type Sizes = readonly (readonly [name: string, size: number])[];

function checkImage(name: string, image: readonly number[], outs: Sizes): void {
  if (image.length !== outs.length) {
    const numbers = image.length === 1 ? '1 number' : `${image.length} numbers`;
    refuse(
      'basis-length',
      `the basis [${image.join(', ')}] of ${name} has ${numbers}, and there are ${outs.length} output dimensions`,
    );
  }
  image.forEach((value, i) => {
    const [out, size] = outs[i]!;
    if (value < 0 || value >= size) {
      refuse(
        'out-of-range',
        `the basis value ${value} of ${name} is not in [0, ${size}), the size of ${out}`,
      );
    }
  });
}

function firstTwice(names: readonly string[]): string | undefined {
  return names.find((name, i) => names.indexOf(name) !== i);
}

/** From bases and the sizes of the outputs, as in `LinearLayout({"lane": [[1, 0]], …}, {"dim0": 2, …})`. */
export function makeLinearLayout(bases: Bases, outs: Sizes): Outcome<LinearLayout> {
  try {
    const twice = firstTwice(bases.map(([name]) => name)) ?? firstTwice(outs.map(([name]) => name));
    if (twice !== undefined) refuse('inadmissible', `the dimension ${twice} stands twice`);
    const outDims = outs.map(([name, size]) => ({ name, bits: bitsOrThrow(size, `the size of ${name}`) }));
    for (const [name, images] of bases) for (const image of images) checkImage(name, image, outs);
    return new LinearLayout(
      bases.map(([name, images]) => ({ name, bases: images.map((image) => wordOf(outDims, image)) })),
      outDims,
    );
  } catch (e) {
    return asFailure(e);
  }
}

/** The smallest sizes of the outputs that hold the bases. */
export function inferredSizes(bases: Bases, names: readonly string[]): Sizes {
  return names.map((name, i) => {
    const values = bases.flatMap(([, images]) => images.map((image) => image[i] ?? 0));
    const top = Math.max(0, ...values);
    return [name, 2 ** (32 - Math.clz32(top))] as const;
  });
}

/** The bases as coordinates. */
export const basesOf = ({ ins, outs }: LinearLayout): Bases =>
  ins.map(({ name, bases }) => [name, bases.map((word) => coordinateOf(outs, word))] as const);

export const sizesOf = ({ outs }: LinearLayout): Sizes =>
  outs.map(({ name, bits }) => [name, 2 ** bits] as const);
