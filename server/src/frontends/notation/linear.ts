// The lines in which Triton prints a linear layout, read back as the constructor call that makes it.
//
//    - register is a size 1 dimension
//    - lane=1 -> (1, 1)
//      lane=2 -> (0, 1)
//   where out dims are: [dim0 (size 2), dim1 (size 2)]

import type { Expr, Span } from '../common/expression.ts';
import { errorIn } from './errors.ts';
import { type LoweringContext, spanOf } from './leaves.ts';
import { readInteger } from './literals.ts';
import { lowerExpression } from './lower.ts';
import { childOf, type NotationNode, namedChildren } from './tree.ts';

const LINES: ReadonlySet<string> = new Set(['basis_image', 'unit_dimension', 'out_dimensions']);

export function isLinearLine(node: { readonly type: string }): boolean {
  return LINES.has(node.type);
}

/**
 * `LinearLayout({"lane": [[1, 1], [0, 1]], …}, {"dim0": 2, …})` from its printed lines. Bases are
 * printed for the inputs 1, 2, 4, …; a dimension of size 1 has none.
 */
export function lowerLinearLines(lines: readonly NotationNode[], context: LoweringContext): Expr {
  const first = lines[0]!;
  const last = lines[lines.length - 1]!;
  const span: Span = { start: spanOf(first, context).start, end: spanOf(last, context).end };
  const opaque = (reason: string): Expr => ({ kind: 'opaque', span, reason });
  const textOf = (node: NotationNode): string => context.text.slice(node.start, node.end);

  const bases = new Map<string, { span: Span; images: Expr[] }>();
  for (const line of lines.slice(0, -1)) {
    if (line.broken) return opaque(errorIn(line, context.text));
    if (line.type === 'out_dimensions') return opaque('the out dims stand before the last basis');
    const name = childOf(line, 'dimension');
    if (name === null) return opaque('a dimension has no name');
    const dimension = textOf(name);
    if (line.type === 'unit_dimension') {
      if (bases.has(dimension)) return opaque(`${dimension} is listed twice`);
      bases.set(dimension, { span: spanOf(name, context), images: [] });
      continue;
    }
    const entry = bases.get(dimension) ?? { span: spanOf(name, context), images: [] };
    bases.set(dimension, entry);
    const input = childOf(line, 'input');
    const output = childOf(line, 'output');
    if (input === null || output === null) return opaque('a basis has no image');
    const expected = 2 ** entry.images.length;
    if (readInteger(textOf(input))?.value !== expected) {
      return opaque(`${dimension}=${textOf(input)} stands where ${dimension}=${expected} is expected`);
    }
    const items = namedChildren(output).map((child) => lowerExpression(child, context));
    entry.images.push({ kind: 'tuple', span: spanOf(output, context), items, bracket: '[' });
  }

  if (last.type !== 'out_dimensions') return opaque('the line `where out dims are: […]` is missing');
  if (last.broken) return opaque(errorIn(last, context.text));
  const sizes: { key: Expr; value: Expr }[] = [];
  for (const dimension of namedChildren(last)) {
    const name = childOf(dimension, 'dimension');
    const size = childOf(dimension, 'size');
    if (dimension.broken || name === null || size === null) return opaque(errorIn(dimension, context.text));
    sizes.push({
      key: { kind: 'string', span: spanOf(name, context), value: textOf(name) },
      value: lowerExpression(size, context),
    });
  }
  const entries = [...bases].map(([name, entry]): { key: Expr; value: Expr } => ({
    key: { kind: 'string', span: entry.span, value: name },
    value: { kind: 'tuple', span: entry.span, items: entry.images, bracket: '[' },
  }));
  return {
    kind: 'call',
    span,
    callee: { kind: 'name', span, name: 'LinearLayout' },
    args: [
      { kind: 'dict', span, entries },
      { kind: 'dict', span: spanOf(last, context), entries: sizes },
    ],
    keywords: [],
  };
}
