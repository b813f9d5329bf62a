// Loops of Python: what their bodies find in names, and what they leave in them.

import type { Expr, MutatedExpr } from '../common/expression.ts';
import { namesOf, partsOf } from '../common/expression-parts.ts';
import { expression } from './assignments.ts';
import { forgetBound } from './branches.ts';
import { namesBoundIn, unreadText } from './errors.ts';
import { lowerExpression } from './expression.ts';
import { changed, changedList, changeItems, mayBeList } from './list-changes.ts';
import { targetsOf } from './own-names.ts';
import type { ScopeBuilder } from './scope.ts';
import { opaque, spanOf, textOf } from './source.ts';
import { childOf, childrenOf, type PyNode } from './syntax/tree.ts';

type LowerBlock = (node: PyNode | undefined, block: ScopeBuilder, into: ScopeBuilder, source: string) => void;

/** `lowerBlock` reads the statements of a block. */
export function lowerLoop(node: PyNode, into: ScopeBuilder, source: string, lowerBlock: LowerBlock): void {
  const span = spanOf(node);
  const body = childOf(node, 'body');
  const block = into.block(true);
  const left = childOf(node, 'left');
  const header = childOf(node, node.type === 'for_statement' ? 'right' : 'condition');
  const over = header === undefined ? null : lowerHeader(header, left === undefined, into, source);
  const bodySpan = body === undefined ? { start: span.end, end: span.end } : spanOf(body);
  // At its start, what the body binds may still be what the last iteration left.
  const targets = new Set<string>();
  if (left !== undefined) collectTargets(left, targets, source);
  if (over !== null && targets.size > 0)
    into.flows.push({ names: [...targets], source: over, isOfItems: true });
  const changing = new Set(targets);
  if (body !== undefined) collectBound(body, changing, source);
  const assigned = new Set(changing);
  if (body !== undefined) collectChanged(body, changing, into, source);
  const jumps = body !== undefined && hasJump(body);
  const isCompiled = header !== undefined && countsAtRunTime(header, left !== undefined, into, source);
  const at = { start: bodySpan.start, end: bodySpan.start };
  const carried = new Map<string, { -readonly [K in keyof MutatedExpr]: MutatedExpr[K] }>();
  for (const name of changing) {
    if (targets.has(name)) {
      const isInteger = left?.type === 'identifier' && header !== undefined && isRange(header, source);
      const counter = { ...opaque(at, `${name} is a loop variable`), ...(isInteger ? { isInteger } : {}) };
      const isCount = isCompiled && left?.type === 'identifier';
      block.rebind(name, at.end, isCount ? { kind: 'dynamic', span: at, divisor: 1 } : counter);
      continue;
    }
    const reason = `${name} changes in a loop`;
    const expr = { ...changed('carried', name, span.start, at.end, null, { reason, isCompiled }) };
    carried.set(name, expr);
    block.rebind(name, at.end, expr);
  }
  // The loop's `else`, which is part of it, finds what the rounds have left as well.
  const behind = bodySpan.end;
  const marks = block.declarations.length;
  const isCounted = left?.type === 'identifier' && !assignedIn(body, textOf(left, source), source);
  if (isCounted && body !== undefined && !hasJump(body) && !hasReturn(body)) block.counts = over;
  // Any list that is changed in place, and what `+=` is written to, may be the one that the loop goes over.
  block.mayChangeCounts =
    over !== null &&
    !isOfItsOwn(header, source) &&
    [...changing].some(
      (name) =>
        !targets.has(name) && (!assigned.has(name) || [...namesOf(over)].some((n) => n.name === name)),
    );
  lowerBlock(body, block, into, source);
  for (const [name, { expr, fixed }] of block.bound) {
    const start = carried.get(name);
    const item = assigned.has(name) ? undefined : block.appended.get(name);
    const reason = `${name} is assigned in a loop`;
    const end = { reason, body: at.end, isCompiled };
    // What only a nested function or another block changes has no value that is written here.
    const isWritten = start !== undefined && !fixed && expr !== start && block.declarations.length > marks;
    // A round that is left early leaves what was assigned until then: one value, where there is one assignment.
    const isKnown = isWritten && (!jumps || countBound(body!, name, source) === 1);
    if (item != null) {
      const isInEvery = block.gathered.has(name) && !jumps;
      const rounds = isInEvery ? roundsOf(node, item, changing, targets, source) : null;
      const how = rounds === null ? 'grown' : 'gathered';
      into.rebind(name, behind, changed(how, name, span.start, behind, rounds ?? item, end));
      block.bound.delete(name);
    } else if (isKnown && !targets.has(name)) {
      start.value = expr;
      into.rebind(name, behind, changed('carried', name, span.start, behind, expr, end));
      block.bound.delete(name);
    }
  }
  forgetBound(into, block, behind, (name) => `${name} is assigned in a loop`);
  // `for xs in lists: xs.append(x)`
  if (header !== undefined && body !== undefined && changesAny(body, targets, source))
    changeItems(lowerExpression(header, source), behind, into);
  for (const alternative of childrenOf(node, 'alternative')) {
    const builder = into.block();
    lowerBlock(childOf(alternative, 'body'), builder, into, source);
    forgetBound(into, builder, span.end, (name) => `${name} is assigned in the else of a loop`);
  }
}

/**
 * `[item for x in xs]` of what every round of `for x in xs` appends; null where an item needs what the rounds before it
 * have left. What it names besides is seen as it is before the loop.
 */
function roundsOf(
  node: PyNode,
  item: Expr,
  changing: ReadonlySet<string>,
  targets: ReadonlySet<string>,
  source: string,
): Expr | null {
  const [left, header, body] = [childOf(node, 'left'), childOf(node, 'right'), childOf(node, 'body')];
  const bound = left === undefined ? null : targetsOf(left, source);
  if (bound === null || header === undefined || namesChanging(item, changing, targets)) return null;
  // What a name holds may be changed without the name.
  if (body === undefined || storesInside(body)) return null;
  const own = new Set<string>();
  collectBound(body, own, source);
  collectChanged(body, own, null, source);
  if ([...targets].some((name) => own.has(name))) return null;
  const span = { start: node.start, end: node.start };
  const over = lowerExpression(header, source);
  return { kind: 'comprehension', span, targets: bound, element: item, source: over, conditions: [] };
}

/** Whether statements store to attributes or items, `x.a = …` and `xs[i] = …`, or delete them. */
function storesInside(node: PyNode): boolean {
  const left = /assignment$/.test(node.type) ? childOf(node, 'left') : undefined;
  const isStore = left !== undefined && holdsPlace(left);
  return isStore || node.type === 'delete_statement' || node.children.some(storesInside);
}

const holdsPlace = (target: PyNode): boolean =>
  target.type === 'attribute' || target.type === 'subscript' || target.children.some(holdsPlace);

/** Whether an expression names something that the rounds of a loop change, besides what each of them is for. */
const namesChanging = (e: Expr, changing: ReadonlySet<string>, targets: ReadonlySet<string>): boolean =>
  e.kind === 'mutated' ||
  (e.kind === 'name' && changing.has(e.name) && !targets.has(e.name)) ||
  partsOf(e).some((part) => namesChanging(part, changing, targets));

/** What is asked before each round binds names in each of them. */
function lowerHeader(header: PyNode, isRepeated: boolean, into: ScopeBuilder, source: string): Expr {
  const over = expression(header, into, source);
  const names = new Set<string>();
  if (isRepeated) collectBound(header, names, source);
  const { end } = header;
  for (const name of names) into.rebind(name, end, opaque({ start: end, end }, `${name} changes in a loop`));
  return over;
}

/** Whether a loop goes over what nobody else has: the numbers of a range, or a copy of a list. */
function isOfItsOwn(header: PyNode | undefined, source: string): boolean {
  if (header?.type === 'subscript') return header.children.some(({ type }) => type === 'slice');
  const callee = header?.type === 'call' ? childOf(header, 'function') : undefined;
  const name = callee === undefined ? '' : textOf(callee, source);
  return /^(?:list|tuple|sorted)$|(?:^|\.)(?:static_)?range(?:_\w+)?$/.test(name);
}

const assignedIn = (body: PyNode | undefined, name: string, source: string): boolean =>
  body !== undefined && countBound(body, name, source) > 0;

const hasReturn = (node: PyNode): boolean =>
  node.type === 'return_statement' || (node.type !== 'function_definition' && node.children.some(hasReturn));

/** Whether a round of the loop may end before the end of its body. */
function hasJump(node: PyNode): boolean {
  switch (node.type) {
    case 'break_statement':
    case 'continue_statement':
      return true;
    case 'for_statement':
    case 'while_statement':
    case 'function_definition':
    case 'class_definition':
    case 'lambda':
      return false;
  }
  return node.children.some(hasJump);
}

/** How often statements bind a name. */
function countBound(node: PyNode, name: string, source: string): number {
  let count = 0;
  collectBound(node, { add: (bound) => (count += bound === name ? 1 : 0) }, source);
  return count;
}

/**
 * Whether a loop is one of the compiled program, which counts in run-time integers: over `cutlass.range`, or `range` or
 * `while` in a compiled function.
 */
function countsAtRunTime(header: PyNode, isFor: boolean, into: ScopeBuilder, source: string): boolean {
  if (!isFor) return into.isCompiled && !/^(?:cutlass\.)?const_expr\b/.test(textOf(header, source));
  const name = calleeText(header, source);
  return /^cutlass\.(?:range|range_dynamic)$/.test(name) || (name === 'range' && into.isCompiled);
}

function calleeText(header: PyNode, source: string): string {
  const callee = header.type === 'call' ? childOf(header, 'function') : undefined;
  return callee === undefined ? '' : textOf(callee, source);
}

/** Whether a loop goes over integers: a range, or `(0, 1, 2)`. */
const isRange = (header: PyNode, source: string): boolean =>
  /^(?:tuple|list)$/.test(header.type)
    ? header.children.every(({ type }) => type === 'integer')
    : /^(?:cutlass\.)?range(?:_constexpr)?$/.test(calleeText(header, source));

/** Where names are collected. */
interface Names {
  add(name: string): unknown;
}

function collectTargets(target: PyNode, names: Names, source: string): void {
  if (target.type === 'identifier') names.add(textOf(target, source));
  else if (target.type !== 'attribute' && target.type !== 'subscript') {
    for (const child of target.children) collectTargets(child, names, source);
  }
}

/** The names that statements bind, in the function they stand in. */
function collectBound(node: PyNode, names: Names, source: string): void {
  switch (node.type) {
    case 'function_definition':
    case 'class_definition':
    case 'lambda':
      return;
    case 'assignment':
    case 'augmented_assignment':
    case 'for_statement':
    case 'named_expression':
    case 'as_pattern': {
      const target = childOf(node, 'left') ?? childOf(node, 'name') ?? childOf(node, 'alias');
      if (target !== undefined) collectTargets(target, names, source);
      break;
    }
    case 'ERROR':
      for (const name of namesBoundIn(unreadText(node, source), null)) names.add(name);
  }
  for (const child of node.children) collectBound(child, names, source);
}

/** Whether statements change what one of the names holds by a method, or by an item of it. */
function changesAny(node: PyNode, names: ReadonlySet<string>, source: string): boolean {
  const name = changedList(node, source);
  return (
    (name !== null && names.has(name)) || node.children.some((child) => changesAny(child, names, source))
  );
}

/** The lists that statements change in place. `into`: what is assigned to by index and holds no list there is none. */
function collectChanged(node: PyNode, names: Names, into: ScopeBuilder | null, source: string): void {
  const name = changedList(node, source);
  const held = name === null ? undefined : into?.holding(name);
  // What a module's name holds is seen by its other statements alone.
  const isList = held === undefined ? into?.kind === 'file' : mayBeList(held);
  if (name !== null && (isList || node.type === 'call')) names.add(name);
  for (const child of node.children) collectChanged(child, names, into, source);
}
