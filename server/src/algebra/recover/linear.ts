// Linear layouts over F2 from tables: an offset is the XOR of the offsets of its coordinate's bits.

import { type InDimension, isPowerOfTwo, LinearLayout } from '../linear/layout.ts';

interface LinearFit {
  /** Its bases are the offsets of the powers of two. */
  readonly layout: LinearLayout;
  readonly misfit: { readonly at: number; readonly predicted: number } | null;
}

/**
 * The linear layout of a table's bases, and the first coordinate at which it is not the table. Null where a leaf is no
 * power of two, or has no bits. Offsets are not negative and below 2^31.
 */
export function fitLinear(table: Float64Array, leaves: readonly number[]): LinearFit | null {
  if (!leaves.every(isPowerOfTwo) || table.length === 1) return null;
  let set = 0;
  let misfit: LinearFit['misfit'] = null;
  for (let x = 0; x < table.length; x++) {
    const rest = x & (x - 1);
    const predicted = x === 0 ? 0 : rest === 0 ? table[x]! : table[rest]! ^ table[x ^ rest]!;
    if (misfit === null && table[x] !== predicted) misfit = { at: x, predicted };
    if (rest === 0) set |= table[x]!;
  }
  const outs = [{ name: 'offset', bits: 32 - Math.clz32(set) }];
  return { layout: new LinearLayout(inputs(table, leaves), outs), misfit };
}

/** One dimension for each leaf. */
function inputs(table: Float64Array, leaves: readonly number[]): readonly InDimension[] {
  let inner = 1;
  return leaves.map((size, k) => {
    const bases: number[] = [];
    for (let bit = 1; bit < size; bit *= 2) bases.push(table[inner * bit]!);
    inner *= size;
    return { name: leaves.length === 1 ? 'index' : `mode${k}`, bases };
  });
}
