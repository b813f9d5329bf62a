// The code of a text without its comments and strings, of the same length, and which part of it belongs to what.

import { HOST_TOKENS, type Host } from '../../frontends/common/host-tokens.ts';

/** Comments and strings as spaces; line breaks stay. */
export const codeOf = (text: string, host: Host): string =>
  text.replace(HOST_TOKENS[host], (token) => (/^\d/.test(token) ? token : token.replace(/[^\n]/g, ' ')));

/** Where the statement or block that begins at an offset ends, in C++. */
export function statementEnd(code: string, from: number): number {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    const c = code[at]!;
    if (c === '{' || c === '(' || c === '[') depth++;
    else if (c === '}' || c === ')' || c === ']') {
      if (--depth < 0) return at;
      if (depth === 0 && c === '}') return at + 1;
    } else if (c === ';' && depth === 0) return at + 1;
  }
  return code.length;
}

/** Where the block around an offset ends, in C++. */
export function blockEnd(code: string, from: number): number {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    if (code[at] === '{') depth++;
    else if (code[at] === '}' && --depth < 0) return at;
  }
  return code.length;
}

const indentOf = (line: string): number => /^[ \t]*/.exec(line)![0].length;

/** Where the lines behind an offset end that are indented by at least so much, in Python. */
export function indentedEnd(code: string, from: number, least: number): number {
  let at = code.indexOf('\n', from) + 1;
  if (at === 0) return code.length;
  while (at < code.length) {
    const next = code.indexOf('\n', at);
    const end = next < 0 ? code.length : next;
    const line = code.slice(at, end);
    if (line.trim() !== '' && indentOf(line) < least) return at;
    at = end + 1;
  }
  return code.length;
}

export const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
