// A composition that was meant to transpose, and reshapes: `composition(V, make_layout((64, 128)))` of 128 × 64 elements
// leaves these in their order.

import { knownNumber } from '../../../../../algebra/integer/known.ts';
import { Layout, type Shape } from '../../../../../algebra/layout/layout.ts';
import type { Stride } from '../../../../../algebra/layout/stride.ts';
import { isInt } from '../../../../../algebra/layout/stride-operations.ts';
import { product } from '../../../../../algebra/tuple/int-tuple.ts';
import { styleOf, valueText } from '../../../../../render/text/text.ts';
import { operationKind, plainLayout, sidesOf } from '../../../../values/verdicts.ts';
import type { EvaluatedSite, RuleFinding } from '../../../rule.ts';

type Pair = readonly [number, number];

function pairOf(shape: Shape): Pair | null {
  if (!Array.isArray(shape) || shape.length !== 2) return null;
  const [a, b] = (shape as readonly Shape[]).map((mode) => knownNumber(product(mode)));
  return a === undefined || b === undefined ? null : [a, b];
}

/** Whether a layout of two modes counts its elements, the first mode first. */
function isCounting({ stride }: Layout, [rows]: Pair): boolean {
  if (!Array.isArray(stride)) return false;
  const [a, b] = (stride as readonly Stride[]).map((d) => (isInt(d) ? knownNumber(d) : undefined));
  return a === 1 && b === rows;
}

/** Findings of `other-view` about a layout that is composed with one of the exchanged shape. */
export function checkReshaped({ site, evaluation: { origin } }: EvaluatedSite): readonly RuleFinding[] {
  if (origin === null || operationKind(origin) !== 'composition') return [];
  const [of, by] = (sidesOf(origin) ?? []).map(plainLayout);
  const [pair, asked] = [of, by].map((layout) => (layout == null ? null : pairOf(layout.shape)));
  if (pair == null || asked == null || !isCounting(by!, asked)) return [];
  const [rows, columns] = pair;
  if (rows === columns || rows === 1 || columns === 1 || asked[0] !== columns || asked[1] !== rows) return [];
  const text = (layout: Layout): string => valueText(layout, styleOf(site.dialect));
  const right = text(new Layout(by!.shape, [rows, 1]));
  const message = `it reshapes and does not transpose: ${text(by!)} leaves the elements in their order, and a transpose is composed with ${right}`;
  return [{ span: site.valueSpan ?? site.span, message }];
}
