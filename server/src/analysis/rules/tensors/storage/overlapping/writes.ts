// Elements that are written to a tensor in which several coordinates have one place, one after the other or by a copy:
// `dst(i, j) = src(i, j)`, `copy(held, dst(_, thread, block))`.
// In memory that is not shared memory or registers such a tensor may be windows, which are read; what is written there is lost.

import { innermostLayout } from '../../../../../algebra/composed/composed.ts';
import { Layout } from '../../../../../algebra/layout/layout.ts';
import { Tensor } from '../../../../../evaluate/model/value.ts';
import { codeOf } from '../../../../../frontends/common/host-tokens.ts';
import { addTo } from '../../../../../frontends/common/lists.ts';
import { styleOf, valueText } from '../../../../../render/text/text.ts';
import { settledNumberAt, settledValueOf } from '../../../../document/extents.ts';
import { functionAround } from '../../../../document/written/around.ts';
import { writtenCall } from '../../../../document/written/call.ts';
import { callsIn } from '../../../../document/written/calls-by-name.ts';
import { coordinatesOf } from '../../../../document/written/coordinates.ts';
import { isElement } from '../../../../document/written/counting.ts';
import { initialiserOf } from '../../../../document/written/names.ts';
import { keptByUnit } from '../../../../values/check-unit-memo.ts';
import type { Site } from '../../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../../rule.ts';

/** Where the other check of this rule tells it of the tensor itself. */
const TOLD_WHERE_MADE: ReadonlySet<string> = new Set(['smem', 'rmem']);

/** So much of the text behind an element says whether it is written. */
const NEAR = 200;

/** Behind an element that is written, also as one of several: `re[0, j], im[0, j] = a, b`. */
const IS_WRITTEN = /^\s*(?:,\s*[\w.]+\[[^\][]*\]\s*)*=(?!=)/;

const COPIES = ['copy', 'copy_aligned', 'basic_copy', 'autovec_copy'];

interface Written {
  readonly site: Site;
  readonly tensor: Site;
  readonly layout: Layout;
  /** The numbers of coordinates that are known; undefined for those that are not. */
  readonly coordinates: readonly (number | undefined)[];
}

/** An element that is assigned, or what a copy writes to; null for others. */
function placeWritten(site: Site, { text }: RuleContext): Site | null {
  if (!isElement(site)) return writtenCall(site)?.args.at(-1) ?? null;
  const host = site.dialect === 'python' ? 'python' : 'cpp';
  return IS_WRITTEN.test(codeOf(text, host).slice(site.span.end, site.span.end + NEAR)) ? site : null;
}

function writtenAt(from: Site, context: RuleContext): Written | null {
  const { model } = context;
  const place = placeWritten(from, context);
  const site = place === null ? null : place === from ? from : (initialiserOf(place) ?? place);
  const call = site === null ? null : writtenCall(site);
  if (site === null || call === null || call.args.length === 0) return null;
  const value = settledValueOf(model, call.callee);
  if (!(value instanceof Tensor) || TOLD_WHERE_MADE.has(value.engine.space)) return null;
  const layout = innermostLayout(value.layout);
  const coordinates = coordinatesOf(call).map((coordinate) => settledNumberAt(model, coordinate));
  return layout instanceof Layout ? { site, tensor: call.callee, layout, coordinates } : null;
}

/** Whether elements of all of a tensor are written: of each mode by a number that is not known, or by every number. */
function areOfAll(writes: readonly Written[]): boolean {
  const [{ layout, coordinates }] = writes as readonly [Written, ...Written[]];
  return coordinates.every((_, mode) => {
    const numbers = new Set(writes.map((each) => each.coordinates[mode]));
    const size = Array.isArray(layout.shape) ? layout.shape[mode] : layout.shape;
    return numbers.has(undefined) || numbers.size === size;
  });
}

/**
 * Findings of `overlapping-storage` about elements that are written, one of each tensor in a function.
 * @param faultOf why several coordinates have one place; null: they have not
 */
export const overlappingWrites = (
  faultOf: (layout: Layout) => string | null,
): ((context: RuleContext) => readonly RuleFinding[]) =>
  keptByUnit<RuleContext, RuleFinding>(({ sites }, context) => {
    const byPart = new Map<string, Written[]>();
    const copies = callsIn(sites, COPIES).map(({ site }) => site);
    for (const site of [...sites.filter(isElement), ...copies]) {
      const written = writtenAt(site, context);
      if (written === null) continue;
      // Those that know the same coordinates are of one part: a row and a column are not all of a matrix.
      const known = written.coordinates.map((number) => number !== undefined).join();
      addTo(byPart, `${tensorOf(written, context)} ${known}`, written);
    }
    const seen = new Set<string>();
    return [...byPart.values()].flatMap((writes): readonly RuleFinding[] => {
      const [first] = writes as [Written, ...Written[]];
      const { site, tensor, layout } = first;
      const key = tensorOf(first, context);
      const why = seen.has(key) || !areOfAll(writes) ? null : faultOf(layout);
      if (why === null || context.model.neverRuns(site)) return [];
      seen.add(key);
      const name = context.text.slice(tensor.span.start, tensor.span.end);
      const shown = valueText(layout, styleOf(site.dialect));
      const message = `several coordinates of ${name} have one place in memory, and what is written last stays there: ${why}; it is ${shown}`;
      return [{ span: site.span, message }];
    });
  });

/** What tells tensors apart: the function, and the name there. */
const tensorOf = ({ site, tensor: { span } }: Written, { text }: RuleContext): string =>
  `${functionAround(site)?.span.start} ${text.slice(span.start, span.end)}`;
