// Operators of Python: what binds how, and chains of comparisons.

import type { Expr } from '../common/expression.ts';
import { opaque, spanOf, textOf } from './source.ts';
import { childOf, childrenOf, type PyNode } from './syntax/tree.ts';

/** Reads an expression inside of another one. */
type Lower = (node: PyNode, source: string) => Expr;

/** A longer chain would be too high for those who walk what comes of it. */
const MAXIMUM_CHAIN = 400;

const operatorOf = (node: PyNode, source: string): string => {
  const operator = childOf(node, 'operator');
  return operator === undefined ? '' : textOf(operator, source);
};

export function unary(node: PyNode, source: string, lower: Lower): Expr {
  const span = spanOf(node);
  const operator = operatorOf(node, source);
  const argument = childOf(node, 'argument');
  if (argument === undefined || (operator !== '-' && operator !== '+' && operator !== '~'))
    return opaque(span, 'incomplete code');
  return { kind: 'unary', span, operator, operand: lower(argument, source) };
}

export function binary(node: PyNode, source: string, lower: Lower): Expr {
  const left = childOf(node, 'left');
  const right = childOf(node, 'right');
  const operator = operatorOf(node, source);
  if (left === undefined || right === undefined) return opaque(spanOf(node), 'incomplete code');
  if (isBitwise(node, source) && (isBitwise(left, source) || isBitwise(right, source)))
    return bitwise(node, source, lower);
  return {
    kind: 'binary',
    span: spanOf(node),
    operator,
    left: lower(left, source),
    right: lower(right, source),
  };
}

const isBitwise = (node: PyNode, source: string): boolean =>
  node.type === 'binary_operator' && /^[&^]$/.test(operatorOf(node, source));

/** A chain of `&` and `^`: `&` binds closer, where tree-sitter-python has it the other way. */
function bitwise(node: PyNode, source: string, lower: Lower): Expr {
  const operands: Expr[] = [];
  const operators: string[] = [];
  const collect = (at: PyNode): void => {
    const left = childOf(at, 'left');
    const right = childOf(at, 'right');
    if (!isBitwise(at, source) || left === undefined || right === undefined) {
      operands.push(lower(at, source));
      return;
    }
    collect(left);
    operators.push(operatorOf(at, source));
    collect(right);
  };
  collect(node);
  const terms = [operands[0]!];
  for (const [i, operator] of operators.entries()) {
    const operand = operands[i + 1]!;
    if (operator === '^') terms.push(operand);
    else terms.push(joined('&', terms.pop()!, operand));
  }
  return terms.reduce((left, right) => joined('^', left, right));
}

const joined = (operator: string, left: Expr, right: Expr): Expr => ({
  kind: 'binary',
  span: { start: left.span.start, end: right.span.end },
  operator,
  left,
  right,
});

/** `a < b < c` is `a < b and b < c`. */
export function comparison(node: PyNode, source: string, lower: Lower): Expr {
  const span = spanOf(node);
  const operands = node.children.filter((child) => child.field !== 'operators');
  const operators = childrenOf(node, 'operators');
  if (operands.length !== operators.length + 1 || operators.length === 0)
    return opaque(span, 'incomplete code');
  if (operators.length > MAXIMUM_CHAIN) return opaque(span, 'a chain of too many comparisons');
  let result: Expr | null = null;
  for (const [i, operator] of operators.entries()) {
    const [left, right] = [operands[i]!, operands[i + 1]!];
    const pair: Expr = {
      kind: 'binary',
      span: operators.length === 1 ? span : { start: left.start, end: right.end },
      operator: textOf(operator, source).replace(/\s+/g, ' '),
      left: lower(left, source),
      right: lower(right, source),
    };
    result = result === null ? pair : { kind: 'binary', span, operator: 'and', left: result, right: pair };
  }
  return result!;
}
