// What all C++ declarations have in common: specifiers, types before a name, names, and where a
// declaration goes.

import { type DeclarationFields, type DeclarationTraits, declarationOf } from '../../common/declaration.ts';
import type { Expr, Span } from '../../common/expression.ts';
import type { Declaration } from '../../common/scope.ts';
import { Cursor, type OpenScope } from '../expressions/cursor.ts';
import { readExpression } from '../expressions/expressions.ts';
import { readList, readOperatorName, readTemplateList } from '../expressions/lists.ts';
import { nameExprAt, opaque, skipTypePrefixes, TYPE_PREFIXES } from '../expressions/parse-context.ts';
import { readTypeName } from '../expressions/postfix.ts';
import type { Token } from '../text/tokens.ts';

/** Where declarations go, and where the scopes that they open hang. */
export interface Target {
  readonly into: OpenScope;
  readonly around: OpenScope;
  /** The parameters of the template that is being declared. */
  readonly template: OpenScope | null;
  /** Where the whole declaration begins, with `template <…>`. */
  readonly start: number;
}

export const targetOf = (scope: OpenScope, start: number): Target => ({
  into: scope,
  around: scope,
  template: null,
  start,
});

const SPECIFIERS = new Set([
  'static',
  'inline',
  'extern',
  'constexpr',
  'consteval',
  'constinit',
  'mutable',
  'thread_local',
  'virtual',
  'explicit',
  'register',
  'typename',
  'const',
  'volatile',
  '__inline__',
  '__device__',
  '__host__',
  '__global__',
  '__shared__',
  '__constant__',
  '__forceinline__',
  '__noinline__',
  '__restrict__',
]);
/** Words that never begin a type, so that a statement beginning with one declares nothing. */
export const NO_TYPE = new Set([
  'return',
  'if',
  'else',
  'for',
  'while',
  'do',
  'switch',
  'case',
  'default',
  'break',
  'continue',
  'goto',
  'throw',
  'new',
  'delete',
  'this',
  'true',
  'false',
  'nullptr',
  'sizeof',
  'operator',
  'static_assert',
  'asm',
  'static_cast',
  'reinterpret_cast',
  'const_cast',
  'dynamic_cast',
  'co_return',
]);

interface Specifiers {
  isConstant: boolean;
  /** One for the whole class, as `static` and `constexpr` members are. */
  isShared: boolean;
  /** Of a variable of a function: it keeps its value from one call to the next. */
  isStatic: boolean;
}

/** Adds a declaration. */
export function declare(
  target: Target,
  end: number,
  d: DeclarationFields,
  more?: DeclarationTraits,
): Declaration {
  const declaration = declarationOf(d, { start: target.start, end }, more, target.template);
  target.into.declarations.push(declaration);
  return declaration;
}

export function skipAttributes(c: Cursor): void {
  while (c.is('[') && c.peek().text === '[') c.skipBalanced();
}

export function readSpecifiers(c: Cursor): Specifiers {
  const found: Specifiers = { isConstant: false, isShared: false, isStatic: false };
  for (;;) {
    skipAttributes(c);
    if (c.token.kind !== 'name' || !SPECIFIERS.has(c.text)) return found;
    // `constexpr (…)` and the like are no specifiers of a declaration.
    if (c.is('constexpr') || c.is('const') || c.is('consteval')) found.isConstant = true;
    if (c.is('static') || c.is('constexpr')) found.isShared = true;
    if (c.is('static') || c.is('thread_local')) found.isStatic = true;
    if (c.is('virtual')) c.scope.isPolymorphic = true;
    c.next();
    if (c.is('(') && c.tokens[c.at - 1]!.text === 'explicit') c.skipBalanced();
  }
}

/** What is asked for before the tokens from an index to another one, which is that of the cursor. */
export function readAlignments(c: Cursor, from: number, to = c.at): readonly Expr[] {
  let found: readonly Expr[] = NO_ALIGNMENTS;
  for (let at = from; at <= to; at++) {
    const { alignments } = c.tokens[at]!;
    if (alignments !== undefined) found = [...found, ...alignments.map((tokens) => expressionOf(c, tokens))];
  }
  return found;
}

export const NO_ALIGNMENTS: readonly Expr[] = [];

export const alignedBy = (alignments: readonly Expr[]): DeclarationTraits =>
  alignments.length === 0 ? NO_TRAITS : { alignments };

const NO_TRAITS: DeclarationTraits = {};

function expressionOf(c: Cursor, tokens: readonly Token[]): Expr {
  const end = tokens.at(-1)?.end ?? c.token.start;
  return readExpression(
    new Cursor([...tokens, { kind: 'end', text: '', start: end, end }], c.scope, c.readers),
  );
}

/** `auto`, `decltype(auto)` say nothing about the type: null. */
export function readType(c: Cursor): Expr | null | undefined {
  const token = c.token;
  if (token.kind !== 'name' && token.text !== '::') return undefined;
  if (NO_TYPE.has(token.text)) return undefined;
  skipTypePrefixes(c);
  const type = readTypeName(c);
  if (type.kind === 'name' && /^auto\b/.test(type.name)) return null;
  if (type.kind === 'decltype' && type.operand.kind === 'name' && type.operand.name === 'auto') return null;
  if (
    type.kind === 'name' ||
    type.kind === 'qualified' ||
    type.kind === 'template' ||
    type.kind === 'decltype'
  )
    return type;
  return undefined;
}

/** Whether the type that was just read is `decltype(auto)`, which may stand for a reference. */
export const isDecltypeAuto = (c: Cursor): boolean =>
  c.tokens[c.at - 1]?.text === ')' && c.tokens[c.at - 2]?.text === 'auto';

/** `T const`: whether the type that was just read is const behind its name. */
export const endsInConst = (c: Cursor): boolean => c.at > 0 && c.tokens[c.at - 1]!.text === 'const';

interface Indirection {
  pointers: number;
  isReference: boolean;
  isConstant: boolean;
  isPack: boolean;
  isRvalue: boolean;
}

export function readIndirection(c: Cursor): Indirection {
  const found: Indirection = {
    pointers: 0,
    isReference: false,
    isConstant: false,
    isPack: false,
    isRvalue: false,
  };
  for (;;) {
    if (c.is('*')) {
      found.pointers++;
      found.isConstant = false;
    } else if (c.is('&') || c.is('&&')) {
      found.isReference = true;
      found.isRvalue = c.is('&&');
    } else if (c.is('const') || c.is('constexpr')) found.isConstant = true;
    else if (c.is('...')) found.isPack = true;
    else if (!c.is('volatile') && !c.is('__restrict__') && !c.is('__restrict')) return found;
    c.next();
  }
}

export function pointerTo(type: Expr | null, count: number, span: Span): Expr | null {
  let result = type;
  for (let i = 0; i < count && result !== null; i++)
    result = { kind: 'unary', span, operator: '*', operand: result };
  if (count > 0 && result === null) return opaque(span, 'a pointer holds no layout');
  return result;
}

/** `[2][64]` behind a name of the type: T[64][2] from the inside out. */
export function readArrayType(c: Cursor, type: Expr | null): Expr {
  const { start } = c.token;
  const extents: Expr[][] = [];
  while (c.is('[')) extents.push(readList(c, ']'));
  const span = c.spanFrom(start);
  if (type === null) return opaque(span, 'an array holds no layout');
  return extents.reduceRight((object: Expr, args): Expr => ({ kind: 'index', span, object, args }), type);
}

export function finish(c: Cursor): true {
  if (!c.take(';') && !c.is('}') && !c.is(')') && !c.is(':')) {
    c.skipTo([';']);
    c.take(';');
  }
  return true;
}

export interface DeclaredName {
  readonly name: string;
  readonly span: Span;
  readonly isOperator: boolean;
  /** `X<T>` of `X<T>::f`. */
  readonly owner: Expr | null;
  readonly args: readonly Expr[] | null;
}

/** `x`, `Class<T>::f`, `operator+`. */
export function readDeclaredName(c: Cursor): DeclaredName | null {
  let owner: Expr | null = null;
  const start = c.token.start;
  for (;;) {
    const token = c.token;
    if (token.text === 'operator') {
      c.next();
      const name = `operator${readOperatorName(c)}`;
      return { name, span: c.spanFrom(token.start), isOperator: true, owner, args: null };
    }
    const isDestructor = c.take('~');
    if (c.token.kind !== 'name') return null;
    const nameToken = c.next();
    const name = (isDestructor ? '~' : '') + nameToken.text;
    const span = { start: token.start, end: nameToken.end };
    const args = c.is('<') ? readTemplateList(c, true) : null;
    if (!(c.is('::') && (c.peek().kind === 'name' || c.peek().text === '~')))
      return { name, span, isOperator: false, owner, args };
    c.next();
    const scope: Expr =
      owner === null
        ? nameExprAt(name, span)
        : { kind: 'qualified', span: { start, end: span.end }, scope: owner, name: nameExprAt(name, span) };
    const end = c.tokens[c.at - 2]!.end;
    owner = args === null ? scope : { kind: 'template', span: { start, end }, target: scope, args };
  }
}

/** Whether a statement that begins with this word can declare something. */
export const mayDeclare = (text: string): boolean => !NO_TYPE.has(text) || TYPE_PREFIXES.has(text);
