// Code actions that keep an access in bounds: a guard around its statement, or an assertion before it.

import { CodeActionKind, type TextEdit } from 'vscode-languageserver';
import { shapeOf } from '../../algebra/indexing/layout.ts';
import { isFailure } from '../../algebra/integer/failure.ts';
import { knownNumber } from '../../algebra/integer/known.ts';
import { type AnyLayout, ComposedLayout, Layout } from '../../algebra/layout/layout.ts';
import { type Bound, boundsOf } from '../../analysis/indexing/bounds.ts';
import { Ranges } from '../../analysis/indexing/ranges.ts';
import { type Statement, statementAround } from '../../analysis/indexing/statement.ts';
import type { DocumentModel, Site } from '../../analysis/values/model.ts';
import { Tensor } from '../../evaluate/model/value.ts';
import { type Host, lineBreakOf } from '../../frontends/common/host-tokens.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { cppOptions } from '../texts/verified-forms.ts';
import { holdsAfter } from './edited-document.ts';
import { type IndexCall, indexCallAt } from './index-call.ts';
import type { OfferedAction } from './offered-action.ts';

export const GUARD = `${CodeActionKind.RefactorRewrite}.layoutLens.guard`;

function accessedAt({ analysis: { model } }: ReadyDocument, site: Site): AnyLayout | null {
  const { value, parameters, instances } = model.evaluate(site);
  if (isFailure(value) || parameters.length > 0 || instances !== undefined) return null;
  const layout = value instanceof Tensor ? value.layout : value;
  return layout instanceof Layout || layout instanceof ComposedLayout ? layout : null;
}

/** What a mode of an object has, in the words of the file: `size<0>(T)`, `cute.size(T, mode=[0])`, or the number. */
function extentText(
  { text, dialect }: ReadyDocument['analysis'],
  object: string,
  bound: Bound,
): string | null {
  const number = knownNumber(bound.extent);
  if (number !== undefined) return `${number}`;
  if (!/^[A-Za-z_][\w.]*$/.test(object)) return null;
  const { mode } = bound;
  if (dialect === 'cpp')
    return `${cppOptions(text).prefix}size${mode.length === 0 ? '' : `<${mode.join(', ')}>`}(${object})`;
  if (!/\bimport\s+(?:[\w.]+\s+as\s+)?cute\b|\bas\s+cute\b/.test(text)) return null;
  return mode.length === 0 ? `cute.size(${object})` : `cute.size(${object}, mode=[${mode.join(', ')}])`;
}

/** `0 <= i && i < size<0>(T)`. */
function conditionOf(ready: ReadyDocument, object: string, bounds: readonly Bound[]): string | null {
  const isPython = ready.analysis.dialect === 'python';
  const parts = bounds.map((bound) => {
    const extent = extentText(ready.analysis, object, bound);
    const { coordinate, mayBeNegative } = bound;
    if (extent === null) return null;
    if (!mayBeNegative) return `${coordinate} < ${extent}`;
    return isPython ? `0 <= ${coordinate} < ${extent}` : `0 <= ${coordinate} && ${coordinate} < ${extent}`;
  });
  return parts.includes(null) ? null : parts.join(isPython ? ' and ' : ' && ');
}

/** The innermost access at an offset. */
function accessAt(ready: ReadyDocument, offset: number): IndexCall<AnyLayout> | null {
  for (const site of ready.analysis.model.sitesAt(offset)) {
    // Outside of functions of C++ there are no statements.
    const isStatement = site.within !== null || site.dialect === 'python';
    const call = site.isEmbedded || !isStatement ? null : indexCallAt(ready, site, accessedAt);
    if (call !== null) return call;
  }
  return null;
}

interface Guarded {
  readonly statement: Statement;
  /** Under which the access is in bounds, as far as the code around does not say it. */
  readonly condition: string;
}

function guardedBy(ready: ReadyDocument, host: Host, call: IndexCall<AnyLayout>): Guarded | null {
  const { analysis } = ready;
  const { start, end } = call.callee;
  const ranges = new Ranges(analysis, host, call.span.start);
  const statement = statementAround(ranges.code, host, call.span);
  if (statement === null) return null;
  const bounds = boundsOf(shapeOf(call.layout), call.names, ranges, call.span.start);
  if (bounds === null || bounds.length === 0) return null;
  const condition = conditionOf(ready, analysis.text.slice(start, end), bounds);
  if (condition === null) return null;
  // A condition that stands before it already holds there.
  const before = analysis.text.slice(Math.max(0, statement.start - condition.length - 40), statement.start);
  return before.includes(condition) ? null : { statement, condition };
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
  const call = dialect === 'notation' ? null : accessAt(ready, offset);
  if (call === null || dialect === 'notation') return [];
  const known = tried.get(model) ?? new Map<number, readonly OfferedAction[]>();
  tried.set(model, known);
  const found = known.get(call.span.start) ?? actionsOf(ready, guardedBy(ready, dialect, call));
  known.set(call.span.start, found);
  return found;
}

function actionsOf(ready: ReadyDocument, guarded: Guarded | null): readonly OfferedAction[] {
  if (guarded === null) return [];
  const { statement, condition } = guarded;
  const guard = ready.analysis.dialect === 'python' ? `if ${condition}:` : `if (${condition})`;
  const asserted = statement.isInBlock ? assertEdits(ready, statement, condition) : null;
  const offered: readonly (readonly [title: string, edits: readonly TextEdit[] | null])[] = [
    [
      `Guard the access with ${guard}`,
      statement.isOptional ? [guardEdit(ready, statement, condition)] : null,
    ],
    [`Assert that the access is in bounds: ${condition}`, asserted],
  ];
  return offered.flatMap(([title, edits]) =>
    edits !== null && holdsAfter(ready, edits, () => true) ? [{ title, kind: GUARD, edits }] : [],
  );
}
