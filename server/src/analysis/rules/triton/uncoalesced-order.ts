// Loads and stores of Gluon whose lanes go through memory in strides, where the other order of the layout has them follow
// one another.

import { expansionAt, gluonLayoutOf, sliceParent } from '../../document/gluon-layouts.ts';
import { operandsAt } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import type { DocumentModel, Site } from '../../values/model.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';

/** A term of a sum of offsets: `x[:, None]` of some dimension, times a stride or not. */
interface Term {
  readonly expanded: Site;
  readonly hasStride: boolean;
}

/** The terms of a sum in which dimensions were inserted, also behind names. */
function termsOf(site: Site, hasStride: boolean, depth = 0): readonly Term[] {
  if (depth > 12) return [];
  if (expansionAt(site) !== null) return [{ expanded: site, hasStride }];
  const initialiser = initialiserOf(site);
  if (initialiser !== null) return termsOf(initialiser, hasStride, depth + 1);
  const sum = operandsAt(site);
  if (sum === null || !/^[+*]$/.test(sum.operator)) return [];
  const strided = hasStride || sum.operator === '*';
  return [sum.left, sum.right].flatMap((side) => termsOf(side, strided, depth + 1));
}

/** Along which dimension of two the elements follow one another, and the layout; null where the text does not tell. */
function contiguousIn(model: DocumentModel, offsets: Site) {
  const terms = termsOf(offsets, false);
  if (terms.length !== 2 || terms.filter(({ hasStride }) => hasStride).length !== 1) return null;
  const plain = terms.find(({ hasStride }) => !hasStride)!;
  const expansion = expansionAt(plain.expanded)!;
  const layout = gluonLayoutOf(model, expansion.of);
  if (expansion.rank !== 2 || layout?.layout !== 'SliceLayout') return null;
  const parent = sliceParent(layout);
  return parent === null ? null : { dimension: 1 - expansion.dimension, parent };
}

type Parent = NonNullable<ReturnType<typeof contiguousIn>>['parent'];

const SECTOR_BYTES = 32;

/** Types of 16 bits, of which eight fill half of a sector. */
const HALVES = /\b(?:bfloat16|float16|bf16|fp16|half)\b/;

/**
 * The bytes of the widest elements of which what a lane takes of a row is at most half of a sector, where every lane of a
 * warp has a row of its own; null where they have not, or the elements may well fill it.
 */
function widestInRows(
  { size_per_thread: sizes, threads_per_warp: lanes }: Parent,
  dimension: number,
  text: string,
): number | null {
  const count = sizes[dimension]!;
  if (lanes[dimension] !== 1 || lanes[1 - dimension]! < 16 || count === 1) return null;
  const widest = SECTOR_BYTES / 2 / count;
  return widest >= 4 || (widest === 2 && HALVES.test(text)) ? widest : null;
}

function checkCall({ site, call }: CalledSite, { model, text }: RuleContext): readonly RuleFinding[] {
  const [pointers] = call.args;
  if (site.dialect !== 'python' || !/^(?:load|store)$/.test(call.name) || pointers === undefined) return [];
  const found = contiguousIn(model, pointers);
  if (found === null) return [];
  const { dimension, parent } = found;
  const [lanes, own] = [parent.threads_per_warp[dimension]!, parent.order[0]];
  const name = text.slice(pointers.span.start, pointers.span.end);
  const widest = widestInRows(parent, dimension, text);
  if (widest !== null) {
    const [count, rows] = [parent.size_per_thread[dimension]!, parent.threads_per_warp[1 - dimension]!];
    const bytes = widest === 1 ? '1 byte' : `up to ${widest} bytes`;
    const message = `elements of ${name} follow one another in dimension ${dimension}, of which a lane of ${parent.layout} takes ${count}, and the ${rows} lanes of a warp lie in ${rows} rows: each fetches a sector of its own, of which ${count} elements of ${bytes} are a part`;
    return [{ span: site.span, message }];
  }
  // Where many lanes follow one another, or a lane takes several elements of a row, the order matters less.
  if (own === dimension || lanes >= 8 || parent.size_per_thread[dimension]! > 1) return [];
  return [
    {
      span: site.span,
      message: `elements of ${name} follow one another in dimension ${dimension}, and the lanes of ${parent.layout} in dimension ${own}: each lane fetches a sector of its own`,
    },
  ];
}

export const uncoalescedOrder: Rule = {
  id: 'uncoalesced-order',
  severity: 'information',
  title: 'Lanes across the rows',
  checkCall,
};
