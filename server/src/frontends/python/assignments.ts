// Python's simple statements: assignments, and expressions for their own sake.

import type { Expr } from '../common/expression.ts';
import { lowerExpression } from './expression.ts';
import { changesByCall } from './list-changes.ts';
import { plainDeclaration, type ScopeBuilder } from './scope.ts';
import { opaque, spanOf, textOf } from './source.ts';
import { childOf, type PyNode } from './syntax/tree.ts';
import { bindTarget } from './targets.ts';

/** Lowers an expression that stands for itself, and the names that `:=` binds in it. */
export function expression(node: PyNode, into: ScopeBuilder, source: string): Expr {
  const expr = lowerExpression(node, source);
  into.expressions.push(expr);
  bindWalrus(node, into, source);
  return expr;
}

function bindWalrus(node: PyNode, into: ScopeBuilder, source: string): void {
  if (!source.slice(node.start, node.end).includes(':=')) return;
  const visit = (at: PyNode): void => {
    // A lambda's own names are its own; a comprehension's := binds outside, in each iteration.
    if (at.type === 'lambda') return;
    for (const child of at.children) visit(child);
    if (at.type !== 'named_expression') return;
    const name = childOf(at, 'name');
    const value = childOf(at, 'value');
    if (name === undefined || value === undefined) return;
    const span = spanOf(at);
    into.declare(
      plainDeclaration('value', textOf(name, source), spanOf(name), span, lowerExpression(value, source)),
    );
  };
  visit(node);
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
  if (node.type === 'string' || node.type === 'concatenated_string') return;
  expression(node, into, source);
  changesByCall(node, into, source);
}

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
  if (right === undefined) {
    // `x: int` declares a field of a class and nothing elsewhere.
    if (into.kind === 'class' && targets[0]?.type === 'identifier') {
      const name = targets[0];
      into.declare(
        plainDeclaration(
          into.isDataclass ? 'parameter' : 'value',
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
  const value =
    right.type === 'yield' ? opaque(spanOf(right), 'a yielded value') : lowerExpression(right, source);
  if (type !== null && into.isDataclass && targets[0]?.type === 'identifier') {
    // A field: each object has its own value, and this is the default.
    const name = targets[0];
    into.declare(plainDeclaration('parameter', textOf(name, source), spanOf(name), span, value, { type }));
    return;
  }
  for (const target of targets) bindTarget(target, { value, element: [], type, span }, into, source);
}

function lowerAugmented(node: PyNode, into: ScopeBuilder, source: string): void {
  const left = childOf(node, 'left');
  const right = childOf(node, 'right');
  const operator = childOf(node, 'operator');
  if (left === undefined || right === undefined || operator === undefined) return;
  const span = spanOf(node);
  const value: Expr = {
    kind: 'binary',
    span,
    operator: textOf(operator, source).replace(/=$/, ''),
    left: lowerExpression(left, source),
    right: lowerExpression(right, source),
  };
  bindTarget(left, { value, element: [], type: null, span }, into, source);
  // What an attribute held before is not followed, so its new value is not known either.
  if (left.type === 'attribute')
    into.overwritten.add(`self.${textOf(childOf(left, 'attribute') ?? left, source)}`);
}
