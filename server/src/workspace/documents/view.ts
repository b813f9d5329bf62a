// A document as the features see it: a file, or a cell of a notebook, whose offsets are those of all cells together and
// whose positions are its own.

import type { Position, Range } from 'vscode-languageserver-types';
import type { Span } from '../../frontends/common/expression.ts';
import type { Dialect } from '../../frontends/common/scope.ts';

export interface DocumentView {
  readonly uri: string;
  /** The file: the document itself, or the notebook of a cell. */
  readonly file: string;
  readonly version: number;
  readonly revision: number;
  readonly isClosed: boolean;
  readonly isSaved: boolean;
  readonly dialect: Dialect;
  getText(span?: Span): string;
  offsetAt(position: Position): number;
  positionAt(offset: number): Position;
  rangeOf(span: Span): Range;
  spanOf(range: Range): Span;
  /** Whether a span is in the document, and not in another cell. */
  holds(span: Span): boolean;
  /** The same of a range of the document's positions. */
  holdsRange(range: Range): boolean;
  /** The document that a span is in, and where in it. */
  locate(span: Span): { readonly uri: string; readonly span: Span };
}
