// The statements of a text of the notation: one a line, but for the printed lines of a linear layout,
// which make one statement together.

import type { Expr, Keyword, Span } from '../common/expression.ts';
import { errorIn } from './errors.ts';
import { type LoweringContext, spanOf } from './leaves.ts';
import { isLinearLine, lowerLinearLines } from './linear.ts';
import { lowerBinding, lowerExpression } from './lower.ts';
import type { NodeRange, NotationNode } from './tree.ts';

/** A statement before it is lowered: where its nodes stand, and whether an error stands among them. */
export interface StatementRange<N extends NodeRange = NodeRange> {
  readonly nodes: readonly N[];
  readonly start: number;
  readonly end: number;
  readonly broken: boolean;
}

export type NotationStatement =
  | { readonly kind: 'expression'; readonly span: Span; readonly expr: Expr }
  | { readonly kind: 'binding'; readonly span: Span; readonly binding: Keyword };

/** The statements among the root's children, in order. */
export function statementRanges<N extends NodeRange>(
  children: readonly N[],
  text: string,
): readonly StatementRange<N>[] {
  const statements: StatementRange<N>[] = [];
  let nodes: N[] = [];
  let broken = false;
  const close = (): void => {
    const first = nodes[0];
    const last = nodes[nodes.length - 1];
    if (first !== undefined && last !== undefined)
      statements.push({ nodes, start: first.start, end: last.end, broken });
    nodes = [];
    broken = false;
  };
  for (const node of children) {
    if (node.type === 'comment') continue;
    if (node.type === ';') {
      if (!broken) close();
      continue;
    }
    const last = nodes[nodes.length - 1];
    const sameLine = last !== undefined && !text.slice(last.end, node.start).includes('\n');
    // What stands beside an error is a guess of the parser's: the whole line is wrong.
    const joins =
      last !== undefined &&
      (sameLine
        ? broken || node.type === 'ERROR'
        : isLinearLine(last) && isLinearLine(node) && last.type !== 'out_dimensions');
    if (!joins) close();
    nodes.push(node);
    if (node.type === 'ERROR' || node.missing) broken = true;
  }
  close();
  return statements;
}

export function lowerStatement(
  statement: StatementRange<NotationNode>,
  context: LoweringContext,
): NotationStatement {
  const first = statement.nodes[0]!;
  const span = { start: statement.start + context.shift, end: statement.end + context.shift };
  const opaque = (reason: string): NotationStatement => ({
    kind: 'expression',
    span,
    expr: { kind: 'opaque', span, reason },
  });
  if (statement.broken) {
    const index = Math.max(
      0,
      statement.nodes.findIndex((node) => node.broken),
    );
    return opaque(errorIn(statement.nodes[index]!, context.text, statement.nodes[index - 1]));
  }
  if (isLinearLine(first))
    return { kind: 'expression', span, expr: lowerLinearLines(statement.nodes, context) };
  if (first.type === 'assignment') {
    const binding = lowerBinding(first, context);
    return binding === null
      ? opaque(errorIn(first, context.text))
      : { kind: 'binding', span: spanOf(first, context), binding };
  }
  return { kind: 'expression', span, expr: lowerExpression(first, context) };
}
