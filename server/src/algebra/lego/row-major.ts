// Row-major positions, in which LEGO counts: the last dimension is the fastest.

export const product = (sizes: readonly number[]): number => sizes.reduce((a, b) => a * b, 1);

/** B of Figure 4: the row-major position of an index. */
export function flatten(sizes: readonly number[], index: readonly number[]): number {
  let position = 0;
  for (let k = 0; k < sizes.length; k++) position = position * sizes[k]! + index[k]!;
  return position;
}

/** The inverse of B: the index at a row-major position. */
export function unflatten(sizes: readonly number[], position: number): number[] {
  const index = new Array<number>(sizes.length);
  let rest = position;
  for (let k = sizes.length - 1; k >= 0; k--) {
    index[k] = rest % sizes[k]!;
    rest = Math.floor(rest / sizes[k]!);
  }
  return index;
}
