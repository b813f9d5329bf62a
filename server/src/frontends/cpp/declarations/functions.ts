// C++ functions: parameters, what follows them, and bodies.

import { declarationOf } from '../../common/declaration.ts';
import type { Expr } from '../../common/expression.ts';
import type { Declaration } from '../../common/scope.ts';
import { type Cursor, type OpenScope, openScope } from '../expressions/cursor.ts';
import { noteInitialiser, noteReturned } from '../expressions/effects.ts';
import { readExpression } from '../expressions/expressions.ts';
import { readBraced, readTemplateList } from '../expressions/lists.ts';
import { opaque, skipTypePrefixes } from '../expressions/place.ts';
import { constructReturns } from '../expressions/returns.ts';
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

/** `Name(…) : a(b) { … }`, `operator T() …`, and macros that look like it: `TEST(a, b) { … }`. */
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
export function readFunctionRest(
  c: Cursor,
  target: Target,
  name: DeclaredName,
  type: Expr | null,
  returnsReference = false,
): boolean {
  let returned = type;
  let isReference = returnsReference;
  const explicit = explicitAt(c, target.start);
  const qualifiers: string[] = [];
  const scope = openScope('function', name.name, c.token.start, target.around);
  if (name.owner !== null) scope.owner = name.owner;
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
    ) {
      if (c.is('const') || c.is('&') || c.is('&&')) qualifiers.push(c.text);
      c.next();
    } else if (c.is('->')) {
      c.next();
      skipTypePrefixes(c);
      const start = c.token.start;
      const trailing = readType(c);
      const how = readIndirection(c);
      returned = pointerTo(trailing ?? null, how.pointers, c.spanFrom(start));
      isReference = how.isReference || isDecltypeAuto(c);
    } else if (c.is('requires')) readRequires(c, target.template ?? scope);
    else break;
  }
  if (c.is(':')) readInitializers(c);
  if (c.is('try')) c.next();
  let hasBody = false;
  if (c.is('{')) {
    scope.body = c.token.start;
    c.readers.block(c, scope, 'block');
    hasBody = true;
  } else if (c.is('=')) {
    c.skipTo([';']);
    c.take(';');
  } else c.take(';');
  c.scope = outer;
  scope.span.end = c.lastEnd;
  if (hasBody && isReference) noteReturned(scope);
  if (hasBody && returned !== null) constructReturns(scope, returned);
  target.around.children.push(scope);
  declare(
    target,
    c.lastEnd,
    { kind: 'function', name: name.name, nameSpan: name.span, type: returned, opens: hasBody ? scope : null },
    {
      isOutside: name.owner !== null,
      isReference,
      ...(hasBody ? {} : { head: scope }),
      ...(explicit === undefined ? {} : { explicit }),
      ...(qualifiers.length === 0 ? {} : { objectQualifiers: qualifiers.join(' ') }),
      // `template <> int f<float>()`
      ...(isSpecialisation(target) ? { specialization: name.args ?? [] } : {}),
    },
  );
  return true;
}

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
    noteInitialiser(c, from);
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
    if (type === undefined && c.take('...')) scope.isVariadic = true;
    if (type !== undefined) {
      const isConstType = specifiers.isConstant || endsInConst(c);
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
      let declared = pointerTo(type, how.pointers, typeSpan);
      if (c.is('[')) declared = readArrayType(c, declared);
      while (c.is('(')) {
        c.skipBalanced();
        declared = opaque(typeSpan, 'a function holds no layout');
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
            isConstant: (isConstType || how.isConstant) && how.pointers === 0,
            isReference: how.isReference,
            isPack: how.isPack,
            isRvalueReference: how.isRvalue,
          },
        );
      } else {
        const nameSpan = { start, end: start };
        const fields = { kind: 'parameter', name: '', nameSpan, type: declared, init } as const;
        // Keeps its place among the parameters, so that arguments are matched by position.
        scope.declarations.push(
          declarationOf(fields, c.spanFrom(start), {
            isConstant: (isConstType || how.isConstant) && how.pointers === 0,
            isReference: how.isReference,
            isPack: how.isPack,
            isRvalueReference: how.isRvalue,
          }),
        );
      }
    }
    if (!c.is(',') && !c.is(')')) c.skipTo([',']);
    if (!c.take(',') && !c.is(')')) {
      if (c.at === before) c.next();
      if (!c.is(')')) return;
    }
  }
  c.take(')');
}
