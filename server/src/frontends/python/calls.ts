// Calls and subscripts of Python, and what stands in their brackets.

import type { Expr, Keyword, NameExpr } from '../common/expression.ts';
import { UNPACKED } from '../common/expression-parts.ts';
import { compact } from '../common/lists.ts';
import { opaque, spanOf, textOf } from './source.ts';
import { childOf, childrenOf, type PyNode } from './syntax/tree.ts';

/** Reads an expression inside of another one. */
type Lower = (node: PyNode, source: string) => Expr;

/** A function of Python's own that the program calls without naming it. */
const builtin = (name: string, at: number): NameExpr => ({
  kind: 'name',
  span: { start: at, end: at },
  name,
});

export function call(node: PyNode, source: string, lower: Lower): Expr {
  const span = spanOf(node);
  const callee = childOf(node, 'function');
  const list = childOf(node, 'arguments');
  if (callee === undefined || list === undefined) return opaque(span, 'incomplete code');
  const args: Expr[] = [];
  const keywords: Keyword[] = [];
  // f(x for x in y)
  const written = list.type === 'argument_list' ? list.children : [list];
  for (const child of written) {
    const keyword = keywordOf(child, source, lower);
    if (keyword !== null) keywords.push(keyword);
    else if (child.type !== 'keyword_argument') args.push(lower(child, source));
  }
  return {
    kind: 'call',
    span,
    callee: lower(callee, source),
    args: compact(args),
    keywords: compact(keywords),
  };
}

function keywordOf(node: PyNode, source: string, lower: Lower): Keyword | null {
  if (node.type === 'dictionary_splat') {
    const at = spanOf(node);
    const [of] = node.children;
    const operand = of === undefined ? opaque(at, 'unpacked keyword arguments') : lower(of, source);
    return { name: UNPACKED, nameSpan: at, value: { kind: 'unary', span: at, operator: '**', operand } };
  }
  const name = node.type === 'keyword_argument' ? childOf(node, 'name') : undefined;
  if (name === undefined) return null;
  return { name: textOf(name, source), nameSpan: spanOf(name), value: lower(node, source) };
}

export function subscript(node: PyNode, source: string, lower: Lower): Expr {
  const object = childOf(node, 'value');
  const span = spanOf(node);
  return {
    kind: 'index',
    span,
    object: object === undefined ? opaque(span, 'incomplete code') : lower(object, source),
    args: childrenOf(node, 'subscript').map((child) => lower(child, source)),
  };
}

/** `Tuple[int, ...]` where a type is meant, for which the grammar has a node of its own. */
export function genericType(node: PyNode, source: string, lower: Lower): Expr {
  const [name, list] = node.children;
  if (name === undefined || list?.type !== 'type_parameter') return opaque(spanOf(node), 'a type');
  return {
    kind: 'index',
    span: spanOf(node),
    object: lower(name, source),
    args: list.children.map((child) => lower(child, source)),
  };
}

/** `A[int] | None` where a type is meant. */
export function unionType(node: PyNode, source: string, lower: Lower): Expr {
  const [left, right] = node.children;
  const span = spanOf(node);
  return left === undefined || right === undefined
    ? opaque(span, 'a type')
    : { kind: 'binary', span, operator: '|', left: lower(left, source), right: lower(right, source) };
}

/** `:` is the underscore of a coordinate; `a:b` and `a:b:c` are calls of Python's own `slice`. */
export function slice(node: PyNode, source: string, lower: Lower): Expr {
  const span = spanOf(node);
  if (node.children.length === 0) return { kind: 'underscore', span };
  const parts: [PyNode | null, PyNode | null, PyNode | null] = [null, null, null];
  let at = 0;
  let from = node.start;
  // The colons are unnamed, so they are found in the text between the parts.
  for (const child of node.children) {
    at += colonsIn(source.slice(from, child.start));
    if (at > 2) return opaque(span, 'incomplete code');
    parts[at as 0 | 1 | 2] = child;
    from = child.end;
  }
  const args = parts.map(
    (part): Expr => (part === null ? { kind: 'underscore', span } : lower(part, source)),
  );
  return { kind: 'call', span, callee: builtin('slice', span.start), args, keywords: [] };
}

const colonsIn = (text: string): number => text.replace(/#.*/g, '').split(':').length - 1;

/** `{"a": 1}` is `dict(a=1)`; of `{**d, 2: 1}` the entries are kept as they are written. */
export function dictionary(node: PyNode, source: string, lower: Lower): Expr {
  const span = spanOf(node);
  if (node.children.length === 0) return opaque(span, 'a dictionary');
  const keywords: Keyword[] = [];
  const entries: { key: Expr; value: Expr }[] = [];
  for (const child of node.children) {
    const key = childOf(child, 'key');
    const value = childOf(child, 'value');
    if (child.type === 'dictionary_splat' && child.children[0] !== undefined) {
      const operand = lower(child.children[0], source);
      const unpacked: Expr = { kind: 'unary', span: spanOf(child), operator: '**', operand };
      entries.push({ key: unpacked, value: unpacked });
    } else if (child.type !== 'pair' || key === undefined || value === undefined) {
      return opaque(span, 'a dictionary');
    } else {
      const entry = { key: lower(key, source), value: lower(value, source) };
      entries.push(entry);
      if (entry.key.kind === 'string')
        keywords.push({ name: entry.key.value, nameSpan: spanOf(key), value: entry.value });
    }
  }
  return keywords.length === entries.length
    ? { kind: 'call', span, callee: builtin('dict', span.start), args: [], keywords }
    : { kind: 'dict', span, entries };
}
