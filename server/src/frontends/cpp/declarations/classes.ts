// C++ aliases, classes and enumerations.

import type { DeclarationTraits } from '../../common/declaration.ts';
import type { Expr } from '../../common/expression.ts';
import { type Cursor, type OpenScope, openScope, type Readers } from '../expressions/cursor.ts';
import { readExpression } from '../expressions/expressions.ts';
import { readTemplateList } from '../expressions/lists.ts';
import { nameExprAt, opaque, skipTypePrefixes } from '../expressions/parse-context.ts';
import { readTypeName } from '../expressions/postfix.ts';
import { withMark } from '../expressions/qualifiers.ts';
import { typeOfLiteral } from '../text/literals.ts';
import { integerLiteral, type UnreadBody } from '../text/tokens.ts';
import { bodiesOfMembers } from '../text/unread.ts';
import {
  alignedBy,
  declare,
  finish,
  NO_ALIGNMENTS,
  pointerTo,
  readAlignments,
  readArrayType,
  readIndirection,
  skipAttributes,
  type Target,
  targetOf,
} from './declare.ts';
import { readUnread, UnreadScope } from './unread-scope.ts';

/** `using X = …;`, `using namespace X;`, `using A::b;` */
export function readUsing(c: Cursor, target: Target): void {
  c.next();
  if (c.take('namespace')) {
    target.around.usings.push(readTypeName(c));
    finish(c);
    return;
  }
  const first = c.token;
  if (first.kind === 'name' && first.text !== 'typename') {
    c.next();
    skipAttributes(c);
    if (c.take('=')) {
      const start = c.token.start;
      const from = c.at;
      const isBody = (c.is('struct') || c.is('union') || c.is('class')) && c.peek().text === '{';
      skipTypePrefixes(c);
      if (isBody) c.skipBalanced();
      const init = isBody ? opaque(c.spanFrom(start), 'a class without a name') : readExpression(c);
      const how = readIndirection(c);
      const type = pointerTo(init, how.pointers, c.spanFrom(start));
      if (!c.is(';')) c.skipTo([';']);
      const aliased = type === null ? null : withMark(type, c.tokens, from, c.at);
      declare(target, c.lastEnd, {
        kind: 'type',
        name: first.text,
        nameSpan: { start: first.start, end: first.end },
        init: aliased,
      });
      finish(c);
      return;
    }
    c.at--;
  }
  do {
    skipTypePrefixes(c);
    const named = readTypeName(c);
    if (named.kind === 'qualified' && !namesConstructor(named)) {
      declare(target, c.lastEnd, {
        kind: 'type',
        name: named.name.name,
        nameSpan: named.name.span,
        init: named,
      });
    }
    c.take('...');
  } while (c.take(','));
  finish(c);
}

/** `using Base<T>::Base;`: the constructors of a base class ([class.qual]), which declare no name. */
function namesConstructor({ scope, name }: Expr & { readonly kind: 'qualified' }): boolean {
  const owner = scope?.kind === 'template' ? scope.target : scope;
  const last = owner?.kind === 'qualified' ? owner.name : owner;
  return last?.kind === 'name' && last.name === name.name;
}

/** `typedef T X;` */
export function readTypedef(c: Cursor, target: Target): void {
  c.next();
  const from = c.at;
  const start = c.token.start;
  if (
    (c.is('struct') || c.is('class') || c.is('union') || c.is('enum')) &&
    (c.peek().text === '{' || c.peek(2).text === '{')
  ) {
    c.skipTo([';']);
    finish(c);
    return;
  }
  skipTypePrefixes(c);
  const type = readTypeName(c);
  const how = readIndirection(c);
  const nameAt = c.at;
  const name = c.token;
  if (name.kind === 'name') {
    c.next();
    const declared =
      c.is('(') || c.is('[')
        ? opaque(c.spanFrom(start), 'function and array types hold no layout')
        : pointerTo(type, how.pointers, c.spanFrom(start));
    if (!c.is(';')) c.skipTo([';']);
    const aliased = declared === null ? null : withMark(declared, c.tokens, from, nameAt);
    declare(target, c.lastEnd, {
      kind: 'type',
      name: name.text,
      nameSpan: { start: name.start, end: name.end },
      init: aliased,
    });
  }
  finish(c);
}

/** `class X : Base<T> { … };` False, with nothing taken, when it is only part of a type. */
export function readClass(c: Cursor, target: Target): boolean {
  const from = c.at;
  const isUnion = c.next().text === 'union';
  skipAttributes(c);
  while (c.token.kind === 'name' && c.peek().kind === 'name' && c.peek().text !== 'final') c.next();
  const nameToken = c.token.kind === 'name' ? c.next() : null;
  const args = c.is('<') ? readTemplateList(c, true) : null;
  // `struct A::B { … }` is declared elsewhere.
  while (c.take('::')) c.next();
  c.take('final');
  const isBody = c.is('{') || c.is(':');
  if (!isBody && !c.is(';')) {
    c.at = from;
    return false;
  }
  const nameSpan =
    nameToken === null
      ? { start: c.lastEnd, end: c.lastEnd }
      : { start: nameToken.start, end: nameToken.end };
  const alignments = readAlignments(c, from + 1);
  const scope = isBody ? readClassBody(c, target, nameToken?.text ?? '', isUnion) : null;
  // What is asked for behind the body, as of `struct { … } __attribute__((packed));`, is the type's too.
  const behind = isBody ? readAlignments(c, c.at) : NO_ALIGNMENTS;
  const traits: DeclarationTraits = {
    ...(args === null ? {} : { specialization: args }),
    ...alignedBy([...alignments, ...behind]),
  };
  const hasVariables = c.token.kind === 'name' || c.is('*');
  // The type of `struct { … } x;` has no name that anybody could write, and none at all when it declares nothing.
  const name = nameToken?.text ?? (hasVariables ? `unnamed ${nameSpan.start}` : '');
  declare(target, c.lastEnd, { kind: 'class', name, nameSpan, bodyScope: scope }, traits);
  if (hasVariables) readClassVariables(c, target, nameExprAt(name, nameSpan), from);
  c.take(';');
  return true;
}

/** `: Base<T> { … }` */
function readClassBody(c: Cursor, target: Target, name: string, isUnion: boolean): OpenScope {
  const { start } = c.token;
  let scope = openScope('class', name, start, target.around);
  scope.isUnion = isUnion;
  if (c.take(':')) readBases(c, scope);
  const unread = c.skipUnread();
  if (unread !== null) scope = unreadClass(scope, unread, c.readers);
  else if (c.is('{')) c.readers.block(c, scope, 'class');
  scope.span.end = c.lastEnd;
  target.around.children.push(scope);
  return scope;
}

/** Nothing in the class changes what stands around it, so that it has a list of its own of what is changed in it. */
function unreadClass(
  { name, span, bases, isUnion, isPolymorphic }: OpenScope,
  body: UnreadBody,
  readers: Readers,
): OpenScope {
  const begin = (): OpenScope => ({
    ...openScope('class', name, span.start, null),
    span,
    bases,
    isUnion,
    isPolymorphic,
  });
  return new UnreadScope(begin(), body.text, () => {
    const members = bodiesOfMembers(body);
    const scope = begin();
    if (readUnread(body, scope, 'class', readers, members).deferred === members.length) return scope;
    // Braces that turned out to be something else have to be read with what is in them.
    const whole = begin();
    readUnread(body, whole, 'class', readers);
    return whole;
  });
}

/** `from`: where the declaration begins, with what it asks for of the variables. */
function readClassVariables(c: Cursor, target: Target, type: Expr, from: number): void {
  const isMember = target.into.kind === 'class';
  const common = isMember ? readAlignments(c, from, from) : NO_ALIGNMENTS;
  do {
    const first = c.at;
    const { pointers } = readIndirection(c);
    if (c.token.kind !== 'name') break;
    const token = c.next();
    const nameSpan = { start: token.start, end: token.end };
    const pointer = pointerTo(type, pointers, nameSpan);
    const declared = c.is('[') ? readArrayType(c, pointer) : pointer;
    if (!c.is(',') && !c.is(';')) c.skipTo([',', ';']);
    const own = isMember ? readAlignments(c, first + 1) : NO_ALIGNMENTS;
    declare(
      target,
      c.lastEnd,
      { kind: 'value', name: token.text, nameSpan, type: declared },
      { isMember, ...alignedBy([...common, ...own]) },
    );
  } while (c.take(','));
}

function readBases(c: Cursor, scope: OpenScope): void {
  do {
    while (c.is('public') || c.is('private') || c.is('protected') || c.is('virtual') || c.is('typename'))
      if (c.next().text === 'virtual') scope.isPolymorphic = true;
    const base = readTypeName(c);
    scope.bases.push(
      c.take('...')
        ? { kind: 'expansion', span: { start: base.span.start, end: c.lastEnd }, pattern: base }
        : base,
    );
  } while (c.take(','));
  if (!c.is('{')) c.skipTo([';', '{']);
}

/** `friend auto f(X) { … }`: a function that is found by its arguments alone. Which one it is, is not read. */
export function readFriend(c: Cursor, of: OpenScope): void {
  for (let at = c.at; at + 1 < c.tokens.length && !/^[;{]$/.test(c.tokens[at]!.text); at++)
    if (c.tokens[at]!.kind === 'name' && c.tokens[at + 1]!.text === '(') of.friends.push(c.tokens[at]!.text);
  c.skipTo([';', '{']);
  if (c.is('{')) c.skipBalanced();
  else c.take(';');
}

/** Whether no number up to the closing brace is larger than an int or has a type of its own. */
function areInts(c: Cursor): boolean {
  for (let at = c.at; at < c.tokens.length && c.tokens[at]!.text !== '}'; at++) {
    const token = c.tokens[at]!;
    if (token.kind !== 'number') continue;
    const value = integerLiteral(token.text);
    if (value === null || typeOfLiteral(token.text, value) !== 'int') return false;
  }
  return true;
}

/** `enum X : int { A = 1, B };` */
export function readEnum(c: Cursor, target: Target): boolean {
  const from = c.at;
  c.next();
  const isScoped = c.take('class') || c.take('struct');
  skipAttributes(c);
  const name = c.token.kind === 'name' ? c.next() : null;
  const type = c.take(':') ? readTypeName(c) : null;
  if (!c.is('{')) {
    if (c.take(';')) return true;
    c.at = from;
    return false;
  }
  const scope = openScope('class', name?.text ?? null, c.token.start, target.around);
  const values: Target = isScoped ? targetOf(scope, c.token.start) : target;
  c.next();
  const isOfInts = areInts(c);
  const enumeration = { scope, name: name?.text ?? '', isScoped, type, isOfInts };
  let previous: Expr | null = null;
  while (c.token.kind === 'name') {
    const token = c.next();
    const nameSpan = { start: token.start, end: token.end };
    let init: Expr;
    if (c.take('=')) init = readExpression(c);
    else if (previous === null)
      init = { kind: 'integer', span: nameSpan, value: 0, marked: false, type: 'int' };
    else {
      const one: Expr = { kind: 'integer', span: nameSpan, value: 1, marked: false, type: 'int' };
      init = { kind: 'binary', span: nameSpan, operator: '+', left: previous, right: one };
    }
    const enumerator = { kind: 'value', name: token.text, nameSpan, init } as const;
    declare({ ...values, start: token.start }, c.lastEnd, enumerator, { isConstant: true, enumeration });
    // `Name::value` names those of a plain enumeration too.
    if (!isScoped && name !== null)
      declare({ ...targetOf(scope, token.start) }, c.lastEnd, enumerator, { isConstant: true, enumeration });
    previous = nameExprAt(token.text, { start: token.end, end: token.end });
    if (!c.take(',')) break;
  }
  if (!c.is('}')) c.skipTo([]);
  c.take('}');
  scope.span.end = c.lastEnd;
  if (isScoped || name !== null) target.around.children.push(scope);
  if (name !== null) {
    const nameSpan = { start: name.start, end: name.end };
    declare(
      target,
      c.lastEnd,
      { kind: 'class', name: name.text, nameSpan, bodyScope: scope },
      { enumeration },
    );
  }
  if (c.token.kind === 'name') {
    const span = { start: c.lastEnd, end: c.lastEnd };
    const of = name === null ? opaque(span, 'an enumeration without a name') : nameExprAt(name.text, span);
    readClassVariables(c, target, of, from);
  }
  finish(c);
  return true;
}
