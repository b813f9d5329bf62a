// Lists and dictionaries that a program changes in place: what a name holds behind `xs.append(x)` and `xs[i] = x`.

import type { Expr, MutatedExpr, Span } from '../common/expression.ts';
import { namesOf } from '../common/expression-parts.ts';
import { MAKES_LIST } from './aliases/call-effects.ts';
import { lowerExpression } from './expression.ts';
import { assignsAttributes } from './object-attributes.ts';
import { attributeKey, isSaidTensor, plainDeclaration, type ScopeBuilder } from './scope.ts';
import { opaque, spanOf, textOf } from './source.ts';
import { childOf, type PyNode } from './syntax/tree.ts';

/**
 * `call`: the statement; 'inside' of one that does not run once, or of which more than the list is taken.
 *
 * `xs[i] = …` of a list or dictionary that was written here, and `xs.append(…)` of anything. A tensor that is assigned
 * to by index keeps its layout.
 */
export function changeList(
  object: PyNode,
  call: PyNode | 'inside' | null,
  span: Span,
  into: ScopeBuilder,
  source: string,
): void {
  const root = rootOf(object);
  if (root.type !== 'identifier') noteChange(object, into, source);
  if (root.type === 'attribute') changeAttribute(root, call !== null, span.end, into, source);
  if (root.type !== 'identifier') return;
  if (call === null && isSaidTensor(into.holding(textOf(root, source)))) return;
  if (!follow(object, root, call, span, into, source)) noteChange(object, into, source);
}

/** What an expression names is changed, by whoever else names it as well. */
export function noteChange(object: PyNode, into: ScopeBuilder, source: string, suffix = ''): void {
  switch (object.type) {
    case 'identifier':
      into.changedOtherwise.add(`${textOf(object, source)}${suffix}`);
      return;
    case 'attribute': {
      const name = childOf(object, 'attribute');
      if (name !== undefined) into.changedOtherwise.add(`.${textOf(name, source)}${suffix}`);
      return;
    }
    case 'subscript': {
      const inner = childOf(object, 'value');
      if (inner !== undefined) noteChange(inner, into, source, '[]');
      return;
    }
    default:
      // What a call returns may be any of its arguments.
      for (const part of object.children) {
        noteChange(part, into, source);
        noteChange(part, into, source, '[]');
      }
  }
}

/** Declares what a name holds behind the change. False: nothing is said of it. */
function follow(
  object: PyNode,
  root: PyNode,
  call: PyNode | 'inside' | null,
  span: Span,
  into: ScopeBuilder,
  source: string,
): boolean {
  const isMethod = call !== null && changesListsAlone(call, source);
  const name = textOf(root, source);
  const before = into.holding(name);
  // Others have functions of these names too, a module for one.
  if ((call === 'inside' || !isMethod) && before !== undefined && !isList(before, name)) return false;
  if (call === 'inside' && before === undefined && into.kind !== 'file') return false;
  into.changed.add(name);
  forgetAliases(name, before, span.end, into);
  if (root !== object && before !== undefined) forgetItems(before, span.end, into);
  else if (appendTo(name, call, span, into, source)) return root === object;
  if (before === undefined && into.kind !== 'file') {
    // A list of the module, or of a function around this one.
    if (isMethod) into.foreignWrites.add(name);
    return false;
  }
  if (before !== undefined || (isMethod && call !== 'inside')) {
    forget(name, span.end, into);
    return root === object;
  }
  const reason = `the list ${name} is changed in place`;
  into.rebind(name, span.end, changed('touched', name, span.start, span.end, null, { reason }));
  return root === object;
}

/** `xs` of `xs[0][i]` */
function rootOf(object: PyNode): PyNode {
  const inner = object.type === 'subscript' ? childOf(object, 'value') : undefined;
  return inner === undefined ? object : rootOf(inner);
}

const forget = (name: string, at: number, into: ScopeBuilder): void =>
  into.rebind(name, at, opaque({ start: at, end: at }, `the list ${name} is changed in place`));

/** `self.xs.append(x)` leaves something else in the attribute; of another object nothing is known from here on. */
function changeAttribute(
  attribute: PyNode,
  isMethod: boolean,
  at: number,
  into: ScopeBuilder,
  source: string,
): void {
  const object = childOf(attribute, 'object');
  const named = childOf(attribute, 'attribute');
  if (object?.type !== 'identifier' || named === undefined) return;
  const [owner, name] = [textOf(object, source), textOf(named, source)];
  const reason = `the list ${owner}.${name} is changed in place`;
  const span = { start: at, end: at };
  if (owner === into.self) {
    const before = into.holding(attributeKey(name));
    // What another method has made is a tensor in compiled code, where else it may be a list.
    if (isMethod || (before === undefined ? !into.isCompiled : mayBeList(before)))
      into.assignAttribute(plainDeclaration('value', name, span, span, opaque(span, reason)));
    return;
  }
  const isKnown = into.kind === 'file' || into.holding(owner) !== undefined;
  // A module may have anything of this name.
  if (isMethod && isKnown && !into.imports(owner)) into.rebind(owner, at, opaque(span, reason));
}

const isList = (held: Expr | undefined, name: string): boolean =>
  held !== undefined &&
  (held.kind === 'mutated' || mayBeList(held) || (held.kind === 'name' && held.name !== name));

/** `xs += ys` changes the list itself, and not only what the name holds. */
export function extendList(name: string, by: Expr, at: number, into: ScopeBuilder): void {
  const before = into.holding(name);
  into.changed.add(name);
  if (before === undefined || (before.kind !== 'name' && !mayBeList(before) && !mayBeList(by))) return;
  forgetAliases(name, before, at, into);
}

/** Other names of a list that is changed in place, `ys` of `ys = xs`, and those of lists that it is an item of. */
function forgetAliases(name: string, before: Expr | undefined, at: number, into: ScopeBuilder): void {
  const others = new Set([name]);
  for (const each of others) {
    for (const other of into.namesHolding((held) => isPartOf(each, held))) others.add(other);
    const held = each === name ? before : into.holding(each);
    for (const other of held === undefined ? [] : whole(held)) others.add(other);
  }
  others.delete(name);
  for (const other of others) forget(other, at, into);
}

/** The lists whose items a loop goes through under a name that its body changes. */
export function changeItems(header: Expr, at: number, into: ScopeBuilder): void {
  for (const { name } of namesOf(header)) {
    const held = into.holding(name);
    const isKnown = held === undefined ? into.kind === 'file' : mayBeList(held);
    if (!isKnown) continue;
    into.changed.add(name);
    forgetAliases(name, held, at, into);
    forget(name, at, into);
  }
}

/** The lists that are items of one of which an item is changed. */
function forgetItems(before: Expr, at: number, into: ScopeBuilder): void {
  for (const name of parts(before)) {
    const held = into.holding(name);
    if (held === undefined || !mayBeList(held)) continue;
    into.changed.add(name);
    forget(name, at, into);
  }
}

/** Whether an expression is a name, or has it as one of its items. */
const isPartOf = (name: string, e: Expr): boolean => [...parts(e)].includes(name);

function* parts(e: Expr): Generator<string> {
  if (e.kind === 'name') yield e.name;
  else if (e.kind === 'conditional') yield* [...parts(e.then), ...parts(e.otherwise)];
  else if (e.kind === 'tuple') for (const item of e.items) yield* parts(item);
  else if (e.kind === 'dict') for (const { value } of e.entries) yield* parts(value);
}

/** The names of what an expression is, or takes an item of: `xs` of `xs[i]`. */
function* whole(e: Expr): Generator<string> {
  if (e.kind === 'name') yield e.name;
  else if (e.kind === 'index') yield* whole(e.object);
  else if (e.kind === 'conditional') yield* [...whole(e.then), ...whole(e.otherwise)];
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

/** Whether an expression makes a list, a dictionary or a set, as far as can be seen. */
export function mayBeList(expr: Expr): boolean {
  switch (expr.kind) {
    case 'tuple':
      return expr.bracket === '[' || expr.items.some(mayBeList);
    case 'dict':
    case 'comprehension':
      return true;
    case 'binary':
      return mayBeList(expr.left) || mayBeList(expr.right);
    case 'conditional':
      return mayBeList(expr.then) || mayBeList(expr.otherwise);
    case 'call':
      return expr.callee.kind === 'name' && MAKES_LIST.has(expr.callee.name);
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
  return of?.kind === 'tuple' && at?.kind === 'integer' ? (of.items.at(at.value) ?? null) : null;
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

/** Methods of a dictionary or set that change it; so many others have methods of these names. */
const CHANGES_OTHERS: ReadonlySet<string> = new Set(['update', 'setdefault', 'popitem', 'add', 'discard']);

/** Whether a call can only be meant for a list, by its name. */
function changesListsAlone(call: PyNode | 'inside', source: string): boolean {
  if (call === 'inside') return true;
  const method = childOf(call, 'function');
  const name = method === undefined ? undefined : childOf(method, 'attribute');
  return name !== undefined && CHANGES_LIST.has(textOf(name, source));
}

/** What a call of a method that changes a list is called on. */
function changedObject(node: PyNode, source: string): PyNode | null {
  const method = node.type === 'call' ? childOf(node, 'function') : undefined;
  if (method?.type !== 'attribute') return null;
  const name = childOf(method, 'attribute');
  const object = childOf(method, 'object');
  const called = name === undefined ? '' : textOf(name, source);
  // `cute.append(a, b)` is no method of a list, which takes one item.
  if (called === 'append' && (childOf(node, 'arguments')?.children.length ?? 1) > 1) return null;
  return CHANGES_LIST.has(called) || CHANGES_OTHERS.has(called) ? (object ?? null) : null;
}

export const isChangingCall = (node: PyNode, source: string): boolean => changedObject(node, source) !== null;

/** The name of what a call or an assignment changes in place, which may be a list. */
export function changedList(node: PyNode, source: string): string | null {
  const target = /assignment$/.test(node.type) ? childOf(node, 'left') : undefined;
  const object = target?.type === 'subscript' ? target : changedObject(node, source);
  const root = object === null ? null : rootOf(object);
  return root?.type === 'identifier' ? textOf(root, source) : null;
}

/** A call of a method that changes the list it is called on. */
export function changesByCall(node: PyNode, into: ScopeBuilder, source: string): void {
  const object = changedObject(node, source);
  if (object === null || assignsAttributes(object, node, into, source)) return;
  changeList(object, node, spanOf(node), into, source);
}

const CALL_INSIDE = new RegExp(`\\.\\s*(?:${[...CHANGES_LIST, ...CHANGES_OTHERS].join('|')})\\s*\\(`);

/** Whether a method is called that changes lists. */
export const mayChangeLists = (node: PyNode, source: string): boolean =>
  CALL_INSIDE.test(textOf(node, source));

/** Calls in an expression of methods that change the lists they are called on. */
export function changesInside(node: PyNode, into: ScopeBuilder, source: string): void {
  if (!CALL_INSIDE.test(textOf(node, source))) return;
  // What stands behind the call sees the change; in a comprehension, and by a condition, what stands before it too.
  const visit = (at: PyNode, end: number | null): void => {
    if (at.type === 'lambda') return;
    const object = changedObject(at, source);
    const { start } = node;
    if (object !== null && !assignsAttributes(object, at, into, source))
      changeList(object, 'inside', { start, end: end ?? at.end }, into, source);
    const isRepeated = /_comprehension$|^generator_expression$/.test(at.type);
    for (const [i, child] of at.children.entries()) {
      const isFirst = isRepeated || (at.type === 'conditional_expression' && i === 1);
      visit(child, isFirst ? (end ?? at.start) : end);
    }
  };
  visit(node, null);
}
