// When two linear layouts are the same.

import { inputNames, type LinearLayout } from './layout.ts';
import { withoutZeroBases } from './sublayout.ts';

/** The same dimensions in the same order, with the same bases. */
export const isEqual = (a: LinearLayout, b: LinearLayout): boolean =>
  a.ins.length === b.ins.length &&
  a.outs.length === b.outs.length &&
  a.outs.every(({ name, bits }, i) => name === b.outs[i]!.name && bits === b.outs[i]!.bits) &&
  a.ins.every(({ name, bases }, i) => {
    const other = b.ins[i]!;
    return (
      name === other.name &&
      bases.length === other.bases.length &&
      bases.every((word, k) => word === other.bases[k])
    );
  });

/** The same once the bases that are zero, by which an input only repeats what others hold, are left out of both. */
export function isEqualUpToBroadcast(a: LinearLayout, b: LinearLayout): boolean {
  const held = (layout: LinearLayout): LinearLayout => inputNames(layout).reduce(withoutZeroBases, layout);
  return isEqual(held(a), held(b));
}
