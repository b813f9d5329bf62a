// The other factor of a product.

import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import { isEqual } from './equality.ts';
import {
  coordinateOf,
  type InDimension,
  inputNames,
  inputOf,
  LinearLayout,
  type OutDimension,
  outputNames,
  outputOf,
  wordOf,
} from './layout.ts';
import { productOrThrow } from './product.ts';

function requireDimensions(whole: LinearLayout, part: LinearLayout): void {
  const missing =
    inputNames(part).find((name) => !inputNames(whole).includes(name)) ??
    outputNames(part).find((name) => !outputNames(whole).includes(name));
  if (missing !== undefined) refuse('inadmissible', `the dividend has no dimension ${missing}`);
}

const remaining = (whole: number, part: number, name: string): number =>
  whole >= part
    ? whole - part
    : refuse('inadmissible', `${name} is larger in the divisor than in the dividend`);

function divide(whole: LinearLayout, part: LinearLayout, which: 'left' | 'right'): LinearLayout {
  requireDimensions(whole, part);
  const outs = whole.outs.map(
    ({ name, bits }): OutDimension => ({
      name,
      bits: remaining(bits, outputOf(part, name)?.bits ?? 0, name),
    }),
  );
  const shifts = whole.outs.map(({ name }) => (which === 'left' ? (outputOf(part, name)?.bits ?? 0) : 0));
  const ins = whole.ins.map(({ name, bases }): InDimension => {
    const taken = inputOf(part, name)?.bases.length ?? 0;
    const left = remaining(bases.length, taken, name);
    const own = which === 'left' ? bases.slice(taken) : bases.slice(0, left);
    const reduced = own.map((word) => coordinateOf(whole.outs, word).map((value, i) => value >>> shifts[i]!));
    const outside = reduced.some((value) => value.some((v, i) => v >= 2 ** outs[i]!.bits));
    if (outside) refuse('inadmissible', `the bases of ${name} do not leave a whole factor`);
    return { name, bases: reduced.map((value) => wordOf(outs, value)) };
  });
  const factor = new LinearLayout(ins, outs);
  const again = which === 'left' ? productOrThrow(part, factor) : productOrThrow(factor, part);
  if (!isEqual(again, whole)) refuse('inadmissible', `the divisor is no ${which} factor of the layout`);
  return factor;
}

/** The layout C with `part * C` = `whole`. */
export function divideLeft(whole: LinearLayout, part: LinearLayout): Outcome<LinearLayout> {
  try {
    return divide(whole, part, 'left');
  } catch (e) {
    return asFailure(e);
  }
}

/** The layout C with `C * part` = `whole`. */
export function divideRight(whole: LinearLayout, part: LinearLayout): Outcome<LinearLayout> {
  try {
    return divide(whole, part, 'right');
  } catch (e) {
    return asFailure(e);
  }
}
