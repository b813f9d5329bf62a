// Complement, composition and logical division as document 002 defines them: the function of the result is worked out
// value by value, and then a layout is found that computes it. CuTe's own operations are in `operation/`; where they and
// these differ, CuTe has rounded, or the layout here is of fewer modes.

import { isFailure, type Outcome, Violation } from '../integer/failure.ts';
import { knownNumber } from '../integer/known.ts';
import { evaluate } from '../layout/evaluate.ts';
import { Layout } from '../layout/layout.ts';
import { printPlain } from '../layout/print.ts';
import { concatenate } from '../operation/make.ts';
import { ENUMERATION_BUDGET, enumerateOffsets, type Offsets, tooLarge } from '../view/enumerate.ts';
import { type Family, isRecovered, recoverLayout } from './recover.ts';
import { failingText } from './text.ts';

const FAMILIES: readonly Family[] = ['plain', 'shifted'];

/** The layout of a function's values; a refusal names the first coordinate at which there is none. */
function layoutOf(values: ArrayLike<number>, what: string): Outcome<Layout> {
  const found = recoverLayout(values, undefined, FAMILIES);
  if (isFailure(found)) return found;
  if (!isRecovered(found))
    return new Violation('inadmissible', `${what}: ${failingText(found.failings[0])}`, { source: '002' });
  if (found.layout instanceof Layout) return found.layout;
  return new Violation('inadmissible', `${what}: no layout has the offset ${values[0]} at 0`, {
    source: '002',
  });
}

/**
 * The strictly increasing B for which `(A, B)` is a bijection onto [0, extent) (document 002, definition 5): each of its
 * offsets is the least one that is not covered yet.
 * NeedsValue for an extent beyond what is enumerated. Violations: non-injective-complement where two coordinates would have one offset; inadmissible where an offset leaves
 * [0, extent), or no layout has these offsets.
 */
export function complementByFunction(a: Layout, extent: number): Outcome<Layout> {
  const offsets = enumerateOffsets(a);
  if (isFailure(offsets)) return offsets;
  if (extent > ENUMERATION_BUDGET) return tooLarge(extent);
  if (offsets.length === 0) return new Violation('inadmissible', `${printPlain(a)} has no coordinates`);
  const what = `the complement of ${printPlain(a)} up to ${extent}`;
  const covered = new Uint8Array(extent);
  const values: number[] = [];
  let least = 0;
  for (let count = 0; count < extent; ) {
    while (covered[least] === 1) least++;
    values.push(least);
    for (let j = 0; j < offsets.length && count < extent; j++, count++) {
      const offset = least + offsets[j]!;
      if (offset < 0 || offset >= extent)
        return new Violation('inadmissible', `${what}: the offset ${offset} is not in [0, ${extent})`);
      if (covered[offset] === 1)
        return new Violation('non-injective-complement', `${what}: the offset ${offset} is covered twice`);
      covered[offset] = 1;
    }
  }
  return layoutOf(values, what);
}

/**
 * The layout of x ↦ A(B(x)) (document 002, definition 6). Past its size A goes on as its extension does: its last mode
 * has no end.
 * Violation: inadmissible where B has an offset below zero, or no layout has these offsets.
 */
export function compositionByFunction(a: Layout, b: Layout): Outcome<Layout> {
  const [inner, outer] = [enumerateOffsets(b), enumerateOffsets(a)];
  if (isFailure(inner)) return inner;
  if (isFailure(outer)) return outer;
  const what = `${printPlain(a)} o ${printPlain(b)}`;
  const values = new Float64Array(inner.length);
  for (let x = 0; x < inner.length; x++) {
    const value = valueAt(a, outer, inner[x]!);
    if (value === undefined)
      return new Violation('inadmissible', `${what}: ${inner[x]} is no coordinate of ${printPlain(a)}`);
    values[x] = value;
  }
  return layoutOf(values, what);
}

function valueAt(a: Layout, values: Offsets, x: number): number | undefined {
  if (x < 0) return undefined;
  if (x < values.length) return values[x];
  const beyond = evaluate(a, x);
  return typeof beyond === 'number' ? knownNumber(beyond) : undefined;
}

/** `A o (B, complement(B, size(A)))` (document 002, definition 7). */
export function logicalDivideByFunction(a: Layout, b: Layout): Outcome<Layout> {
  const offsets = enumerateOffsets(a);
  if (isFailure(offsets)) return offsets;
  const rest = complementByFunction(b, offsets.length);
  return isFailure(rest) ? rest : compositionByFunction(a, concatenate(b, rest));
}
