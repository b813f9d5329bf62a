// Lists that a program changes in place: what a name holds behind `xs.append(x)` and `xs[i] = x`.

import type { Expr, MutatedExpr, Span } from '../common/expression.ts';
import { lowerExpression } from './expression.ts';
import type { ScopeBuilder } from './scope.ts';
import { opaque, spanOf, textOf } from './source.ts';
import { childOf, type PyNode } from './syntax/tree.ts';

/**
 * `call`: the statement; 'inside' of one that does not run once, or of which more than the list is taken.
 *
 * `xs[i] = …` of a list that was written here, and `xs.append(…)` of anything. A tensor that is assigned
 * to by index keeps its layout.
 */
export function changeList(
  object: PyNode,
  call: PyNode | 'inside' | null,
  span: Span,
  into: ScopeBuilder,
  source: string,
): void {
  if (object.type !== 'identifier') return;
  const isMethod = call !== null;
  const name = textOf(object, source);
  const before = into.holding(name);
  // Others have functions of these names too, a module for one.
  if (call === 'inside' && !isList(before, name)) return;
  forgetAliases(name, before, span.end, into);
  if (appendTo(name, call, span, into, source)) return;
  if (before === undefined && into.kind !== 'file') {
    // A list of the module, or of a function around this one.
    if (isMethod) into.foreignWrites.add(name);
    return;
  }
  if (before !== undefined && !isMethod && !mayBeList(before)) return;
  into.rebind(
    name,
    span.end,
    opaque({ start: span.end, end: span.end }, `the list ${name} is changed in place`),
  );
}

const isList = (held: Expr | undefined, name: string): boolean =>
  held !== undefined &&
  (held.kind === 'mutated' || mayBeList(held) || (held.kind === 'name' && held.name !== name));

/** `xs += ys` changes the list itself, and not only what the name holds. */
export function extendList(name: string, at: number, into: ScopeBuilder): void {
  const before = into.holding(name);
  if (before !== undefined && (before.kind === 'name' || mayBeList(before)))
    forgetAliases(name, before, at, into);
}

/** Other names of a list that is changed in place: `ys` of `ys = xs`. */
function forgetAliases(name: string, before: Expr | undefined, at: number, into: ScopeBuilder): void {
  const others = new Set(into.namesHolding(name));
  if (before?.kind === 'name' && before.name !== name) others.add(before.name);
  for (const other of others)
    into.rebind(other, at, opaque({ start: at, end: at }, `the list ${other} is changed in place`));
}

/** `xs.append(x)` of a list that this function made. False: what the list is then is not known. */
function appendTo(
  name: string,
  call: PyNode | 'inside' | null,
  { start, end }: Span,
  into: ScopeBuilder,
  source: string,
): boolean {
  const item = call === null || call === 'inside' ? null : appendedItem(call, source);
  const loops = into.loopsAround(name);
  for (const loop of loops) loop.appended.set(name, loop.appended.has(name) ? null : item);
  if (loops.length === 1 && loops[0] === into) into.gathered.add(name);
  const before = into.holding(name);
  const isList =
    before?.kind === 'mutated'
      ? before.how === 'appended'
      : before?.kind === 'tuple' && before.bracket === '[';
  if (item === null || loops.length > 0 || !isList) return false;
  const reason = `the list ${name} is changed in place`;
  into.rebind(name, end, changed('appended', name, start, end, item, { reason }));
  return true;
}

/** What statements from `start` to `end` leave in a name. */
export const changed = (
  how: MutatedExpr['how'],
  name: string,
  start: number,
  end: number,
  value: Expr | null,
  { reason, body = end, isCompiled = false }: { reason: string; body?: number; isCompiled?: boolean },
): MutatedExpr => ({
  kind: 'mutated',
  span: { start: end, end },
  name,
  how,
  before: { kind: 'name', span: { start, end: start }, name },
  value,
  body,
  isCompiled,
  reason,
});

/** `x` of `xs.append(x)` */
function appendedItem(call: PyNode, source: string): Expr | null {
  const method = childOf(call, 'function');
  const name = method === undefined ? undefined : childOf(method, 'attribute');
  const [item, ...others] = childOf(call, 'arguments')?.children ?? [];
  const isAppend = name !== undefined && textOf(name, source) === 'append';
  const isPlain = item !== undefined && others.length === 0 && !/argument|splat/.test(item.type);
  return isAppend && isPlain ? lowerExpression(item, source) : null;
}

/** Whether an expression makes a list, as far as can be seen. */
export function mayBeList(expr: Expr): boolean {
  switch (expr.kind) {
    case 'tuple':
      return expr.bracket === '[';
    case 'binary':
      return mayBeList(expr.left) || mayBeList(expr.right);
    case 'conditional':
      return mayBeList(expr.then) || mayBeList(expr.otherwise);
    case 'call':
      return expr.callee.kind === 'name' && expr.callee.name === 'list';
    case 'index': {
      const item = itemWritten(expr);
      return item !== null && mayBeList(item);
    }
    default:
      return expr.kind === 'opaque';
  }
}

/** What `[a, b][i]` is, as a name holds it after `x, y = a, b`; null for an index of something else. */
function itemWritten(expr: Expr & { readonly kind: 'index' }): Expr | null {
  const of = expr.object.kind === 'index' ? itemWritten(expr.object) : expr.object;
  const [at] = expr.args;
  return of?.kind === 'tuple' && at?.kind === 'integer' ? (of.items[at.value] ?? null) : null;
}

/** Methods of a list that change it. */
export const CHANGES_LIST: ReadonlySet<string> = new Set([
  'append',
  'extend',
  'insert',
  'pop',
  'remove',
  'clear',
  'sort',
  'reverse',
]);

/** What a call of a method that changes a list is called on. */
function changedObject(node: PyNode, source: string): PyNode | null {
  const method = node.type === 'call' ? childOf(node, 'function') : undefined;
  if (method?.type !== 'attribute') return null;
  const name = childOf(method, 'attribute');
  const object = childOf(method, 'object');
  return name === undefined || !CHANGES_LIST.has(textOf(name, source)) ? null : (object ?? null);
}

export const isChangingCall = (node: PyNode, source: string): boolean => changedObject(node, source) !== null;

/** The name of the list that a call changes in place. */
export function changedList(node: PyNode, source: string): string | null {
  const object = changedObject(node, source);
  return object?.type === 'identifier' ? textOf(object, source) : null;
}

/** A call of a method that changes the list it is called on. */
export function changesByCall(node: PyNode, into: ScopeBuilder, source: string): void {
  const object = changedObject(node, source);
  if (object === null) return;
  changeList(object, node, spanOf(node), into, source);
}

const CALL_INSIDE = new RegExp(`\\.\\s*(?:${[...CHANGES_LIST].join('|')})\\s*\\(`);

/** Calls in an expression of methods that change the lists they are called on. */
export function changesInside(node: PyNode, into: ScopeBuilder, source: string): void {
  if (!CALL_INSIDE.test(textOf(node, source))) return;
  const visit = (at: PyNode): void => {
    if (at.type === 'lambda') return;
    const object = changedObject(at, source);
    if (object !== null) changeList(object, 'inside', spanOf(node), into, source);
    for (const child of at.children) visit(child);
  };
  visit(node);
}
