// Quick fixes that make an operation admissible: the nearest sizes and strides, as the algebra finds them by trying.
// The text that is offered is read back and compared with what was tried.

import type { Diagnostic, TextEdit } from 'vscode-languageserver';
import { type Alternative, compositionAlternatives, divideAlternatives } from '../algebra/alternatives.ts';
import { isFailure, Violation } from '../algebra/failure.ts';
import { Layout, type Tiler } from '../algebra/layout.ts';
import type { Evaluation, Origin } from '../analysis/model.ts';
import { asTiler, operationKind, operationVerdict, plainLayout } from '../analysis/rules/verdicts.ts';
import type { Span } from '../frontends/expression.ts';
import type { Form } from '../render/emit/form.ts';
import { PLAIN, type Printable, valueText } from '../render/text.ts';
import type { ReadyDocument } from '../workspace/session.ts';
import { OWN_FORM, usesPycute } from './result-text.ts';
import { readBack, verifiedForms } from './verified-forms.ts';

export interface AlternativeFix {
  readonly title: string;
  readonly edits: TextEdit[];
  readonly preferred: boolean;
}

interface Suggestion {
  readonly alternative: Alternative<Layout> | Alternative<Tiler>;
  readonly value: Printable;
}

/** The evaluation whose operation stands exactly where a finding does. */
function evaluationAt({ analysis }: ReadyDocument, span: Span): Evaluation | null {
  for (const site of analysis.model.sites) {
    if (site.span.start > span.end) break;
    const at = site.valueSpan ?? site.span;
    if (at.start !== span.start || at.end !== span.end) continue;
    const evaluation = analysis.model.evaluate(site, 'template');
    if (evaluation.origin !== null) return evaluation;
  }
  return null;
}

/** The mode of the second argument that is at fault. */
function modeAtFault(evaluation: Evaluation): readonly number[] | null {
  if (evaluation.value instanceof Violation) return evaluation.value.detail.mode ?? [];
  const verdict = operationVerdict(evaluation);
  if (verdict === null) return null;
  if (verdict.overTiling.length > 0) return verdict.overTiling[0]!.mode;
  const wrong = verdict.parts.find((part) => part.verdict.truth.status === 'wrong-composition');
  return wrong === undefined ? null : [...wrong.mode, ...(wrong.verdict.failed?.mode ?? [])];
}

function suggestions(evaluation: Evaluation, origin: Origin): readonly Suggestion[] {
  const kind = operationKind(origin);
  const mode = modeAtFault(evaluation);
  const [left, right] = origin.args.map(({ value }) => (isFailure(value) ? null : value));
  if (kind === null || mode === null || left == null || right == null) return [];
  const a = plainLayout(left);
  const tiler = asTiler(right);
  if (a === null || tiler === null) return [];
  if (kind === 'divide')
    return divideAlternatives(a, tiler, mode).map((alternative) => ({
      alternative,
      value: alternative.value as Printable,
    }));
  if (kind !== 'composition') return [];
  if (tiler instanceof Layout)
    return compositionAlternatives(a, tiler, mode).map((alternative) => ({
      alternative,
      value: alternative.value,
    }));
  // `composition(A, 6)` means 6:1, so only its size can change.
  if (typeof tiler !== 'number') return [];
  return compositionAlternatives(a, new Layout(tiler, 1), [])
    .filter(({ what }) => what === 'size')
    .map((alternative) => ({ alternative, value: alternative.to }));
}

/** The argument's own text with the one number changed, where that is what it says; else a form of the new value. */
function replacement(
  ready: ReadyDocument,
  source: string,
  { alternative, value }: Suggestion,
): string | null {
  const { grammars, document, analysis } = ready;
  const wanted = valueText(value, PLAIN);
  const numbers = [...source.matchAll(new RegExp(`(?<![\\w.])_?${alternative.from}(?![\\w.])`, 'g'))];
  for (const match of numbers) {
    const mark = match[0].startsWith('_') ? '_' : '';
    const text =
      source.slice(0, match.index) +
      mark +
      String(alternative.to) +
      source.slice(match.index + match[0].length);
    const again = readBack(grammars, text, 'static');
    if (again !== null && valueText(again, PLAIN) === wanted) return text;
  }
  const id =
    document.dialect === 'python' && usesPycute(analysis.text) ? 'pycute' : OWN_FORM[document.dialect];
  const form: Form | undefined = verifiedForms(value as Parameters<typeof verifiedForms>[0], ready).find(
    (f) => f.id === id,
  );
  return form?.text ?? null;
}

export function alternativeActions(ready: ReadyDocument, diagnostic: Diagnostic): readonly AlternativeFix[] {
  const { document, analysis } = ready;
  const evaluation = evaluationAt(ready, document.spanOf(diagnostic.range));
  if (evaluation === null || evaluation.origin === null) return [];
  const argument = evaluation.origin.args[1];
  if (argument === undefined || argument.span === null || argument.text === '') return [];
  const { span } = argument;
  const source = analysis.text.slice(span.start, span.end);
  const fixes: AlternativeFix[] = [];
  for (const suggestion of suggestions(evaluation, evaluation.origin)) {
    const { what, from, to } = suggestion.alternative;
    const newText = replacement(ready, source, suggestion);
    if (newText === null) continue;
    const noun =
      what === 'stride' ? 'stride' : operationKind(evaluation.origin) === 'divide' ? 'tile' : 'size';
    fixes.push({
      title: `Take ${noun} ${to} instead of ${from}: ${newText}`,
      edits: [{ range: document.rangeOf(span), newText }],
      preferred: fixes.length === 0,
    });
  }
  return fixes;
}
