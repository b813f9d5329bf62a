// Where two versions of a text differ.

interface Difference {
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

/** Texts are compared in stretches first, which costs next to nothing. */
const STRETCH = 4096;

/** The one range outside of which both texts are equal; null when they are equal everywhere. */
export function difference(before: string, after: string): Difference | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (
    start + STRETCH <= shorter &&
    before.slice(start, start + STRETCH) === after.slice(start, start + STRETCH)
  )
    start += STRETCH;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let oldEnd = before.length;
  let newEnd = after.length;
  while (
    oldEnd - start >= STRETCH &&
    newEnd - start >= STRETCH &&
    before.slice(oldEnd - STRETCH, oldEnd) === after.slice(newEnd - STRETCH, newEnd)
  ) {
    oldEnd -= STRETCH;
    newEnd -= STRETCH;
  }
  while (oldEnd > start && newEnd > start && before.charCodeAt(oldEnd - 1) === after.charCodeAt(newEnd - 1)) {
    oldEnd--;
    newEnd--;
  }
  return { start, oldEnd, newEnd };
}
