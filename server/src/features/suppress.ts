// Silencing a rule on a line, with a comment on the line above.

import type { TextEdit } from 'vscode-languageserver';
import type { ReadyDocument } from '../workspace/session.ts';

const COMMENT = { cpp: '//', python: '#', notation: '#' } as const;

/** The edit that silences `rule` on `line`; a directive that stands there already gets the rule added. */
export function suppressEdit({ document, analysis }: ReadyDocument, line: number, rule: string): TextEdit {
  const { text } = analysis;
  const start = document.offsetAt({ line, character: 0 });
  if (line > 0) {
    const above = document.offsetAt({ line: line - 1, character: 0 });
    const existing = /layout-lens:\s*ignore\[([^\]]*)\]/.exec(text.slice(above, start));
    if (existing !== null) {
      const at = above + existing.index + existing[0].length - 1;
      const position = document.positionAt(at);
      const comma = existing[1]!.trim() === '' ? '' : ', ';
      return { range: { start: position, end: position }, newText: `${comma}${rule}` };
    }
  }
  const indent = /^[ \t]*/.exec(text.slice(start))![0];
  const position = { line, character: 0 };
  return {
    range: { start: position, end: position },
    newText: `${indent}${COMMENT[document.dialect]} layout-lens: ignore[${rule}]\n`,
  };
}
