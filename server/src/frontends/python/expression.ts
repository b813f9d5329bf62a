// Python expressions → the common expression form. Says what was written; resolves no names.

import type { Expr, NameExpr, TupleExpr } from '../common/expression.ts';
import { call, dictionary, genericType, slice, subscript, unionType } from './calls.ts';
import { integer } from './literals.ts';
import { binary, comparison, unary } from './operators.ts';
import { comprehension, lambda } from './own-names.ts';
import { opaque, spanOf, textOf } from './source.ts';
import { childOf, type PyNode } from './syntax/tree.ts';
import { string, strings } from './texts.ts';

/** How a kind of expression is read; `lower` reads the expressions inside of it. */
type Lowering = (node: PyNode, source: string, lower: typeof lowerExpression) => Expr;

/** Never fails: what has no counterpart becomes an opaque expression that says what it is. */
export function lowerExpression(node: PyNode, source: string): Expr {
  const lowering = LOWERINGS.get(node.type);
  if (lowering !== undefined) return lowering(node, source, lowerExpression);
  return opaque(spanOf(node), WHAT[node.type] ?? `a Python ${node.type.replaceAll('_', ' ')}`);
}

const nameExpr = (node: PyNode, source: string): NameExpr => ({
  kind: 'name',
  span: spanOf(node),
  name: textOf(node, source),
});

const tupleIn =
  (bracket: TupleExpr['bracket']): Lowering =>
  (node, source, lower) => ({
    kind: 'tuple',
    span: spanOf(node),
    items: node.children.map((child) => lower(child, source)),
    bracket,
  });

/** `{a, b}` is `set([a, b])`. */
const set: Lowering = (node, source, lower) => {
  const span = spanOf(node);
  const callee: NameExpr = { kind: 'name', span: { start: span.start, end: span.start }, name: 'set' };
  return { kind: 'call', span, callee, args: [tupleIn('[')(node, source, lower)], keywords: [] };
};

/** The value of a node that stands for its only child. */
const only: Lowering = (node, source, lower) =>
  node.children.length === 1 ? lower(node.children[0]!, source) : opaque(spanOf(node), 'incomplete code');

const valueField: Lowering = (node, source, lower) => {
  const value = childOf(node, 'value');
  return value === undefined ? opaque(spanOf(node), 'incomplete code') : lower(value, source);
};

const splat: Lowering = (node, source, lower) => ({
  kind: 'unary',
  span: spanOf(node),
  operator: '*',
  operand: only(node, source, lower),
});

const attribute: Lowering = (node, source, lower) => {
  const object = childOf(node, 'object');
  const name = childOf(node, 'attribute');
  const span = spanOf(node);
  return object === undefined || name === undefined
    ? opaque(span, 'incomplete code')
    : { kind: 'member', span, object: lower(object, source), name: nameExpr(name, source) };
};

const negation: Lowering = (node, source, lower) => {
  const argument = childOf(node, 'argument');
  const span = spanOf(node);
  return argument === undefined
    ? opaque(span, 'incomplete code')
    : { kind: 'unary', span, operator: '!', operand: lower(argument, source) };
};

const conditional: Lowering = (node, source, lower) => {
  const [then, condition, otherwise] = node.children;
  const span = spanOf(node);
  if (then === undefined || condition === undefined || otherwise === undefined)
    return opaque(span, 'incomplete code');
  return {
    kind: 'conditional',
    span,
    condition: lower(condition, source),
    // biome-ignore lint/suspicious/noThenProperty: the field of the shared contract
    then: lower(then, source),
    otherwise: lower(otherwise, source),
  };
};

const comprehensionOrOpaque: Lowering = (node, source, lower) =>
  comprehension(node, source, lower) ?? opaque(spanOf(node), WHAT[node.type]!);

const LOWERINGS: ReadonlyMap<string, Lowering> = new Map<string, Lowering>([
  ['identifier', nameExpr],
  ['integer', integer],
  [
    'float',
    (node) => ({ kind: 'opaque', span: spanOf(node), reason: 'a floating-point number', isFloat: true }),
  ],
  ['true', (node) => ({ kind: 'boolean', span: spanOf(node), value: true })],
  ['false', (node) => ({ kind: 'boolean', span: spanOf(node), value: false })],
  ['none', (node) => ({ kind: 'underscore', span: spanOf(node), isNone: true })],
  ['string', string],
  ['concatenated_string', strings],
  ['parenthesized_expression', only],
  ['tuple', tupleIn('(')],
  ['expression_list', tupleIn('(')],
  ['list', tupleIn('[')],
  ['set', set],
  ['list_splat', splat],
  ['attribute', attribute],
  ['subscript', subscript],
  ['slice', slice],
  ['call', call],
  ['unary_operator', unary],
  ['not_operator', negation],
  ['binary_operator', binary],
  ['boolean_operator', binary],
  ['comparison_operator', comparison],
  ['conditional_expression', conditional],
  ['dictionary', dictionary],
  ['list_comprehension', comprehensionOrOpaque],
  ['dictionary_comprehension', comprehensionOrOpaque],
  ['set_comprehension', comprehensionOrOpaque],
  ['generator_expression', comprehensionOrOpaque],
  ['named_expression', valueField],
  ['keyword_argument', valueField],
  ['lambda', lambda],
  ['type', only],
  ['generic_type', genericType],
  ['union_type', unionType],
  // The target of `x[i] += 1` is read as well.
  ['pattern_list', tupleIn('(')],
  ['tuple_pattern', tupleIn('(')],
  ['list_pattern', tupleIn('[')],
  ['list_splat_pattern', splat],
]);

/** What has no counterpart, in the words of Python. */
const WHAT: Readonly<Record<string, string>> = {
  ellipsis: 'an ellipsis',
  list_comprehension: 'a list comprehension',
  dictionary_comprehension: 'a dictionary comprehension',
  set_comprehension: 'a set comprehension',
  generator_expression: 'a generator expression',
  await: 'an awaited value',
  yield: 'a yielded value',
  ERROR: 'code with a syntax error',
};
