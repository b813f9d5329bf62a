// The composition at a place of a file, and the condition under which it stays within its outer layout.

import { isBelow } from '../../algebra/admissibility/in-bounds.ts';
import { isFailure } from '../../algebra/integer/failure.ts';
import type { Int } from '../../algebra/integer/integer.ts';
import { intText, knownNumber, termOf } from '../../algebra/integer/known.ts';
import { subtract } from '../../algebra/integer/operations.ts';
import type { Layout } from '../../algebra/layout/layout.ts';
import { cosize, sizeOrThrow } from '../../algebra/layout/measure.ts';
import type { Stride } from '../../algebra/layout/stride.ts';
import { isInt } from '../../algebra/layout/stride-operations.ts';
import { leavesOf } from '../../algebra/tuple/operations.ts';
import type { OpenDocument } from '../../analysis/document/document.ts';
import { callOf } from '../../analysis/indexing/views.ts';
import type { SiteEvaluation } from '../../analysis/values/model.ts';
import { operationKind, operationVerdict } from '../../analysis/values/verdicts.ts';
import type { Span } from '../../frontends/common/expression.ts';
import { type AskedExtent, askText, type Condition, nameEnd } from '../texts/condition.ts';

interface Composition {
  readonly span: Span;
  condition(): Condition | null;
}

/** The innermost composition whose name, call or argument stands at an offset. */
export function compositionAt(analysis: OpenDocument, offset: number): Composition | null {
  const { model } = analysis;
  for (const site of model.sitesAt(offset)) {
    const isStatement = site.within !== null || site.dialect === 'python';
    if (site.isEmbedded || !isStatement) continue;
    const evaluation = model.evaluate(site);
    const { origin, parameters, instances } = evaluation;
    if (origin === null || operationKind(origin) !== 'composition') continue;
    if (parameters.length > 0 || instances !== undefined) return null;
    const made = callOf(model, origin);
    const { start, end } = site.valueSpan ?? site.span;
    // A name elsewhere is no part of the composition that made it.
    if (made === null || made.site.span.start < start || made.site.span.end > end) continue;
    return { span: made.site.span, condition: () => conditionOf(analysis, evaluation) };
  }
  return null;
}

/** Null where it always stays within, or never does, and where that cannot be written. */
function conditionOf(analysis: OpenDocument, evaluation: SiteEvaluation): Condition | null {
  const verdict = operationVerdict(evaluation);
  const [outer, inner] = (evaluation.origin?.args ?? []).map(({ text }) => text.trim());
  if (verdict === null || outer === undefined || inner === undefined) return null;
  const asked: AskedExtent[] = [];
  let text = '';
  const ask = (name: string, of: string | null, mode: readonly number[], value: Int): string | null => {
    const number = knownNumber(value);
    if (number !== undefined) return `${number}`;
    const call = of === null ? null : askText(analysis, name, of, mode);
    if (call === null) return /^[A-Za-z_]\w*$/.test(intText(value)) ? intText(value) : null;
    return call;
  };
  for (const { mode, a, b } of verdict.parts) {
    const [reached, size] = [reachOf(b), sizeOrThrow(a)];
    if (reached === null || termOf(size) === null) return null;
    if (isBelow(subtract(reached, 1), size)) continue;
    if (knownNumber(reached) !== undefined && knownNumber(size) !== undefined) return null;
    const low = ask('cosize', partText(analysis, inner, mode), [], reached);
    const high = ask('size', repeatable(outer), mode, size);
    if (low === null || high === null) return null;
    if (text !== '') text += analysis.dialect === 'python' ? ' and ' : ' && ';
    for (const [call, value, before] of [
      [low, reached, ''],
      [high, size, ' <= '],
    ] as const) {
      text += before;
      if (call.includes('(')) asked.push({ at: text.length + nameEnd(call), text: call, value });
      text += call;
    }
  }
  return text === '' ? null : { text, asked };
}

/** One more than the largest value of a layout; null where a stride is unknown, below zero or no integer. */
function reachOf(b: Layout): Int | null {
  const isSimple = leavesOf<Stride>(b.stride).every(
    (d) => isInt(d) && termOf(d) !== null && (knownNumber(d) ?? 0) >= 0,
  );
  const reached = isSimple ? cosize(b) : null;
  return reached === null || isFailure(reached) || termOf(reached) === null ? null : reached;
}

/** An argument as it is written, where it may be written twice. */
function repeatable(text: string): string | null {
  if (/^[A-Za-z_][\w.]*$/.test(text)) return text;
  if (!/^[\w\s.,:(){}<>=]+$/.test(text) || text.includes('==')) return null;
  const called = text.match(/[A-Za-z_]\w*(?=\s*[(<{])/g) ?? [];
  return called.every((name) => CONSTRUCTORS.has(name)) ? text.replace(/\s+/g, ' ') : null;
}

const CONSTRUCTORS: ReadonlySet<string> = new Set(
  'make_layout make_shape make_stride make_tuple Layout Shape Stride Int C'.split(' '),
);

/** The inner layout of a mode. */
function partText({ dialect }: OpenDocument, inner: string, mode: readonly number[]): string | null {
  if (mode.length === 0) return repeatable(inner);
  if (mode.length > 1 || !/^[A-Za-z_]\w*$/.test(inner)) return null;
  return dialect === 'python' ? `${inner}[${mode[0]}]` : `get<${mode[0]}>(${inner})`;
}
