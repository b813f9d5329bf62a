// Quick fixes for a shape and a stride that do not fit: a stride for the mode that has none, without those of modes that
// are not there, and compact strides.

import type { Diagnostic, TextEdit } from 'vscode-languageserver';
import { isFailure } from '../../algebra/integer/failure.ts';
import { Dynamic, type Int } from '../../algebra/integer/integer.ts';
import { knownNumber } from '../../algebra/integer/known.ts';
import { compactColMajor, compactRowMajor } from '../../algebra/layout/compact.ts';
import { Layout, type Shape, type Strides } from '../../algebra/layout/layout.ts';
import { type LayoutParts, layoutParts } from '../../analysis/document/layout-parts.ts';
import type { Site } from '../../analysis/values/model.ts';
import { plainLayout } from '../../analysis/values/verdicts.ts';
import { TypeValue, type Value } from '../../evaluate/model/value.ts';
import { cppStride } from '../../render/emit/cpp.ts';
import { isKnown } from '../../render/emit/form.ts';
import { pythonStride } from '../../render/emit/python.ts';
import { MARKED, PLAIN, type Printable, valueText } from '../../render/text/text.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { cppOptions } from '../texts/verified-forms.ts';
import { holdsAfter } from './edited-document.ts';

interface Fix {
  readonly title: string;
  readonly edits: TextEdit[];
}

/** The integers of a shape or stride, of a variable or a type. */
function integersOf(ready: ReadyDocument, site: Site): Shape | null {
  const { value } = ready.analysis.model.evaluate(site, 'template');
  const held = value instanceof TypeValue && value.instance !== null ? value.instance : value;
  if (isFailure(held)) return null;
  const isInts = (v: Value): boolean =>
    Array.isArray(v) ? (v as readonly Value[]).every(isInts) : typeof v === 'number' || v instanceof Dynamic;
  return isInts(held as Value) && isKnown(held as Value) ? (held as Shape) : null;
}

/** A stride as the document writes them. */
function written(ready: ReadyDocument, { stride }: LayoutParts, value: Strides): string | null {
  const { analysis, document } = ready;
  if (document.dialect === 'python') return pythonStride(value as Printable);
  const source = analysis.text.slice(stride.span.start, stride.span.end);
  if (stride.dialect === 'notation')
    return valueText(value as Printable, /\b_\d/.test(source) ? MARKED : PLAIN);
  const isType = analysis.model.evaluate(stride, 'template').value instanceof TypeValue;
  return cppStride(value as Printable, isType, cppOptions(analysis.text));
}

interface Candidate {
  readonly what: string;
  readonly stride: Strides;
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

export function strideFixes(ready: ReadyDocument, { range }: Diagnostic): readonly Fix[] {
  const { document, analysis } = ready;
  const span = document.spanOf(range);
  const site = analysis.model
    .sitesAt(span.start)
    // The type of `Layout<…>{}` is called by its own tokens, which stand for the variable.
    .find(({ span: at, isOperation }) => at.start === span.start && at.end >= span.end && isOperation);
  const parts = site === undefined ? null : layoutParts(site);
  if (site === undefined || parts === null) return [];
  const shape = integersOf(ready, parts.shape);
  if (shape === null) return [];
  return candidates(ready, parts, shape).flatMap(({ what, stride, start, end, newText }) => {
    const edits: TextEdit[] = [{ range: document.rangeOf({ start, end }), newText }];
    const wanted = valueText(new Layout(shape, stride), PLAIN);
    const holds = holdsAfter(ready, edits, (edited) => {
      const there = edited.siteLike(site);
      const value = there === null ? null : edited.analysis.model.evaluate(there, 'template').value;
      const layout = value === null || isFailure(value) ? null : plainLayout(value);
      return layout !== null && valueText(layout, PLAIN) === wanted;
    });
    return holds ? [{ title: `${what}: ${valueText(stride as Printable, PLAIN)}`, edits }] : [];
  });
}

function candidates(ready: ReadyDocument, parts: LayoutParts, shape: Shape): readonly Candidate[] {
  const found: Candidate[] = [];
  const { span } = parts.stride;
  const modes = parts.strideModes;
  const rank = Array.isArray(shape) ? shape.length : 1;
  if (modes !== null && modes.length > 0 && modes.length !== rank && Array.isArray(shape)) {
    const own = modesOf(ready, parts);
    if (own !== null && own.length > rank) {
      const { end: start } = modes[rank - 1]!;
      const { end } = modes.at(-1)!;
      const what =
        own.length === rank + 1 ? `Drop the stride of mode ${rank}` : `Drop the strides from mode ${rank} on`;
      found.push({ what, stride: own.slice(0, rank) as Strides, start, end, newText: '' });
    } else if (own !== null) found.push(...extended(ready, parts, shape, own));
  }
  for (const [what, stride] of [
    ['Take compact strides, column-major', compactColMajor(shape)],
    ['Take compact strides, row-major', compactRowMajor(shape)],
  ] as const) {
    const newText = written(ready, parts, stride as Strides);
    if (newText !== null) found.push({ what, stride: stride as Strides, ...span, newText });
  }
  return found;
}

/** The strides as they are, where each is known. */
function modesOf(ready: ReadyDocument, { stride }: LayoutParts): readonly Int[] | null {
  const value = integersOf(ready, stride);
  return Array.isArray(value) ? (value as readonly Int[]) : value === null ? null : [value as Int];
}

/** The largest product of an extent and its stride, static where all are; null where a mode is a tuple. */
function reachOf(shape: readonly Shape[], strides: readonly Int[]): Int | null {
  const products = strides.map((d, i) => {
    const extent = shape[i]!;
    const [n, by] = [Array.isArray(extent) ? undefined : knownNumber(extent as Int), knownNumber(d)];
    return n === undefined || by === undefined ? Number.NaN : n * by;
  });
  const most = Math.max(...products);
  if (!Number.isSafeInteger(most)) return null;
  const isStatic = [...strides, ...shape.slice(0, strides.length)].every((n) => typeof n === 'number');
  return isStatic ? most : new Dynamic(most);
}

/** A stride for each mode that has none: behind all that the modes before it reach. */
function extended(
  ready: ReadyDocument,
  parts: LayoutParts,
  shape: readonly Shape[],
  own: readonly Int[],
): readonly Candidate[] {
  const strides = [...own];
  const added: string[] = [];
  while (strides.length < shape.length) {
    const reached = reachOf(shape, strides);
    if (reached === null || Array.isArray(shape[strides.length])) return [];
    const text = written(ready, parts, reached as Strides);
    if (text === null) return [];
    added.push(text);
    strides.push(reached);
  }
  const { text } = ready.analysis;
  const modes = parts.strideModes!;
  const between = modes.length > 1 ? text.slice(modes[0]!.end, modes[1]!.start) : ', ';
  const { end } = modes.at(-1)!;
  const many =
    added.length === 1 ? `Add a stride for mode ${own.length}` : `Add strides from mode ${own.length} on`;
  const newText = added.map((mode) => `${between}${mode}`).join('');
  return [{ what: many, stride: strides as unknown as Strides, start: end, end, newText }];
}
