// Search by halves, for lists that are in order.

/** How many of `count` items a condition holds for, where it holds for the first ones and for no other. */
export function countOfFirst(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
