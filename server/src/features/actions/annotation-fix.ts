// "Correct the comment": a shape annotation with the extents and modes that the declaration has. Names that fit stay.

import type { Diagnostic, TextEdit } from 'vscode-languageserver';
import { type Annotation, annotationsOf } from '../../analysis/document/annotation.ts';
import {
  compareAnnotation,
  type Mode,
  modesOf,
  staticExtent,
} from '../../analysis/document/annotation-shape.ts';
import {
  type AnnotatedMode,
  type AnnotatedTuple,
  readAnnotation,
} from '../../frontends/common/annotation.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { holdsAfter } from './edited-document.ts';

interface AnnotationFix {
  readonly title: string;
  readonly edits: TextEdit[];
}

const text = (mode: Mode, separator: string, mark: string): string | null => {
  if (!Array.isArray(mode)) {
    const extent = staticExtent(mode);
    return extent === null ? '_' : `${mark}${extent}`;
  }
  const parts = (mode as readonly Mode[]).map((m) => text(m, separator, mark));
  return parts.includes(null) ? null : `(${parts.join(separator)})`;
};

/** The annotation with what does not fit written anew. */
function corrected(source: string, tuple: AnnotatedTuple, modes: readonly Mode[]): string {
  const written = source.slice(tuple.span.start, tuple.span.end);
  const separator = /,\s/.test(written) ? ', ' : ',';
  const mark = /(?<!\w)_\d/.test(written) ? '_' : '';
  const anew = (all: readonly Mode[]): string =>
    `(${all.map((m) => text(m, separator, mark)).join(separator)})`;
  const one = (annotated: AnnotatedMode, mode: Mode): string => {
    const own = source.slice(annotated.span.start, annotated.span.end);
    if (annotated.kind === 'tuple')
      return Array.isArray(mode) ? all(annotated, mode as readonly Mode[]) : text(mode, separator, mark)!;
    const extent = staticExtent(mode);
    if (annotated.kind === 'integer') {
      if (Array.isArray(mode) && extent === annotated.value) return own;
      return text(mode, separator, mark)!;
    }
    if (annotated.kind === 'rest' || annotated.extentSpan === null || extent === annotated.extent) return own;
    const { start, end } = annotated.extentSpan;
    const before = source.slice(annotated.span.start, start);
    const behind = source.slice(end, annotated.span.end);
    return extent === null ? before.replace(/\s*=\s*$/, '') + behind : `${before}${extent}${behind}`;
  };
  const all = (t: AnnotatedTuple, of: readonly Mode[]): string =>
    t.modes.length !== of.length || t.modes.some((m) => m.kind === 'rest')
      ? anew(of)
      : `(${t.modes.map((m, i) => one(m, of[i]!)).join(separator)})`;
  return all(tuple, modes);
}

/** The declarations that the comment is about: with one value each, and not one for each instantiation. */
function modesAt({ analysis }: ReadyDocument, { site }: Annotation): readonly Mode[] | null {
  const { value, instances, parameters } = analysis.model.evaluate(site);
  return instances === undefined && parameters.length === 0 ? modesOf(value) : null;
}

export function annotationFix(ready: ReadyDocument, { range }: Diagnostic): AnnotationFix | null {
  const { document, analysis } = ready;
  const { start, end } = document.spanOf(range);
  const annotation = annotationsOf(analysis).find(
    ({ tuple }) => tuple.span.start <= start && end <= tuple.span.end,
  );
  const modes = annotation === undefined ? null : modesAt(ready, annotation);
  if (annotation === undefined || modes === null) return null;
  const newText = corrected(analysis.text, annotation.tuple, modes);
  const again = readAnnotation(newText, 0, newText.length);
  if (again === null || compareAnnotation(again, modes).mismatches.length > 0) return null;
  const edits: TextEdit[] = [{ range: document.rangeOf(annotation.tuple.span), newText }];
  return holdsAfter(ready, edits, () => true) ? { title: `Correct the comment: ${newText}`, edits } : null;
}
