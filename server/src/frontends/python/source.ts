// The texts and places of Python's nodes.

import type { Expr, Span } from '../common/expression.ts';
import type { PyNode } from './syntax/tree.ts';

export const spanOf = ({ start, end }: PyNode): Span => ({ start, end });

/** Longer texts are no names. */
const LONGEST_NAME = 40;

/** The names of the text that was read last, each once: it says the same ones thousands of times. */
const names = new Map<string, string>();
let named = '';

/** `source`: the text of the unit that the node is in. */
export function textOf({ start, end }: PyNode, source: string): string {
  const text = source.slice(start, end);
  if (end - start > LONGEST_NAME) return text;
  if (named !== source) {
    names.clear();
    named = source;
  }
  const known = names.get(text);
  if (known !== undefined) return known;
  names.set(text, text);
  return text;
}

export const opaque = (span: Span, reason: string): Expr => ({ kind: 'opaque', span, reason });

/** `a` of `(a) = x`, for which the grammar has the same node as for `(a,) = x`. */
export function insideParentheses(target: PyNode, source: string): PyNode {
  const [only, ...others] = target.children;
  if (only === undefined || others.length > 0) return target;
  const isTuple = target.type === 'tuple_pattern' && source.slice(only.end, target.end).includes(',');
  return isTuple || !PARENTHESES.has(target.type) ? target : insideParentheses(only, source);
}

const PARENTHESES: ReadonlySet<string> = new Set(['tuple_pattern', 'parenthesized_expression']);
