// C++ declarations of variables and functions that begin with a type.

import type { DeclarationTraits } from '../../common/declaration.ts';
import type { Expr, Span } from '../../common/expression.ts';
import type { Cursor, DeclarationContext } from '../expressions/cursor.ts';
import { recordAlias, recordConstruction, recordInitialisation } from '../expressions/effects.ts';
import { readExpression } from '../expressions/expressions.ts';
import { readBraced, readList } from '../expressions/lists.ts';
import { opaque } from '../expressions/parse-context.ts';
import {
  alignedBy,
  type DeclaredName,
  declare,
  endsInConst,
  finish,
  isDecltypeAuto,
  NO_ALIGNMENTS,
  NO_TYPE,
  pointerTo,
  readAlignments,
  readArrayType,
  readDeclaredName,
  readIndirection,
  readSpecifiers,
  readType,
  type Target,
} from './declare.ts';
import { readConstructor, readFunctionRest } from './functions.ts';

/**
 * Reads a declaration of variables or functions. False, with nothing taken, when none stands here.
 * In a condition it must be initialised, or it would be a comparison.
 */
export function readSimpleDeclaration(c: Cursor, target: Target, context: DeclarationContext): boolean {
  const from = c.at;
  const marks = { declarations: target.into.declarations.length, children: target.around.children.length };
  const specifiers = readSpecifiers(c);
  const had = c.at > from;
  const fail = (): false => {
    c.at = from;
    target.into.declarations.length = marks.declarations;
    target.around.children.length = marks.children;
    return false;
  };
  if (context !== 'block' && context !== 'condition' && readConstructor(c, target)) return true;
  const typeStart = c.token.start;
  const type = readType(c);
  if (type === undefined) return fail();
  const isConstType = specifiers.isConstant || endsInConst(c);
  if (specifiers.isStatic && !isConstType && context === 'block')
    c.scope.jumps.push({ kind: 'other', at: typeStart });
  const typeSpan = c.spanFrom(typeStart);
  const alignments = context === 'class' ? readAlignments(c, from) : NO_ALIGNMENTS;
  let any = false;
  for (;;) {
    const how = readIndirection(c);
    // `auto* p = q`: whatever q is, it is a pointer.
    const declared = type === null ? null : pointerTo(type, how.pointers, typeSpan);
    const flags: DeclarationTraits = {
      isConstant: (isConstType || how.isConstant) && how.pointers === 0,
      isReference: how.isReference,
      isPack: how.isPack,
      isMember: context === 'class' && !specifiers.isShared,
    };
    if (c.is('[') && type === null && c.peek().kind === 'name') {
      if (!readStructuredBinding(c, target, flags)) return fail();
      any = true;
    } else if (c.is('(') && (c.peek().text === '*' || c.peek().text === '&') && any === false && had) {
      // A pointer to a function: keep the name.
      c.at += 2;
      const name = c.next();
      c.skipTo([';', ',']);
      const declared = {
        kind: 'value',
        name: name.text,
        nameSpan: { start: name.start, end: name.end },
        type: opaque(typeSpan, 'a function pointer holds no layout'),
      } as const;
      declare(target, c.lastEnd, declared, { isMember: flags.isMember === true });
      any = true;
    } else {
      const result = readDeclarator(
        c,
        target,
        context,
        declared,
        { ...flags, ...alignedBy(alignments) },
        any,
      );
      if (result === 'none') return any ? finish(c) : fail();
      any = true;
      if (result === 'function') return true;
    }
    if (context === 'condition') return true;
    if (!c.take(',')) break;
  }
  return finish(c);
}

/** `auto [a, b] = x;` */
function readStructuredBinding(c: Cursor, target: Target, flags: DeclarationTraits): boolean {
  c.next();
  const names: Span[] = [];
  const texts: string[] = [];
  while (c.token.kind === 'name') {
    const token = c.next();
    names.push({ start: token.start, end: token.end });
    texts.push(token.text);
    if (!c.take(',')) break;
  }
  if (!c.take(']')) return false;
  let init: Expr | null = null;
  if (c.take('=')) init = c.is('{') ? readBraced(c) : readExpression(c);
  else if (c.is('{')) init = readList(c, '}')[0] ?? null;
  else if (c.is('(')) init = readList(c, ')')[0] ?? null;
  else if (!c.is(':')) return false;
  const end = c.lastEnd;
  for (const [i, span] of names.entries()) {
    if (flags.isReference === true && init !== null)
      recordAlias(c, texts[i]!, init, flags.isConstant === true);
    declare(target, end, { kind: 'value', name: texts[i]!, nameSpan: span, init, element: [i] }, flags);
  }
  return true;
}

type Declared = 'value' | 'function' | 'none';

function readDeclarator(
  c: Cursor,
  target: Target,
  context: DeclarationContext,
  type: Expr | null,
  written: DeclarationTraits,
  isFurther: boolean,
): Declared {
  const first = c.at;
  const flags = isDecltypeAuto(c) ? { ...written, isReference: true } : written;
  if (c.token.kind !== 'name' || NO_TYPE.has(c.text)) {
    if (!c.is('operator')) return 'none';
  }
  const name = readDeclaredName(c);
  if (name === null) return 'none';
  if (c.token.text === '(' && c.token.kind === 'punctuation')
    return readParenthesised(c, target, context, name, type, flags);
  const traits = name.owner === null ? flags : { ...flags, isOutOfClass: true };
  const declaredType = c.is('[') ? readArrayType(c, type) : type;
  const initialiser = readInitialiser(c, context, declaredType, name.span, isFurther);
  if (initialiser === null) return 'none';
  const { init, made, bitField } = initialiser;
  if (init !== null) recordInitialiser(c, name.name, declaredType, flags, init, made);
  const asked = context === 'class' ? readAlignments(c, first + 1) : NO_ALIGNMENTS;
  const aligned =
    asked.length === 0 ? traits : { ...traits, ...alignedBy([...(traits.alignments ?? []), ...asked]) };
  declare(
    target,
    c.lastEnd,
    { kind: 'value', name: name.name, nameSpan: name.span, type: bitField ?? declaredType, init },
    // `template <class T> constexpr bool is_x<Foo<T>> = true;`
    target.template !== null && name.args !== null ? { ...aligned, specialization: name.args } : aligned,
  );
  return 'value';
}

/** A function, or in a block `T x(args);`. */
function readParenthesised(
  c: Cursor,
  target: Target,
  context: DeclarationContext,
  name: DeclaredName,
  type: Expr | null,
  flags: DeclarationTraits,
): Declared {
  if (context === 'condition') return 'none';
  if (context !== 'block' || name.isOperator || c.peek().text === ')') {
    return readFunctionRest(c, target, name, type, flags.isReference === true) ? 'function' : 'none';
  }
  const args = readList(c, ')');
  // With a body after it, it was a function all the same.
  if (c.is('{') || c.is('->')) return 'none';
  const span = c.spanFrom(name.span.start);
  const init: Expr =
    type === null
      ? (args[0] ?? opaque(span, 'no initialiser'))
      : { kind: 'call', span, callee: type, args, keywords: [] };
  recordInitialiser(c, name.name, type, flags, init, args);
  declare(target, c.lastEnd, { kind: 'value', name: name.name, nameSpan: name.span, type, init }, flags);
  return 'value';
}

interface Initialiser {
  readonly init: Expr | null;
  /** What an object is made of, where that stands in braces. */
  readonly made: readonly Expr[];
  /** The type in place of the written one. */
  readonly bitField: Expr | null;
}

const UNINITIALISED: Initialiser = { init: null, made: [], bitField: null };

/** `= x`, `= {…}`, `{…}`, `: 4` of a bit field, or nothing; null where this is no declaration. */
function readInitialiser(
  c: Cursor,
  context: DeclarationContext,
  type: Expr | null,
  name: Span,
  isFurther: boolean,
): Initialiser | null {
  if (c.take('=')) {
    if (!c.is('{')) return { ...UNINITIALISED, init: readExpression(c) };
    const braced = readBraced(c);
    if (braced.kind !== 'tuple') return { ...UNINITIALISED, init: braced };
    const { span, items } = braced;
    const init: Expr = type === null ? braced : { kind: 'construct', span, type, args: items };
    return { ...UNINITIALISED, init, made: items };
  }
  if (c.is('{')) {
    const { start } = c.token;
    const args = readList(c, '}');
    const span = c.spanFrom(start);
    const init: Expr | null = type === null ? (args[0] ?? null) : { kind: 'construct', span, type, args };
    return { ...UNINITIALISED, init, made: args };
  }
  if (context === 'condition') return c.is(':') ? UNINITIALISED : null;
  if (c.is(':') && context === 'class') {
    c.next();
    readExpression(c);
    if (c.take('=')) readExpression(c);
    return { ...UNINITIALISED, bitField: opaque(name, 'a bit field holds no layout') };
  }
  const ends = c.is(';') || c.is(',') || c.is(')') || c.is(':') || c.isEnd || isFurther;
  return ends ? UNINITIALISED : null;
}

/** What the initialiser makes of the variables in it: the declared name refers to them, or its object may. */
function recordInitialiser(
  c: Cursor,
  name: string,
  type: Expr | null,
  flags: DeclarationTraits,
  init: Expr,
  made: readonly Expr[],
): void {
  const [first] = made;
  if (flags.isReference === true || type?.kind === 'decltype') {
    const isConstant = flags.isReference === true && flags.isConstant === true;
    for (const to of made.length === 0 ? [init] : made) recordAlias(c, name, to, isConstant);
    return;
  }
  if (type !== null && made.length > 0) recordConstruction(c, type, made);
  if (made.length < 2) recordInitialisation(c, name, type, first ?? init);
}
