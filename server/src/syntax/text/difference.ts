// Where two versions of a text differ.

interface Difference {
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

/** Texts are compared in stretches first, which costs next to nothing. */
const STRETCH = 4096;

interface Told {
  readonly before: string;
  readonly after: string;
  readonly changed: Difference;
}

/** The newest first: texts as they were typed, and what of them is read. */
let told: readonly Told[] = [];
const TOLD = 4;

/** Who has edited a text tells where: a long one is not compared then. Outside of the range both are equal. */
export function tellDifference(before: string, after: string, changed: Difference): void {
  if (before.length > STRETCH && changed.newEnd - changed.start < STRETCH)
    told = [{ before, after, changed }, ...told.slice(0, TOLD - 1)];
}

/** A range outside of which both texts are equal; null when they are equal everywhere. */
export function difference(before: string, after: string): Difference | null {
  for (const known of told) if (before === known.before && after === known.after) return known.changed;
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
