// The product of two linear layouts: the first one's tile, repeated as the second one says.

import { asFailure, type Outcome } from '../integer/failure.ts';
import { together } from './dimension-order.ts';
import { inputNames, inputOf, LinearLayout, outputNames, outputOf, requireWords } from './layout.ts';
import { byName } from './repack.ts';

/**
 * `inner * outer`: in a dimension that both have, the bits of `inner` are the lower ones. Dimensions come in an order
 * that keeps that of both, which must exist.
 */
export function product(inner: LinearLayout, outer: LinearLayout): Outcome<LinearLayout> {
  try {
    return productOrThrow(inner, outer);
  } catch (e) {
    return asFailure(e);
  }
}

export function productOrThrow(inner: LinearLayout, outer: LinearLayout): LinearLayout {
  const inNames = together(inputNames(inner), inputNames(outer));
  const outNames = together(outputNames(inner), outputNames(outer));
  const lower = outNames.map((name) => outputOf(inner, name)?.bits ?? 0);
  const outs = outNames.map((name, i) => ({ name, bits: lower[i]! + (outputOf(outer, name)?.bits ?? 0) }));
  requireWords(outs);
  const fromInner = byName(inner.outs, outs);
  const fromOuter = byName(outer.outs, outs, lower);
  const ins = inNames.map((name) => {
    const low = inputOf(inner, name)?.bases ?? [];
    const high = inputOf(outer, name)?.bases ?? [];
    return { name, bases: [...low.map(fromInner), ...high.map(fromOuter)] };
  });
  return new LinearLayout(ins, outs);
}
