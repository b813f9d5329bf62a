// C++ functions: parameters, what follows them, and bodies.

import { type DeclarationTraits, declarationOf } from '../../common/declaration.ts';
import type { Expr } from '../../common/expression.ts';
import type { Declaration } from '../../common/scope.ts';
import { type Cursor, type OpenScope, openScope, type Readers } from '../expressions/cursor.ts';
import { recordMemberInitialiser, recordReturn } from '../expressions/effects.ts';
import { readExpression } from '../expressions/expressions.ts';
import { readBraced, readTemplateList } from '../expressions/lists.ts';
import { opaque, skipTypePrefixes } from '../expressions/parse-context.ts';
import { constructReturns } from '../expressions/returns.ts';
import type { UnreadBody } from '../text/tokens.ts';
import {
  type DeclaredName,
  declare,
  endsInConst,
  isDecltypeAuto,
  NO_TYPE,
  pointerTo,
  readArrayType,
  readDeclaredName,
  readIndirection,
  readSpecifiers,
  readType,
  skipAttributes,
  type Target,
} from './declare.ts';
import { readRequires } from './requires.ts';
import { readUnread, UnreadScope } from './unread-scope.ts';

/**
 * `Name(…) : a(b) { … }`, `operator T() …`, deduction guides `Name(…) -> Name<…>;`, and macros that look like it:
 * `TEST(a, b) { … }`.
 */
export function readConstructor(c: Cursor, target: Target): boolean {
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
  if (follows.text === '->' && isNamed && target.around.kind !== 'class') {
    c.at = open;
    return readFunctionRest(c, target, { ...name, name: guideName(name.name) }, null);
  }
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

/** The name of a class template's deduction guides, `Box(T) -> Box<T>`, which no code can write. */
export const guideName = (template: string): string => `${template}->`;

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
export function readFunctionRest(
  c: Cursor,
  target: Target,
  name: DeclaredName,
  type: Expr | null,
  isReference = false,
): boolean {
  const explicit = explicitAt(c, target.start);
  const scope = openScope('function', name.name, c.token.start, target.around);
  if (name.owner !== null) scope.owner = name.owner;
  const outer = c.scope;
  c.scope = scope;
  readParameters(c, scope);
  const rest = readAfterParameters(c, target.template ?? scope, { type, isReference });
  if (c.is(':')) readInitializers(c);
  const body = readBody(c, scope);
  c.scope = outer;
  scope.span.end = c.lastEnd;
  const hasBody = body !== 'none';
  let opens: OpenScope | null = null;
  if (hasBody)
    opens = body === 'read' ? withReturns(scope, rest) : unreadFunction(scope, body, rest, c.readers);
  target.around.children.push(opens ?? scope);
  declare(
    target,
    c.lastEnd,
    { kind: 'function', name: name.name, nameSpan: name.span, type: rest.type, bodyScope: opens },
    {
      isOutOfClass: name.owner !== null,
      isReference: rest.isReference,
      ...(hasBody ? {} : { head: scope }),
      ...(explicit === undefined ? {} : { explicit }),
      ...(rest.qualifiers === '' ? {} : { objectQualifiers: rest.qualifiers }),
      // `template <> int f<float>()`
      ...(isSpecialisation(target) ? { specialization: name.args ?? [] } : {}),
    },
  );
  return true;
}

interface Returned {
  readonly type: Expr | null;
  readonly isReference: boolean;
}

/** `const &`, `noexcept(…)`, `-> T`, `requires …`; `written`: what stands before the function's name. */
function readAfterParameters(
  c: Cursor,
  constrained: OpenScope,
  written: Returned,
): Returned & { readonly qualifiers: string } {
  let returned = written;
  const qualifiers: string[] = [];
  for (;;) {
    skipAttributes(c);
    if (c.is('noexcept') || c.is('throw')) {
      c.next();
      if (c.is('(')) c.skipBalanced();
    } else if (c.is('const') || c.is('&') || c.is('&&')) qualifiers.push(c.next().text);
    else if (c.is('volatile') || c.is('override') || c.is('final') || c.is('mutable') || c.is('constexpr'))
      c.next();
    else if (c.is('->')) returned = readTrailingReturn(c);
    else if (c.is('requires')) readRequires(c, constrained);
    else return { ...returned, qualifiers: qualifiers.join(' ') };
  }
}

/** `-> T const&` */
function readTrailingReturn(c: Cursor): Returned {
  c.next();
  skipTypePrefixes(c);
  const { start } = c.token;
  const trailing = readType(c);
  const how = readIndirection(c);
  const type = pointerTo(trailing ?? null, how.pointers, c.spanFrom(start));
  return { type, isReference: how.isReference || isDecltypeAuto(c) };
}

/** `= default`, `= delete`, `= 0` and `;` are taken too. */
function readBody(c: Cursor, scope: OpenScope): UnreadBody | 'read' | 'none' {
  c.take('try');
  if (c.is('{')) {
    scope.body = c.token.start;
    const unread = c.skipUnread();
    if (unread !== null) return unread;
    c.readers.block(c, scope, 'block');
    return 'read';
  }
  if (c.is('=')) c.skipTo([';']);
  c.take(';');
  return 'none';
}

/** What its returns are by the type that a function is declared with. */
function withReturns(scope: OpenScope, { type, isReference }: Returned): OpenScope {
  if (isReference) recordReturn(scope);
  if (type !== null) constructReturns(scope, type);
  return scope;
}

const unreadFunction = (
  scope: OpenScope,
  body: UnreadBody,
  returned: Returned,
  readers: Readers,
): OpenScope =>
  new UnreadScope(scope, body.text, () => {
    readUnread(body, scope, 'block', readers);
    return withReturns(scope, returned);
  });

/** The `explicit` of the declaration that began at an offset. */
function explicitAt(c: Cursor, start: number): Declaration['explicit'] {
  for (let at = c.at - 1; at >= 0 && c.tokens[at]!.start >= start; at--)
    if (c.tokens[at]!.text === 'explicit') return c.tokens[at + 1]?.text === '(' ? 'conditional' : 'always';
  return undefined;
}

const isSpecialisation = ({ template }: Target): boolean =>
  template !== null && template.declarations.length === 0 && template.requirements.length === 0;

/** `: a(b), c{d}` of a constructor. */
function readInitializers(c: Cursor): void {
  c.next();
  while (!c.isEnd && !c.is(';')) {
    while (!c.isEnd && !c.is('(') && !c.is('{') && !c.is(';')) {
      if (c.is('<') && readTemplateList(c, true) !== null) continue;
      c.next();
    }
    const from = c.at;
    if (c.is('(') || c.is('{')) c.skipBalanced();
    recordMemberInitialiser(c, from);
    c.take('...');
    if (!c.take(',')) return;
  }
}

/** `(T a, U const& b = d)` into the scope. */
export function readParameters(c: Cursor, scope: OpenScope): void {
  c.next();
  while (!c.isEnd && !c.is(')')) {
    const before = c.at;
    readParameter(c, scope);
    if (!c.is(',') && !c.is(')')) c.skipTo([',']);
    if (!c.take(',') && !c.is(')')) {
      if (c.at === before) c.next();
      if (!c.is(')')) return;
    }
  }
  c.take(')');
}

function readParameter(c: Cursor, scope: OpenScope): void {
  const { start } = c.token;
  const specifiers = readSpecifiers(c);
  const type = readType(c);
  if (type === undefined) {
    if (c.take('...')) scope.isVariadic = true;
    return;
  }
  const isConstType = specifiers.isConstant || endsInConst(c);
  const { how, name, typeSpan } = readParameterName(c, start);
  let declared = pointerTo(type, how.pointers, typeSpan);
  if (c.is('[')) declared = readArrayType(c, declared);
  while (c.is('(')) {
    c.skipBalanced();
    declared = opaque(typeSpan, 'a function holds no layout');
  }
  let init: Expr | null = null;
  if (c.take('=')) init = c.is('{') ? readBraced(c) : readExpression(c);
  const traits: DeclarationTraits = {
    isConstant: (isConstType || how.isConstant) && how.pointers === 0,
    isReference: how.isReference,
    isPack: how.isPack,
    isRvalueReference: how.isRvalue,
  };
  if (name !== null) {
    const target: Target = { into: scope, around: scope, template: null, start };
    const nameSpan = { start: name.start, end: name.end };
    declare(
      target,
      c.lastEnd,
      { kind: 'parameter', name: name.text, nameSpan, type: declared, init },
      traits,
    );
    return;
  }
  const nameSpan = { start, end: start };
  const fields = { kind: 'parameter', name: '', nameSpan, type: declared, init } as const;
  // Keeps its place among the parameters, so that arguments are matched by position.
  scope.declarations.push(declarationOf(fields, c.spanFrom(start), traits));
}

/** What stands between the type of a parameter, which begins at `start`, and its name, and the name. */
function readParameterName(c: Cursor, start: number) {
  const how = readIndirection(c);
  const typeSpan = c.spanFrom(start);
  let name = c.token.kind === 'name' ? c.next() : null;
  if (c.is('(') && name === null) {
    // `T (&name)[N]`
    c.next();
    const inner = readIndirection(c);
    how.isReference ||= inner.isReference;
    how.isRvalue ||= inner.isRvalue;
    name = c.token.kind === 'name' ? c.next() : null;
    c.skipTo([]);
    c.take(')');
  }
  return { how, name, typeSpan };
}
