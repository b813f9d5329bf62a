// Python's simple statements: assignments, and expressions for their own sake.

import type { Expr } from '../common/expression.ts';
import { lowerExpression } from './expression.ts';
import {
  changesByCall,
  changesInside,
  extendList,
  isChangingCall,
  mayBeList,
  noteChange,
} from './list-changes.ts';
import { ALL_ATTRIBUTES, isAttributesOf } from './object-attributes.ts';
import { plainDeclaration, type ScopeBuilder } from './scope.ts';
import { opaque, spanOf, textOf } from './source.ts';
import { childOf, type PyNode } from './syntax/tree.ts';
import { bindTarget } from './targets.ts';

/** Lowers an expression that stands for itself, and what it does to names. */
export function expression(node: PyNode, into: ScopeBuilder, source: string): Expr {
  const expr = lowerExpression(node, source);
  into.expressions.push(expr);
  bindWalrus(node, into, source);
  changesInside(node, into, source);
  return expr;
}

/** The names that `:=` binds. */
function bindWalrus(node: PyNode, into: ScopeBuilder, source: string): void {
  if (!textOf(node, source).includes(':=')) return;
  const visit = (at: PyNode, isCertain: boolean): void => {
    // A lambda's own names are its own; a comprehension's := binds outside, in each iteration.
    if (at.type === 'lambda') return;
    for (const [i, child] of at.children.entries()) visit(child, isCertain && isEvaluated(at, i));
    const name = at.type === 'named_expression' ? childOf(at, 'name') : undefined;
    const value = childOf(at, 'value');
    if (name === undefined || value === undefined) return;
    const init = isCertain
      ? lowerExpression(value, source)
      : opaque(
          spanOf(at),
          `${textOf(name, source)} is assigned where that may not happen, or more than once`,
        );
    into.declare(plainDeclaration('value', textOf(name, source), spanOf(name), spanOf(at), init));
  };
  visit(node, true);
}

/** Whether a part of an expression is evaluated once whenever the expression is. */
function isEvaluated({ type, children }: PyNode, index: number): boolean {
  switch (type) {
    case 'boolean_operator':
      return index === 0;
    case 'conditional_expression':
      return index === 1;
    case 'comparison_operator':
      return children.slice(0, index).filter(({ field }) => field !== 'operators').length < 2;
    default:
      return !/_comprehension$|^generator_expression$/.test(type);
  }
}

export function lowerSimple(node: PyNode, into: ScopeBuilder, source: string): void {
  if (node.type === 'assignment') {
    lowerAssignment(node, into, source);
    return;
  }
  if (node.type === 'augmented_assignment') {
    lowerAugmented(node, into, source);
    return;
  }
  if (isPlainText(node)) return;
  if (!isChangingCall(node, source)) {
    expression(node, into, source);
    return;
  }
  into.expressions.push(lowerExpression(node, source));
  bindWalrus(node, into, source);
  for (const part of childOf(node, 'arguments')?.children ?? []) changesInside(part, into, source);
  changesByCall(node, into, source);
}

/** A string that nothing is evaluated for. */
const isPlainText = ({ type, children }: PyNode): boolean =>
  type === 'string' ? children.length === 0 : type === 'concatenated_string' && children.every(isPlainText);

function lowerAssignment(node: PyNode, into: ScopeBuilder, source: string): void {
  const span = spanOf(node);
  const targets: PyNode[] = [];
  let right: PyNode | undefined = node;
  let type: Expr | null = null;
  // a = b = value
  while (right?.type === 'assignment') {
    const left = childOf(right, 'left');
    const annotation = childOf(right, 'type');
    if (left !== undefined) targets.push(left);
    if (annotation !== undefined) type = lowerExpression(annotation, source);
    right = childOf(right, 'right');
  }
  if (right !== undefined && isAttributesOf(right, source)) into.noteAttribute(ALL_ATTRIBUTES, null);
  if (right === undefined) {
    // `x: int` declares a field of a class and nothing elsewhere.
    if (into.kind === 'class' && targets[0]?.type === 'identifier') {
      const name = targets[0];
      into.declare(
        plainDeclaration(
          into.isDataclass && !isOfClass(type) ? 'parameter' : 'value',
          textOf(name, source),
          spanOf(name),
          span,
          null,
          { type },
        ),
      );
    }
    return;
  }
  bindWalrus(right, into, source);
  changesInside(right, into, source);
  const value =
    right.type === 'yield' ? opaque(spanOf(right), 'a yielded value') : lowerExpression(right, source);
  if (type !== null && into.isDataclass && !isOfClass(type) && targets[0]?.type === 'identifier') {
    // A field: each object has its own value, and this is the default.
    const name = targets[0];
    into.declare(plainDeclaration('parameter', textOf(name, source), spanOf(name), span, value, { type }));
    return;
  }
  // All of them hold one value, which may be a list.
  const [first] = targets;
  const at = { start: span.end, end: span.end };
  const isOne = value.kind === 'call' || value.kind === 'member' || mayBeList(value);
  const shared: Expr =
    first?.type === 'identifier' && isOne ? { kind: 'name', span: at, name: textOf(first, source) } : value;
  for (const target of targets) {
    if (target !== first && first?.type === 'identifier' && target.type === 'identifier')
      into.flows.push({
        names: [textOf(target, source)],
        source: { kind: 'name', span: at, name: textOf(first, source) },
        isOfItems: false,
      });
    bindTarget(target, { value: target === first ? value : shared, element: [], type, span }, into, source);
  }
}

/** `ClassVar[int]`: of the class, and no field of its objects. */
function isOfClass(type: Expr | null): boolean {
  const of = type?.kind === 'index' ? type.object : type;
  if (of?.kind === 'string') return /^(?:\w+\.)*ClassVar\b/.test(of.value);
  return of?.kind === 'name' ? of.name === 'ClassVar' : of?.kind === 'member' && of.name.name === 'ClassVar';
}

function lowerAugmented(node: PyNode, into: ScopeBuilder, source: string): void {
  const left = childOf(node, 'left');
  const right = childOf(node, 'right');
  const operator = childOf(node, 'operator');
  if (left === undefined || right === undefined || operator === undefined) return;
  const span = spanOf(node);
  const value: Expr & { readonly kind: 'binary' } = {
    kind: 'binary',
    span,
    operator: textOf(operator, source).replace(/=$/, ''),
    left: lowerExpression(left, source),
    right: lowerExpression(right, source),
  };
  bindWalrus(right, into, source);
  changesInside(right, into, source);
  if (left.type === 'identifier') extendList(textOf(left, source), value.right, span.end, into);
  bindTarget(left, { value, element: [], type: null, span }, into, source);
  if (left.type === 'attribute') noteChange(left, into, source);
  // What an attribute held before is not followed, so its new value is not known either.
  if (left.type === 'attribute')
    into.overwritten.add(`self.${textOf(childOf(left, 'attribute') ?? left, source)}`);
}
