// Which bits of the inputs make no difference.

import { eliminate } from './elimination.ts';
import { columnsOf, type LinearLayout } from './layout.ts';

/**
 * For each input dimension the bits that are free: a basis that is a sum of bases before it. Inputs that differ in
 * them alone hold the same elements as others do.
 */
export function freeVariableMasks(layout: LinearLayout): ReadonlyMap<string, number> {
  let { free } = eliminate(columnsOf(layout));
  return new Map(
    layout.ins.map(({ name, bases }) => {
      const mask = free & (2 ** bases.length - 1);
      free >>>= bases.length;
      return [name, mask];
    }),
  );
}
