// Python's tokens, with its indentation, and its comments and strings on the side.
// python.ts says why they are not taken from the syntax tree.

import type { TextRegion } from './tree.ts';

export type TokenKind = 'name' | 'number' | 'string' | 'operator' | 'newline' | 'indent' | 'dedent' | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** The text of names and operators; empty otherwise. */
  readonly text: string;
}

interface Tokens {
  readonly tokens: readonly Token[];
  readonly regions: readonly TextRegion[];
}

const NAME = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*/uy;
const NUMBER =
  /0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?/y;
const OPERATOR =
  /\*\*=|\/\/=|>>=|<<=|\.\.\.|\*\*|\/\/|>>|<<|<=|>=|==|!=|->|:=|[-+*/%&|^@]=|[-+*/%&|^~@<>()[\]{},:.;=!]/y;
const PREFIX = /^(?:[rbuft]|[rbft]{2})$/i;
/** Words that begin a statement and can stand at no line's start inside brackets. */
const STATEMENT = /(?:def|class|return|import|while|try|raise|with|assert|pass|break|continue|global)\b/y;

/** An assignment to a name. As far left as the line that opened a bracket it is no keyword argument. */
const ASSIGNMENT = /[A-Za-z_]\w*[ \t]*=(?!=)/y;

/** Never fails: a character that begins no token is skipped. */
export function tokenize(text: string, from: number, to: number): Tokens {
  const tokens: Token[] = [];
  const regions: TextRegion[] = [];
  const indents = [columnOf(text, from)];
  let depth = 0;
  /** Where the line begins that opened the outermost bracket. */
  let openingColumn = 0;
  let lineColumn = 0;
  let at = from;
  let isLineStart = false;
  const push = (kind: TokenKind, start: number, end: number, value = ''): void => {
    tokens.push({ kind, start, end, text: value });
  };
  const endLine = (start: number): void => {
    const last = tokens.at(-1)?.kind;
    if (last !== undefined && last !== 'newline' && last !== 'indent' && last !== 'dedent')
      push('newline', start, start);
  };
  const measureIndent = (column: number): void => {
    if (column > indents.at(-1)!) {
      indents.push(column);
      push('indent', at, at);
    }
    while (indents.length > 1 && column < indents.at(-1)!) {
      indents.pop();
      push('dedent', at, at);
    }
  };
  while (at < to) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) {
      if (depth === 0) endLine(at);
      isLineStart = true;
      at++;
    } else if (code === 32 || code === 9 || code === 12 || code === 0xfeff) {
      at++;
    } else if (code === 35) {
      const end = lineEnd(text, at, to);
      regions.push({ start: at, end, within: 'comment' });
      at = end;
    } else if (code === 92) {
      at++;
      if (text.charCodeAt(at) === 13) at++;
      if (text.charCodeAt(at) === 10) at++;
    } else {
      if (isLineStart) {
        isLineStart = false;
        const column = columnOf(text, at);
        const isStatement = (): boolean =>
          matchAt(STATEMENT, text, at) > 0 || (column <= openingColumn && matchAt(ASSIGNMENT, text, at) > 0);
        if (depth > 0 && isStatement()) {
          // A bracket was left open above.
          depth = 0;
          endLine(at);
        }
        if (depth === 0) {
          measureIndent(column);
          lineColumn = column;
        }
      }
      if (code === 34 || code === 39) {
        const end = stringEnd(text, at, to);
        regions.push({ start: at, end, within: 'string' });
        push('string', at, end);
        at = end;
        continue;
      }
      const isDigit = code >= 48 && code <= 57;
      const next = text.charCodeAt(at + 1);
      if (isDigit || (code === 46 && next >= 48 && next <= 57)) {
        const end = at + matchAt(NUMBER, text, at);
        push('number', at, end);
        at = end;
        continue;
      }
      const operator = matchAt(OPERATOR, text, at);
      if (operator > 0) {
        const value = text.slice(at, at + operator);
        if (operator === 1) {
          if (value === '(' || value === '[' || value === '{') {
            if (depth === 0) openingColumn = lineColumn;
            depth++;
          } else if ((value === ')' || value === ']' || value === '}') && depth > 0) depth--;
        }
        push('operator', at, at + operator, value);
        at += operator;
        continue;
      }
      const name = matchAt(NAME, text, at);
      if (name === 0) {
        at++;
        continue;
      }
      const value = text.slice(at, at + name);
      const quote = text.charCodeAt(at + name);
      if (name <= 2 && (quote === 34 || quote === 39) && PREFIX.test(value)) {
        const end = stringEnd(text, at + name, to);
        regions.push({ start: at, end, within: 'string' });
        push('string', at, end);
        at = end;
        continue;
      }
      push('name', at, at + name, value);
      at += name;
    }
  }
  endLine(to);
  for (let i = 1; i < indents.length; i++) push('dedent', to, to);
  push('end', to, to);
  return { tokens, regions };
}

function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex - at : 0;
}

const lineEnd = (text: string, at: number, to: number): number => {
  const end = text.indexOf('\n', at);
  const stop = end < 0 || end > to ? to : end;
  return text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop;
};

/** Tabs go to the next multiple of 8, as Python counts them. */
function columnOf(text: string, at: number): number {
  let start = at;
  while (start > 0 && text.charCodeAt(start - 1) !== 10 && text.charCodeAt(start - 1) !== 13) start--;
  let column = 0;
  for (let i = start; i < at; i++) column = text.charCodeAt(i) === 9 ? (column + 8) & ~7 : column + 1;
  return column;
}

/** Where the string that opens at `at` ends. One without its closing quote ends with its line. */
function stringEnd(text: string, at: number, to: number): number {
  const quote = text[at]!;
  const isTriple = text.startsWith(quote.repeat(3), at);
  const close = isTriple ? quote.repeat(3) : quote;
  let i = at + close.length;
  while (i < to) {
    const char = text[i]!;
    if (char === '\\') {
      i += 2;
    } else if (char === '\n' && !isTriple) {
      return i;
    } else if (char === quote && (!isTriple || text.startsWith(close, i))) {
      return Math.min(to, i + close.length);
    } else {
      i++;
    }
  }
  return to;
}
