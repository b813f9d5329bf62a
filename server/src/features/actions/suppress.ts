// Silencing a rule on a line, with a comment on the line above; where none can stand there, behind the line.

import type { TextEdit } from 'vscode-languageserver';
import { lineBreakOf, tokenAcross } from '../../frontends/common/host-tokens.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';

const COMMENT = { cpp: '//', python: '#', notation: '#' } as const;

/**
 * The edit that silences `rule` on `line`; a directive that stands there already gets the rule added. Null where a
 * comment would change what the program says: in a string, or between lines that a backslash joins.
 */
export function suppressEdit(
  { document, analysis }: ReadyDocument,
  line: number,
  rule: string,
): TextEdit | null {
  const { text } = analysis;
  const { dialect } = document;
  const start = document.offsetAt({ line, character: 0 });
  const next = text.indexOf('\n', start);
  const end = (next < 0 ? text.slice(start) : text.slice(start, next)).replace(/\r$/, '').length + start;
  const insert = (offset: number, newText: string): TextEdit => {
    const position = document.positionAt(offset);
    return { range: { start: position, end: position }, newText };
  };
  const above = line > 0 ? document.offsetAt({ line: line - 1, character: 0 }) : start;
  const existing = /layout-lens:\s*ignore\[([^\]]*)\]/.exec(text.slice(above, end));
  if (existing !== null)
    return insert(
      above + existing.index + existing[0].length - 1,
      `${existing[1]!.trim() === '' ? '' : ', '}${rule}`,
    );
  const directive = `layout-lens: ignore[${rule}]`;
  const indent = /^[ \t]*/.exec(text.slice(start))![0];
  const across = dialect === 'notation' ? null : tokenAcross(text, start, dialect);
  if (across?.kind === 'literal') return null;
  if (across?.kind === 'block-comment')
    return insert(
      start,
      `${indent}${/^\s*\*(?!\/)/.test(text.slice(start, end)) ? '* ' : ''}${directive}${lineBreakOf(text)}`,
    );
  const isJoined = /\\\r?\n?$/.test(text.slice(above, start)) && start > 0;
  if (!isJoined) return insert(start, `${indent}${COMMENT[dialect]} ${directive}${lineBreakOf(text)}`);
  // A comment may stand behind the last of joined lines.
  const isCode = dialect === 'notation' || tokenAcross(text, end, dialect) === null;
  const hasComment = text.slice(start, end).includes(COMMENT[dialect]);
  return text[end - 1] === '\\' || hasComment || !isCode
    ? null
    : insert(end, `  ${COMMENT[dialect]} ${directive}`);
}
