// Numbers of Python.

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
