// textDocument/foldingRange in `.layout` files: runs of comment lines, statements of several lines, and sections, which
// begin with a comment and end before an empty line.

import { type FoldingRange, FoldingRangeKind, type FoldingRangeParams } from 'vscode-languageserver';
import type { ReadyDocument } from '../../workspace/documents/session.ts';

const isComment = (line: string): boolean => /^\s*(?:#|\/\/)/.test(line);
const isEmpty = (line: string): boolean => line.trim() === '';

export function answerFoldingRanges(
  { document, analysis }: ReadyDocument,
  _params: FoldingRangeParams,
): FoldingRange[] | null {
  if (document.dialect !== 'notation') return null;
  const ranges: FoldingRange[] = [];
  const add = (startLine: number, endLine: number, kind?: FoldingRangeKind): void => {
    if (endLine > startLine) ranges.push({ startLine, endLine, ...(kind === undefined ? {} : { kind }) });
  };
  const lines = analysis.text.split('\n');
  for (let first = 0; first < lines.length; first++) {
    if (!isComment(lines[first]!)) continue;
    let last = first;
    while (last + 1 < lines.length && isComment(lines[last + 1]!)) last++;
    add(first, last, FoldingRangeKind.Comment);
    let end = last;
    while (end + 1 < lines.length && !isEmpty(lines[end + 1]!) && !isComment(lines[end + 1]!)) end++;
    // What a comment in the middle of a section says is of its own lines.
    const isHeading = first === 0 || isEmpty(lines[first - 1]!);
    if (isHeading) {
      while (end + 1 < lines.length && !isEmpty(lines[end + 1]!)) end++;
      add(last, end, FoldingRangeKind.Region);
    }
    first = last;
  }
  for (const { start, unit } of analysis.module.units) {
    const spans = [
      ...unit.scope.declarations.map(({ span }) => span),
      ...unit.notations.filter(({ within }) => within === 'document').map(({ span }) => span),
    ];
    for (const span of spans) {
      const lineOf = (offset: number): number => document.positionAt(start + offset).line;
      add(lineOf(span.start), lineOf(span.end));
    }
  }
  return ranges.sort((a, b) => a.startLine - b.startLine);
}
