// Code actions that write a value: in place of an expression, behind it as a comment, below it as an assertion. They
// are about the innermost expression at the cursor, and about the declaration that it is part of.

import { CodeActionKind, type TextEdit } from 'vscode-languageserver';
import { isFailure } from '../../algebra/integer/failure.ts';
import { Layout } from '../../algebra/layout/layout.ts';
import { rank } from '../../algebra/layout/measure.ts';
import type { Site, SiteEvaluation } from '../../analysis/values/model.ts';
import { TypeValue } from '../../evaluate/model/value.ts';
import { tokenAcross } from '../../frontends/common/host-tokens.ts';
import { PLAIN, valueText } from '../../render/text/text.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { OWN_FORM, resultText } from '../texts/result-text.ts';
import { verifiedForms, writable } from '../texts/verified-forms.ts';
import { holdsAfter } from './edited-document.ts';
import type { OfferedAction } from './offered-action.ts';
import { assertionEdit, coalescedForm, commentEdit } from './result-edits.ts';

export const INSERT = `${CodeActionKind.RefactorRewrite}.layoutLens.insertResult`;
export const COALESCE = `${CodeActionKind.RefactorRewrite}.layoutLens.coalesce`;

const shorten = (text: string): string => (text.length <= 60 ? text : `${text.slice(0, 59)}…`);

export function rewrites(ready: ReadyDocument, offset: number): readonly OfferedAction[] {
  const { model, text } = ready.analysis;
  const { dialect } = ready.document;
  // Layout text in a string is what the program says.
  if (dialect !== 'notation' && tokenAcross(text, offset, dialect)?.kind === 'literal') return [];
  const inner = model.siteAt(offset);
  const around = model.sites.findLast(
    ({ role, valueSpan }) =>
      role === 'declaration' && valueSpan !== null && valueSpan.start <= offset && offset <= valueSpan.end,
  );
  const isPart = around !== undefined && inner !== null && !isSameSpan(inner, around);
  return [
    ...(inner !== null && (around === undefined || isPart) ? rewritesOf(ready, inner, null, isPart) : []),
    ...(around !== undefined ? rewritesOf(ready, around, isPart ? around.name : null, false) : []),
  ];
}

const isSameSpan = (a: Site, b: Site): boolean =>
  a.valueSpan?.start === b.valueSpan?.start && a.valueSpan?.end === b.valueSpan?.end;

/**
 * `of`: the name of the declaration, where the cursor stands in its value. `isPart`: the site is part of a declaration's
 * value, which is what a comment on the line would be read to be about, and whose type may depend on the part's.
 */
function rewritesOf(
  ready: ReadyDocument,
  site: Site,
  of: string | null,
  isPart: boolean,
): readonly OfferedAction[] {
  const { document, analysis } = ready;
  const evaluation = analysis.model.evaluate(site);
  if (isFailure(evaluation.value) || site.valueSpan === null) return [];
  const forms = verifiedForms(evaluation.value, ready);
  if (forms.length === 0) return [];
  const shown = valueText(evaluation.value, PLAIN);
  const { start, end } = site.valueSpan;
  // `typename T::X{}`: the keyword goes with what it stands before.
  const keyword = /\btypename\s+$/.exec(analysis.text.slice(0, start))?.[0] ?? '';
  const range = document.rangeOf({ start: start - keyword.length, end });
  const offered: OfferedAction[] = [];
  const add = (title: string, kind: string, edit: TextEdit | null) => {
    if (edit !== null) offered.push({ title, kind, edits: [edit] });
  };
  // What has another type or rank may not be what its users take.
  const isHarmless = (newText: string): boolean => holdsAfter(ready, [{ range, newText }], () => true);
  // A function that takes the variable may change its run-time values, but not its static ones.
  const keepsValue = (newText: string): boolean =>
    holdsAfter(ready, [{ range, newText }], (edited) => {
      const like = edited.siteLike(site);
      const after = like === null ? null : edited.analysis.model.evaluate(like).value;
      return after !== null && !isFailure(after) && valueText(after, PLAIN) === shown;
    });
  const replaced = of === null ? 'Replace by' : `Replace ${of} by`;
  if (isReplaceable(ready, site, evaluation)) {
    const replacement = resultText(site, evaluation, forms, analysis.text);
    if (replacement !== null)
      add(`${replaced} its value ${shorten(replacement)}`, `${INSERT}.${OWN_FORM[site.dialect]}`, {
        range,
        newText: replacement,
      });
    const dynamic = forms.find((f) => f.id === 'cpp-dynamic');
    const isRunTime = !isPart && site.dialect === 'cpp' && !(evaluation.value instanceof TypeValue);
    if (isRunTime && dynamic !== undefined && keepsValue(dynamic.text))
      add(`${replaced} run-time form ${shorten(dynamic.text)}`, `${INSERT}.dynamic`, {
        range,
        newText: dynamic.text,
      });
    const merged = coalescedForm(ready, site, evaluation);
    if (merged !== null && isHarmless(merged.text)) {
      const held = writable(evaluation.value);
      const before = held instanceof Layout ? rank(held) : merged.rank;
      const ranks = before === merged.rank ? '' : ` (rank ${before} → ${merged.rank})`;
      add(`${replaced} its coalesced form${ranks} ${shorten(merged.text)}`, COALESCE, {
        range,
        newText: merged.text,
      });
    }
  }
  const whose = of === null ? 'its value' : `the value of ${of}`;
  if (!isPart) add(`Insert ${whose} as a comment`, `${INSERT}.comment`, commentEdit(ready, site, evaluation));
  add(`Insert a static assertion of ${whose}`, `${INSERT}.assert`, assertionEdit(ready, site, evaluation));
  return offered;
}

/**
 * Whether the value may stand in place of the expression: it is the same whatever parameters are, and the expression is
 * not what is changed or whose address is taken.
 */
function isReplaceable(
  { analysis: { text } }: ReadyDocument,
  { valueSpan }: Site,
  { parameters, instances }: SiteEvaluation,
): boolean {
  if (valueSpan === null || parameters.length > 0 || instances !== undefined) return false;
  const before = text.slice(0, valueSpan.start).trimEnd();
  const behind = text.slice(valueSpan.end).trimStart();
  return (
    !/(?:(?<!&)&|\+\+|--)$/.test(before) &&
    !/^(?:=(?!=)|(?:[-+*/%&|^]|<<|>>)=|\+\+|--|\.|->|::|\[)/.test(behind)
  );
}
