// The text notation as a front end: a parsed text → expressions. The grammar is tree-sitter-layout.

import type { Expr } from '../common/expression.ts';
import { type NotationError, notationErrors } from './errors.ts';
import { lowerStatement, type NotationStatement, statementRanges } from './statements.ts';
import { copyNotation, type NotationNode, type NotationTree } from './tree.ts';

export {
  type CommentScanner,
  lowerNotationDocument,
  type NotationModule,
  type NotationUnit,
} from './document.ts';
export type { NotationError } from './errors.ts';
export type { NotationStatement } from './statements.ts';
export { copyNotation, type NotationNode, type NotationTree } from './tree.ts';

interface ParsedNotation {
  readonly statements: readonly NotationStatement[];
  /** Spans are offsets into the text plus `shift`, as those of the statements. */
  readonly errors: readonly NotationError[];
}

/**
 * All statements of a text and what is wrong with it.
 * `shift` is added to every offset: where the text begins in its unit.
 */
export function readNotation(tree: NotationTree, text: string, shift = 0, isPrinted = false): ParsedNotation {
  const root = copyNotation(tree);
  const errors = notationErrors(root, text).map(({ span, message }) => ({
    span: { start: span.start + shift, end: span.end + shift },
    message,
  }));
  const statements = statementRanges(root.children, text);
  return {
    statements: statements.map((statement) => lowerStatement(statement, { text, shift, isPrinted })),
    errors,
  };
}

/**
 * A text that is one expression, such as layout text in a comment or an argument on the command line.
 * Null when it is none: empty, several statements, or an assignment. A text with an error in it
 * gives an expression that is opaque where the error stands. `isPrinted`: C++ has printed it, or somebody as C++ does,
 * so that where static integers are marked the others are known at run time.
 */
export const lowerNotation = (tree: NotationTree, text: string, shift = 0, isPrinted = false): Expr | null =>
  lowerCopied(copyNotation(tree), text, shift, isPrinted);

/** The same of a tree that was copied before. */
export function lowerCopied(
  root: NotationNode,
  text: string,
  shift: number,
  isPrinted: boolean,
): Expr | null {
  const [range, ...others] = statementRanges(root.children, text);
  if (range === undefined || others.length > 0) return null;
  const only = lowerStatement(range, { text, shift, isPrinted: isPrinted && MARK.test(text) });
  return only.kind === 'expression' ? only.expr : null;
}

/** The mark of a static integer. */
const MARK = /(?<!\w)_\d/;
