// What a table's layouts are, by trying all of them: independent of how they are found.

import { type Layout, Swizzle } from '../../../server/src/algebra/layout/layout.ts';
import { applySwizzle } from '../../../server/src/algebra/layout/swizzle.ts';

/** Every way to write a number as a product of factors above 1, in every order. */
export function factorizations(n: number): readonly (readonly number[])[] {
  if (n === 1) return [[]];
  const all: number[][] = [];
  for (let first = 2; first <= n; first++)
    if (n % first === 0) for (const rest of factorizations(n / first)) all.push([first, ...rest]);
  return all;
}

/** The value of a layout's modes at a coordinate, by the definition. */
export function offsetOfModes(sizes: readonly number[], strides: readonly number[], x: number): number {
  let [rest, sum] = [x, 0];
  sizes.forEach((size, k) => {
    sum += (rest % size) * strides[k]!;
    rest = Math.floor(rest / size);
  });
  return sum;
}

/** The layouts of the table's size that agree with it farthest, and how far: its length where one computes it. */
export function bestPlain(table: readonly number[]): { readonly reach: number; readonly rank: number } {
  let best = { reach: 0, rank: Number.POSITIVE_INFINITY };
  for (const sizes of factorizations(table.length)) {
    // The stride of each mode is the offset of its first coordinate.
    let inner = 1;
    const strides = sizes.map((size) => {
      const stride = table[inner]! - table[0]!;
      inner *= size;
      return stride;
    });
    let reach = 0;
    while (reach < table.length && offsetOfModes(sizes, strides, reach) === table[reach]! - table[0]!)
      reach++;
    if (reach > best.reach || (reach === best.reach && sizes.length < best.rank))
      best = { reach, rank: sizes.length };
  }
  return best;
}

/** All swizzles whose bits lie below the highest one of a table. */
function swizzlesWithin(table: readonly number[]): readonly Swizzle[] {
  const width = Math.max(...table).toString(2).length;
  const all: Swizzle[] = [];
  for (let bits = 1; bits <= width; bits++)
    for (let base = 0; base < width; base++)
      for (let distance = bits; base + bits + distance <= width; distance++)
        all.push(new Swizzle(bits, base, distance), new Swizzle(bits, base, -distance));
  return all;
}

/** The same of all layouts behind all swizzles. */
export function bestSwizzled(table: readonly number[]): { readonly reach: number; readonly rank: number } {
  let best = { reach: 0, rank: Number.POSITIVE_INFINITY };
  for (const swizzle of swizzlesWithin(table)) {
    const moved = table.map((offset) => applySwizzle(swizzle, offset));
    // One that changes no offset is none.
    if (moved.every((offset, x) => offset === table[x])) continue;
    const plain = bestPlain(moved);
    if (plain.reach > best.reach || (plain.reach === best.reach && plain.rank < best.rank)) best = plain;
  }
  return best;
}

/** How many modes a layout has that has no tuples in its modes. */
export const rankOf = ({ shape }: Layout): number =>
  Array.isArray(shape) ? shape.length : shape === 1 ? 0 : 1;
