// Two layouts side by side.

import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import { type InDimension, inputNames, LinearLayout, outputNames, requireWords } from './layout.ts';

const listed = (dims: readonly { readonly name: string; readonly bits: number }[]): string =>
  dims.map(({ name, bits }) => `${name} (size ${2 ** bits})`).join(', ');

function requireNew(names: readonly string[], old: readonly string[]): void {
  const twice = names.find((name) => old.includes(name));
  if (twice !== undefined) refuse('inadmissible', `both layouts have a dimension ${twice}`);
}

/** The inputs of both; the outputs must be the same. */
export function concatIns(a: LinearLayout, b: LinearLayout): Outcome<LinearLayout> {
  try {
    if (listed(a.outs) !== listed(b.outs)) {
      refuse('inadmissible', `the outputs differ: [${listed(a.outs)}] and [${listed(b.outs)}]`);
    }
    requireNew(inputNames(b), inputNames(a));
    return new LinearLayout([...a.ins, ...b.ins], a.outs);
  } catch (e) {
    return asFailure(e);
  }
}

/** The outputs of both; the inputs must be the same. */
export function concatOuts(a: LinearLayout, b: LinearLayout): Outcome<LinearLayout> {
  try {
    const sizes = ({ ins }: LinearLayout): string =>
      listed(ins.map(({ name, bases }) => ({ name, bits: bases.length })));
    if (sizes(a) !== sizes(b)) refuse('inadmissible', `the inputs differ: [${sizes(a)}] and [${sizes(b)}]`);
    requireNew(outputNames(b), outputNames(a));
    const outs = [...a.outs, ...b.outs];
    const shift = requireWords(outs) - b.outBits;
    const ins = a.ins.map(
      ({ name, bases }, k): InDimension => ({
        name,
        bases: bases.map((word, i) => word | (b.ins[k]!.bases[i]! << shift)),
      }),
    );
    return new LinearLayout(ins, outs);
  } catch (e) {
    return asFailure(e);
  }
}
