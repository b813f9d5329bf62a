// Offsets and positions. Offsets and columns count UTF-16 code units, as LSP does.

export interface Point {
  readonly row: number;
  readonly column: number;
}

/** The offset at which each line begins. `\n`, `\r\n` and `\r` end a line, as in LSP. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  const ends = /\r\n?|\n/g;
  while (ends.exec(text) !== null) starts.push(ends.lastIndex);
  return starts;
}

/** The last index whose entry is at most `offset`; entries ascend and begin with 0. */
export function lastAtMost(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The offset of a position; a column past the end of its line means the start of the next one at most. */
export function offsetAt(starts: readonly number[], length: number, point: Point): number {
  if (point.row >= starts.length) return length;
  const end = starts[point.row + 1] ?? length;
  return Math.min(Math.max(starts[Math.max(point.row, 0)]! + point.column, 0), end);
}
