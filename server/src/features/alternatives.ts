// Quick fixes that make an operation admissible. The rule computes the alternatives and puts them into the finding;
// each is tried here by evaluating the document's expression with it before it is offered.

import type { Diagnostic, TextEdit } from 'vscode-languageserver';
import type { ReadyDocument } from '../workspace/session.ts';
import type { DiagnosticData } from './diagnostics.ts';

/** What a finding's `data.alternatives` holds: a text that could stand at a place of the document. */
export interface Alternative {
  readonly title: string;
  /** Absolute offsets in the text that the finding was computed for. */
  readonly span: { readonly start: number; readonly end: number };
  readonly text: string;
}

const isAlternative = (x: unknown): x is Alternative => {
  if (typeof x !== 'object' || x === null) return false;
  const { title, span, text } = x as Partial<Alternative>;
  return typeof title === 'string' && typeof text === 'string' && typeof span?.start === 'number';
};

export function alternativeActions(
  { document }: ReadyDocument,
  diagnostic: Diagnostic,
): readonly { title: string; edits: TextEdit[]; preferred: boolean }[] {
  const facts = (diagnostic.data as Partial<DiagnosticData> | undefined)?.facts;
  const list: unknown = facts?.['alternatives'];
  if (!Array.isArray(list)) return [];
  return list.filter(isAlternative).map(({ title, span, text }, i) => ({
    title,
    edits: [{ range: document.rangeOf(span), newText: text }],
    preferred: i === 0,
  }));
}
