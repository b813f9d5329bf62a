// The state that the readers of C++ share: where they are in the tokens, and the scope they fill.

import type { CallExpr, Expr, Span } from '../../common/expression.ts';
import type { Declaration, Guard, Scope, ScopeKind } from '../../common/scope.ts';
import type { Token, UnreadBody } from '../text/tokens.ts';
import type { ParseContext } from './parse-context.ts';
import { RecordedEscapes } from './recorded-escapes.ts';

/** A scope while it is being read. */
export interface OpenScope extends Scope {
  kind: ScopeKind;
  name: string | null;
  span: { start: number; end: number };
  declarations: Declaration[];
  children: OpenScope[];
  bases: Expr[];
  isUnion: boolean;
  isPolymorphic: boolean;
  expressions: Expr[];
  returns: Expr[];
  assertions: Expr[];
  body: number | undefined;
  guard: Guard | null;
  isLoop: boolean;
  loop: Scope['loop'];
  range: Expr | undefined;
  choice: Expr | undefined;
  labels: NonNullable<Scope['labels']>[number][];
  jumps: NonNullable<Scope['jumps']>[number][];
  assigned: Set<string>;
  inductionVariables: Set<string> | undefined;
  escapes: RecordedEscapes;
  usings: Expr[];
  friends: string[];
  owner: Expr | undefined;
  isVariadic: boolean | undefined;
  requirements: Expr[];
  enclosingCall: CallExpr | null | undefined;
  /** Whether it is a function or stands in one. */
  isInFunction: boolean;
}

export function openScope(
  kind: ScopeKind,
  name: string | null,
  start: number,
  around: OpenScope | null,
): OpenScope {
  // Assignments are collected for a whole function: a lambda in it may assign to its variables.
  const begins = around === null || (kind === 'function' && !around.isInFunction);
  // Every field is there from the beginning: scopes are walked more than anything else, which is fast while all of
  // them have one shape.
  return {
    kind,
    name,
    span: { start, end: start },
    declarations: [],
    children: [],
    bases: [],
    isUnion: false,
    isPolymorphic: false,
    expressions: [],
    returns: [],
    assertions: [],
    body: undefined,
    guard: null,
    isLoop: false,
    loop: undefined,
    range: undefined,
    choice: undefined,
    labels: [],
    jumps: [],
    assigned: begins ? new Set() : around.assigned,
    inductionVariables: undefined,
    escapes: begins ? new RecordedEscapes() : around.escapes,
    usings: [],
    friends: [],
    owner: undefined,
    isVariadic: undefined,
    requirements: [],
    enclosingCall: undefined,
    isInFunction: kind === 'function' || (around?.isInFunction ?? false),
  };
}

/** Whether a reader of C++ has made the scope, so that the reader of an edit may go on with it. */
export const isOpenScope = (scope: Scope): scope is OpenScope => 'isInFunction' in scope;

/** What a block holds, which decides whether `f(x)` may declare. */
export type DeclarationContext = 'namespace' | 'class' | 'block' | 'condition';

/** The readers that the readers below them call back, handed in so that no module needs one that needs it. */
export interface Readers {
  /** An expression without a comma outside brackets. */
  expression(cursor: Cursor, context: ParseContext): Expr;
  /** An operand with the operators before it. */
  unary(cursor: Cursor, context: ParseContext): Expr;
  /** An operand with calls, subscripts and members behind it. */
  postfix(cursor: Cursor, context: ParseContext): Expr;
  /** `[ … ]( … ) { … }` */
  lambda(cursor: Cursor): Expr;
  /** `{ … }` into the scope, both braces taken. */
  block(cursor: Cursor, scope: OpenScope, context: DeclarationContext): void;
  /** `< … >` of a template or lambda into its scope. */
  templateParameters(cursor: Cursor, scope: OpenScope): void;
  /** `( … )` of a function or lambda into its scope. */
  parameters(cursor: Cursor, scope: OpenScope): void;
}

export class Cursor {
  readonly tokens: readonly Token[];
  at = 0;
  scope: OpenScope;
  /** Tokens after which `<` was tried and is no template list. */
  readonly comparisons = new Set<number>();
  readonly readers: Readers;
  /** Nesting of expressions, bounded so that no input exhausts the stack. */
  depth = 0;
  /** Nesting of blocks and classes. */
  blocks = 0;
  /** How many bodies have been left to be read later. */
  deferred = 0;
  /** Whether an expression is read that another one is part of. */
  isInExpression = false;

  constructor(tokens: readonly Token[], scope: OpenScope, readers: Readers) {
    this.tokens = tokens;
    this.scope = scope;
    this.readers = readers;
  }

  get token(): Token {
    return this.tokens[this.at]!;
  }
  get text(): string {
    return this.tokens[this.at]!.text;
  }
  /** The end of the token before. */
  get lastEnd(): number {
    return this.at === 0 ? 0 : this.tokens[this.at - 1]!.end;
  }
  get isEnd(): boolean {
    return this.tokens[this.at]!.kind === 'end';
  }
  peek(distance = 1): Token {
    return this.tokens[Math.min(this.at + distance, this.tokens.length - 1)]!;
  }
  /** Whether the punctuation or keyword stands here. */
  is(text: string): boolean {
    const token = this.tokens[this.at]!;
    return token.text === text && token.kind !== 'string' && token.kind !== 'end';
  }
  take(text: string): boolean {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }
  next(): Token {
    const token = this.tokens[this.at]!;
    if (token.kind !== 'end') this.at++;
    return token;
  }
  /** Whether token `at + distance` follows the one before it without a space. */
  touches(distance: number): boolean {
    return this.peek(distance).start === this.peek(distance - 1).end;
  }
  spanFrom(start: number): Span {
    return { start, end: Math.max(start, this.lastEnd) };
  }

  /** From an opening bracket to after its closing one. */
  skipBalanced(): void {
    let depth = 0;
    while (!this.isEnd) {
      const token = this.next();
      if (token.kind !== 'punctuation') continue;
      if (token.text === '(' || token.text === '[' || token.text === '{') depth++;
      else if (token.text === ')' || token.text === ']' || token.text === '}') {
        if (--depth <= 0) return;
      }
    }
  }

  /** Leaves a body that is no part of the tokens to be read later; null where none stands here. */
  skipUnread(): UnreadBody | null {
    const { unread } = this.token;
    if (unread === undefined) return null;
    this.skipBalanced();
    this.deferred++;
    return unread;
  }

  /** To one of the stops outside brackets, or to the bracket that closes what is around. Takes none of them. */
  skipTo(stops: readonly string[]): void {
    while (!this.isEnd) {
      const { kind, text } = this.token;
      if (kind === 'punctuation') {
        if (stops.includes(text)) return;
        if (text === '(' || text === '[' || text === '{') {
          this.skipBalanced();
          continue;
        }
        if (text === ')' || text === ']' || text === '}') return;
      }
      this.at++;
    }
  }
}
