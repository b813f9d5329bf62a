// The inverse of a linear layout.

import { type Outcome, Violation } from '../integer/failure.ts';
import { eliminate } from './elimination.ts';
import { invertAndCompose } from './invert-and-compose.ts';
import { columnsOf, LinearLayout } from './layout.ts';

/** The identity on the outputs. */
function identityOn({ outs }: LinearLayout): LinearLayout {
  let place = 0;
  const ins = outs.map(({ name, bits }) => {
    const first = place;
    place += bits;
    return { name, bases: Array.from({ length: bits }, (_, bit) => 2 ** (first + bit)) };
  });
  return new LinearLayout(ins, outs);
}

/** For each output an input that has it as its value; where several have, the one without free variables. */
export function pseudoinvert(layout: LinearLayout): Outcome<LinearLayout> {
  const { rank } = eliminate(columnsOf(layout));
  if (rank < layout.outBits) {
    return new Violation(
      'not-invertible',
      `the layout reaches ${2 ** rank} of ${2 ** layout.outBits} outputs: it is not surjective`,
    );
  }
  return invertAndCompose(identityOn(layout), layout);
}

/** For each output the input that has it as its value. */
export function invert(layout: LinearLayout): Outcome<LinearLayout> {
  const { ins, outs, inBits, outBits } = layout;
  const { rank, solve } = eliminate(columnsOf(layout));
  if (rank < inBits || rank < outBits) {
    const why =
      inBits === outBits
        ? `only ${2 ** rank} of ${2 ** outBits} outputs are reached`
        : `it has ${2 ** inBits} inputs and ${2 ** outBits} outputs`;
    return new Violation('not-invertible', `the layout is not invertible: ${why}`);
  }
  let place = 0;
  const bases = (bits: number): number[] => Array.from({ length: bits }, () => solve(2 ** place++)!);
  return new LinearLayout(
    outs.map(({ name, bits }) => ({ name, bases: bases(bits) })),
    ins.map((d) => ({ name: d.name, bits: d.bases.length })),
  );
}
