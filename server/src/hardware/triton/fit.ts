// A layout made as large as a tensor is, and no larger.

import { orThrow, refuse } from '../../algebra/integer/failure.ts';
import {
  basesOf,
  isPowerOfTwo,
  type LinearLayout,
  makeLinearLayout,
  outputNames,
  sizesOf,
} from '../../algebra/linear/layout.ts';
import { transposeOutsOrThrow } from '../../algebra/linear/transpose.ts';
import { dimensionNames, identity, times } from './dimensions.ts';

type Extents = ReadonlyMap<string, number>;

export const extentsOf = (shape: readonly number[]): Extents =>
  new Map(shape.map((size, i) => [`dim${i}`, size] as const));

/** Repeats the layout along its first input dimension until each output has its extent, in the outputs' order. */
export function notSmallerThan(layout: LinearLayout, extents: Extents): LinearLayout {
  const input = layout.ins[0]?.name ?? refuse('unsupported', 'a layout without inputs cannot be repeated');
  let result = layout;
  for (const [name, size] of sizesOf(layout)) {
    result = times(result, identity(Math.floor(extents.get(name)! / size), input, name));
  }
  return result;
}

/** A basis of one output: of which input, which power of two, and its value. */
interface Placed {
  readonly input: number;
  readonly bit: number;
  readonly value: number;
}

/**
 * Cuts each output to its extent: the bases that reach beyond it become 0, largest first, so that several inputs hold
 * the same element. With `dropRegisters` such a register is left out.
 */
export function notLargerThan(layout: LinearLayout, extents: Extents, dropRegisters = false): LinearLayout {
  const bases = basesOf(layout).map(([name, images]) => [name, images.map((image) => [...image])] as const);
  const dropped = new Set<number>();
  sizesOf(layout).forEach(([name, actual], out) => {
    const wanted = extents.get(name)!;
    let size = actual;
    const placed = bases.flatMap(([, images], input) =>
      images.flatMap((image, bit): Placed[] =>
        image[out] === 0 ? [] : [{ input, bit, value: image[out]! }],
      ),
    );
    placed.sort((a, b) => b.value - a.value);
    for (const { input, bit, value } of placed) {
      if (size <= wanted) break;
      if (!isPowerOfTwo(value)) {
        refuse(
          'unsupported',
          `the layout is larger than the tensor in ${name}, and its basis ${value} is no power of two`,
        );
      }
      if (dropRegisters && bases[input]![0] === 'register') dropped.add(bit);
      else bases[input]![1][bit]![out] = 0;
      size /= 2;
    }
  });
  const kept = bases.map(
    ([name, images]) =>
      [name, name === 'register' ? images.filter((_, bit) => !dropped.has(bit)) : images] as const,
  );
  const sizes = sizesOf(layout).map(([name, size]) => [name, Math.min(size, extents.get(name)!)] as const);
  return orThrow(makeLinearLayout(kept, sizes));
}

/** The layout of one block and that of the blocks put together, and fitted to the tensor. */
export function fit(block: LinearLayout, blocks: LinearLayout, shape: readonly number[]): LinearLayout {
  const extents = extentsOf(shape);
  const cga = transposeOutsOrThrow(notLargerThan(blocks, extents), outputNames(block));
  const blockExtents = new Map(
    sizesOf(cga).map(([name, size]) => [name, Math.max(1, Math.floor(extents.get(name)! / size))] as const),
  );
  const fitted = notLargerThan(notSmallerThan(block, blockExtents), blockExtents);
  return transposeOutsOrThrow(times(fitted, cga), dimensionNames(shape.length));
}
