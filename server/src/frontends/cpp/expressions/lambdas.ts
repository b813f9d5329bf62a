// Lambdas of C++: what they capture, their parameters and their bodies.

import { declarationOf } from '../../common/declaration.ts';
import type { Expr, Span } from '../../common/expression.ts';
import { type Cursor, type OpenScope, openScope } from './cursor.ts';
import { recordAlias, recordReturn } from './effects.ts';
import { readList } from './lists.ts';
import { ANYWHERE, BEFORE_BODY, opaque, skipTypePrefixes } from './parse-context.ts';
import { constructReturns } from './returns.ts';

/** `[captures](parameters) -> type { body }`. Its body becomes a scope of the scope around. */
export function readLambda(c: Cursor): Expr {
  const start = c.token.start;
  const scope: OpenScope = openScope('function', null, start, c.scope);
  const captures = readCaptures(c, scope);
  const end = c.lastEnd;
  for (const { name, init, isReference } of captures) if (isReference) recordAlias(c, name, init);
  if (c.is('<')) c.readers.templateParameters(c, scope);
  if (c.is('(')) c.readers.parameters(c, scope);
  let isMutable = false;
  while (c.is('mutable') || c.is('constexpr') || c.is('noexcept') || c.is('__device__') || c.is('__host__'))
    isMutable = c.next().text === 'mutable' || isMutable;
  let type: Expr | null = null;
  let returnsReference = false;
  if (c.take('->')) {
    skipTypePrefixes(c);
    type = c.readers.postfix(c, BEFORE_BODY);
    while (c.is('&') || c.is('&&') || c.is('*') || c.is('const')) {
      returnsReference ||= !c.is('*') && !c.is('const');
      c.next();
    }
    returnsReference ||= type.kind === 'decltype';
  }
  if (!c.is('{')) return opaque(c.spanFrom(start), 'a lambda without a body');
  declareCaptures(scope, captures, { start, end }, isMutable);
  c.scope.children.push(scope);
  c.readers.block(c, scope, 'block');
  if (returnsReference) recordReturn(scope);
  if (type !== null) constructReturns(scope, type);
  scope.span.end = c.lastEnd;
  const body =
    scope.returns.length === 1
      ? scope.returns[0]!
      : opaque(c.spanFrom(start), 'a lambda with several returns');
  const parameters = scope.declarations.filter((d) => d.kind === 'parameter').map((d) => d.name);
  const span = c.spanFrom(start);
  return type === null
    ? { kind: 'lambda', span, parameters, body }
    : { kind: 'lambda', span, parameters, body, type };
}

/** `n = 3`, `&n = m`, `...n = pack`. */
interface Capture {
  readonly name: string;
  readonly nameSpan: Span;
  readonly init: Expr;
  readonly isReference: boolean;
  readonly isPack: boolean;
}

/** The captures that have names of their own; the other names mean what they mean around the lambda. */
function readCaptures(c: Cursor, scope: OpenScope): readonly Capture[] {
  const found: Capture[] = [];
  const outer = c.scope;
  // A lambda in an initialiser stands inside of this one's text.
  c.scope = scope;
  c.next();
  while (!c.isEnd && !c.is(']')) {
    const isReference = c.take('&');
    const isPack = c.take('...');
    const name = c.token;
    const after = c.peek().text;
    if (name.kind === 'name' && (after === '=' || after === '{' || after === '(')) {
      c.next();
      const start = c.token.start;
      const read = (items: readonly Expr[]): Expr => items[0] ?? opaque(c.spanFrom(start), 'no initialiser');
      const init = c.take('=') ? c.readers.expression(c, ANYWHERE) : read(readList(c, c.is('{') ? '}' : ')'));
      const nameSpan = { start: name.start, end: name.end };
      found.push({ name: name.text, nameSpan, init, isReference, isPack });
    }
    c.skipTo([',', ']']);
    if (!c.take(',')) break;
  }
  if (!c.is(']')) c.skipTo([']']);
  c.take(']');
  c.scope = outer;
  return found;
}

/** `list`: where the captures stand; none of their names is seen in it. */
function declareCaptures(
  scope: OpenScope,
  captures: readonly Capture[],
  list: Span,
  isMutable: boolean,
): void {
  for (const { name, nameSpan, init, isReference, isPack } of captures) {
    // What a mutable lambda captures lasts from one call to the next.
    const kept =
      isMutable && !isReference
        ? opaque(init.span, 'a mutable lambda may have changed what it captures')
        : init;
    const traits = { isCapture: true, isConstant: !isMutable && !isReference, isReference, isPack };
    scope.declarations.push(declarationOf({ kind: 'value', name, nameSpan, init: kept }, list, traits));
  }
}
