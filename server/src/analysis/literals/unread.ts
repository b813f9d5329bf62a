// Where the evaluator does not read: comments, strings, bodies of macros, branches that the preprocessor discards, and all
// of a text in another language.

import type { Span } from '../../frontends/common/expression.ts';
import { type Host, tokenAcross } from '../../frontends/common/host-tokens.ts';
import type { OpenDocument } from '../document/document.ts';
import type { LiteralHost } from './literal.ts';

/** A stretch of a source that the evaluator does not read. */
interface Unread extends Span {
  readonly host: Host;
}

/** The stretch that an offset stands in; null where the source is read. */
export function unreadAt(document: OpenDocument, offset: number): Unread | null {
  const { dialect, masked, parsed } = document;
  if (dialect === 'notation') return null;
  if (masked !== null) {
    const across = ({ start, end }: Span): boolean => start <= offset && offset < end;
    const found = masked.reading.skipped.find(across) ?? masked.macros.find(across);
    if (found !== undefined) return { start: found.start, end: found.end, host: 'cpp' };
  }
  const token = tokenAcross(parsed, offset, dialect);
  // Numbers are among the tokens, for their separators.
  if (token === null || /\d/.test(parsed[token.start]!)) return null;
  const { start, end } = token.kind === 'line-comment' ? commentBlock(parsed, token, dialect) : token;
  return { start, end, host: dialect };
}

const COMMENT_LINE = { cpp: /^[ \t]*\/\//, python: /^[ \t]*#/ } as const;

/** A line comment with those on the lines around it that hold nothing else. */
function commentBlock(text: string, comment: Span, host: Host): Span {
  let { start, end } = comment;
  const lineOf = (at: number): number => text.lastIndexOf('\n', at - 1) + 1;
  for (let line = lineOf(start); line > 0 && text.slice(line, start).trim() === ''; ) {
    const above = lineOf(line - 1);
    if (!COMMENT_LINE[host].test(text.slice(above, line))) break;
    [line, start] = [above, above];
  }
  for (;;) {
    const next = text.indexOf('\n', end) + 1;
    const after = text.indexOf('\n', next);
    const line = text.slice(next, after < 0 ? undefined : after);
    if (next === 0 || !COMMENT_LINE[host].test(line)) return { start, end };
    end = next + line.length;
  }
}

const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([\w+#-]*)/;
const FENCE_LANGUAGES: ReadonlyMap<string, LiteralHost> = new Map([
  ...['c', 'c++', 'cc', 'cpp', 'cu', 'cuda', 'cuda-cpp', 'cxx', 'h', 'hpp'].map(
    (name) => [name, 'cpp'] as const,
  ),
  ...['py', 'python', 'python3'].map((name) => [name, 'python'] as const),
  ...['layout', 'text', ''].map((name) => [name, 'markdown'] as const),
]);

/** The language around an offset of a text that is no source of ours: in Markdown that of the fence. */
export function hostOfText(languageId: string, text: string, offset: number): LiteralHost {
  if (languageId !== 'markdown') return null;
  let fence: { readonly sign: string; readonly host: LiteralHost } | null = null;
  for (let start = 0; start <= offset; ) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? undefined : end);
    const found = FENCE.exec(line);
    if (found !== null) {
      const [, sign, name] = found as unknown as [string, string, string];
      if (fence === null) fence = { sign, host: FENCE_LANGUAGES.get(name.toLowerCase()) ?? null };
      else if (sign.startsWith(fence.sign)) fence = null;
    }
    if (end < 0) break;
    start = end + 1;
  }
  return fence === null ? 'markdown' : fence.host;
}
