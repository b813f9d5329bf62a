// Expressions of Python with names of their own: comprehensions and lambdas.

import type { Expr } from '../common/expression.ts';
import { insideParentheses, opaque, spanOf, textOf } from './source.ts';
import { childOf, type PyNode } from './syntax/tree.ts';

/** Reads an expression inside of another one. */
type Lower = (node: PyNode, source: string) => Expr;

type Comprehension = Expr & { readonly kind: 'comprehension' };

const MAKES: Readonly<Record<string, Comprehension['makes']>> = {
  generator_expression: 'generator',
  dictionary_comprehension: 'dict',
  set_comprehension: 'set',
};

/** `[f(x, y) for x, y in xs if c]`. Of several loops each inner one is a comprehension in the element of the outer. */
export function comprehension(node: PyNode, source: string, lowerExpression: Lower): Expr | null {
  const body = childOf(node, 'body');
  if (body === undefined) return null;
  const element = elementOf(body, source, lowerExpression);
  const made = loops(
    node,
    node.children.filter((child) => child !== body),
    element,
    source,
    lowerExpression,
  );
  const makes = MAKES[node.type];
  return made === null || makes === undefined ? made : { ...made, makes };
}

/** An entry of a dictionary is a pair. */
function elementOf(body: PyNode, source: string, lowerExpression: Lower): Expr {
  const [key, value] = body.type === 'pair' ? [childOf(body, 'key'), childOf(body, 'value')] : [];
  if (key === undefined || value === undefined) return lowerExpression(body, source);
  const items = [key, value].map((part) => lowerExpression(part, source));
  return { kind: 'tuple', span: spanOf(body), items, bracket: '(' };
}

/** The loops and conditions from one loop on; null: something else stands among them. */
function loops(
  node: PyNode,
  [loop, ...rest]: readonly PyNode[],
  element: Expr,
  source: string,
  lowerExpression: Lower,
): Comprehension | null {
  const [left, right] = loop === undefined ? [] : [childOf(loop, 'left'), childOf(loop, 'right')];
  const targets = left === undefined ? null : targetsOf(left, source);
  if (targets === null || right === undefined) return null;
  const next = rest.findIndex((clause) => clause.type !== 'if_clause');
  const conditions = rest.slice(0, next < 0 ? rest.length : next);
  const inner = next < 0 ? null : loops(node, rest.slice(next), element, source, lowerExpression);
  if (next >= 0 && inner === null) return null;
  return {
    kind: 'comprehension',
    span: spanOf(node),
    targets,
    element: inner ?? element,
    source: lowerExpression(right, source),
    conditions: conditions.map((clause) => lowerExpression(clause.children[0]!, source)),
    ...(inner === null ? {} : { isFlattened: true as const }),
  };
}

type Targets = (Expr & { readonly kind: 'comprehension' })['targets'];

/** The names that each item of a loop is bound to; null: something else is assigned. */
export function targetsOf(left: PyNode, source: string): Targets | null {
  const targets: { name: string; element: readonly number[] | null }[] = [];
  const collect = (written: PyNode, path: readonly number[]): boolean => {
    const target = insideParentheses(written, source);
    if (target.type === 'identifier') {
      targets.push({ name: textOf(target, source), element: path.length === 0 ? null : path });
      return true;
    }
    return (
      /^(?:pattern_list|tuple_pattern|list_pattern)$/.test(target.type) &&
      target.children.every((child, i) => collect(child, [...path, i]))
    );
  };
  return collect(left, []) ? targets : null;
}

export function lambda(node: PyNode, source: string, lowerExpression: Lower): Expr {
  const span = spanOf(node);
  const body = childOf(node, 'body');
  if (body === undefined) return opaque(span, 'incomplete code');
  const parameters = childOf(node, 'parameters')?.children ?? [];
  if (parameters.some((parameter) => parameter.type !== 'identifier')) {
    return opaque(span, 'a lambda with default or collected arguments');
  }
  return {
    kind: 'lambda',
    span,
    parameters: parameters.map((parameter) => textOf(parameter, source)),
    body: lowerExpression(body, source),
  };
}
