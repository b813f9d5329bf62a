// A `.layout` document: one unit a statement, with the comments before it and beside it.

import { declarationOf } from '../common/declaration.ts';
import type { Span } from '../common/expression.ts';
import { KnownUnits } from '../common/known-units.ts';
import type { Declaration, Directive, Module, Notation, PlacedUnit, Scope, Unit } from '../common/scope.ts';
import { type NotationError, notationErrors } from './errors.ts';
import { lowerStatement, type StatementRange, statementRanges } from './statements.ts';
import { copyChildren, type NodeRange, type NotationNode, type NotationTree, rangesOf } from './tree.ts';

/** A unit of a document in the text notation, with what is wrong in it. Spans are relative to the unit. */
export interface NotationUnit extends Unit {
  readonly errors: readonly NotationError[];
}

export interface NotationModule extends Module {
  readonly dialect: 'notation';
  readonly units: readonly (PlacedUnit & { readonly unit: NotationUnit })[];
}

/** Finds layout text and directives in the comments of a unit; spans are offsets into its text. */
export type CommentScanner = (
  text: string,
  comments: readonly { readonly start: number; readonly end: number; readonly within: 'comment' }[],
) => { readonly notations: readonly Notation[]; readonly directives: readonly Directive[] };

/**
 * Lowers a document. Units of `previous` whose text stands unchanged are taken over as they are,
 * so that an edit costs the statement it is in and one step for each other statement.
 */
export function lowerNotationDocument(
  tree: NotationTree,
  text: string,
  scanComments: CommentScanner,
  previous: NotationModule | null = null,
): NotationModule {
  const ranges = rangesOf(tree);
  const pieces = statementGroups(
    statementRanges(ranges, text),
    ranges.filter((range) => range.type === 'comment'),
    text,
  );
  const known = new KnownUnits(previous?.units ?? []);
  const wanted = new Set<number>();
  const kept = pieces.map((piece) => {
    const unit = reusableUnit(piece, text, known);
    if (unit === null) for (const node of piece.statement?.nodes ?? []) wanted.add(node.start);
    return unit;
  });
  const copies = copyChildren(tree, wanted);
  const units = pieces.map((piece, index) => {
    const source = text.slice(piece.start, piece.end);
    const unit = kept[index] ?? lowerGroup(piece, source, text, copies, scanComments);
    return { start: piece.start, unit, text: source, namespace: [] };
  });
  return { dialect: 'notation', units, includes: [] };
}

/** A statement with its comments, or comments alone at the end of the document. */
interface StatementGroup extends Span {
  readonly statement: StatementRange | null;
  readonly comments: readonly Span[];
}

/** A comment belongs to the statement on its line, else to the next one. */
function statementGroups(
  statements: readonly StatementRange[],
  comments: readonly Span[],
  text: string,
): readonly StatementGroup[] {
  const pieces: StatementGroup[] = [];
  let next = 0;
  statements.forEach((statement, index) => {
    const following = statements[index + 1]?.start ?? text.length;
    const own: Span[] = [];
    let start = statement.start;
    let end = statement.end;
    while (next < comments.length) {
      const comment = comments[next]!;
      const beside =
        comment.start >= end && comment.start < following && !text.slice(end, comment.start).includes('\n');
      if (comment.start > end && !beside) break;
      own.push(comment);
      start = Math.min(start, comment.start);
      end = Math.max(end, comment.end);
      next++;
    }
    pieces.push({ statement, comments: own, start, end });
  });
  const rest = comments.slice(next);
  const first = rest[0];
  const last = rest[rest.length - 1];
  if (first !== undefined && last !== undefined) {
    pieces.push({ statement: null, comments: rest, start: first.start, end: last.end });
  }
  return pieces;
}

/** What the parser makes of a broken line depends on the lines around it, so that is always lowered anew. */
function reusableUnit(
  piece: StatementGroup,
  text: string,
  known: KnownUnits<NotationModule['units'][number]>,
): NotationUnit | null {
  if (piece.statement?.broken === true) return null;
  const unit = known.take(text.slice(piece.start, piece.end));
  return unit?.errors.length === 0 ? unit : null;
}

function lowerGroup(
  piece: StatementGroup,
  source: string,
  text: string,
  copies: ReadonlyMap<number, NotationNode>,
  scanComments: CommentScanner,
): NotationUnit {
  const relative = ({ start, end }: Span): Span => ({ start: start - piece.start, end: end - piece.start });
  const embedded = scanComments(
    source,
    piece.comments.map((comment) => ({ ...relative(comment), within: 'comment' as const })),
  );
  const declarations: Declaration[] = [];
  const notations: Notation[] = [];
  const errors: NotationError[] = [];
  if (piece.statement !== null) {
    const copied = (range: NodeRange): NotationNode => copies.get(range.start)!;
    const nodes = piece.statement.nodes.map(copied);
    nodes.forEach((node, index) => {
      for (const error of notationErrors(node, text, nodes[index - 1])) {
        errors.push({ ...error, span: relative(error.span) });
      }
    });
    const lowered = lowerStatement({ ...piece.statement, nodes }, { text, shift: -piece.start });
    if (lowered.kind === 'expression') {
      notations.push({ span: lowered.span, expr: lowered.expr, within: 'document' });
    } else {
      const { name, nameSpan, value } = lowered.binding;
      declarations.push(declarationOf({ kind: 'value', name, nameSpan, init: value }, lowered.span));
    }
  }
  const scope: Scope = {
    kind: 'file',
    name: null,
    span: { start: 0, end: source.length },
    declarations,
    children: [],
    bases: [],
    expressions: [],
  };
  return {
    scope,
    notations: [...notations, ...embedded.notations],
    directives: embedded.directives,
    errors,
  };
}
