// What a document says once an edit is made: no edit is offered before that was looked at.

import type { TextEdit } from 'vscode-languageserver';
import { ruleContext } from '../../analysis/check/context.ts';
import { type Counts, countsOf, findsLess, findsMore } from '../../analysis/check/counts.ts';
import { type OpenDocument, openDocument } from '../../analysis/document/document.ts';
import type { DocumentModel, Site } from '../../analysis/values/model.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';

/** How long findings of the edited document are looked for; an edit is not kept back for what takes longer. */
const BUDGET_MS = 200;

/** So many places are looked at however long that takes: on a busy machine the same edits are offered as on another. */
const LEAST_PLACES = 300;

/** What was worked out for the model of a document: several edits of one are looked at. */
const counted = new WeakMap<DocumentModel, Counts>();

/** A change in offsets of the text before all changes. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

const changesOf = ({ document }: ReadyDocument, edits: readonly TextEdit[]): readonly Change[] =>
  edits
    .map(({ range, newText }) => ({ ...document.spanOf(range), newText }))
    .sort((a, b) => a.start - b.start);

/** The document after edits. */
export class EditedDocument {
  readonly analysis: OpenDocument;
  readonly #changes: readonly Change[];
  readonly #ready: ReadyDocument;

  constructor(ready: ReadyDocument, edits: readonly TextEdit[]) {
    this.#ready = ready;
    this.#changes = changesOf(ready, edits);
    const { analysis, document, grammars, settings } = ready;
    let text = analysis.text;
    for (const { start, end, newText } of [...this.#changes].reverse())
      text = text.slice(0, start) + newText + text.slice(end);
    this.analysis = openDocument(grammars, document.dialect, text, {
      parameters: settings.parameters,
      imports: analysis.imports,
      isOnlyRead: true,
    });
  }

  /** Where what begins at an offset begins now. */
  moved(offset: number): number {
    return this.#changes.reduce(
      (at, { start, end, newText }) => (start < offset ? at + newText.length - (end - start) : at),
      offset,
    );
  }

  /** The site that begins where one of the document began, of the same kind, as far out as there is one. */
  siteLike(site: Site): Site | null {
    const start = this.moved((site.valueSpan ?? site.span).start);
    const alike = this.analysis.model.sites.filter(
      (s) => s.role === site.role && s.name === site.name && (s.valueSpan ?? s.span).start === start,
    );
    return alike[0] ?? this.analysis.model.sitesAt(start).findLast((s) => s.span.start === start) ?? null;
  }

  /** Whether something is found now that was not found before: more of the findings of some rule. */
  findsMore(): boolean {
    return findsMore(this.#countsOf(this.#ready.analysis), this.#countsOf(this.analysis));
  }

  /** Whether fewer findings of a rule are there now. */
  findsLess(rule: string): boolean {
    return findsLess(this.#countsOf(this.#ready.analysis), this.#countsOf(this.analysis), rule);
  }

  #countsOf(analysis: OpenDocument): Counts {
    const known = counted.get(analysis.model);
    if (known !== undefined) return known;
    const end = Date.now() + BUDGET_MS;
    let places = 0;
    const expired = (): boolean => ++places > LEAST_PLACES && Date.now() > end;
    const options = { severity: this.#ready.settings.diagnostics.severity, expired };
    const counts = countsOf(ruleContext(analysis), options);
    counted.set(analysis.model, counts);
    return counts;
  }

  dispose(): void {
    this.analysis.dispose();
  }
}

/** Whether the document after edits is as `promise` says, and nothing more is found in it. */
export function holdsAfter(
  ready: ReadyDocument,
  edits: readonly TextEdit[],
  promise: (edited: EditedDocument) => boolean,
): boolean {
  const edited = new EditedDocument(ready, edits);
  try {
    return promise(edited) && !edited.findsMore();
  } finally {
    edited.dispose();
  }
}
