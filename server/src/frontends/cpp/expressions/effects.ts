// What expressions may change: variables that are assigned to, handed on, or referred to. It is noted by name for a
// function as a whole; what the functions that they are handed to do with them is the evaluator's to say.

import type { CallExpr, Expr, Span } from '../../common/expression.ts';
import type { ArgumentEscape, Escape } from '../../common/scope.ts';
import type { Cursor, OpenScope } from './cursor.ts';

/** Calls through which a reference is followed. */
const MAXIMUM_CHAIN = 4;

const ASSIGNED: Escape = { kind: 'assigned' };
const ASSIGNMENT = /^(?:[-+*/%&|^]|<<|>>)?=$/;
const CASTS: ReadonlySet<string> = new Set([
  'static_cast',
  'const_cast',
  'reinterpret_cast',
  'forward',
  'move',
  'get',
]);

/** `x = …`, `++x`, `&x`: the value that x was declared with says nothing about its value elsewhere. */
export const recordAssignment = (c: Cursor, target: Expr): void => record(c.scope, target, ASSIGNED);

/** A variable as an argument, or as a part of one, may be changed by the function it is handed to. */
export function recordEscape(c: Cursor, callee: Expr, args: readonly Expr[]): void {
  if (args.length === 0 && callee.kind === 'name') return;
  const { scope } = c;
  scope.escapes.later(() => {
    recordArguments(scope, calledAs(callee), callee, args, null);
    // A variable that is no constant is a template's argument by reference.
    if (callee.kind === 'template') for (const arg of callee.args) record(scope, arg, UNFOLLOWED);
  });
}

/** `T x(a, b)`, `T{a, b}`: an object may keep references to what it is made of. */
export function recordConstruction(c: Cursor, type: Expr | null, args: readonly Expr[]): void {
  if (args.length === 0) return;
  const { scope } = c;
  scope.escapes.later(() =>
    recordArguments(
      scope,
      { form: 'type', callee: type === null ? null : typeHeadName(type) },
      null,
      args,
      null,
    ),
  );
}

/** `T& r = x`: whoever changes r changes x. */
export function recordAlias(c: Cursor, name: string, to: Expr, isConstant = false): void {
  noteLater(c.scope, to, { kind: 'bound', name, isConstant, type: null });
}

/** `T r = x`: the same where T turns out to be a reference. */
export function recordInitialisation(c: Cursor, name: string, type: Expr | null, to: Expr): void {
  if (type?.kind === 'name' || type?.kind === 'qualified' || type?.kind === 'template')
    noteLater(c.scope, to, { kind: 'bound', name, isConstant: false, type });
}

/** `return x;` of a function that returns a reference. */
export function recordReturn(scope: OpenScope): void {
  for (const e of scope.returns) noteLater(scope, e, { kind: 'returned' });
  for (const child of scope.children) if (child.kind === 'block') recordReturn(child as OpenScope);
}

const noteLater = (scope: OpenScope, e: Expr, use: Escape): void =>
  scope.escapes.later(() => record(scope, e, use));

/** Notes what is done with the variables that an expression may refer to. */
function record(scope: OpenScope, e: Expr, use: Escape): void {
  switch (e.kind) {
    case 'name':
      recordByName(scope, e.name, use);
      return;
    case 'qualified':
      recordByName(scope, `.${e.name.name}`, use);
      return;
    case 'member':
      recordByName(scope, `.${e.name.name}`, use);
      record(scope, e.object, use);
      return;
    case 'index':
      record(scope, e.object, use);
      return;
    case 'unary':
      if (e.operator === '*') record(scope, e.operand, use);
      return;
    case 'conditional':
      record(scope, e.then, use);
      record(scope, e.otherwise, use);
      return;
    case 'binary':
      if (ASSIGNMENT.test(e.operator)) record(scope, e.left, use);
      return;
    case 'tuple':
      for (const item of e.items) record(scope, item, use);
      return;
    case 'expansion':
      record(scope, e.pattern, use);
      return;
    case 'construct':
      throughLater(scope, { form: 'type', callee: typeHeadName(e.type) }, null, e.args, use);
      return;
    case 'call':
      recordThroughCall(scope, e, use);
      return;
    default:
  }
}

/** What a call gives may refer to its arguments, or to its object. */
function recordThroughCall(scope: OpenScope, { callee, args }: CallExpr, use: Escape): void {
  // `tensor.data() = pointer` moves the data; the layout stays.
  if (callee.kind === 'member' && callee.name.name === 'data') return;
  throughLater(scope, calledAs(callee), callee, args, use);
}

/** Assignments are noted while the code is read, and what is done through calls when somebody asks. */
function throughLater(
  scope: OpenScope,
  called: Called,
  callee: Expr | null,
  args: readonly Expr[],
  use: Escape,
): void {
  if (use.kind === 'assigned') scope.escapes.later(() => recordArguments(scope, called, callee, args, use));
  else recordArguments(scope, called, callee, args, use);
}

type Called = Pick<ArgumentEscape, 'form' | 'callee'>;

function recordArguments(
  scope: OpenScope,
  called: Called,
  callee: Expr | null,
  args: readonly Expr[],
  outer: Escape | null,
): void {
  if (callee?.kind === 'lambda') {
    recordLambdaArguments(scope, callee.span, args);
    return;
  }
  const result = outer !== null && lengthOf(outer) >= MAXIMUM_CHAIN ? UNFOLLOWED : outer;
  const handed = (index: number): Escape => ({
    kind: 'argument',
    ...called,
    index,
    count: args.length,
    result,
  });
  for (const [index, arg] of args.entries()) record(scope, arg, handed(index));
  const object = callee?.kind === 'template' ? callee.target : callee;
  if (object?.kind === 'member') record(scope, object.object, handed(-1));
  else if (object?.kind === 'call') record(scope, object, handed(-1));
}

/** `[](int& n) { … }(x)`: the parameters are names for the arguments. */
function recordLambdaArguments(scope: OpenScope, { start }: Span, args: readonly Expr[]): void {
  const called = scope.children.find((s) => s.kind === 'function' && s.span.start === start);
  const parameters = called?.declarations.filter((d) => d.kind === 'parameter') ?? [];
  for (const [i, arg] of args.entries()) {
    const p = parameters[Math.min(i, parameters.length - 1)];
    if (p === undefined) record(scope, arg, UNFOLLOWED);
    else if (p.isReference === true)
      record(scope, arg, { kind: 'bound', name: p.name, isConstant: p.isConstant === true, type: null });
  }
}

/** Of a longer chain no more is told than that something is done. */
const UNFOLLOWED: Escape = {
  kind: 'argument',
  form: 'function',
  callee: null,
  index: 0,
  count: 1,
  result: null,
};

const lengthOf = (use: Escape): number =>
  use.kind === 'argument' && use.result !== null ? 1 + lengthOf(use.result) : 1;

/** By what a call is followed: the name of what is called. */
export function calledAs(callee: Expr): Called {
  let target = callee;
  let isReference = false;
  while (target.kind === 'template') {
    // `f<int&>(x)`: whatever f declares, it takes a reference.
    isReference ||= hasReference(target.args);
    target = target.target;
  }
  const form = target.kind === 'member' ? 'member' : 'function';
  const name =
    target.kind === 'name'
      ? target.name
      : target.kind === 'qualified' || target.kind === 'member'
        ? target.name.name
        : null;
  return { form, callee: isReference && name !== null && !CASTS.has(name) ? null : name };
}

/** The name of a type. */
export function typeHeadName(type: Expr): string | null {
  if (type.kind === 'name') return type.name;
  if (type.kind === 'qualified') return type.name.name;
  if (type.kind !== 'template') return null;
  // `tuple<int&>` holds references.
  return hasReference(type.args) ? null : typeHeadName(type.target);
}

const hasReference = (args: readonly Expr[]): boolean =>
  args.some((a) => a.kind === 'qualified-type' && a.qualifiers.includes('&'));

function recordByName(scope: OpenScope, name: string, use: Escape): void {
  if (use.kind === 'assigned') {
    scope.assigned.add(name);
    return;
  }
  scope.escapes.add(name, escapeText(use), use);
}

const noteUnfollowed = (scope: OpenScope, name: string): void =>
  scope.escapes.later(() => recordByName(scope, name, UNFOLLOWED));

/** Equal for uses that are. */
function escapeText(use: Escape): string {
  if (use.kind === 'assigned') return '=';
  if (use.kind === 'returned') return 'return';
  if (use.kind === 'bound')
    return `${use.isConstant ? 'const ' : ''}${use.type === null ? '' : (typeHeadName(use.type) ?? '?')}&${use.name}`;
  const then = use.result === null ? '' : ` ${escapeText(use.result)}`;
  return `${use.form} ${use.callee ?? '?'} ${use.index}/${use.count}${then}`;
}

/**
 * `asm volatile("…" : "=r"(x) : "r"(y));`: what it may write to is not told from what it reads, but that an index is read,
 * `"r"(&tile[row])`.
 */
export function recordAssembly(c: Cursor, scope: OpenScope): void {
  const from = c.at;
  c.skipTo([';']);
  let depth = 0;
  for (let i = from + 1; i < c.at; i++) {
    const { kind, text } = c.tokens[i]!;
    if (text === '[') depth++;
    else if (text === ']') depth--;
    else if (kind === 'name' && depth === 0) scope.assigned.add(text);
  }
  c.take(';');
}

/** What is done with the variables in tokens that are skipped is not known. */
export function recordSkipped(c: Cursor, from: number): void {
  for (let i = from; i < c.at; i++) {
    const token = c.tokens[i]!;
    if (token.kind === 'name') noteUnfollowed(c.scope, token.text);
  }
}

/** `(n)`, `{a, f(b)}` behind a member that a constructor initialises: the member takes what is no part of an expression. */
export function recordMemberInitialiser(c: Cursor, from: number): void {
  const at = (i: number): string => c.tokens[i]?.text ?? '';
  const isPlain = (i: number): boolean => /^[({,]$/.test(at(i - 1)) && /^[)},.]$/.test(at(i + 1));
  let depth = 0;
  for (let i = from; i < c.at; i++) {
    const { kind, text } = c.tokens[i]!;
    if (text === '(' || text === '{') depth++;
    else if (text === ')' || text === '}') depth--;
    else if (kind === 'name' && (depth > 1 || !isPlain(i))) noteUnfollowed(c.scope, text);
  }
}
