// Python expressions → the common expression form. Says what was written; resolves no names.

import type { Expr, Keyword, NameExpr, Span, TupleExpr } from '../common/expression.ts';
import { comprehension, lambda } from './own-names.ts';
import { opaque, type Source, spanOf, textOf } from './source.ts';
import { childOf, childrenOf, type PyNode } from './syntax/tree.ts';

export const nameExpr = (node: PyNode, source: Source): NameExpr => ({
  kind: 'name',
  span: spanOf(node, source),
  name: textOf(node, source),
});

/** Never fails: what has no counterpart becomes an opaque expression that says what it is. */
export function lowerExpression(node: PyNode, source: Source): Expr {
  const span = spanOf(node, source);
  const lower = (child: PyNode): Expr => lowerExpression(child, source);
  const field = (name: string): Expr => {
    const child = childOf(node, name);
    return child === undefined ? opaque(span, 'incomplete code') : lower(child);
  };
  switch (node.type) {
    case 'identifier':
      return nameExpr(node, source);
    case 'integer':
      return integer(textOf(node, source), span);
    case 'float':
      return opaque(span, 'a floating-point number');
    case 'true':
    case 'false':
      return { kind: 'boolean', span, value: node.type === 'true' };
    case 'none':
      return { kind: 'underscore', span, isNone: true };
    case 'string':
      return stringExpr(node, source);
    case 'concatenated_string':
      return concatenated(node, source);
    case 'parenthesized_expression':
      return node.children.length === 1 ? lower(node.children[0]!) : opaque(span, 'incomplete code');
    case 'tuple':
    case 'expression_list':
    case 'pattern_list':
    case 'tuple_pattern':
      return tuple(node, '(', source);
    case 'list':
    case 'list_pattern':
      return tuple(node, '[', source);
    case 'list_splat':
    case 'list_splat_pattern':
      return node.children.length === 1
        ? { kind: 'unary', span, operator: '*', operand: lower(node.children[0]!) }
        : opaque(span, 'incomplete code');
    case 'attribute': {
      const name = childOf(node, 'attribute');
      if (name === undefined) return opaque(span, 'incomplete code');
      return { kind: 'member', span, object: field('object'), name: nameExpr(name, source) };
    }
    case 'subscript':
      return {
        kind: 'index',
        span,
        object: field('value'),
        args: childrenOf(node, 'subscript').map(lower),
      };
    case 'slice':
      return slice(node, source);
    case 'call':
      return call(node, source);
    case 'unary_operator': {
      const operator = operatorOf(node, source);
      if (operator !== '-' && operator !== '+' && operator !== '~') return opaque(span, 'incomplete code');
      return { kind: 'unary', span, operator, operand: field('argument') };
    }
    case 'not_operator':
      return { kind: 'unary', span, operator: '!', operand: field('argument') };
    case 'binary_operator':
    case 'boolean_operator':
      return {
        kind: 'binary',
        span,
        operator: operatorOf(node, source),
        left: field('left'),
        right: field('right'),
      };
    case 'comparison_operator':
      return comparison(node, source);
    case 'conditional_expression': {
      const [then, condition, otherwise] = node.children;
      if (then === undefined || condition === undefined || otherwise === undefined) {
        return opaque(span, 'incomplete code');
      }
      return {
        kind: 'conditional',
        span,
        condition: lower(condition),
        // biome-ignore lint/suspicious/noThenProperty: the field of the shared contract
        then: lower(then),
        otherwise: lower(otherwise),
      };
    }
    case 'dictionary':
      return dictionary(node, source);
    case 'list_comprehension':
    case 'generator_expression':
      return comprehension(node, source, lowerExpression) ?? opaque(span, WHAT[node.type]!);
    case 'named_expression':
      return field('value');
    case 'lambda':
      return lambda(node, source, lowerExpression);
    case 'keyword_argument':
      return field('value');
    case 'type':
      return node.children.length === 1 ? lower(node.children[0]!) : opaque(span, 'a type');
    default:
      return opaque(span, WHAT[node.type] ?? `a Python ${node.type.replaceAll('_', ' ')}`);
  }
}

const WHAT: Readonly<Record<string, string>> = {
  ellipsis: 'an ellipsis',
  set: 'a set',
  list_comprehension: 'a list comprehension',
  dictionary_comprehension: 'a dictionary comprehension',
  set_comprehension: 'a set comprehension',
  generator_expression: 'a generator expression',
  await: 'an awaited value',
  yield: 'a yielded value',
  ERROR: 'code with a syntax error',
};

/** `{"a": 1}` is `dict(a=1)`; other keys are not kept. A set is a tuple of its items, for `in`. */
function dictionary(node: PyNode, source: Source): Expr {
  const span = spanOf(node, source);
  const isSet = node.children.length > 0 && node.children.every((child) => child.type !== 'pair');
  if (isSet) return tuple(node, '{', source);
  if (node.children.length === 0) return opaque(span, 'a dictionary');
  const entries: Keyword[] = [];
  for (const child of node.children) {
    const key = child.type === 'pair' ? childOf(child, 'key') : undefined;
    const value = child.type === 'pair' ? childOf(child, 'value') : undefined;
    const name = key?.type === 'string' ? stringExpr(key, source) : undefined;
    if (key === undefined || value === undefined || name?.kind !== 'string')
      return opaque(span, 'a dictionary');
    entries.push({ name: name.value, nameSpan: spanOf(key, source), value: lowerExpression(value, source) });
  }
  const callee: NameExpr = { kind: 'name', span: { start: span.start, end: span.start }, name: 'dict' };
  return { kind: 'call', span, callee, args: [], keywords: entries };
}

function operatorOf(node: PyNode, source: Source): string {
  const operator = childOf(node, 'operator');
  return operator === undefined ? '' : textOf(operator, source);
}

function integer(text: string, span: Span): Expr {
  const value = Number(text.replaceAll('_', ''));
  // `0777` is no Python 3 literal, and `3j` no integer; both are NaN or mean something else.
  if (!Number.isSafeInteger(value) || /^0[0-9]/.test(text)) return opaque(span, 'an integer of this form');
  return { kind: 'integer', span, value, marked: false };
}

function stringExpr(node: PyNode, source: Source): Expr {
  const span = spanOf(node, source);
  if (node.children.length > 0) return opaque(span, 'an f-string');
  const text = textOf(node, source);
  const match = /^([a-zA-Z]*)("""|'''|"|')([\s\S]*)\2$/.exec(text);
  if (match === null) return opaque(span, 'a string');
  // Escapes are not decoded: a value that has them is not needed anywhere.
  if (match[3]!.includes('\\') && !/r/i.test(match[1]!)) return opaque(span, 'a string with escapes');
  return { kind: 'string', span, value: match[3]! };
}

function concatenated(node: PyNode, source: Source): Expr {
  const span = spanOf(node, source);
  let value = '';
  for (const child of node.children) {
    const part = stringExpr(child, source);
    if (part.kind !== 'string') return opaque(span, 'an f-string');
    value += part.value;
  }
  return { kind: 'string', span, value };
}

function tuple(node: PyNode, bracket: TupleExpr['bracket'], source: Source): Expr {
  const items = node.children.map((child) => lowerExpression(child, source));
  return { kind: 'tuple', span: spanOf(node, source), items, bracket };
}

/** `:` is the underscore of a coordinate; `a:b` and `a:b:c` are calls of Python's own `slice`. */
function slice(node: PyNode, source: Source): Expr {
  const span = spanOf(node, source);
  if (node.children.length === 0) return { kind: 'underscore', span };
  const parts: [PyNode | null, PyNode | null, PyNode | null] = [null, null, null];
  let at = 0;
  let from = node.start;
  // The colons are unnamed, so they are found in the text between the parts.
  for (const child of node.children) {
    at += colonsIn(source.text.slice(from, child.start));
    if (at > 2) return opaque(span, 'incomplete code');
    parts[at as 0 | 1 | 2] = child;
    from = child.end;
  }
  const args = parts.map(
    (part): Expr => (part === null ? { kind: 'underscore', span } : lowerExpression(part, source)),
  );
  const callee: NameExpr = { kind: 'name', span: { start: span.start, end: span.start }, name: 'slice' };
  return { kind: 'call', span, callee, args, keywords: [] };
}

const colonsIn = (text: string): number => text.replace(/#.*/g, '').split(':').length - 1;

function call(node: PyNode, source: Source): Expr {
  const span = spanOf(node, source);
  const callee = childOf(node, 'function');
  const list = childOf(node, 'arguments');
  if (callee === undefined || list === undefined) return opaque(span, 'incomplete code');
  const args: Expr[] = [];
  const keywords: Keyword[] = [];
  if (list.type === 'argument_list') {
    for (const child of list.children) {
      if (child.type === 'keyword_argument') {
        const name = childOf(child, 'name');
        if (name === undefined) continue;
        keywords.push({
          name: textOf(name, source),
          nameSpan: spanOf(name, source),
          value: lowerExpression(child, source),
        });
      } else if (child.type === 'dictionary_splat') {
        const at = spanOf(child, source);
        keywords.push({ name: '**', nameSpan: at, value: opaque(at, 'unpacked keyword arguments') });
      } else {
        args.push(lowerExpression(child, source));
      }
    }
  } else {
    args.push(lowerExpression(list, source)); // f(x for x in y)
  }
  return { kind: 'call', span, callee: lowerExpression(callee, source), args, keywords };
}

/** `a < b < c` is `a < b and b < c`. */
function comparison(node: PyNode, source: Source): Expr {
  const span = spanOf(node, source);
  const operands = node.children.filter((child) => child.field !== 'operators');
  const operators = childrenOf(node, 'operators');
  if (operands.length !== operators.length + 1 || operators.length === 0)
    return opaque(span, 'incomplete code');
  let result: Expr | null = null;
  for (const [i, operator] of operators.entries()) {
    const pair: Expr = {
      kind: 'binary',
      span,
      operator: textOf(operator, source).replace(/\s+/g, ' '),
      left: lowerExpression(operands[i]!, source),
      right: lowerExpression(operands[i + 1]!, source),
    };
    result = result === null ? pair : { kind: 'binary', span, operator: 'and', left: result, right: pair };
  }
  return result!;
}
