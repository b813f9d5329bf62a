// What a hover says of an index expression: the layout that it computes over the ranges of its variables.

import { Dynamic, knownValue } from '../../algebra/integer/integer.ts';
import { printPlain } from '../../algebra/layout/print.ts';
import { LinearLayout } from '../../algebra/linear/layout.ts';
import { recoveredText } from '../../algebra/recover/text.ts';
import type { MapTerm } from '../../algebra/relation/term.ts';
import type { OpenDocument } from '../../analysis/document/document.ts';
import { type IndexAt, indexAcross } from '../../analysis/indexing/index-at.ts';
import type { KnownRange } from '../../analysis/indexing/known-range.ts';
import type { SiteEvaluation } from '../../analysis/values/model.ts';
import { Unknown } from '../../evaluate/model/value.ts';
import type { Span } from '../../frontends/common/expression.ts';
import { layoutScene } from '../../render/picture/layout-scene.ts';
import { type HoverContent, NO_CONTENT, pictured } from './content.ts';
import type { HoverAt } from './hover-at.ts';
import { summaryOf } from './layout-summary.ts';
import { parameterLines } from './parameters.ts';

interface IndexHover {
  readonly span: Span;
  readonly content: HoverContent;
  /** What libisl is asked about before it is shown. */
  readonly relation: MapTerm | null;
}

/** The hover at an offset where nothing says more than that: `found` is what else there is. */
export function indexHoverAt(
  document: OpenDocument,
  offset: number,
  found: Pick<HoverAt, 'evaluation' | 'content'> | null,
  picture: boolean,
): IndexHover | null {
  const { dialect } = document;
  if (dialect === 'notation' || (found !== null && !isOpenInteger(found.evaluation.value))) return null;
  const index = indexAcross(document, dialect, offset, true);
  if (index === null) return null;
  return { span: index.span, content: contentOf(index, picture), relation: index.relation() };
}

/** An integer that is known when the program runs. */
const isOpenInteger = (value: SiteEvaluation['value']): boolean =>
  value instanceof Dynamic ? knownValue(value) === undefined : value instanceof Unknown;

function contentOf({ layout, ranges, parameters }: IndexAt, withPicture: boolean): HoverContent {
  const isLinear = layout instanceof LinearLayout;
  const text = recoveredText(layout);
  const scene = withPicture && !isLinear ? layoutScene(layout, text) : null;
  const names = ranges.map(({ name }) => name).join(', ');
  return {
    ...NO_CONTENT,
    value: [isLinear ? `linear over F2, ${text}` : text],
    summary: isLinear ? null : summaryOf(layout),
    picture: pictured(scene, `offsets of ${text}`),
    parameters: parameterLines({ parameters }),
    more: [
      { label: 'index expression', text: `the offset at (${names}); ${ranges.map(rangeText).join(', ')}` },
    ],
  };
}

/** `row = 0 … 7 (loop)`, `i < M (loop)`. */
function rangeText({ name, first, step, extent, by }: KnownRange): string {
  if (typeof extent !== 'number') return `${name} < ${printPlain(extent)} (${by})`;
  const last = first + (extent - 1) * step;
  const values = step === 1 ? `${first} … ${last}` : `${first}, ${first + step} … ${last}`;
  return `${name} = ${values} (${by})`;
}
