// A reader of Python's tokens that makes nodes. Its methods return null where the text is not what they
// read; `attempt` then goes back to where it began.

import type { Token, TokenKind } from './tokens.ts';
import type { PyDraft } from './tree.ts';

const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** A node under the field that it fills; it has just been made. */
export function as(node: PyDraft, field: string | null): PyDraft {
  node.field = field;
  return node;
}

/** Deeper nesting is refused rather than left to overflow the stack. */
export const MAX_DEPTH = 200;

export class TokenReader {
  readonly text: string;
  readonly tokens: readonly Token[];
  at = 0;
  protected depth = 0;

  constructor(text: string, tokens: readonly Token[]) {
    this.text = text;
    this.tokens = tokens;
  }

  /** The last token is of kind `end`, and nothing reads past it. */
  get token(): Token {
    return this.tokens[this.at]!;
  }
  peek(distance: number): Token {
    return this.tokens[this.at + distance] ?? this.tokens[this.tokens.length - 1]!;
  }
  is(kind: TokenKind): boolean {
    return this.token.kind === kind;
  }
  isOperator(text: string): boolean {
    return this.token.kind === 'operator' && this.token.text === text;
  }
  isName(text: string): boolean {
    return this.token.kind === 'name' && this.token.text === text;
  }
  take(text: string): boolean {
    if (!this.isOperator(text)) return false;
    this.at++;
    return true;
  }
  takeName(text: string): boolean {
    if (!this.isName(text)) return false;
    this.at++;
    return true;
  }
  attempt<T>(read: () => T | null): T | null {
    const before = this.at;
    const result = read();
    if (result === null) this.at = before;
    return result;
  }

  /** A node from `start` to the end of the last token read; a block, to the end of its last statement. */
  node(type: string, start: number, children: readonly PyDraft[]): PyDraft {
    let last = this.at - 1;
    while (last > 0 && isLayoutToken(this.tokens[last]!)) last--;
    const end = Math.max(start, this.tokens[last]?.end ?? start, children.at(-1)?.end ?? start);
    return { type, start, end, field: null, children };
  }

  identifier(field: string | null): PyDraft | null {
    const { kind, text, start, end } = this.token;
    if (kind !== 'name' || KEYWORDS.has(text)) return null;
    this.at++;
    return { type: 'identifier', start, end, field, children: [] };
  }
}

const isLayoutToken = ({ kind }: Token): boolean =>
  kind === 'newline' || kind === 'indent' || kind === 'dedent';
