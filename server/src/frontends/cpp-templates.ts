// C++ templates and namespaces.

import { readClass, readUsing } from './cpp-classes.ts';
import { type Context, type Cursor, type OpenScope, openScope } from './cpp-cursor.ts';
import {
  declare,
  finish,
  readIndirection,
  readSpecifiers,
  readType,
  skipAttributes,
  type Target,
  targetOf,
} from './cpp-declare.ts';
import { readExpression, readTypeName } from './cpp-expressions.ts';
import { readTemplateList } from './cpp-lists.ts';
import { ANYWHERE, skipTypePrefixes } from './cpp-place.ts';
import { readSimpleDeclaration } from './cpp-variables.ts';
import type { Expr } from './expression.ts';

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
