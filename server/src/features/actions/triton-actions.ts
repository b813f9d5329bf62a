// Quick fixes and rewrites for Gluon: a conversion for two tensors that lie differently, a linear layout written out, and
// bases written as the named layout that has them.

import type { Diagnostic, TextEdit } from 'vscode-languageserver';
import type { Site } from '../../analysis/values/model.ts';
import { TritonLayout } from '../../hardware/triton/encoding.ts';
import { namedLayout } from '../../hardware/triton/named.ts';
import { TritonTensor, tritonText } from '../../hardware/triton/value.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { holdsAfter } from './edited-document.ts';

interface Rewrite {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** By what name the file knows Gluon's language; null where it imports only names out of it. */
function moduleName(text: string): string | null {
  const found =
    /^\s*from\s+triton\.experimental\.gluon\s+import\s+language\s+as\s+(\w+)/m.exec(text) ??
    /^\s*import\s+triton\.experimental\.gluon\.language\s+as\s+(\w+)/m.exec(text);
  return found?.[1] ?? null;
}

const isTensor = ({ analysis }: ReadyDocument, site: Site): boolean =>
  analysis.model.evaluate(site).value instanceof TritonTensor;

/** The operands of an operator over a stretch of text: the widest tensors at its ends. */
function operandsIn(ready: ReadyDocument, start: number, end: number): readonly [Site, Site] | null {
  const { model } = ready.analysis;
  const width = ({ span }: Site): number => span.end - span.start;
  const widest = (sites: readonly Site[]): Site | undefined =>
    [...sites].sort((a, b) => width(b) - width(a)).find((site) => isTensor(ready, site));
  const right = widest(model.sitesAt(end - 1).filter(({ span }) => span.end === end && span.start > start));
  if (right === undefined) return null;
  const left = widest(
    model.sitesAt(start).filter(({ span }) => span.start === start && span.end <= right.span.start),
  );
  return left === undefined ? null : [left, right];
}

/** The quick fixes of `layout-mismatch`: one of the operands gets the layout of the other. */
export function conversionFixes(ready: ReadyDocument, { code, range }: Diagnostic): readonly Rewrite[] {
  const { document, analysis } = ready;
  const module = moduleName(analysis.text);
  if (code !== 'layout-mismatch' || document.dialect !== 'python' || module === null) return [];
  const { start, end } = document.spanOf(range);
  const operands = operandsIn(ready, start, end);
  if (operands === null) return [];
  const textOf = ({ span }: Site): string => analysis.text.slice(span.start, span.end);
  return [operands, [...operands].reverse() as [Site, Site]].flatMap(([kept, converted]) => {
    const newText = `${module}.convert_layout(${textOf(converted)}, ${textOf(kept)}.layout)`;
    const edits = [{ range: document.rangeOf(converted.span), newText }];
    const holds = holdsAfter(ready, edits, (edited) => edited.findsLess('layout-mismatch'));
    return holds ? [{ title: `Convert ${textOf(converted)} to the layout of ${textOf(kept)}`, edits }] : [];
  });
}

/** `gl.to_linear_layout(layout, shape)` written out as the DistributedLinearLayout that it is. */
export function writtenOut(ready: ReadyDocument, offset: number): readonly Rewrite[] {
  const { document, analysis } = ready;
  const module = moduleName(analysis.text);
  const site = analysis.model.siteAt(offset);
  const span = site?.valueSpan ?? null;
  if (document.dialect !== 'python' || module === null || site === null || span === null) return [];
  const { value, origin, parameters, instances } = analysis.model.evaluate(site);
  const isCall = origin?.operation.split('.').at(-1) === 'to_linear_layout';
  if (!isCall || !(value instanceof TritonLayout) || parameters.length > 0 || instances !== undefined)
    return [];
  const shown = tritonText(value);
  if (!analysis.text.slice(span.start, span.end).endsWith(')')) return [];
  const edits = [{ range: document.rangeOf(span), newText: `${module}.${shown}` }];
  const holds = holdsAfter(ready, edits, (edited) => {
    const like = edited.siteLike(site);
    const after = like === null ? null : edited.analysis.model.evaluate(like).value;
    return after instanceof TritonLayout && tritonText(after) === shown;
  });
  return holds ? [{ title: 'Write as DistributedLinearLayout', edits }] : [];
}

/** `gl.DistributedLinearLayout(…)` as the named layout of the same bases for a tensor of its shape. */
export function normalised(ready: ReadyDocument, offset: number): readonly Rewrite[] {
  const { document, analysis } = ready;
  const site = analysis.model.siteAt(offset);
  const span = site?.valueSpan ?? site?.span ?? null;
  if (document.dialect !== 'python' || site === null || span === null) return [];
  const module = /^((?:\w+\.)*)DistributedLinearLayout\s*\(/.exec(
    analysis.text.slice(span.start, span.end),
  )?.[1];
  const { value, parameters, instances } = analysis.model.evaluate(site);
  if (module === undefined || parameters.length > 0 || instances !== undefined) return [];
  if (!(value instanceof TritonLayout) || value.encoding.layout !== 'DistributedLinearLayout') return [];
  const named = namedLayout(value.encoding);
  if (named === null) return [];
  const shown = tritonText(new TritonLayout(named));
  const edits = [{ range: document.rangeOf(span), newText: `${module}${shown}` }];
  const holds = holdsAfter(ready, edits, (edited) => {
    const like = edited.siteLike(site);
    const after = like === null ? null : edited.analysis.model.evaluate(like).value;
    return after instanceof TritonLayout && tritonText(after) === shown;
  });
  return holds ? [{ title: `Normalise bases: write as ${named.layout}`, edits }] : [];
}
