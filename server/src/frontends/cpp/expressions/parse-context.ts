// Where an expression stands, and the words that types are made of.

import type { Expr, NameExpr, Span } from '../../common/expression.ts';
import { partsOf } from '../../common/expression-parts.ts';
import type { Cursor } from './cursor.ts';

export const BUILTIN_TYPE_WORDS = new Set([
  'void',
  'bool',
  'char',
  'short',
  'int',
  'long',
  'signed',
  'unsigned',
  'float',
  'double',
  'wchar_t',
  'char8_t',
  'char16_t',
  'char32_t',
  'auto',
]);

/** Words that may stand before a type and say nothing about its layout. */
export const TYPE_PREFIXES = new Set(['const', 'volatile', 'typename', 'struct', 'class', 'enum', 'union']);

export const MAXIMUM_DEPTH = 200;

/** Where an expression stands. */
export interface ParseContext {
  /** Between `<` and `>`: `>` ends it. */
  readonly inTemplate: boolean;
  /** A name may follow the type: `Layout<A> x`. */
  readonly beforeName: boolean;
  /** `{` begins a body: `-> T {`. */
  readonly beforeBody: boolean;
}

export const ANYWHERE: ParseContext = { inTemplate: false, beforeName: false, beforeBody: false };

export const IN_TEMPLATE: ParseContext = { inTemplate: true, beforeName: false, beforeBody: false };

export const BEFORE_NAME: ParseContext = { inTemplate: false, beforeName: true, beforeBody: true };

export const BEFORE_BODY: ParseContext = { inTemplate: false, beforeName: false, beforeBody: true };

export const opaque = (span: Span, reason: string): Expr => ({ kind: 'opaque', span, reason });

export const tooDeep = (span: Span): Expr => opaque(span, 'the expression is nested too deeply');

/** The comma operator gives its last operand; what the others do is not told. */
export function lastOf(items: readonly Expr[], span: Span): Expr {
  const last = items.at(-1);
  if (last === undefined) return opaque(span, 'an expression is missing here');
  return items.slice(0, -1).some(mayDoSomething)
    ? opaque(span, 'what is done before the comma operator’s last operand is not followed')
    : last;
}

const mayDoSomething = (e: Expr): boolean =>
  e.kind === 'call' ||
  e.kind === 'opaque' ||
  (e.kind === 'binary' && /^[^=!<>]*=$|^<<=$|^>>=$/.test(e.operator)) ||
  partsOf(e).some(mayDoSomething);

export const nameExprAt = (name: string, span: Span): NameExpr => ({ kind: 'name', span, name });

export function nested(c: Cursor, read: () => Expr): Expr {
  if (c.depth >= MAXIMUM_DEPTH) {
    const start = c.token.start;
    c.skipTo([',', ';']);
    return tooDeep(c.spanFrom(start));
  }
  c.depth++;
  const result = read();
  c.depth--;
  return result;
}

export const isTypeLike = (e: Expr): boolean =>
  e.kind === 'name' || e.kind === 'qualified' || e.kind === 'template' || e.kind === 'decltype';

export function skipTypePrefixes(c: Cursor): void {
  while (c.token.kind === 'name' && TYPE_PREFIXES.has(c.text)) c.next();
}

export function skipTypeSuffix(c: Cursor): void {
  while (
    c.is('const') ||
    c.is('volatile') ||
    ((c.is('&') || c.is('&&') || c.is('*')) && /^(?:[,>)]|\.\.\.)$/.test(c.peek().text))
  )
    c.next();
}
