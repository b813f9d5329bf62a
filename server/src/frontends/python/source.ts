// Where Python is read, and the texts and places of its nodes.

import type { Expr, Span } from '../common/expression.ts';
import type { PyNode } from './syntax/tree.ts';

/** Where expressions are read: the file's text, and the offset that their spans are relative to. */
export interface Source {
  readonly text: string;
  readonly origin: number;
}

export const spanOf = (node: PyNode, source: Source): Span => ({
  start: node.start - source.origin,
  end: node.end - source.origin,
});

export const textOf = (node: PyNode, source: Source): string => source.text.slice(node.start, node.end);

export const opaque = (span: Span, reason: string): Expr => ({ kind: 'opaque', span, reason });
