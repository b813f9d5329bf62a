// Texts of Python: plain ones, several one behind the other, and those that values stand in.

import type { Expr } from '../common/expression.ts';
import { JOINED_TEXT } from '../common/unnamed-functions.ts';
import { opaque, spanOf, textOf } from './source.ts';
import { childOf, type PyNode } from './syntax/tree.ts';

/** Reads an expression inside of another one. */
type Lower = (node: PyNode, source: string) => Expr;

export function string(node: PyNode, source: string, lower: Lower): Expr {
  const span = spanOf(node);
  const text = textOf(node, source);
  const match = /^([a-zA-Z]*)("""|'''|"|')([\s\S]*)\2$/.exec(text);
  if (match === null || /b/i.test(match[1]!)) return opaque(span, 'a string');
  const [, prefix, quotes, content] = match as unknown as [string, string, string, string];
  // Escapes are not decoded: a value that has them is not needed anywhere.
  if (content.includes('\\') && !/r/i.test(prefix)) return opaque(span, 'a string with escapes');
  if (!/f/i.test(prefix)) return { kind: 'string', span, value: content };
  const parts: Expr[] = [];
  let at = node.start + prefix.length + quotes.length;
  const plain = (end: number): void => {
    const value = source.slice(at, end).replace(/\{\{|\}\}/g, (twice) => twice[0]!);
    if (value !== '') parts.push({ kind: 'string', span: { start: at, end }, value });
  };
  for (const part of node.children) {
    const value = childOf(part, 'expression');
    // `{x:>4}`, `{x!r}` and `{x=}` write the value in ways of their own.
    const behind = value === undefined ? '' : source.slice(value.end, part.end).trim();
    if (value === undefined || behind !== '}') return opaque(span, 'an f-string');
    plain(part.start);
    parts.push(lower(value, source));
    at = part.end;
  }
  plain(node.end - quotes.length);
  return joined(parts, span);
}

/** `"a" "b"` */
export function strings(node: PyNode, source: string, lower: Lower): Expr {
  const parts = node.children.map((child) => string(child, source, lower));
  const unread = parts.find(({ kind }) => kind === 'opaque');
  return unread === undefined ? joined(parts, spanOf(node)) : opaque(spanOf(node), 'a string');
}

function joined(parts: readonly Expr[], span: Expr['span']): Expr {
  if (parts.every((part) => part.kind === 'string'))
    return { kind: 'string', span, value: parts.map(({ value }) => value).join('') };
  const at = { start: span.start, end: span.start };
  const callee: Expr = { kind: 'name', span: at, name: JOINED_TEXT };
  return { kind: 'call', span, callee, args: parts, keywords: [] };
}
