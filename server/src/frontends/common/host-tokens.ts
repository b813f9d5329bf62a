// The comments of a host language, and the literals in which the sign of a comment means nothing. Numbers are there for
// the separators of C++: in 1'000 the mark opens no character.

import { type BlankedCode, blankedCode } from './blanked-code.ts';
import type { Span } from './expression.ts';

export type Host = 'cpp' | 'python';

export const HOST_TOKENS = {
  cpp: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\bR"([^()\\\s]{0,16})\([\s\S]*?(?:\)\1"|$)|"(?:[^"\\\n]|\\[\s\S])*"?|\b\d(?:'?[\w.])*|'(?:[^'\\\n]|\\.){0,32}'/g,
  python:
    /#[^\n]*|("""|''')(?:[^\\]|\\[\s\S])*?(?:\1|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?/g,
} as const;

interface HostToken extends Span {
  readonly kind: 'line-comment' | 'block-comment' | 'literal';
}

/** The comment or literal that goes on at an offset; null where code does. */
export function tokenAcross(text: string, offset: number, host: Host): HostToken | null {
  for (const { 0: token, index } of text.matchAll(HOST_TOKENS[host])) {
    if (index >= offset) return null;
    const end = index + token.length;
    if (end <= offset) continue;
    const isLine = host === 'cpp' ? token.startsWith('//') : token.startsWith('#');
    const kind = isLine ? 'line-comment' : token.startsWith('/*') ? 'block-comment' : 'literal';
    return { start: index, end, kind };
  }
  return null;
}

/** The line break of a file. */
export const lineBreakOf = (text: string): string => (/\r\n/.test(text) ? '\r\n' : '\n');

/** A text of this length may be a part of a file. */
const PART_LENGTH = 8192;

/** The whole file that was asked for last in each language: rules ask many times of one, and after an edit of the next. */
const lastCode: Partial<Record<Host, BlankedCode>> = {};

function blankedOf(text: string, host: Host): BlankedCode {
  const last = lastCode[host];
  if (last?.text === text) return last;
  const tokens = HOST_TOKENS[host];
  if (text.length <= PART_LENGTH) return blankedCode(text, tokens);
  const read = blankedCode(text, tokens, last);
  lastCode[host] = read;
  return read;
}

/** A text with its comments and strings as spaces; line breaks stay. */
export const codeOf = (text: string, host: Host): string => blankedOf(text, host).code;

/** Where the comments to the end of a line begin and end, in turn. */
export const lineCommentsOf = (text: string, host: Host): readonly number[] =>
  blankedOf(text, host).lineComments;

/** The parts of a list, between its own commas. */
export function listed(list: string): readonly string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const c of list) {
    if ('([{'.includes(c)) depth++;
    if (')]}'.includes(c)) depth--;
    if (c === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += c;
  }
  return parts.map((part) => part.trim());
}
