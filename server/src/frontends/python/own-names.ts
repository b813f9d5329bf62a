// Expressions of Python with names of their own: comprehensions and lambdas.

import type { Expr } from '../common/expression.ts';
import { insideParentheses, opaque, spanOf, textOf } from './source.ts';
import { childOf, type PyNode } from './syntax/tree.ts';

/** Reads an expression inside of another one. */
type Lower = (node: PyNode, source: string) => Expr;

/** `[f(x, y) for x, y in xs if c]`, of one loop. null: more than that. */
export function comprehension(node: PyNode, source: string, lowerExpression: Lower): Expr | null {
  const body = childOf(node, 'body');
  const [loop, ...rest] = node.children.filter((child) => child !== body);
  const [left, right] = loop === undefined ? [] : [childOf(loop, 'left'), childOf(loop, 'right')];
  if (body === undefined || left === undefined || right === undefined) return null;
  const conditions: Expr[] = [];
  for (const clause of rest) {
    if (clause.type !== 'if_clause') return null;
    conditions.push(lowerExpression(clause.children[0]!, source));
  }
  const targets = targetsOf(left, source);
  if (targets === null) return null;
  return {
    kind: 'comprehension',
    span: spanOf(node),
    targets,
    element: lowerExpression(body, source),
    source: lowerExpression(right, source),
    conditions,
    ...(node.type === 'generator_expression' ? { makes: 'generator' as const } : {}),
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
