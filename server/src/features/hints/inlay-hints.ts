// textDocument/inlayHint: the value of a layout behind the name of its declaration, the offset behind a layout that is
// called with a coordinate. Short label, whole text in the tooltip; nothing that stands there already.

import {
  type CancellationToken,
  type InlayHint,
  InlayHintKind,
  type InlayHintParams,
} from 'vscode-languageserver';
import { isFailure } from '../../algebra/integer/failure.ts';
import { Dynamic, knownValue } from '../../algebra/integer/integer.ts';
import { Swizzle } from '../../algebra/layout/layout.ts';
import { ArithTuple } from '../../algebra/layout/stride.ts';
import { isLegoValue } from '../../algebra/lego/value.ts';
import { isRelationValue } from '../../algebra/relation/value.ts';
import type { Site, SiteEvaluation } from '../../analysis/values/model.ts';
import { TypeValue, Unknown, type Value } from '../../evaluate/model/value.ts';
import { isHardwareValue } from '../../hardware/value.ts';
import { cppStatic, cppType } from '../../render/emit/cpp.ts';
import { pycute, pythonDsl } from '../../render/emit/python.ts';
import { type TextStyle, valueText } from '../../render/text/text.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { sitesInSlices, yielderFor } from '../../workspace/documents/yielder.ts';
import { layoutIn, summaryOf } from '../hover/layout-summary.ts';
import { parameterLines } from '../hover/parameters.ts';
import { siteStyle } from '../texts/site-style.ts';
import { annotationHints } from './annotation-hints.ts';

const squeeze = (text: string): string => text.replace(/\s+/g, '');

/** Without `_` marks, so that it does not matter how integers are written. */
const literal = (text: string): string => squeeze(text).replace(/(?<!\w)_(?=-?\d)/g, '');

const WRITTEN_AS: readonly ((value: Value) => string | null)[] = [
  (value) => cppStatic(value, { prefix: '' }),
  (value) => cppType(value, { prefix: '' }),
  (value) => pythonDsl(value, { prefix: 'cute.' }),
  (value) => pycute(value),
];

/** Whether the code is the value already, written out in the host's own way. */
function isWrittenOut(value: Value, source: string): boolean {
  const held = value instanceof TypeValue && value.instance !== null ? value.instance : value;
  const code = squeeze(source).replaceAll('cute::', '');
  return WRITTEN_AS.some((write) => {
    const text = write(held);
    return text !== null && squeeze(text) === code;
  });
}

/** Whether the code is the chain already: LEGO's sizes may stand in brackets or not, `Row(3,4)` and `Row([3,4])`. */
function isChainOf(value: Value, text: string, source: string): boolean {
  const bare = (code: string): string => squeeze(code).replace(/[[\]]/g, '');
  return isLegoValue(value) && bare(text) === bare(source);
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

const isInteger = (value: Value): boolean => typeof value === 'number' || value instanceof Dynamic;

/** A layout, called with a coordinate. */
const isCall = (origin: SiteEvaluation['origin']): boolean => origin?.operation === '()';

/** The text of a hint; null where it would say nothing new. */
function hintText(
  site: Site,
  { value, origin }: SiteEvaluation,
  source: string,
  style: TextStyle,
): { readonly text: string; readonly kind: 'value' | 'offset' } | null {
  if (isFailure(value) || value instanceof Unknown) return null;
  // A relation before anybody has read it says what the line says.
  if (isRelationValue(value)) return null;
  if (site.role === 'declaration') {
    // Integers and coordinates are hinted only where a layout was evaluated for them: the rest is the host's own business.
    const isOffset = isCall(origin) && (isInteger(value) || value instanceof ArithTuple);
    const isLayout = layoutIn(value) !== null || value instanceof Swizzle || isHardwareValue(value);
    if (!isLayout && !isOffset && !(site.dialect === 'notation' && origin !== null)) return null;
    const text = valueText(value, style);
    const isRepeated =
      literal(text) === literal(source) || isWrittenOut(value, source) || isChainOf(value, text, source);
    return isRepeated ? null : { text, kind: 'value' };
  }
  if (site.role !== 'expression' || site.depth > 0) return null;
  if (!isCall(origin)) return null;
  if (!(isInteger(value) || value instanceof ArithTuple)) return null;
  if (isInteger(value) && knownValue(value as number | Dynamic) === undefined) return null;
  return { text: valueText(value, style), kind: 'offset' };
}

export async function answerInlayHints(
  { document, analysis, settings }: ReadyDocument,
  { range }: InlayHintParams,
  token: CancellationToken,
): Promise<InlayHint[]> {
  const { values, offsets, annotations, maximumLength } = settings.inlayHints;
  if (!values && !offsets && !annotations) return [];
  const wanted = document.spanOf(range);
  const yielder = yielderFor(document, token);
  const hints: InlayHint[] = [];
  /** Where the initialisers of declarations begin: their value stands behind the name already. */
  const initialisers = new Set<number>();
  for (const site of await sitesInSlices(analysis.model, yielder, wanted)) {
    if (site.span.start > wanted.end) break;
    if (site.role === 'declaration' && site.valueSpan !== null) initialisers.add(site.valueSpan.start);
    if (site.span.end < wanted.start || (site.role === 'expression' && initialisers.has(site.span.start)))
      continue;
    if (yielder.shouldYield()) await yielder.yieldToEventLoop();
    if (site.role === 'notation') {
      const hint = notationHint(site, analysis.model.evaluate(site), document.getText(site.span));
      if (hint !== null && values)
        hints.push(
          hintAt(document.positionAt(site.span.end), ` = ${cut(hint.text, maximumLength)}`, hint.tooltip),
        );
      continue;
    }
    const evaluation = analysis.model.evaluate(site, 'view');
    const source = document.getText(site.valueSpan ?? site.span);
    const style = siteStyle(site, source);
    const hint = hintText(site, evaluation, source, style);
    if (hint === null || !(hint.kind === 'value' ? values : offsets)) continue;
    const label = hint.kind === 'value' ? `: ${cut(hint.text, maximumLength)}` : ` = ${hint.text}`;
    const layout = isFailure(evaluation.value) ? null : layoutIn(evaluation.value);
    const facts = layout === null ? [] : [summaryOf(layout)];
    const of = evaluation.chosen === undefined ? [] : parameterLines(evaluation);
    const tooltip = [hint.text, ...facts, ...of].join('\n');
    hints.push(hintAt(document.positionAt(site.span.end), label, tooltip));
  }
  if (annotations)
    for (const ofOne of annotationHints(analysis, wanted, maximumLength)) {
      for (const { offset, label, tooltip } of ofOne)
        hints.push(hintAt(document.positionAt(offset), label, tooltip));
      if (yielder.shouldYield()) await yielder.yieldToEventLoop();
    }
  return hints;
}

/** A line of notation that computes something shows what; a literal does not. */
function notationHint(
  site: Site,
  { value, origin }: SiteEvaluation,
  source: string,
): { readonly text: string; readonly tooltip: string } | null {
  if (origin === null || isFailure(value) || value instanceof Unknown || isRelationValue(value)) return null;
  const text = valueText(value, siteStyle(site, source));
  if (literal(text) === literal(source)) return null;
  const layout = layoutIn(value);
  return { text, tooltip: layout === null ? text : `${text}\n${summaryOf(layout)}` };
}

const hintAt = (position: InlayHint['position'], label: string, tooltip: string): InlayHint => ({
  position,
  label,
  tooltip,
  kind: InlayHintKind.Type,
  paddingLeft: false,
});
