// Other orders of the dimensions; the values by name stay.

import { asFailure, type Outcome } from '../integer/failure.ts';
import { requireSameNames } from './dimension-order.ts';
import { inputNames, inputOf, LinearLayout, outputNames, outputOf } from './layout.ts';
import { byName, mapWords } from './repack.ts';

export function transposeIns(layout: LinearLayout, names: readonly string[]): Outcome<LinearLayout> {
  try {
    requireSameNames(inputNames(layout), names, 'the layout and the new order');
    return new LinearLayout(
      names.map((name) => inputOf(layout, name)!),
      layout.outs,
    );
  } catch (e) {
    return asFailure(e);
  }
}

export function transposeOuts(layout: LinearLayout, names: readonly string[]): Outcome<LinearLayout> {
  try {
    return transposeOutsOrThrow(layout, names);
  } catch (e) {
    return asFailure(e);
  }
}

export function transposeOutsOrThrow(layout: LinearLayout, names: readonly string[]): LinearLayout {
  requireSameNames(outputNames(layout), names, 'the layout and the new order');
  const outs = names.map((name) => outputOf(layout, name)!);
  return new LinearLayout(mapWords(layout.ins, byName(layout.outs, outs)), outs);
}
