// How high trees of syntax are. Chains such as `1 + 1 + …` are read in a loop, but whoever walks what comes of them
// descends once for each link.

/** Trees that are higher are not walked. */
const MAXIMUM_HEIGHT = 400;

/** Whether a tree that was read from so many tokens is too high to be walked; few are long enough to be looked at. */
export function isTooHigh<T>(root: T, tokens: number, partsOf: (node: T) => readonly T[]): boolean {
  if (tokens <= MAXIMUM_HEIGHT) return false;
  let level: readonly T[] = [root];
  for (let height = 0; level.length > 0; height++) {
    if (height > MAXIMUM_HEIGHT) return true;
    level = level.flatMap(partsOf);
  }
  return false;
}
