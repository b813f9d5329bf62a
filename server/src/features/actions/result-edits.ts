// The edits that write a result beside the code it belongs to.

import type { TextEdit } from 'vscode-languageserver';
import { isFailure } from '../../algebra/integer/failure.ts';
import { Layout } from '../../algebra/layout/layout.ts';
import { rank } from '../../algebra/layout/measure.ts';
import { coalesce } from '../../algebra/operation/coalesce.ts';
import type { Site, SiteEvaluation } from '../../analysis/values/model.ts';
import { TypeValue, Unknown } from '../../evaluate/model/value.ts';
import { readAnnotation } from '../../frontends/common/annotation.ts';
import { lineBreakOf } from '../../frontends/common/host-tokens.ts';
import type { Dialect } from '../../frontends/common/scope.ts';
import { cppAssertion } from '../../render/emit/cpp.ts';
import { PLAIN, valueText } from '../../render/text/text.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { resultText } from '../texts/result-text.ts';
import { siteStyle } from '../texts/site-style.ts';
import { cppOptions, verifiedForms, writable } from '../texts/verified-forms.ts';

const COMMENT = { cpp: '//', python: '#', notation: '#' } as const;

const squeeze = (text: string): string => text.replace(/\s+/g, '');

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  const line = end < 0 ? text.length : end;
  return text[line - 1] === '\r' ? line - 1 : line;
}

/** `auto L = …;  // (_4,_8):(_8,_1)`. Null where the line has a comment or goes on in another line. */
export function commentEdit(ready: ReadyDocument, site: Site, { value }: SiteEvaluation): TextEdit | null {
  if (isFailure(value) || value instanceof Unknown || site.valueSpan === null) return null;
  const { text } = ready.analysis;
  const source = text.slice(site.valueSpan.start, site.valueSpan.end);
  const shown = valueText(value, siteStyle(site, source));
  if (squeeze(shown) === squeeze(source)) return null;
  // A tuple in a comment is read as the shape of what is declared on the line.
  if (site.role !== 'declaration' && readAnnotation(shown, 0, shown.length) !== null) return null;
  return commentAtLineEnd(ready, site.valueSpan.end, site.dialect, shown);
}

/** A comment behind the line that an offset is on. Null where the line has one from there on, or goes on in another line. */
export function commentAtLineEnd(
  { document, analysis: { text } }: ReadyDocument,
  offset: number,
  dialect: Dialect,
  comment: string,
): TextEdit | null {
  const end = lineEnd(text, offset);
  const rest = text.slice(offset, end);
  const mark = COMMENT[dialect];
  // A backslash goes on in the next line; an open string or block comment would swallow what is added.
  if (rest.includes(mark) || rest.includes('/*') || /[\\"'`]/.test(rest)) return null;
  const position = document.positionAt(end);
  return { range: { start: position, end: position }, newText: `  ${mark} ${comment}` };
}

/** A static assertion on the line after a C++ declaration. Null for other sites and values that are not wholly static. */
export function assertionEdit(
  { document, analysis }: ReadyDocument,
  site: Site,
  { value }: SiteEvaluation,
): TextEdit | null {
  if (site.dialect !== 'cpp' || site.role !== 'declaration' || site.name === null || site.valueSpan === null)
    return null;
  const known = writable(value);
  if (known === null) return null;
  const { text } = analysis;
  const semicolon = /^\s*[)}\s]*;/.exec(text.slice(site.valueSpan.end));
  if (semicolon === null) return null;
  const end = lineEnd(text, site.valueSpan.end + semicolon[0].length);
  // Another declaration on the line may open a scope of its own; the assertion would land inside it.
  if (!/^\s*(\/\/.*)?$/.test(text.slice(site.valueSpan.end + semicolon[0].length, end))) return null;
  const assertion = cppAssertion(site.name, value instanceof TypeValue, known, cppOptions(text));
  if (assertion === null) return null;
  const start = text.lastIndexOf('\n', site.span.start - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(start))![0];
  const position = document.positionAt(end);
  return { range: { start: position, end: position }, newText: `${lineBreakOf(text)}${indent}${assertion}` };
}

/** The coalesced form in the file's own syntax; null where it is what stands there or what the value is already. */
export function coalescedForm(
  ready: ReadyDocument,
  site: Site,
  evaluation: SiteEvaluation,
): { readonly text: string; readonly rank: number } | null {
  const known = writable(evaluation.value);
  if (!(known instanceof Layout)) return null;
  const merged = coalesce(known);
  if (isFailure(merged) || valueText(merged, PLAIN) === valueText(known, PLAIN)) return null;
  const value = evaluation.value instanceof TypeValue ? new TypeValue('', merged) : merged;
  const text = resultText(site, { ...evaluation, value }, verifiedForms(merged, ready), ready.analysis.text);
  return text === null ? null : { text, rank: rank(merged) };
}
