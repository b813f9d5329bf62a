// Numbers and strings of Python.

import type { Expr } from '../common/expression.ts';
import { opaque, spanOf, textOf } from './source.ts';
import type { PyNode } from './syntax/tree.ts';

export function integer(node: PyNode, source: string): Expr {
  const span = spanOf(node);
  const text = textOf(node, source);
  const value = Number(text.replaceAll('_', ''));
  // `0777` is no Python 3 literal, and `3j` no integer; both are NaN or mean something else.
  if (!Number.isSafeInteger(value) || /^0[0-9]/.test(text)) return opaque(span, 'an integer of this form');
  return { kind: 'integer', span, value, marked: false };
}

export function string(node: PyNode, source: string): Expr {
  const span = spanOf(node);
  if (node.children.length > 0) return opaque(span, 'an f-string');
  const text = textOf(node, source);
  const match = /^([a-zA-Z]*)("""|'''|"|')([\s\S]*)\2$/.exec(text);
  if (match === null || /b/i.test(match[1]!)) return opaque(span, 'a string');
  if (/f/i.test(match[1]!) && /[{}]/.test(match[3]!)) return opaque(span, 'an f-string');
  // Escapes are not decoded: a value that has them is not needed anywhere.
  if (match[3]!.includes('\\') && !/r/i.test(match[1]!)) return opaque(span, 'a string with escapes');
  return { kind: 'string', span, value: match[3]! };
}

/** `"a" "b"` */
export function strings(node: PyNode, source: string): Expr {
  const span = spanOf(node);
  let value = '';
  for (const child of node.children) {
    const part = string(child, source);
    if (part.kind !== 'string') return opaque(span, 'an f-string');
    value += part.value;
  }
  return { kind: 'string', span, value };
}
