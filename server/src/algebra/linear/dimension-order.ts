// The order of the dimensions of two layouts together.

import { refuse } from '../integer/failure.ts';

/**
 * The names of both lists in an order that keeps that of each; where both orders leave it open, the first list's
 * names come first: [a, b] and [a, c] give [a, b, c]. Where the orders contradict each other, [a, b] and [b, a], the
 * name comes first that the other list has sooner, the first list's where that is the same.
 */
export function together(first: readonly string[], second: readonly string[]): readonly string[] {
  const result: string[] = [];
  let [i, j] = [0, 0];
  const isDone = (name: string | undefined): boolean => name !== undefined && result.includes(name);
  /** Where the other list has the name, from its own position on. */
  const place = (name: string | undefined, other: readonly string[], from: number): number => {
    const index = name === undefined ? -1 : other.indexOf(name);
    return index >= from ? index : Number.POSITIVE_INFINITY;
  };
  for (;;) {
    while (isDone(first[i])) i++;
    while (isDone(second[j])) j++;
    const [a, b] = [first[i], second[j]];
    if (a === undefined && b === undefined) return result;
    const ofA = place(a, second, j);
    const ofB = place(b, first, i);
    const takeFirst =
      a !== undefined &&
      (b === undefined || ofA === Number.POSITIVE_INFINITY || (ofB < ofA ? false : Number.isFinite(ofB)));
    result.push(takeFirst ? a : b!);
  }
}

/** Whether both lists have the same names, in whatever order. */
const sameNames = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name) => b.includes(name));

/** Refuses lists of different names. */
export function requireSameNames(a: readonly string[], b: readonly string[], what: string): void {
  if (!sameNames(a, b)) {
    refuse('inadmissible', `${what} must have the same dimensions: [${a.join(', ')}] and [${b.join(', ')}]`);
  }
}
