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
import { shortText } from '../../render/text/short.ts';
import { type TextStyle, valueText } from '../../render/text/text.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { sitesInSlices, yielderFor } from '../../workspace/documents/yielder.ts';
import { layoutIn, summaryOf } from '../hover/layout-summary.ts';
import { parameterLines } from '../hover/parameters.ts';
import { siteStyle } from '../texts/site-style.ts';
import { accessHint } from './access-hints.ts';
import { type AnnotationHint, annotationHints } from './annotation-hints.ts';

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

const isInteger = (value: Value): boolean => typeof value === 'number' || value instanceof Dynamic;

/** A layout, called with a coordinate. */
const isCall = (origin: SiteEvaluation['origin']): boolean => origin?.operation === '()';

interface HintText {
  readonly text: string;
  readonly kind: 'value' | 'offset';
}

/** The text of a hint; null where it would say nothing new. */
function hintText(
  site: Site,
  { value, origin }: SiteEvaluation,
  source: string,
  style: TextStyle,
): HintText | null {
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

/** A hint before it is known how much room it has. */
interface Hint {
  readonly offset: number;
  readonly before: string;
  readonly tooltip: string;
  text(room: number): string;
}

/** How many characters more than one label has VS Code shows of all labels of a line. */
const REST_OF_LINE = 7;
/** A value is told in as many characters at least, however many extents stand beside it. */
const LEAST_ROOM = 16;

/** The hints of each line in the room that the line has: extents of annotations are short, and taken off the value's. */
function placed(
  hints: readonly Hint[],
  extents: readonly AnnotationHint[],
  { document, settings }: ReadyDocument,
): InlayHint[] {
  const { maximumLength } = settings.inlayHints;
  const lineOf = (offset: number): number => document.positionAt(offset).line;
  const beside = new Map<number, number>();
  for (const { offset, label } of extents)
    beside.set(lineOf(offset), (beside.get(lineOf(offset)) ?? 0) + label.length);
  const values = hints.map(({ offset, before, tooltip, text }) => {
    const left = maximumLength + REST_OF_LINE - before.length - (beside.get(lineOf(offset)) ?? 0);
    const room = Math.min(maximumLength, Math.max(LEAST_ROOM, left));
    return hintAt(document.positionAt(offset), `${before}${text(room)}`, tooltip);
  });
  return [
    ...values,
    ...extents.map(({ offset, label, tooltip }) => hintAt(document.positionAt(offset), label, tooltip)),
  ];
}

export async function answerInlayHints(
  ready: ReadyDocument,
  { range }: InlayHintParams,
  token: CancellationToken,
): Promise<InlayHint[]> {
  const { document, analysis, settings } = ready;
  const { values, offsets, annotations, maximumLength } = settings.inlayHints;
  if (!values && !offsets && !annotations) return [];
  const wanted = document.spanOf(range);
  const yielder = yielderFor(document, token);
  const hints: Hint[] = [];
  /** Where the initialisers of declarations begin: their value stands behind the name already. */
  const initialisers = new Set<number>();
  for (const site of await sitesInSlices(analysis.model, yielder, wanted)) {
    if (site.span.start > wanted.end) break;
    if (site.role === 'declaration' && site.valueSpan !== null) initialisers.add(site.valueSpan.start);
    if (site.span.end < wanted.start || (site.role === 'expression' && initialisers.has(site.span.start)))
      continue;
    if (yielder.shouldYield()) await yielder.yieldToEventLoop();
    const evaluation = analysis.model.evaluate(site, site.role === 'notation' ? 'shown' : 'view');
    const hint = hintOf(site, evaluation, document.getText(site.valueSpan ?? site.span));
    if (hint !== null && (hint.kind === 'value' ? values : offsets)) hints.push(hint);
    const access = hint === null && values && site.role !== 'notation' ? accessHint(site, evaluation) : null;
    if (access !== null)
      hints.push({ offset: site.span.end, before: access.label, tooltip: access.tooltip, text: () => '' });
  }
  const extents: AnnotationHint[] = [];
  if (annotations)
    for (const ofOne of annotationHints(analysis, wanted, maximumLength)) {
      extents.push(...ofOne);
      if (yielder.shouldYield()) await yielder.yieldToEventLoop();
    }
  return placed(hints, extents, ready);
}

/** The hint of a site; null where it would say nothing new. */
function hintOf(
  site: Site,
  evaluation: SiteEvaluation,
  source: string,
): (Hint & { readonly kind: 'value' | 'offset' }) | null {
  const { value } = evaluation;
  const style = siteStyle(site, source);
  const isNotation = site.role === 'notation';
  const hint = isNotation
    ? notationHint(evaluation, source, style)
    : hintText(site, evaluation, source, style);
  if (hint === null || isFailure(value)) return null;
  const { text, kind } = hint;
  const layout = layoutIn(value);
  const offset = site.span.end;
  const facts = layout === null ? [] : [summaryOf(layout)];
  const of = evaluation.chosen === undefined ? [] : parameterLines(evaluation);
  const tooltip = [text, ...facts, ...of].join('\n');
  // An offset is a number, of which a part is another one.
  if (kind === 'offset') return { offset, before: ' = ', tooltip, kind, text: () => text };
  const before = isNotation ? ' = ' : ': ';
  return { offset, before, tooltip, kind, text: (room) => shortText(value, style, room) };
}

/** A line of notation that computes something shows what; a literal does not. */
function notationHint({ value, origin }: SiteEvaluation, source: string, style: TextStyle): HintText | null {
  if (origin === null || isFailure(value) || value instanceof Unknown || isRelationValue(value)) return null;
  const text = valueText(value, style);
  return literal(text) === literal(source) ? null : { text, kind: 'value' };
}

const hintAt = (position: InlayHint['position'], label: string, tooltip: string): InlayHint => ({
  position,
  label,
  tooltip,
  kind: InlayHintKind.Type,
  paddingLeft: false,
});
