// textDocument/definition, references and documentHighlight for names in `.layout` files. Host languages have servers
// that know their names better.

import type {
  Definition,
  DefinitionParams,
  DocumentHighlight,
  DocumentHighlightParams,
  Location,
  ReferenceParams,
} from 'vscode-languageserver';
import { DocumentHighlightKind } from 'vscode-languageserver';
import type { Expr, Span } from '../../frontends/common/expression.ts';
import type { Module } from '../../frontends/common/scope.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { walkExpression } from './expression-walk.ts';

interface Occurrence {
  readonly name: string;
  readonly span: Span;
  readonly isDeclaration: boolean;
  /** The offset from which it counts: a binding holds after its own right side, `x = coalesce(x)`. */
  readonly from: number;
}

/** The names of a module, absolute, in the order of the text. */
function occurrencesOf(module: Module): readonly Occurrence[] {
  const found: Occurrence[] = [];
  for (const { start, unit } of module.units) {
    const add = (name: string, span: Span, isDeclaration: boolean, from: number) =>
      found.push({
        name,
        span: { start: span.start + start, end: span.end + start },
        isDeclaration,
        from: from + start,
      });
    const addNames = (expr: Expr) =>
      walkExpression(expr, (e) => {
        if (e.kind === 'name') add(e.name, e.span, false, e.span.start);
      });
    for (const { name, nameSpan, init } of unit.scope.declarations) {
      add(name, nameSpan, true, init === null ? nameSpan.end : init.span.end);
      if (init !== null) addNames(init);
    }
    for (const { expr, within } of unit.notations) if (within === 'document') addNames(expr);
  }
  return found.sort((a, b) => a.from - b.from);
}

/** All occurrences of the name at an offset that mean the same binding; the binding comes first. */
function sameBinding(module: Module, offset: number): readonly Occurrence[] {
  const all = occurrencesOf(module);
  const here = all.find(({ span }) => span.start <= offset && offset <= span.end);
  if (here === undefined) return [];
  // A name means its last binding above.
  let bindings = 0;
  const numbered = all
    .filter(({ name }) => name === here.name)
    .map((occurrence) => ({ occurrence, binding: occurrence.isDeclaration ? ++bindings : bindings }));
  const own = numbered.find(({ occurrence }) => occurrence === here)!.binding;
  return own === 0
    ? []
    : numbered.filter(({ binding }) => binding === own).map(({ occurrence }) => occurrence);
}

function found({ document, analysis }: ReadyDocument, position: DefinitionParams['position']) {
  return document.dialect === 'notation' ? sameBinding(analysis.module, document.offsetAt(position)) : [];
}

const locationOf = ({ document }: ReadyDocument, { span }: Occurrence): Location => ({
  uri: document.uri,
  range: document.rangeOf(span),
});

export function answerDefinition(ready: ReadyDocument, { position }: DefinitionParams): Definition | null {
  const [binding] = found(ready, position);
  return binding === undefined ? null : locationOf(ready, binding);
}

export function answerReferences(ready: ReadyDocument, { position, context }: ReferenceParams): Location[] {
  return found(ready, position)
    .filter(({ isDeclaration }) => context.includeDeclaration || !isDeclaration)
    .map((occurrence) => locationOf(ready, occurrence));
}

export function answerHighlights(
  ready: ReadyDocument,
  { position }: DocumentHighlightParams,
): DocumentHighlight[] {
  return found(ready, position).map(({ span, isDeclaration }) => ({
    range: ready.document.rangeOf(span),
    kind: isDeclaration ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
  }));
}
