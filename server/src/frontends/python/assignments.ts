// Python's simple statements: assignments, and expressions for their own sake.

import type { Expr, Span } from '../common/expression.ts';
import { lowerExpression } from './expression.ts';
import { changeList, changesByCall } from './list-changes.ts';
import { plainDeclaration, type ScopeBuilder } from './scope.ts';
import { opaque, type Source, spanOf, textOf } from './source.ts';
import { childOf, type PyNode } from './syntax/tree.ts';

/** Lowers an expression that stands for itself, and the names that `:=` binds in it. */
export function expression(node: PyNode, into: ScopeBuilder, source: Source): Expr {
  const expr = lowerExpression(node, source);
  into.expressions.push(expr);
  bindWalrus(node, into, source);
  return expr;
}

function bindWalrus(node: PyNode, into: ScopeBuilder, source: Source): void {
  if (!source.text.slice(node.start, node.end).includes(':=')) return;
  const visit = (at: PyNode): void => {
    // A lambda's own names are its own; a comprehension's := binds outside, in each iteration.
    if (at.type === 'lambda') return;
    for (const child of at.children) visit(child);
    if (at.type !== 'named_expression') return;
    const name = childOf(at, 'name');
    const value = childOf(at, 'value');
    if (name === undefined || value === undefined) return;
    const span = spanOf(at, source);
    into.declare(
      plainDeclaration(
        'value',
        textOf(name, source),
        spanOf(name, source),
        span,
        lowerExpression(value, source),
      ),
    );
  };
  visit(node);
}

export function lowerSimple(node: PyNode, into: ScopeBuilder, source: Source): void {
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

function lowerAssignment(node: PyNode, into: ScopeBuilder, source: Source): void {
  const span = spanOf(node, source);
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
          spanOf(name, source),
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
    right.type === 'yield'
      ? opaque(spanOf(right, source), 'a yielded value')
      : lowerExpression(right, source);
  if (type !== null && into.isDataclass && targets[0]?.type === 'identifier') {
    // A field: each object has its own value, and this is the default.
    const name = targets[0];
    into.declare(
      plainDeclaration('parameter', textOf(name, source), spanOf(name, source), span, value, { type }),
    );
    return;
  }
  for (const target of targets) bindTarget(target, value, [], type, span, into, source);
}

/** Binds the names in an assignment's target to `value`, or to an element of it. */
export function bindTarget(
  target: PyNode,
  value: Expr,
  element: readonly number[],
  type: Expr | null,
  span: Span,
  into: ScopeBuilder,
  source: Source,
): void {
  const nameSpan = spanOf(target, source);
  const path = element.length > 0 ? element : null;
  switch (target.type) {
    case 'identifier':
      into.declare(
        plainDeclaration('value', textOf(target, source), nameSpan, span, value, { element: path }),
      );
      return;
    case 'pattern_list':
    case 'tuple_pattern':
    case 'list_pattern': {
      const star = target.children.findIndex((child) => child.type === 'list_splat_pattern');
      for (const [i, child] of target.children.entries()) {
        if (star >= 0 && i >= star) {
          // How many elements the starred name takes is not known here.
          const unclear = opaque(spanOf(child, source), 'a starred assignment');
          bindTarget(child, unclear, [], null, span, into, source);
        } else {
          bindTarget(child, value, [...element, i], null, span, into, source);
        }
      }
      return;
    }
    case 'list_splat_pattern':
      if (target.children[0] !== undefined)
        bindTarget(target.children[0], value, element, type, span, into, source);
      return;
    case 'attribute': {
      const object = childOf(target, 'object');
      const name = childOf(target, 'attribute');
      if (object?.type !== 'identifier' || name === undefined || textOf(object, source) !== into.self) {
        into.expressions.push(value);
        if (object !== undefined) changeObject(object, name, value, span, into, source);
        return;
      }
      into.assignAttribute(
        plainDeclaration('value', textOf(name, source), spanOf(name, source), span, value, {
          type,
          element: path,
        }),
      );
      return;
    }
    case 'subscript': {
      const object = childOf(target, 'value');
      into.expressions.push(value);
      if (object !== undefined) changeList(object, null, span, into, source);
      return;
    }
    default:
      into.expressions.push(value);
  }
}

/** Attributes that are assigned by a function of the object's own. */
const ASSIGNED_ATTRIBUTES: ReadonlySet<string> = new Set(['element_type']);

/** `object.name = …`: what the object holds is not followed from here on, but for the element type of a tensor. */
function changeObject(
  object: PyNode,
  attribute: PyNode | undefined,
  value: Expr,
  { start, end }: Span,
  into: ScopeBuilder,
  source: Source,
): void {
  if (object.type !== 'identifier') return;
  const name = textOf(object, source);
  const at = { start: end, end };
  const assigned = attribute === undefined ? '' : textOf(attribute, source);
  if (!ASSIGNED_ATTRIBUTES.has(assigned)) {
    into.rebind(name, end, opaque(at, `an attribute of ${name} is assigned`));
    return;
  }
  const before: Expr = { kind: 'name', span: { start, end: start }, name };
  const callee: Expr = { kind: 'name', span: at, name: `${assigned}=` };
  into.rebind(name, end, { kind: 'call', span: at, callee, args: [before, value], keywords: [] });
}

function lowerAugmented(node: PyNode, into: ScopeBuilder, source: Source): void {
  const left = childOf(node, 'left');
  const right = childOf(node, 'right');
  const operator = childOf(node, 'operator');
  if (left === undefined || right === undefined || operator === undefined) return;
  const span = spanOf(node, source);
  const value: Expr = {
    kind: 'binary',
    span,
    operator: textOf(operator, source).replace(/=$/, ''),
    left: lowerExpression(left, source),
    right: lowerExpression(right, source),
  };
  bindTarget(left, value, [], null, span, into, source);
  // What an attribute held before is not followed, so its new value is not known either.
  if (left.type === 'attribute')
    into.overwritten.add(`self.${textOf(childOf(left, 'attribute') ?? left, source)}`);
}
