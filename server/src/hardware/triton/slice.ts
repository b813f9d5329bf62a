// A layout with one dimension taken away, as a reduction leaves it.

import { orThrow } from '../../algebra/integer/failure.ts';
import { basesOf, type LinearLayout, makeLinearLayout, sizesOf } from '../../algebra/linear/layout.ts';
import { dimensionNames } from './dimensions.ts';

/** The parent's shape: the sliced dimension has one element. */
export const parentShape = (shape: readonly number[], dim: number): readonly number[] => [
  ...shape.slice(0, dim),
  1,
  ...shape.slice(dim),
];

/** Without dimension `dim`; registers that differed in it alone are left out, threads stay and repeat. */
export function sliceLayout(parent: LinearLayout, dim: number): LinearLayout {
  const without = <T>(list: readonly T[]): readonly T[] => list.filter((_, i) => i !== dim);
  const bases = basesOf(parent).map(([name, images]) => {
    const cut = images.map(without);
    return [name, name === 'register' ? cut.filter((image) => image.some((x) => x !== 0)) : cut] as const;
  });
  const sizes = without(sizesOf(parent));
  const names = dimensionNames(sizes.length);
  return orThrow(
    makeLinearLayout(
      bases,
      sizes.map(([, size], i) => [names[i]!, size] as const),
    ),
  );
}
