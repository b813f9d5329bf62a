// The tokens of a piece of C++, for the readers of declarations and expressions. Comments are no
// tokens; they are noted with the strings as regions in which layout text may stand.

import type { Span } from './expression.ts';

export type TokenKind = 'name' | 'number' | 'string' | 'character' | 'punctuation' | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface Region extends Span {
  readonly within: 'comment' | 'string';
}

export interface Tokens {
  /** Ends with one token of kind 'end'. */
  readonly tokens: readonly Token[];
  readonly regions: readonly Region[];
}

// `>` stands alone always: whether `>>` shifts or closes two template lists is the reader's to decide.
const TOKEN =
  /[ \t\r\n\f\v\\]+|(\/\/(?:\\\r?\n|[^\n])*|\/\*[\s\S]*?(?:\*\/|$))|((?:u8|[uUL])?R"([^\s()\\]{0,16})\([\s\S]*?\)\3"|(?:u8|[uUL])?"(?:[^"\\\n]|\\[\s\S])*"?)|('(?:[^'\\\n]|\\[\s\S])+')|([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*)|(\.?\d(?:[eEpP][+-]|'(?=\w)|[\w.])*)|::|->\*?|\.\.\.|<<=?|<=|[-+*/%^&|=!]=|\+\+|--|&&|\|\||[\s\S]/gy;

/** The tokens from an offset on, up to what begins behind `to`. */
export function tokenize(text: string, from = 0, to = text.length): Tokens {
  const tokens: Token[] = [];
  const regions: Region[] = [];
  TOKEN.lastIndex = from;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const start = match.index;
    if (start >= to) break;
    const end = TOKEN.lastIndex;
    if (match[5] !== undefined) tokens.push({ kind: 'name', text: match[5], start, end });
    else if (match[6] !== undefined) tokens.push({ kind: 'number', text: match[6], start, end });
    else if (match[1] !== undefined) regions.push({ start, end, within: 'comment' });
    else if (match[2] !== undefined) {
      tokens.push({ kind: 'string', text: match[2], start, end });
      regions.push({ start, end, within: 'string' });
    } else if (match[4] !== undefined) tokens.push({ kind: 'character', text: match[4], start, end });
    else {
      const first = text.charCodeAt(start);
      if (first > 32 && first !== 92) tokens.push({ kind: 'punctuation', text: match[0], start, end });
    }
  }
  tokens.push({ kind: 'end', text: '', start: to, end: to });
  return { tokens, regions };
}

/** The value of an integer literal; null for a floating-point one and for what is no number at all. */
export function integerLiteral(text: string): number | null {
  const digits = text.replaceAll("'", '').replace(/(?:_c|[uUlLzZ]+)$/, '');
  if (!/^(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]*|[1-9]\d*)$/.test(digits)) return null;
  const value = /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
  return Number.isSafeInteger(value) ? value : null;
}
