// "Add shape annotation": writes what is known of a shape beside the declaration, in the manner of the file. What is
// not known gets a placeholder such as `mode2`, for names are the author's to give.

import type { TextEdit } from 'vscode-languageserver';
import { Dynamic, StaticSymbol } from '../../algebra/integer/integer.ts';
import { printPlain } from '../../algebra/layout/print.ts';
import { type Annotation, annotationsOf } from '../../analysis/document/annotation.ts';
import {
  compareAnnotation,
  holdsLayout,
  type Mode,
  modesOf,
} from '../../analysis/document/annotation-shape.ts';
import type { DocumentModel, Site } from '../../analysis/values/model.ts';
import { readAnnotation } from '../../frontends/common/annotation.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';

interface AnnotationAction {
  readonly title: string;
  readonly edit: TextEdit;
}

/** How the annotations of a file are written. */
interface AnnotationStyle {
  readonly place: 'behind' | 'above';
  readonly separator: string;
  /** Before a static integer. */
  readonly mark: string;
}

const most = (votes: readonly boolean[], otherwise: boolean): boolean => {
  const yes = votes.filter((vote) => vote).length;
  return yes * 2 === votes.length ? otherwise : yes * 2 > votes.length;
};

function annotationStyleOf(
  annotations: readonly Annotation[],
  text: string,
  isPython: boolean,
): AnnotationStyle {
  const tuples = annotations.map(({ tuple }) => text.slice(tuple.span.start, tuple.span.end));
  const isAbove = most(
    annotations.map(({ node: place }) => place === 'above'),
    isPython,
  );
  const isSpaced = most(
    tuples.map((tuple) => /,\s/.test(tuple)),
    isPython,
  );
  const numbers = tuples.flatMap((tuple) => tuple.match(/(?<!\w)_?\d+/g) ?? []);
  const isMarked = most(
    numbers.map((n) => n.startsWith('_')),
    !isPython,
  );
  return {
    place: isAbove ? 'above' : 'behind',
    separator: isSpaced ? ', ' : ',',
    mark: isMarked ? '_' : '',
  };
}

/** The innermost declaration around an offset. */
function declarationAt(model: DocumentModel, offset: number): Site | null {
  let found: Site | null = null;
  for (const site of model.sites) {
    if (site.span.start > offset) break;
    const end = Math.max(site.span.end, site.valueSpan?.end ?? 0);
    if (site.role === 'declaration' && offset <= end) found = site;
  }
  return found;
}

function written(
  mode: Mode,
  path: readonly number[],
  annotationStyle: AnnotationStyle,
): { text: string; known: boolean } {
  if (Array.isArray(mode)) {
    const parts = (mode as readonly Mode[]).map((part, i) => written(part, [...path, i], annotationStyle));
    const text = `(${parts.map((part) => part.text).join(annotationStyle.separator)})`;
    return { text, known: parts.some((part) => part.known) };
  }
  if (typeof mode === 'number') return { text: `${annotationStyle.mark}${mode}`, known: true };
  const text = mode instanceof Dynamic || mode instanceof StaticSymbol ? printPlain(mode) : '';
  // The name of a run-time value may do; an expression is too long, and an unknown has none.
  if (/^(?:[A-Za-z]\w*|\d+)$/.test(text)) return { text, known: true };
  return { text: `mode${path.join('_')}`, known: false };
}

/**
 * The annotation of a declaration's shape, `(_128,_64,mode2)`. Null for values that hold no layout, of which nothing is
 * known, or that hold only for a parameter's present value.
 */
function annotationText(model: DocumentModel, site: Site, annotationStyle: AnnotationStyle): string | null {
  const { value, parameters, instances } = model.evaluate(site);
  const modes = holdsLayout(value) ? modesOf(value) : null;
  if (modes === null || parameters.length > 0 || instances !== undefined) return null;
  const { text, known } = written(modes, [], annotationStyle);
  if (!known) return null;
  const tuple = readAnnotation(text, 0, text.length);
  return tuple === null || compareAnnotation(tuple, modes).mismatches.length > 0 ? null : text;
}

/** The action for the declaration around an offset; null where there is none to annotate, or it has its annotation. */
export function annotationAction(
  { document, analysis }: ReadyDocument,
  offset: number,
): AnnotationAction | null {
  const { model, text, dialect } = analysis;
  if (dialect === 'notation') return null;
  const site = declarationAt(model, offset);
  if (site === null || isShared(model, site)) return null;
  const annotations = annotationsOf(analysis);
  if (annotations.some((a) => a.site.span.start === site.span.start)) return null;
  const isPython = dialect === 'python';
  const annotationStyle = annotationStyleOf(annotations, text, isPython);
  const annotation = annotationText(model, site, annotationStyle);
  if (annotation === null) return null;
  const comment = `${isPython ? '#' : '//'} ${annotation}`;
  const placed = annotationStyle.place === 'above' ? above(text, site, comment) : behind(text, site, comment);
  if (placed === null) return null;
  const position = document.positionAt(placed.offset);
  return {
    title: `Add shape annotation ${comment}`,
    edit: { range: { start: position, end: position }, newText: placed.newText },
  };
}

/** One of several names that a statement declares. */
const isShared = (model: DocumentModel, site: Site): boolean =>
  site.valueSpan !== null &&
  model.sites.some(
    (other) =>
      other.role === 'declaration' &&
      other.span.start !== site.span.start &&
      other.valueSpan?.start === site.valueSpan?.start,
  );

interface Insertion {
  readonly offset: number;
  readonly newText: string;
}

function behind(text: string, site: Site, comment: string): Insertion | null {
  const end = Math.max(site.span.end, site.valueSpan?.end ?? 0);
  // Nothing but what closes the statement up to the end of the line.
  const rest = /^[ \t)\]}>]*[;,]?(?=[ \t]*(?:\r?\n|$))/.exec(text.slice(end));
  return rest === null ? null : { offset: end + rest[0].length, newText: `  ${comment}` };
}

function above(text: string, site: Site, comment: string): Insertion | null {
  const start = text.lastIndexOf('\n', site.span.start - 1) + 1;
  const before = text.slice(start, site.span.start);
  const isFirst = site.dialect === 'python' ? /^[ \t]*(?:\w+\.)*$/ : /^[ \t]*[A-Za-z_:][^;{}=()]*$/;
  const previous = text.slice(text.lastIndexOf('\n', start - 2) + 1, start).trim();
  // The line before must have ended, and be no annotation, which two names would then need.
  if (!isFirst.test(before) || /^(?:\/\/+|#+)\s*\(/.test(previous) || /[\\>,(=]$/.test(previous)) return null;
  const indent = /^[ \t]*/.exec(before)![0];
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  return { offset: start, newText: `${indent}${comment}${lineBreak}` };
}
