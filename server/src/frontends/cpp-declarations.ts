// C++ declarations: variables, functions, types, templates and classes.

import { type Context, type Cursor, type OpenScope, openScope } from './cpp-cursor.ts';
import {
  ANYWHERE,
  nameAt,
  noteReferred,
  opaque,
  readBraced,
  readExpression,
  readList,
  readOperatorName,
  readTemplateList,
  readTypeName,
  skipTypePrefixes,
  TYPE_PREFIXES,
} from './cpp-expressions.ts';
import type { Expr, Span } from './expression.ts';
import type { Declaration, DeclarationKind } from './scope.ts';

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
const NO_TYPE = new Set([
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
  isStatic: boolean;
}

export interface Declarator {
  readonly kind: DeclarationKind;
  readonly name: string;
  readonly nameSpan: Span;
  readonly type?: Expr | null;
  readonly init?: Expr | null;
  readonly opens?: OpenScope | null;
  readonly element?: readonly number[];
}

/** Adds a declaration; the fields that most declarations lack are left out. */
export function declare(
  target: Target,
  end: number,
  d: Declarator,
  more: Partial<Declaration> = {},
): Declaration {
  const declaration: Declaration = {
    kind: d.kind,
    name: d.name,
    nameSpan: d.nameSpan,
    span: { start: target.start, end },
    type: d.type ?? null,
    init: d.init ?? null,
    element: d.element ?? null,
    opens: d.opens ?? null,
    ...(target.template === null ? {} : { template: target.template }),
    ...more,
  };
  target.into.declarations.push(declaration);
  return declaration;
}

export function skipAttributes(c: Cursor): void {
  while (c.is('[') && c.peek().text === '[') c.skipBalanced();
}

function readSpecifiers(c: Cursor): Specifiers {
  const found: Specifiers = { isConstant: false, isStatic: false };
  for (;;) {
    skipAttributes(c);
    if (c.token.kind !== 'name' || !SPECIFIERS.has(c.text)) return found;
    // `constexpr (…)` and the like are no specifiers of a declaration.
    if (c.is('constexpr') || c.is('const') || c.is('consteval')) found.isConstant = true;
    if (c.is('static')) found.isStatic = true;
    c.next();
    if (c.is('(') && c.tokens[c.at - 1]!.text === 'explicit') c.skipBalanced();
  }
}

/** `auto`, `decltype(auto)` say nothing about the type: null. */
function readType(c: Cursor): Expr | null | undefined {
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

interface Indirection {
  pointers: number;
  isReference: boolean;
  isConstant: boolean;
  isPack: boolean;
}

function readIndirection(c: Cursor): Indirection {
  const found: Indirection = { pointers: 0, isReference: false, isConstant: false, isPack: false };
  for (;;) {
    if (c.is('*')) {
      found.pointers++;
      found.isConstant = false;
    } else if (c.is('&') || c.is('&&')) found.isReference = true;
    else if (c.is('const') || c.is('constexpr')) found.isConstant = true;
    else if (c.is('...')) found.isPack = true;
    else if (!c.is('volatile') && !c.is('__restrict__') && !c.is('__restrict')) return found;
    c.next();
  }
}

function pointerTo(type: Expr | null, count: number, span: Span): Expr | null {
  let result = type;
  for (let i = 0; i < count && result !== null; i++)
    result = { kind: 'unary', span, operator: '*', operand: result };
  if (count > 0 && result === null) return opaque(span, 'a pointer holds no layout');
  return result;
}

/**
 * Reads a declaration of variables or functions. False, with nothing taken, when none stands here.
 * In a condition it must be initialised, or it would be a comparison.
 */
export function readSimpleDeclaration(c: Cursor, target: Target, context: Context): boolean {
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
  const typeSpan = c.spanFrom(typeStart);
  let any = false;
  for (;;) {
    const how = readIndirection(c);
    const declared = pointerTo(type, how.pointers, typeSpan);
    const flags: Partial<Declaration> = {
      ...((specifiers.isConstant || how.isConstant) && how.pointers === 0 ? { isConstant: true } : {}),
      ...(how.isReference ? { isReference: true } : {}),
      ...(how.isPack ? { isPack: true } : {}),
      ...(context === 'class' && !specifiers.isStatic && !specifiers.isConstant ? { isMember: true } : {}),
    };
    if (c.is('[') && type === null && c.peek().kind === 'name') {
      if (!readStructuredBinding(c, target, flags)) return fail();
      any = true;
    } else if (c.is('(') && (c.peek().text === '*' || c.peek().text === '&') && any === false && had) {
      // A pointer to a function: keep the name.
      c.at += 2;
      const name = c.next();
      c.skipTo([';', ',']);
      declare(target, c.lastEnd, {
        kind: 'value',
        name: name.text,
        nameSpan: { start: name.start, end: name.end },
        type: opaque(typeSpan, 'a function pointer holds no layout'),
      });
      any = true;
    } else {
      const result = readDeclarator(c, target, context, declared, flags, any);
      if (result === 'none') return any ? finish(c) : fail();
      any = true;
      if (result === 'function') return true;
    }
    if (context === 'condition') return true;
    if (!c.take(',')) break;
  }
  return finish(c);
}

function finish(c: Cursor): true {
  if (!c.take(';') && !c.is('}') && !c.is(')') && !c.is(':')) {
    c.skipTo([';']);
    c.take(';');
  }
  return true;
}

/** `auto [a, b] = x;` */
function readStructuredBinding(c: Cursor, target: Target, flags: Partial<Declaration>): boolean {
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
    if (flags.isReference === true && init !== null) noteReferred(c, texts[i]!, init);
    declare(target, end, { kind: 'value', name: texts[i]!, nameSpan: span, init, element: [i] }, flags);
  }
  return true;
}

function readDeclarator(
  c: Cursor,
  target: Target,
  context: Context,
  type: Expr | null,
  flags: Partial<Declaration>,
  isFurther: boolean,
): 'value' | 'function' | 'none' {
  if (c.token.kind !== 'name' || NO_TYPE.has(c.text)) {
    if (!c.is('operator')) return 'none';
  }
  const name = readDeclaredName(c);
  if (name === null) return 'none';
  const after = c.token;
  if (after.text === '(' && after.kind === 'punctuation') {
    if (context === 'condition') return 'none';
    if (context !== 'block' || name.isOperator || c.peek().text === ')') {
      return readFunctionRest(c, target, name, type) ? 'function' : 'none';
    }
    const args = readList(c, ')');
    // `T x(args);` in a block; with a body after it, it was a function all the same.
    if (c.is('{') || c.is('->')) return 'none';
    const span = c.spanFrom(name.span.start);
    const init: Expr =
      type === null
        ? (args[0] ?? opaque(span, 'no initialiser'))
        : { kind: 'call', span, callee: type, args, keywords: [] };
    declare(target, c.lastEnd, { kind: 'value', name: name.name, nameSpan: name.span, type, init }, flags);
    return 'value';
  }
  let declaredType = type;
  while (c.is('[')) {
    c.skipBalanced();
    declaredType = opaque(c.spanFrom(after.start), 'an array holds no layout');
  }
  let init: Expr | null = null;
  if (c.take('=')) {
    if (c.is('{')) {
      const items = readBraced(c);
      init =
        declaredType === null || items.kind !== 'tuple'
          ? items
          : { kind: 'construct', span: items.span, type: declaredType, args: items.items };
    } else init = readExpression(c);
  } else if (c.is('{')) {
    const start = c.token.start;
    const args = readList(c, '}');
    const span = c.spanFrom(start);
    init = declaredType === null ? (args[0] ?? null) : { kind: 'construct', span, type: declaredType, args };
  } else if (context === 'condition') {
    if (!c.is(':')) return 'none';
  } else if (c.is(':') && context === 'class') {
    c.next();
    readExpression(c);
    declaredType = opaque(name.span, 'a bit field holds no layout');
    if (c.take('=')) readExpression(c);
  } else if (!c.is(';') && !c.is(',') && !c.is(')') && !c.is(':') && !c.isEnd && !isFurther) return 'none';
  if (flags.isReference === true && flags.isConstant !== true && init !== null)
    noteReferred(c, name.name, init);
  declare(
    target,
    c.lastEnd,
    { kind: 'value', name: name.name, nameSpan: name.span, type: declaredType, init },
    flags,
  );
  return 'value';
}

interface DeclaredName {
  readonly name: string;
  readonly span: Span;
  readonly isOperator: boolean;
  /** `X` of `X::f`. */
  readonly owner: string | null;
  readonly args: readonly Expr[] | null;
}

/** `x`, `Class<T>::f`, `operator+`. */
function readDeclaredName(c: Cursor): DeclaredName | null {
  let owner: string | null = null;
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
    owner = name;
  }
}

/** `Name(…) : a(b) { … }`, `operator T() …`, and macros that look like it: `TEST(a, b) { … }`. */
function readConstructor(c: Cursor, target: Target): boolean {
  const from = c.at;
  const isNamed = c.token.kind === 'name' && !NO_TYPE.has(c.text) && c.peek().text === '(';
  if (!isNamed && !c.is('~') && !c.is('operator')) return false;
  const name = readDeclaredName(c);
  if (name === null || !c.is('(')) {
    c.at = from;
    return false;
  }
  // A macro call such as CUTE_STATIC_ASSERT_V(…); is no declaration.
  const open = c.at;
  c.skipBalanced();
  const follows = c.token;
  const isBody =
    follows.text === '{' ||
    follows.text === ':' ||
    follows.text === 'noexcept' ||
    follows.text === 'const' ||
    follows.text === '=';
  if (
    !isBody &&
    !name.name.startsWith('~') &&
    !name.isOperator &&
    !(follows.text === ';' && target.around.name === name.name)
  ) {
    c.at = from;
    return false;
  }
  c.at = open;
  const inner = c.tokens.slice(open, Math.min(open + 12, c.tokens.length));
  const isMacro = isNamed && target.around.kind !== 'class' && target.around.kind !== 'template';
  const label = isMacro
    ? macroTitle(
        name.name,
        inner.map((t) => t.text),
      )
    : name.name;
  return readFunctionRest(c, target, { ...name, name: label }, null);
}

/** `TEST(CuTe_core, Coalesce)` as it is called in an outline. */
function macroTitle(name: string, tokens: readonly string[]): string {
  const end = tokens.indexOf(')');
  return end < 0
    ? name
    : `${name}${tokens
        .slice(0, end + 1)
        .join('')
        .replaceAll(',', ', ')}`;
}

/** From the parameters to the end of the body. The return type stands in `type`. */
function readFunctionRest(c: Cursor, target: Target, name: DeclaredName, type: Expr | null): boolean {
  const scope = openScope('function', name.name, c.token.start, target.around);
  const outer = c.scope;
  c.scope = scope;
  readParameters(c, scope);
  for (;;) {
    skipAttributes(c);
    if (c.is('noexcept') || c.is('throw')) {
      c.next();
      if (c.is('(')) c.skipBalanced();
    } else if (
      c.is('const') ||
      c.is('volatile') ||
      c.is('override') ||
      c.is('final') ||
      c.is('&') ||
      c.is('&&') ||
      c.is('mutable') ||
      c.is('constexpr')
    )
      c.next();
    else if (c.is('->')) {
      c.next();
      skipTypePrefixes(c);
      readTypeName(c);
      readIndirection(c);
    } else if (c.is('requires')) {
      c.skipTo(['{', ';']);
      break;
    } else break;
  }
  if (c.is(':')) readInitializers(c);
  if (c.is('try')) c.next();
  let hasBody = false;
  if (c.is('{')) {
    c.readers.block(c, scope, 'block');
    hasBody = true;
  } else if (c.is('=')) {
    c.skipTo([';']);
    c.take(';');
  } else c.take(';');
  c.scope = outer;
  scope.span.end = c.lastEnd;
  target.around.children.push(scope);
  declare(
    target,
    c.lastEnd,
    { kind: 'function', name: name.name, nameSpan: name.span, type, opens: hasBody ? scope : null },
    name.owner === null ? {} : { isMember: true },
  );
  return true;
}

/** `: a(b), c{d}` of a constructor. */
function readInitializers(c: Cursor): void {
  c.next();
  while (!c.isEnd && !c.is(';')) {
    while (!c.isEnd && !c.is('(') && !c.is('{') && !c.is(';')) {
      if (c.is('<') && readTemplateList(c, true) !== null) continue;
      c.next();
    }
    if (c.is('(') || c.is('{')) c.skipBalanced();
    c.take('...');
    if (!c.take(',')) return;
  }
}

/** `(T a, U const& b = d)` into the scope. */
export function readParameters(c: Cursor, scope: OpenScope): void {
  c.next();
  while (!c.isEnd && !c.is(')')) {
    const start = c.token.start;
    const before = c.at;
    const specifiers = readSpecifiers(c);
    const type = readType(c);
    if (type !== undefined) {
      const how = readIndirection(c);
      const typeSpan = c.spanFrom(start);
      let name = c.token.kind === 'name' ? c.next() : null;
      if (c.is('(') && name === null) {
        // `T (&name)[N]`
        c.next();
        while (c.is('*') || c.is('&') || c.is('&&')) c.next();
        name = c.token.kind === 'name' ? c.next() : null;
        c.skipTo([]);
        c.take(')');
      }
      let declared = pointerTo(type, how.pointers, typeSpan);
      while (c.is('[') || c.is('(')) {
        c.skipBalanced();
        declared = opaque(typeSpan, 'an array holds no layout');
      }
      let init: Expr | null = null;
      if (c.take('=')) init = c.is('{') ? readBraced(c) : readExpression(c);
      if (name !== null) {
        const target: Target = { into: scope, around: scope, template: null, start };
        declare(
          target,
          c.lastEnd,
          {
            kind: 'parameter',
            name: name.text,
            nameSpan: { start: name.start, end: name.end },
            type: declared,
            init,
          },
          {
            ...((specifiers.isConstant || how.isConstant) && how.pointers === 0 ? { isConstant: true } : {}),
            ...(how.isReference ? { isReference: true } : {}),
            ...(how.isPack ? { isPack: true } : {}),
          },
        );
      } else scope.declarations.push(unnamedParameter(c.spanFrom(start), declared, init));
    }
    if (!c.is(',') && !c.is(')')) c.skipTo([',']);
    if (!c.take(',') && !c.is(')')) {
      if (c.at === before) c.next();
      if (!c.is(')')) return;
    }
  }
  c.take(')');
}

/** Keeps its place among the parameters, so that arguments are matched by position. */
const unnamedParameter = (span: Span, type: Expr | null, init: Expr | null): Declaration => ({
  kind: 'parameter',
  name: '',
  nameSpan: { start: span.start, end: span.start },
  span,
  type,
  init,
  element: null,
  opens: null,
});

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
      const isBody = (c.is('struct') || c.is('union') || c.is('class')) && c.peek().text === '{';
      skipTypePrefixes(c);
      if (isBody) c.skipBalanced();
      const init = isBody ? opaque(c.spanFrom(start), 'a class without a name') : readExpression(c);
      const how = readIndirection(c);
      const type = pointerTo(init, how.pointers, c.spanFrom(start));
      if (!c.is(';')) c.skipTo([';']);
      declare(target, c.lastEnd, {
        kind: 'type',
        name: first.text,
        nameSpan: { start: first.start, end: first.end },
        init: type,
      });
      finish(c);
      return;
    }
    c.at--;
  }
  do {
    skipTypePrefixes(c);
    const named = readTypeName(c);
    if (named.kind === 'qualified') {
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

/** `typedef T X;` */
export function readTypedef(c: Cursor, target: Target): void {
  c.next();
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
  const name = c.token;
  if (name.kind === 'name') {
    c.next();
    const declared =
      c.is('(') || c.is('[')
        ? opaque(c.spanFrom(start), 'function and array types hold no layout')
        : pointerTo(type, how.pointers, c.spanFrom(start));
    if (!c.is(';')) c.skipTo([';']);
    declare(target, c.lastEnd, {
      kind: 'type',
      name: name.text,
      nameSpan: { start: name.start, end: name.end },
      init: declared,
    });
  }
  finish(c);
}

/** `class X : Base<T> { … };` False, with nothing taken, when it is only part of a type. */
export function readClass(c: Cursor, target: Target): boolean {
  const from = c.at;
  c.next();
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
  const name = nameToken?.text ?? '';
  const nameSpan =
    nameToken === null
      ? { start: c.lastEnd, end: c.lastEnd }
      : { start: nameToken.start, end: nameToken.end };
  const scope = isBody ? openScope('class', name, c.token.start, target.around) : null;
  if (scope !== null) {
    if (c.take(':')) readBases(c, scope);
    if (c.is('{')) c.readers.block(c, scope, 'class');
    scope.span.end = c.lastEnd;
    target.around.children.push(scope);
  }
  const specialization = args === null ? {} : { specialization: args };
  declare(target, c.lastEnd, { kind: 'class', name, nameSpan, opens: scope }, specialization);
  // `struct { … } x;`
  if (c.token.kind === 'name' || c.is('*')) readClassVariables(c, target, nameAt(name, nameSpan));
  c.take(';');
  return true;
}

function readClassVariables(c: Cursor, target: Target, type: Expr): void {
  do {
    readIndirection(c);
    if (c.token.kind !== 'name') break;
    const token = c.next();
    if (!c.is(',') && !c.is(';')) c.skipTo([',', ';']);
    declare(target, c.lastEnd, {
      kind: 'value',
      name: token.text,
      nameSpan: { start: token.start, end: token.end },
      type,
    });
  } while (c.take(','));
}

function readBases(c: Cursor, scope: OpenScope): void {
  do {
    while (c.is('public') || c.is('private') || c.is('protected') || c.is('virtual') || c.is('typename'))
      c.next();
    scope.bases.push(readTypeName(c));
    c.take('...');
  } while (c.take(','));
  if (!c.is('{')) c.skipTo([';', '{']);
}

/** `enum X : int { A = 1, B };` */
export function readEnum(c: Cursor, target: Target): boolean {
  const from = c.at;
  c.next();
  const isScoped = c.take('class') || c.take('struct');
  skipAttributes(c);
  const name = c.token.kind === 'name' ? c.next() : null;
  if (c.take(':')) readTypeName(c);
  if (!c.is('{')) {
    if (c.take(';')) return true;
    c.at = from;
    return false;
  }
  const scope = openScope('class', name?.text ?? null, c.token.start, target.around);
  const values: Target = isScoped ? targetOf(scope, c.token.start) : target;
  c.next();
  let previous: Expr | null = null;
  while (c.token.kind === 'name') {
    const token = c.next();
    const nameSpan = { start: token.start, end: token.end };
    let init: Expr;
    if (c.take('=')) init = readExpression(c);
    else if (previous === null) init = { kind: 'integer', span: nameSpan, value: 0, marked: false };
    else {
      const one: Expr = { kind: 'integer', span: nameSpan, value: 1, marked: false };
      init = { kind: 'binary', span: nameSpan, operator: '+', left: previous, right: one };
    }
    declare(
      { ...values, start: token.start },
      c.lastEnd,
      { kind: 'value', name: token.text, nameSpan, init },
      { isConstant: true },
    );
    previous = nameAt(token.text, { start: token.end, end: token.end });
    if (!c.take(',')) break;
  }
  if (!c.is('}')) c.skipTo([]);
  c.take('}');
  scope.span.end = c.lastEnd;
  if (isScoped) target.around.children.push(scope);
  if (name !== null) {
    declare(target, c.lastEnd, {
      kind: 'class',
      name: name.text,
      nameSpan: { start: name.start, end: name.end },
      opens: isScoped ? scope : null,
    });
  }
  finish(c);
  return true;
}

/** `template <…>` and what it stands before; `template class X<4>;` names an instantiation. */
export function readTemplate(c: Cursor, target: Target, context: Context): void {
  const start = c.token.start;
  c.next();
  if (!c.is('<')) {
    if (!c.is('class') && !c.is('struct')) {
      // An explicit instantiation of a function.
      c.skipTo([';']);
      c.take(';');
      return;
    }
    skipTypePrefixes(c);
    target.around.expressions.push(readTypeName(c));
    finish(c);
    return;
  }
  const scope = target.template ?? openScope('template', null, start, target.around);
  if (target.template === null) target.around.children.push(scope);
  readTemplateParameters(c, scope);
  if (c.is('requires')) skipRequires(c);
  const inner: Target = { into: target.into, around: scope, template: scope, start: target.start };
  const outer = c.scope;
  c.scope = scope;
  if (c.is('template')) readTemplate(c, inner, context);
  else if (c.is('concept')) {
    c.skipTo([';']);
    c.take(';');
  } else if (c.is('using')) readUsing(c, inner);
  else if (c.is('friend')) {
    c.skipTo([';', '{']);
    if (c.is('{')) c.skipBalanced();
    else c.take(';');
  } else if (
    !((c.is('class') || c.is('struct') || c.is('union')) && readClass(c, inner)) &&
    !readSimpleDeclaration(c, inner, context === 'block' ? 'namespace' : context)
  ) {
    c.skipTo([';', '{']);
    if (c.is('{')) c.skipBalanced();
    else c.take(';');
  }
  c.scope = outer;
  scope.span.end = c.lastEnd;
}

function skipRequires(c: Cursor): void {
  c.next();
  if (c.is('requires')) c.next();
  readTypeName(c);
  while (c.is('(') || c.is('{')) c.skipBalanced();
}

function readTemplateParameters(c: Cursor, scope: OpenScope): void {
  c.next();
  while (!c.isEnd && !c.is('>')) {
    const start = c.token.start;
    const before = c.at;
    const target: Target = { into: scope, around: scope, template: null, start };
    if (c.is('template')) {
      c.next();
      if (c.is('<')) readTemplateList(c, true) ?? skipAngles(c);
      c.next();
      readIndirection(c);
      readTypeParameterName(c, target, false);
    } else if ((c.is('class') || c.is('typename')) && isTypeParameter(c)) {
      c.next();
      const isPack = c.take('...');
      readTypeParameterName(c, target, isPack);
    } else {
      const specifiers = readSpecifiers(c);
      const type = readType(c);
      const how = readIndirection(c);
      void specifiers;
      const name = c.token.kind === 'name' ? c.next() : null;
      const init = c.take('=') ? readDefault(c) : null;
      const span =
        name === null ? { start: c.lastEnd, end: c.lastEnd } : { start: name.start, end: name.end };
      declare(
        target,
        c.lastEnd,
        { kind: 'value-parameter', name: name?.text ?? '', nameSpan: span, type: type ?? null, init },
        { isConstant: true, ...(how.isPack ? { isPack: true } : {}) },
      );
    }
    if (!c.take(',') && !c.is('>')) {
      while (!c.isEnd && !c.is(',') && !c.is('>') && !c.is(';') && !c.is('{')) {
        if (c.is('(') || c.is('[')) c.skipBalanced();
        else c.next();
      }
      if (c.is(';') || c.is('{')) return;
      c.take(',');
      if (c.at === before) c.next();
    }
  }
  c.take('>');
}

/** `class T`, not `typename T::type = 0`. */
function isTypeParameter(c: Cursor): boolean {
  const [one, two] = [c.peek(), c.peek(2)];
  if (one.kind !== 'name') return true;
  return two.text !== '::' && two.text !== '<';
}

function readTypeParameterName(c: Cursor, target: Target, isPack: boolean): void {
  const name = c.token.kind === 'name' ? c.next() : null;
  const init = c.take('=') ? readDefault(c) : null;
  const nameSpan =
    name === null ? { start: c.lastEnd, end: c.lastEnd } : { start: name.start, end: name.end };
  declare(
    target,
    c.lastEnd,
    { kind: 'type-parameter', name: name?.text ?? '', nameSpan, init },
    isPack ? { isPack } : {},
  );
}

/** The default of a template parameter, which `>` ends. */
function readDefault(c: Cursor): Expr {
  skipTypePrefixes(c);
  return readExpression(c, { ...ANYWHERE, inTemplate: true });
}

function skipAngles(c: Cursor): void {
  let depth = 0;
  while (!c.isEnd) {
    if (c.is('<')) depth++;
    else if (c.is('>') && --depth === 0) {
      c.next();
      return;
    }
    c.next();
  }
}

/** `namespace A::B { … }`, when a whole file is read at once. */
export function readNamespace(c: Cursor, scope: OpenScope): void {
  const start = c.token.start;
  c.next();
  skipAttributes(c);
  const names: string[] = [];
  let nameSpan = c.spanFrom(c.lastEnd);
  while (c.token.kind === 'name') {
    const token = c.next();
    names.push(token.text);
    nameSpan = { start: token.start, end: token.end };
    if (!c.take('::')) break;
  }
  if (c.take('=')) {
    const init = readExpression(c);
    declare(targetOf(scope, start), c.lastEnd, { kind: 'namespace', name: names[0] ?? '', nameSpan, init });
    finish(c);
    return;
  }
  if (!c.is('{')) return;
  const inner = openScope('namespace', names.join('::'), start, scope);
  c.readers.block(c, inner, 'namespace');
  inner.span.end = c.lastEnd;
  scope.children.push(inner);
  declare(targetOf(scope, start), c.lastEnd, {
    kind: 'namespace',
    name: names.join('::'),
    nameSpan,
    opens: inner,
  });
}

/** Whether a statement that begins with this word can declare something. */
export const mayDeclare = (text: string): boolean => !NO_TYPE.has(text) || TYPE_PREFIXES.has(text);
