// Offsets as lines and columns that count from 1, for people and for reports. Columns are UTF-16 units, as in LSP.

import { countOfFirst } from '../../syntax/text/partition.ts';

export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

export function lineColumnOf(starts: readonly number[], offset: number): LineColumn {
  const line = Math.max(
    1,
    countOfFirst(starts.length, (i) => starts[i]! <= offset),
  );
  return { line, column: offset - starts[line - 1]! + 1 };
}

/** The offset of a place; null when the text has no such line. A column beyond the line's end means its end. */
export function offsetOf(text: string, { line, column }: LineColumn): number | null {
  const starts = lineStarts(text);
  const start = starts[line - 1];
  if (start === undefined || column < 1) return null;
  const end = line < starts.length ? starts[line]! - 1 : text.length;
  return Math.min(start + column - 1, end);
}
