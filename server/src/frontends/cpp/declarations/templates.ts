// C++ templates and namespaces.

import type { Expr } from '../../common/expression.ts';
import { type Cursor, type DeclarationContext, type OpenScope, openScope } from '../expressions/cursor.ts';
import { readExpression } from '../expressions/expressions.ts';
import { readTemplateList } from '../expressions/lists.ts';
import { ANYWHERE, skipTypePrefixes } from '../expressions/parse-context.ts';
import { readTypeName } from '../expressions/postfix.ts';
import { readClass, readFriend, readUsing } from './classes.ts';
import {
  declare,
  finish,
  readIndirection,
  readSpecifiers,
  readType,
  skipAttributes,
  type Target,
  targetOf,
} from './declare.ts';
import { readRequires } from './requires.ts';
import { readSimpleDeclaration } from './variables.ts';

/** `template <…>` and what it stands before; `template class X<4>;` names an instantiation. */
export function readTemplate(c: Cursor, target: Target, context: DeclarationContext): void {
  const start = c.token.start;
  c.next();
  if (!c.is('<')) {
    if (!c.is('class') && !c.is('struct')) {
      readFunctionInstantiation(c, target);
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
  if (c.is('requires')) readRequires(c, scope);
  const inner: Target = { into: target.into, around: scope, template: scope, start: target.start };
  const outer = c.scope;
  c.scope = scope;
  if (c.is('template')) readTemplate(c, inner, context);
  else if (c.is('concept')) readConcept(c, inner);
  else if (c.is('using')) readUsing(c, inner);
  else if (c.is('friend')) {
    readFriend(c, target.around);
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

/** `template void f<4>(int);`: names the function with its arguments. */
function readFunctionInstantiation(c: Cursor, target: Target): void {
  readSpecifiers(c);
  if (readType(c) !== undefined) {
    readIndirection(c);
    const name = readTypeName(c);
    if (name.kind === 'template') target.around.expressions.push(name);
  }
  c.skipTo([';']);
  c.take(';');
}

/** `concept X = …;` as a constant of types. */
function readConcept(c: Cursor, target: Target): void {
  c.next();
  const name = c.token;
  if (name.kind === 'name') {
    c.next();
    const init = c.take('=') ? readExpression(c) : null;
    const nameSpan = { start: name.start, end: name.end };
    declare(
      target,
      c.lastEnd,
      { kind: 'value', name: name.text, nameSpan, init },
      { isConstant: true, isConcept: true },
    );
  }
  finish(c);
}

/** What `__CUTE_REQUIRES(c)` is read as: `int __requires=(c)`, see syntax/cpp/mask.ts. */
const REQUIREMENT = '__requires';

export function readTemplateParameters(c: Cursor, scope: OpenScope): void {
  c.next();
  while (!c.isEnd && !c.is('>')) {
    const start = c.token.start;
    const before = c.at;
    const target: Target = { into: scope, around: scope, template: null, start };
    if (c.is('template')) {
      c.next();
      if (c.is('<')) readTemplateList(c, true) ?? skipAngles(c);
      c.next();
      readTypeParameterName(c, target, readIndirection(c).isPack);
    } else if ((c.is('class') || c.is('typename')) && isTypeParameter(c)) {
      c.next();
      const isPack = c.take('...');
      readTypeParameterName(c, target, isPack);
    } else {
      readSpecifiers(c);
      const type = readType(c);
      const how = readIndirection(c);
      const name = c.token.kind === 'name' ? c.next() : null;
      const init = c.take('=') ? readDefault(c) : null;
      if (name?.text === REQUIREMENT) {
        if (init !== null) scope.requirements.push(init);
        if (!c.take(',') && !c.is('>')) c.skipTo([',', '>']);
        continue;
      }
      const span =
        name === null ? { start: c.lastEnd, end: c.lastEnd } : { start: name.start, end: name.end };
      declare(
        target,
        c.lastEnd,
        { kind: 'value-parameter', name: name?.text ?? '', nameSpan: span, type: type ?? null, init },
        { isConstant: true, isPack: how.isPack },
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
    bodyScope: inner,
  });
}
