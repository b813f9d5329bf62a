// The extents behind the names of shape annotations: `// (CPY=(8,1),CPY_M=4,CPY_K=1,PIPE=3)`, where what follows the
// names is a hint.

import type { Failure } from '../../algebra/integer/failure.ts';
import { type Annotation, annotationsOf } from '../../analysis/document/annotation.ts';
import {
  compareAnnotation,
  holdsExtents,
  modeShapeText,
  modesOf,
  staticExtent,
} from '../../analysis/document/annotation-shape.ts';
import type { OpenDocument } from '../../analysis/document/document.ts';
import type { Value } from '../../evaluate/model/value.ts';
import type { AnnotatedMode, AnnotatedTuple } from '../../frontends/common/annotation.ts';
import type { Span } from '../../frontends/common/expression.ts';

interface AnnotationHint {
  /** Where it stands: behind the name. */
  readonly offset: number;
  readonly label: string;
  readonly tooltip: string;
}

/** The hints of the annotations that begin in a range. Nothing where the annotation does not fit, or nothing is known. */
export function* annotationHints(
  document: OpenDocument,
  range: Span,
  maximumLength: number,
): Generator<readonly AnnotationHint[]> {
  for (const annotation of annotationsOf(document)) {
    const { comment } = annotation;
    if (comment.start <= range.end && comment.end >= range.start)
      yield hintsOf(document, annotation, maximumLength);
  }
}

function hintsOf(
  { model, text }: OpenDocument,
  { tuple, site }: Annotation,
  maximumLength: number,
): readonly AnnotationHint[] {
  const { value, instances, parameters } = model.evaluate(site, 'view');
  // What all instantiations of a template have in common.
  const values = instances === undefined ? [value] : instances.map((instance) => instance.value);
  if (!values.every((each) => holdsExtents(site, each, text))) return [];
  const [first, ...others] = values.map((each) => extentsOf(each, tuple));
  const given = parameters.map((p) => `\n${p.name} = ${p.value} (${p.source})`).join('');
  return [...(first ?? [])].flatMap(([annotated, { extent: own, size, path }]) => {
    const name = text.slice(annotated.span.start, annotated.span.end);
    const isEqual = others.every((other) => other.get(annotated)?.extent === own);
    // Nested in another way the mode may still have as many elements.
    const isCommon =
      isEqual || (size !== null && others.every((other) => other.get(annotated)?.size === size));
    const extent = isEqual ? own : `${size}`;
    // `(m,n,k)` of (M,N,K) says it already.
    const isNew = extent.toLowerCase() !== name.toLowerCase();
    if (!isCommon || !isNew || extent.length >= maximumLength) return [];
    const tooltip = `${name} is mode ${path.join('.')} of ${site.name ?? 'it'}: ${extent}${given}`;
    return [{ offset: annotated.span.end, label: `=${extent}`, tooltip }];
  });
}

interface Extent {
  /** As it is written, nested modes too. */
  readonly extent: string;
  /** The number of elements, where it is known. */
  readonly size: number | null;
  readonly path: readonly number[];
}

type Extents = ReadonlyMap<AnnotatedMode, Extent>;

/** The extents of the names; none where the annotation says something else than the value. */
function extentsOf(value: Value | Failure, tuple: AnnotatedTuple): Extents {
  const modes = modesOf(value);
  const { matches, mismatches } =
    modes === null ? { matches: [], mismatches: [] } : compareAnnotation(tuple, modes);
  if (mismatches.length > 0) return new Map();
  return new Map(
    matches.flatMap(({ annotated, mode, path }) => {
      if (annotated.kind !== 'name' && annotated.kind !== 'any') return [];
      const extent = modeShapeText(mode, 'notation');
      return annotated.extent !== null || extent.includes('?')
        ? []
        : [[annotated, { extent, size: staticExtent(mode), path }] as const];
    }),
  );
}
