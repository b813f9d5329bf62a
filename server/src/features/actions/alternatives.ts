// Quick fixes that make an operation admissible: the nearest sizes and strides, as the algebra finds them by trying.
// Each edit is made in a copy of the document first, and compared with what was tried.

import type { Diagnostic, TextEdit } from 'vscode-languageserver';
import {
  type Alternative,
  compositionAlternatives,
  divideAlternatives,
  nearestNumbers,
  shapeAlternatives,
} from '../../algebra/admissibility/alternatives.ts';
import { isFailure, Violation, type ViolationDetail } from '../../algebra/integer/failure.ts';
import { Layout, type Tiler } from '../../algebra/layout/layout.ts';
import { isInjective } from '../../algebra/property/properties.ts';
import type { Origin, Site, SiteEvaluation } from '../../analysis/values/model.ts';
import { asTiler, operationKind, operationVerdict, plainLayout } from '../../analysis/values/verdicts.ts';
import { TypeValue, Unknown } from '../../evaluate/model/value.ts';
import type { Span } from '../../frontends/common/expression.ts';
import { cppStaticName } from '../../render/emit/cpp.ts';
import type { Form } from '../../render/emit/form.ts';
import { PLAIN, type Printable, valueText } from '../../render/text/text.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { OWN_FORM, usesPycute } from '../texts/result-text.ts';
import { verifiedForms } from '../texts/verified-forms.ts';
import { definitionEdits, usesText } from './definition-edit.ts';
import { type EditedDocument, holdsAfter } from './edited-document.ts';

interface AlternativeFix {
  readonly title: string;
  readonly edits: TextEdit[];
  readonly preferred: boolean;
}

interface Suggestion {
  readonly alternative: Alternative<Layout> | Alternative<Tiler>;
  readonly value: Printable;
}

/** The site whose operation stands exactly where a finding does, with its evaluation. */
function operationAt(
  { analysis }: ReadyDocument,
  span: Span,
): { site: Site; evaluation: SiteEvaluation } | null {
  for (const site of analysis.model.sites) {
    if (site.span.start > span.end) break;
    const at = site.valueSpan ?? site.span;
    if (at.start !== span.start || at.end !== span.end) continue;
    const evaluation = analysis.model.evaluate(site, 'template');
    if (evaluation.origin !== null) return { site, evaluation };
  }
  return null;
}

/** The mode of the second argument that is at fault. */
function modeAtFault(evaluation: SiteEvaluation): readonly number[] | null {
  if (evaluation.value instanceof Violation) return evaluation.value.detail.mode ?? [];
  const verdict = operationVerdict(evaluation);
  if (verdict === null) return null;
  if (verdict.overTiling.length > 0) return verdict.overTiling[0]!.mode;
  const wrong = verdict.parts.find((part) => part.verdict.truth.status === 'wrong-composition');
  return wrong === undefined ? null : [...wrong.mode, ...(wrong.verdict.failed?.mode ?? [])];
}

function suggestions(evaluation: SiteEvaluation, origin: Origin): readonly Suggestion[] {
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

/** An edit that may make an argument what was found, and what it is called. */
interface Rewriting {
  readonly text: string;
  readonly edits: TextEdit[];
}

/** The text with one number changed: each place where it stands. */
function* withNumber(source: string, from: number, to: number): Generator<string> {
  for (const { 0: written, index } of source.matchAll(new RegExp(`(?<![\\w.])_?${from}(?![\\w.])`, 'g'))) {
    const mark = written.startsWith('_');
    yield source.slice(0, index) + (mark ? cppStaticName(to) : to) + source.slice(index + written.length);
  }
}

/** Ways to write the argument, or the constant that it takes its number from, the ones that change least first. */
function* rewritings(
  ready: ReadyDocument,
  span: Span,
  { alternative: { from, to }, value }: Suggestion,
): Generator<Rewriting> {
  const { document, analysis } = ready;
  const source = analysis.text.slice(span.start, span.end);
  const whole = (newText: string): Rewriting => ({
    text: newText,
    edits: [{ range: document.rangeOf(span), newText }],
  });
  for (const text of withNumber(source, from, to)) yield whole(text);
  for (const { name, edits, otherUses } of definitionEdits(ready, span, from, to))
    yield { text: `${name} = ${to}${usesText(otherUses)}`, edits };
  const id =
    document.dialect === 'python' && usesPycute(analysis.text) ? 'pycute' : OWN_FORM[document.dialect];
  const form: Form | undefined = verifiedForms(value as Parameters<typeof verifiedForms>[0], ready).find(
    (f) => f.id === id,
  );
  // A number in place of a name would hide where it comes from.
  if (form !== undefined && !/[A-Za-z_]\w*\s*$/.test(source)) yield whole(form.text);
}

/** The operation of a site in an edited document, where nothing is at fault any more. */
function mended(edited: EditedDocument, site: Site): SiteEvaluation | null {
  const there = edited.siteLike(site);
  const evaluation = there === null ? null : edited.analysis.model.evaluate(there, 'template');
  if (evaluation === null || isFailure(evaluation.value) || evaluation.value instanceof Unknown) return null;
  return modeAtFault(evaluation) === null ? evaluation : null;
}

export function alternativeActions(ready: ReadyDocument, diagnostic: Diagnostic): readonly AlternativeFix[] {
  const { document } = ready;
  const operation = operationAt(ready, document.spanOf(diagnostic.range));
  const origin = operation?.evaluation.origin ?? null;
  if (operation === null || origin === null) return [];
  const { site, evaluation } = operation;
  const [shape, argument] = origin.args;
  const fixes: AlternativeFix[] = [];
  if (argument?.span != null && argument.text !== '')
    for (const suggestion of suggestions(evaluation, origin)) {
      const { what, from, to } = suggestion.alternative;
      const wanted = valueText(suggestion.value, PLAIN);
      const isTaken = (edited: EditedDocument): boolean => {
        const taken = mended(edited, site)?.origin?.args[1]?.value;
        return taken !== undefined && !isFailure(taken) && isSameArgument(taken, wanted);
      };
      for (const { text, edits } of rewritings(ready, argument.span, suggestion)) {
        if (!holdsAfter(ready, edits, isTaken)) continue;
        const noun = what === 'stride' ? 'stride' : operationKind(origin) === 'divide' ? 'tile' : 'size';
        const title = `Take ${noun} ${to} instead of ${from}: ${text}`;
        fixes.push({ title, edits, preferred: fixes.length === 0 });
        break;
      }
    }
  if (shape?.span != null) fixes.push(...divisibleShapes(ready, site, evaluation, shape.span));
  if (evaluation.value instanceof Violation && evaluation.value.code === 'indivisible')
    fixes.push(...divisibleNumbers(ready, site, evaluation.value.detail, origin));
  return fixes;
}

const isSameArgument = (taken: Printable, wanted: string): boolean => {
  const held = taken instanceof TypeValue && taken.instance !== null ? taken.instance : taken;
  return valueText(held, PLAIN) === wanted || `${valueText(held, PLAIN)}:1` === wanted;
};

/** The nearest shapes of the layout that the tile divides, where its extent is written out. */
function divisibleShapes(
  ready: ReadyDocument,
  site: Site,
  evaluation: SiteEvaluation,
  span: Span,
): readonly AlternativeFix[] {
  const { document, analysis } = ready;
  const [left, right] = evaluation.origin!.args.map(({ value }) => (isFailure(value) ? null : value));
  const mode = modeAtFault(evaluation);
  if (operationKind(evaluation.origin!) !== 'divide' || mode === null || left == null || right == null)
    return [];
  const layout = plainLayout(left);
  const tiler = asTiler(right);
  if (layout === null || tiler === null) return [];
  const source = analysis.text.slice(span.start, span.end);
  const fixes: AlternativeFix[] = [];
  for (const { from, to, value } of shapeAlternatives(layout, tiler, mode)) {
    const wanted = valueText(value as Printable, PLAIN);
    for (const newText of withNumber(source, from, to)) {
      const edits = [{ range: document.rangeOf(span), newText }];
      const isTaken = (edited: EditedDocument): boolean => {
        const taken = mended(edited, site)?.origin?.args[0]?.value;
        const made = taken === undefined || isFailure(taken) ? null : plainLayout(taken);
        return (
          made !== null && valueText(made.shape as Printable, PLAIN) === wanted && isAsInjective(made, layout)
        );
      };
      if (!holdsAfter(ready, edits, isTaken)) continue;
      fixes.push({ title: `Take extent ${to} instead of ${from}: ${newText}`, edits, preferred: false });
      break;
    }
  }
  return fixes;
}

/** `shape_div(_8{}, _3{})`: the nearest numbers of which one divides the other, where they are written out. */
function divisibleNumbers(
  ready: ReadyDocument,
  site: Site,
  { dividend, divisor }: ViolationDetail,
  { args }: Origin,
): readonly AlternativeFix[] {
  const { document, analysis } = ready;
  if (dividend === undefined || divisor === undefined) return [];
  const fixes: AlternativeFix[] = [];
  const tries: readonly (readonly [number, readonly number[]])[] = [
    [divisor, nearestNumbers(divisor, (n) => dividend % n === 0)],
    [dividend, nearestNumbers(dividend, (n) => n % divisor === 0)],
  ];
  for (const [from, numbers] of tries)
    for (const to of numbers)
      for (const { span } of [...args].reverse()) {
        if (span === null) continue;
        const source = analysis.text.slice(span.start, span.end);
        const text = [...withNumber(source, from, to)].find((newText) =>
          holdsAfter(
            ready,
            [{ range: document.rangeOf(span), newText }],
            (edited) => mended(edited, site) !== null,
          ),
        );
        if (text === undefined) continue;
        const edits = [{ range: document.rangeOf(span), newText: text }];
        fixes.push({ title: `Take ${to} instead of ${from}: ${text}`, edits, preferred: false });
        break;
      }
  return fixes;
}

const isAsInjective = (made: Layout, before: Layout): boolean => {
  const [now, then] = [isInjective(made), isInjective(before)];
  return isFailure(then) || !then.holds || (!isFailure(now) && now.holds);
};
