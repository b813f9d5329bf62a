// What stands behind an operand of C++: `a::b`, `a<b>`, `a(b)`, `a{b}`, `a[b]`, `a.b`, `a++`, and `T*` of a type. One
// reader for each operator.

import type { BinaryExpr, CallExpr, Expr, Span } from '../../common/expression.ts';
import type { Cursor, OpenScope } from './cursor.ts';
import { recordAssignment, recordConstruction, recordEscape } from './effects.ts';
import { readLaunchList, readList, readMemberName, readTemplateList } from './lists.ts';
import { BEFORE_NAME, isTypeLike, type ParseContext, tooDeep } from './parse-context.ts';
import { readPrimary } from './primary.ts';

/** The cursor is at the operator; null where it is none of this operand. */
type OperatorReader = (c: Cursor, e: Expr, start: number, context: ParseContext) => Expr | null;

/** Of `a::b`, `a.b`, `a[i]` and `a()` behind one another: types are no parts of an expression that is looked at whole. */
const MAXIMUM_LINKS = 100;

export function readPostfix(c: Cursor, context: ParseContext): Expr {
  const start = c.token.start;
  let e = readPrimary(c, context);
  for (let links = 0; ; links++) {
    if (links > MAXIMUM_LINKS) e = tooDeep(c.spanFrom(start));
    const { kind, text } = c.token;
    if (kind !== 'punctuation') {
      // `T const`
      if ((text !== 'const' && text !== 'volatile') || !isTypeLike(e)) return e;
      c.next();
      continue;
    }
    const next = OPERATORS.get(text)?.(c, e, start, context) ?? null;
    if (next === null) return e;
    e = next;
  }
}

/** A type before the name that it is declared for; `*` and `&` are left for the declarator. */
export const readTypeName = (c: Cursor): Expr => readPostfix(c, BEFORE_NAME);

const readQualified: OperatorReader = (c, e, start) => {
  if (c.peek().kind !== 'name' && c.peek().text !== '~') return null;
  c.next();
  const name = readMemberName(c);
  return { kind: 'qualified', span: c.spanFrom(start), scope: e, name };
};

const readTemplateArguments: OperatorReader = (c, e, start, context) => {
  if (e.kind !== 'name' && e.kind !== 'qualified' && e.kind !== 'member') return null;
  const args = readTemplateList(c, context.beforeName);
  return args === null ? null : { kind: 'template', span: c.spanFrom(start), target: e, args };
};

/** `kernel<<<grid, block>>>(…)` */
const readLaunch: OperatorReader = (c, e, start, context) => {
  if (c.peek().text !== '<' || !c.touches(1)) return null;
  const launch = context.beforeName ? null : readLaunchList(c);
  if (launch === null) skipLaunch(c);
  return launch !== null && c.is('(') ? callOf(c, e, start, launch) : e;
};

/** What is between the angles cannot be read. */
function skipLaunch(c: Cursor): void {
  while (!c.isEnd && !(c.is('>') && c.peek().text === '>' && c.peek(2).text === '>')) {
    if (c.is('(') || c.is('[') || c.is('{')) c.skipBalanced();
    else c.next();
  }
  c.at = Math.min(c.at + 3, c.tokens.length - 1);
}

const readCall: OperatorReader = (c, e, start, context) =>
  context.beforeName && !(e.kind === 'name' && e.name === 'decltype') ? null : callOf(c, e, start);

function callOf(c: Cursor, e: Expr, start: number, launch?: readonly Expr[]): CallExpr {
  const inside = c.scope.children.length;
  const args = readList(c, ')');
  recordEscape(c, e, args);
  const plain: CallExpr = { kind: 'call', span: c.spanFrom(start), callee: e, args, keywords: [] };
  const call = launch === undefined ? plain : { ...plain, launch };
  if (e.kind === 'name' || e.kind === 'qualified') recordEnclosingCall(c, inside, call);
  return call;
}

/** Tells the lambdas among the arguments of a call, children of the scope from `first` on, what they are handed to. */
function recordEnclosingCall(c: Cursor, first: number, call: CallExpr): void {
  for (let i = first; i < c.scope.children.length; i++) {
    const child = c.scope.children[i] as OpenScope;
    if (child.kind === 'function' && child.name === null) child.enclosingCall ??= call;
  }
}

const readConstruction: OperatorReader = (c, e, start, context) => {
  if (context.beforeBody || !isTypeLike(e)) return null;
  const args = readList(c, '}');
  recordConstruction(c, e, args);
  return { kind: 'construct', span: c.spanFrom(start), type: e, args };
};

const readIndex: OperatorReader = (c, e, start, context) => {
  if (context.beforeName) return null;
  const args = readList(c, ']');
  return { kind: 'index', span: c.spanFrom(start), object: e, args };
};

const readMember: OperatorReader = (c, e, start) => {
  c.next();
  if (c.token.kind !== 'name' && !c.is('~')) return null;
  const name = readMemberName(c);
  return { kind: 'member', span: c.spanFrom(start), object: e, name };
};

const readStep: OperatorReader = (c, e, start) => {
  const { text } = c.next();
  recordAssignment(c, e);
  return { ...stepped(e, text, c.spanFrom(start)), isPostfix: true };
};

/** `++x` as `x += 1`. */
export const stepped = (operand: Expr, operator: string, span: Span): BinaryExpr => ({
  kind: 'binary',
  span,
  operator: operator === '++' ? '+=' : '-=',
  left: operand,
  right: { kind: 'integer', span, value: 1, marked: false },
});

/** `T*`, `T&`, `T&&` where nothing follows that it could be multiplied by. */
const readIndirection: OperatorReader = (c, e, start, context) => {
  const after = c.peek().text;
  const endsType = after === ',' || after === '>' || after === ')' || after === 'const' || after === '*';
  if (context.beforeName || !endsType) return null;
  if (!isTypeLike(e) && e.kind !== 'unary') return null;
  const { text } = c.next();
  return text === '*' ? { kind: 'unary', span: c.spanFrom(start), operator: '*', operand: e } : e;
};

const OPERATORS: ReadonlyMap<string, OperatorReader> = new Map([
  ['::', readQualified],
  ['<', readTemplateArguments],
  ['<<', readLaunch],
  ['(', readCall],
  ['{', readConstruction],
  ['[', readIndex],
  ['.', readMember],
  ['->', readMember],
  ['++', readStep],
  ['--', readStep],
  ['*', readIndirection],
  ['&', readIndirection],
  ['&&', readIndirection],
]);
