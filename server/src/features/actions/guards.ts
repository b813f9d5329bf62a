// Code actions that keep an access or a composition in bounds: a guard around its statement, or an assertion before it.

import { CodeActionKind, type TextEdit } from 'vscode-languageserver';
import { isFailure } from '../../algebra/integer/failure.ts';
import type { Int } from '../../algebra/integer/integer.ts';
import { termOf } from '../../algebra/integer/known.ts';
import { isInt } from '../../algebra/layout/kinds.ts';
import { sameTerm } from '../../algebra/term/operations.ts';
import { accessAt } from '../../analysis/indexing/access.ts';
import { Ranges } from '../../analysis/indexing/ranges.ts';
import { type Statement, statementAround } from '../../analysis/indexing/text/statement.ts';
import type { DocumentModel } from '../../analysis/values/model.ts';
import type { Span } from '../../frontends/common/expression.ts';
import { type Host, lineBreakOf } from '../../frontends/common/host-tokens.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { accessCondition, type Condition } from '../texts/condition.ts';
import { compositionAt } from './composition-bounds.ts';
import { type EditedDocument, holdsAfter } from './edited-document.ts';
import type { OfferedAction } from './offered-action.ts';

export const GUARD = `${CodeActionKind.RefactorRewrite}.layoutLens.guard`;

interface Guarded {
  readonly statement: Statement;
  /** Under which what it does is in bounds, as far as the code around does not say it. */
  readonly condition: Condition;
  readonly of: 'access' | 'composition';
}

/** What a condition is about: an access, or a composition. */
interface Asking {
  readonly span: Span;
  readonly of: Guarded['of'];
  condition(): Condition | null;
}

function askingAt({ analysis }: ReadyDocument, host: Host, offset: number): Asking | null {
  const access = accessAt(analysis, offset);
  if (access !== null)
    return { span: access.span, of: 'access', condition: () => accessCondition(analysis, host, access) };
  const composed = compositionAt(analysis, offset);
  return composed === null ? null : { ...composed, of: 'composition' };
}

/** Null for a condition that stands before the statement already. */
function guardedBy(
  { analysis }: ReadyDocument,
  host: Host,
  { span, of, condition: asked }: Asking,
): Guarded | null {
  const statement = statementAround(new Ranges(analysis, host, span.start).code, host, span);
  const condition = statement === null ? null : asked();
  if (statement === null || condition === null) return null;
  const from = Math.max(0, statement.start - condition.text.length - 40);
  const before = analysis.text.slice(from, statement.start);
  return before.includes(condition.text) ? null : { statement, condition, of };
}

/** How much further the text of a file is indented in a block. */
function indentUnit(text: string): string {
  const indents = [...text.matchAll(/^(\t+| +)(?=[^\s*])/gm)].map(([indent]) => indent);
  // A file may have more lines than a call has arguments.
  const least = indents.reduce((n, { length }) => Math.min(n, length), Number.POSITIVE_INFINITY);
  return indents.find((indent) => indent.length === least) ?? '  ';
}

function guardEdit(
  { document, analysis: { text, dialect } }: ReadyDocument,
  { start, end }: Statement,
  condition: string,
): TextEdit {
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const before = text.slice(line, start);
  const head = dialect === 'python' ? `if ${condition}:` : `if (${condition})`;
  const isOnOneLine = before.trim() === '' && !text.slice(start, end).includes('\n');
  const isBroken = isOnOneLine || dialect === 'python';
  const newText = isBroken ? `${head}${lineBreakOf(text)}${before}${indentUnit(text)}` : `${head} `;
  return { range: document.rangeOf({ start, end: start }), newText };
}

/** With what declares `assert`, where the file has no word of it. */
function assertEdits(
  { document, analysis: { text, dialect } }: ReadyDocument,
  { start }: Statement,
  condition: string,
): readonly TextEdit[] | null {
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const indent = text.slice(line, start);
  if (indent.trim() !== '') return null;
  const statement = dialect === 'python' ? `assert ${condition}` : `assert(${condition});`;
  const newText = `${statement}${lineBreakOf(text)}${indent}`;
  const added = { range: document.rangeOf({ start, end: start }), newText };
  if (dialect === 'python' || /#\s*include\s*[<"](?:cassert|assert\.h)[>"]|\bassert\s*\(/.test(text))
    return [added];
  const first = /^[ \t]*#\s*include\b/m.exec(text)?.index ?? 0;
  const include = `#include <cassert>${lineBreakOf(text)}`;
  return [{ range: document.rangeOf({ start: first, end: first }), newText: include }, added];
}

/** What was worked out for the accesses of a document: every place in one asks for the same. */
const tried = new WeakMap<DocumentModel, Map<number, readonly OfferedAction[]>>();

export function guardActions(ready: ReadyDocument, offset: number): readonly OfferedAction[] {
  const { dialect, model } = ready.analysis;
  if (dialect === 'notation') return [];
  const asking = askingAt(ready, dialect, offset);
  if (asking === null) return [];
  const known = tried.get(model) ?? new Map<number, readonly OfferedAction[]>();
  tried.set(model, known);
  const found = known.get(asking.span.start) ?? actionsOf(ready, guardedBy(ready, dialect, asking));
  known.set(asking.span.start, found);
  return found;
}

function actionsOf(ready: ReadyDocument, guarded: Guarded | null): readonly OfferedAction[] {
  if (guarded === null) return [];
  const { statement, condition, of } = guarded;
  const { text } = condition;
  const guard = ready.analysis.dialect === 'python' ? `if ${text}:` : `if (${text})`;
  const asserted = statement.isInBlock ? assertEdits(ready, statement, text) : null;
  const offered: readonly (readonly [title: string, edits: readonly TextEdit[] | null])[] = [
    [`Guard the ${of} with ${guard}`, statement.isOptional ? [guardEdit(ready, statement, text)] : null],
    [`Assert that the ${of} is in bounds: ${text}`, asserted],
  ];
  return offered.flatMap(([title, edits]) =>
    edits !== null && holdsAfter(ready, edits, (edited) => asks(edited, statement, condition))
      ? [{ title, kind: GUARD, edits }]
      : [],
  );
}

/** Whether the calls of a condition give in the edited document what they stand for. */
function asks(edited: EditedDocument, { start }: Statement, { text, asked }: Condition): boolean {
  const { analysis } = edited;
  const begin = analysis.text.indexOf(text, edited.moved(start));
  return asked.every((call) => {
    const from = begin + call.at;
    const site = analysis.model
      .sitesAt(from)
      .find(({ span }) => analysis.text.slice(span.start, span.end) === call.text);
    const value = site === undefined ? null : analysis.model.evaluate(site, 'template').value;
    if (value === null || isFailure(value) || !isInt(value as Int)) return false;
    const [given, wanted] = [termOf(value as Int), termOf(call.value)];
    return given !== null && wanted !== null && sameTerm(given, wanted);
  });
}
