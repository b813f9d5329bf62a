// Parts of a linear layout.

import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import { inputNames, LinearLayout, outputNames } from './layout.ts';
import { byName, mapWords } from './repack.ts';

/** The layout on some of its inputs, looked at in some of its outputs; their order stays. */
export function sublayout(
  layout: LinearLayout,
  inputs: readonly string[],
  outputs: readonly string[],
): Outcome<LinearLayout> {
  try {
    requireSome(inputs, inputNames(layout), 'input');
    requireSome(outputs, outputNames(layout), 'output');
    return sublayoutOf(layout, inputs, outputs);
  } catch (e) {
    return asFailure(e);
  }
}

function requireSome(names: readonly string[], all: readonly string[], which: string): void {
  const missing = names.find((name) => !all.includes(name));
  if (missing !== undefined) {
    refuse(
      'inadmissible',
      `there is no ${which} dimension ${missing}: there are ${all.join(', ') || 'none'}`,
    );
  }
}

/** As `sublayout`, of dimensions that the layout has. */
export function sublayoutOf(
  layout: LinearLayout,
  inputs: readonly string[],
  outputs: readonly string[],
): LinearLayout {
  const outs = layout.outs.filter((d) => outputs.includes(d.name));
  const ins = layout.ins.filter((d) => inputs.includes(d.name));
  return new LinearLayout(mapWords(ins, byName(layout.outs, outs)), outs);
}

/** Whether these inputs make no difference to these outputs. */
export function isZeroOn(
  layout: LinearLayout,
  inputs: readonly string[],
  outputs: readonly string[],
): Outcome<boolean> {
  const part = sublayout(layout, inputs, outputs);
  return part instanceof LinearLayout ? part.ins.every((d) => d.bases.every((word) => word === 0)) : part;
}

/** Without the bases of an input dimension that are zero: what is left holds each element once. */
export const withoutZeroBases = (layout: LinearLayout, input: string): LinearLayout =>
  new LinearLayout(
    layout.ins.map((d) => (d.name === input ? { ...d, bases: d.bases.filter((word) => word !== 0) } : d)),
    layout.outs,
  );
