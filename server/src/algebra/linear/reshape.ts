// The bits of all inputs, or of all outputs, cut into other dimensions. The first dimension has the lowest bits.

import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import { bitsOrThrow, columnsOf, type InDimension, LinearLayout, type Sizes } from './layout.ts';

function bitsOfSizes(
  sizes: Sizes,
  expected: number,
  which: string,
): readonly { name: string; bits: number }[] {
  const dims = sizes.map(([name, size]) => ({ name, bits: bitsOrThrow(size, `the size of ${name}`) }));
  const total = dims.reduce((sum, d) => sum + d.bits, 0);
  if (total !== expected) {
    refuse('inadmissible', `the ${which} have ${2 ** expected} values, and the new sizes ${2 ** total}`);
  }
  return dims;
}

export function reshapeIns(layout: LinearLayout, sizes: Sizes): Outcome<LinearLayout> {
  try {
    const columns = columnsOf(layout);
    let next = 0;
    const ins = bitsOfSizes(sizes, layout.inBits, 'inputs').map(({ name, bits }): InDimension => {
      const bases = columns.slice(next, next + bits);
      next += bits;
      return { name, bases };
    });
    return new LinearLayout(ins, layout.outs);
  } catch (e) {
    return asFailure(e);
  }
}

export function reshapeOuts(layout: LinearLayout, sizes: Sizes): Outcome<LinearLayout> {
  try {
    return new LinearLayout(layout.ins, bitsOfSizes(sizes, layout.outBits, 'outputs'));
  } catch (e) {
    return asFailure(e);
  }
}
