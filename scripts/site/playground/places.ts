// Places in the editor's text, and as the protocol counts them: lines from 0, and UTF-16 units, which the editor counts too.

import type { Text } from '@codemirror/state';
import type { Position, Range } from 'vscode-languageserver-protocol';

export function positionOf(text: Text, offset: number): Position {
  const line = text.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

/** A place behind the end of a line, or of the text, is that end. */
export function offsetOf(text: Text, { line, character }: Position): number {
  if (line >= text.lines) return text.length;
  const found = text.line(line + 1);
  return Math.min(found.from + character, found.to);
}

export const rangeOf = (text: Text, from: number, to: number): Range => ({
  start: positionOf(text, from),
  end: positionOf(text, to),
});
