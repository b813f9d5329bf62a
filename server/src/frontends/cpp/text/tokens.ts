// The tokens of a chunk of C++, for the readers of declarations and expressions. Comments are no
// tokens; they are noted with the strings as regions in which layout text may stand.

import type { Span } from '../../common/expression.ts';

type TokenKind = 'name' | 'number' | 'string' | 'character' | 'punctuation' | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** What stands between the parentheses of each `alignas(…)` before it: declarations are read as if there were none. */
  readonly alignments?: readonly (readonly Token[])[];
  /** Of an opening brace: what stands behind it up to its closing one, and is not among the tokens. */
  readonly unread?: UnreadBody;
}

/** What stands between two braces of a text. */
export interface UnreadBody {
  readonly text: string;
  readonly open: number;
  readonly close: number;
}

export interface Region extends Span {
  readonly within: 'comment' | 'string';
}

export interface Tokens {
  /** Ends with one token of kind 'end'. */
  readonly tokens: readonly Token[];
  readonly regions: readonly Region[];
}

/** The tokens from an offset on, up to what begins behind `to`, without what stands in `unread`, which is in order. */
// Every token is looked at by its characters: a regular expression makes an array of groups for each.
export function tokenize(
  text: string,
  from = 0,
  to = text.length,
  unread: readonly UnreadBody[] = NOTHING_UNREAD,
): Tokens {
  const tokens: Token[] = [];
  const regions: Region[] = [];
  let isAligned = false;
  let left = 0;
  let next = unread[0];
  const add = (kind: TokenKind, start: number, end: number): number => {
    tokens.push({ kind, text: text.slice(start, end), start, end });
    return end;
  };
  const addName = (start: number, end: number): number => {
    const name = text.slice(start, end);
    const operator = name.length > LONGEST_OPERATOR ? undefined : OPERATORS.get(name);
    isAligned ||= name === 'alignas';
    const kind = operator === undefined ? 'name' : 'punctuation';
    tokens.push({ kind, text: operator ?? name, start, end });
    return end;
  };
  for (let at = from; at < to; ) {
    const c = text.charCodeAt(at);
    if (isNameStart(c)) {
      const quoted = isPrefix(c) ? prefixedString(text, at) : -1;
      if (quoted < 0) at = addName(at, nameEnd(text, at + 1));
      else {
        regions.push({ start: at, end: quoted, within: 'string' });
        at = add('string', at, quoted);
      }
    } else if (c <= SPACE || c === BACKSLASH) at++;
    else if (c === SLASH && isComment(text, at)) {
      const end = commentEnd(text, at);
      regions.push({ start: at, end, within: 'comment' });
      at = end;
    } else if (c === QUOTE) {
      const end = stringEnd(text, at);
      regions.push({ start: at, end, within: 'string' });
      at = add('string', at, end);
    } else if (isDigit(c) || (c === DOT && isDigit(text.charCodeAt(at + 1)))) {
      at = add('number', at, numberEnd(text, at + 1));
    } else if (next?.open === at) {
      tokens.push({ kind: 'punctuation', text: '{', start: at, end: at + 1, unread: next });
      at = next.close;
      next = unread[++left];
    } else {
      const end = c === APOSTROPHE ? characterEnd(text, at) : -1;
      at = end < 0 ? add('punctuation', at, at + punctuationLength(text, at, c)) : add('character', at, end);
    }
  }
  tokens.push({ kind: 'end', text: '', start: to, end: to });
  return { tokens: isAligned ? withAlignments(tokens) : tokens, regions };
}

const NOTHING_UNREAD: readonly UnreadBody[] = [];

/** The tokens with each `alignas(…)` noted at the one behind it. */
function withAlignments(tokens: readonly Token[]): readonly Token[] {
  const found: Token[] = [];
  let alignments: (readonly Token[])[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (token.text === 'alignas' && token.kind === 'name' && tokens[at + 1]!.text === '(') {
      const close = closingParenthesis(tokens, at + 1);
      alignments.push(tokens.slice(at + 2, close));
      at = Math.min(close, tokens.length - 2);
    } else if (alignments.length > 0) {
      found.push({ ...token, alignments });
      alignments = [];
    } else found.push(token);
  }
  return found;
}

/** The index of the parenthesis that closes the one at `open`; that of the end where there is none. */
function closingParenthesis(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    const { kind, text } = tokens[at]!;
    if (kind !== 'punctuation') continue;
    if (text === '(') depth++;
    else if (text === ')' && --depth === 0) return at;
  }
  return tokens.length - 1;
}

/** Words that are other spellings of operators ([lex.digraph]). */
const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['and', '&&'],
  ['and_eq', '&='],
  ['bitand', '&'],
  ['bitor', '|'],
  ['compl', '~'],
  ['not', '!'],
  ['not_eq', '!='],
  ['or', '||'],
  ['or_eq', '|='],
  ['xor', '^'],
  ['xor_eq', '^='],
]);
const LONGEST_OPERATOR = 6;

const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const QUOTE = 34;
const APOSTROPHE = 39;
const STAR = 42;
const DOT = 46;
const SLASH = 47;
const EQUALS = 61;
const BACKSLASH = 92;

const isDigit = (c: number): boolean => c >= 48 && c <= 57;
const isNameStart = (c: number): boolean =>
  (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c === 36 || c >= 128;
const isNamePart = (c: number): boolean => isNameStart(c) || isDigit(c);
/** `\w`: what goes on a number, in which no `$` stands. */
const isNumberPart = (c: number): boolean =>
  (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || isDigit(c);
/** `u`, `U`, `L`, `R`: what a string's prefix begins with. */
const isPrefix = (c: number): boolean => c === 117 || c === 85 || c === 76 || c === 82;
const isExponent = (c: number): boolean => c === 101 || c === 69 || c === 112 || c === 80;

function nameEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && isNamePart(text.charCodeAt(at))) at++;
  return at;
}

function numberEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    const c = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    if (isExponent(c) && (next === 43 || next === 45)) at += 2;
    else if (c === DOT || isNumberPart(c) || (c === APOSTROPHE && isNumberPart(next))) at++;
    else return at;
  }
}

const isComment = (text: string, at: number): boolean => {
  const next = text.charCodeAt(at + 1);
  return next === SLASH || next === STAR;
};

function commentEnd(text: string, start: number): number {
  if (text.charCodeAt(start + 1) === STAR) {
    const end = text.indexOf('*/', start + 2);
    return end < 0 ? text.length : end + 2;
  }
  for (let at = start; ; ) {
    const end = text.indexOf('\n', at);
    if (end < 0) return text.length;
    // A line that ends in a backslash goes on in the next one.
    const last = text.charCodeAt(end - 1) === RETURN ? end - 2 : end - 1;
    if (text.charCodeAt(last) !== BACKSLASH) return end;
    at = end + 1;
  }
}

/** The end of a string of the prefix at `start`, -1: none begins there. */
function prefixedString(text: string, start: number): number {
  let at = start;
  const c = text.charCodeAt(at);
  if (c !== 82) {
    at++;
    if (c === 117 && text.charCodeAt(at) === 56) at++;
  }
  if (text.charCodeAt(at) === 82 && text.charCodeAt(at + 1) === QUOTE) return rawStringEnd(text, at + 1);
  return at > start && text.charCodeAt(at) === QUOTE ? stringEnd(text, at) : -1;
}

/** The delimiter of a raw string and its parenthesis. */
const RAW = /"([^\s()\\]{0,16})\(/y;

function rawStringEnd(text: string, quote: number): number {
  RAW.lastIndex = quote;
  const delimiter = RAW.exec(text)?.[1];
  if (delimiter === undefined) return -1;
  const close = text.indexOf(`)${delimiter}"`, RAW.lastIndex);
  return close < 0 ? -1 : close + delimiter.length + 2;
}

/** A string that is not closed ends with its line. */
function stringEnd(text: string, quote: number): number {
  let at = quote + 1;
  for (; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === QUOTE) return at + 1;
    if (c === NEWLINE) return at;
    if (c !== BACKSLASH) continue;
    // A backslash at the very end escapes nothing.
    if (at + 1 >= text.length) return at;
    at++;
  }
  return text.length;
}

/** No character is written longer: many quotes in a row are not each looked behind to the end of the line. */
const LONGEST_CHARACTER = 32;

/** The end of a character literal, -1: it is not closed, or empty. */
function characterEnd(text: string, quote: number): number {
  let length = 0;
  for (let at = quote + 1; at < text.length && length <= LONGEST_CHARACTER; at++, length++) {
    const c = text.charCodeAt(at);
    if (c === APOSTROPHE) return at > quote + 1 ? at + 1 : -1;
    if (c === NEWLINE) return -1;
    if (c === BACKSLASH) at++;
  }
  return -1;
}

/** Characters that are one token with a `=` behind them. */
const ASSIGNING = new Set([...'-+*/%^&|=!'].map((c) => c.charCodeAt(0)));
/** `++`, `--`, `&&`, `||`, `::` */
const DOUBLED = new Set([...'+-&|:'].map((c) => c.charCodeAt(0)));

/** `>` stands alone always: whether `>>` shifts or closes two template lists is the reader's to decide. */
function punctuationLength(text: string, at: number, c: number): number {
  const next = text.charCodeAt(at + 1);
  if (c === 45 && next === 62) return text.charCodeAt(at + 2) === STAR ? 3 : 2;
  if (c === 60) {
    if (next === 60) return text.charCodeAt(at + 2) === EQUALS ? 3 : 2;
    return next === EQUALS ? 2 : 1;
  }
  if (c === DOT) return next === DOT && text.charCodeAt(at + 2) === DOT ? 3 : 1;
  return (next === EQUALS && ASSIGNING.has(c)) || (next === c && DOUBLED.has(c)) ? 2 : 1;
}

/** The value of an integer literal; null for a floating-point one and for what is no number at all. */
export function integerLiteral(text: string): number | null {
  const digits = text.replaceAll("'", '').replace(/(?:_c|[uUlLzZ]+)$/, '');
  if (!/^(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]*|[1-9]\d*)$/.test(digits)) return null;
  const value = /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
  return Number.isSafeInteger(value) ? value : null;
}
