// Copies between what threads take of two tensors by different layouts of threads, `copy(local_partition(gA, tA, i),
// local_partition(sA, tB, i))`: a thread's elements are at other coordinates on the other side.

import { Layout } from '../../../../algebra/layout/layout.ts';
import { rank } from '../../../../algebra/layout/measure.ts';
import { TypeValue, type Value } from '../../../../evaluate/model/value.ts';
import { PLAIN, styleOf, valueText } from '../../../../render/text/text.ts';
import { extentsOf, settledValueOf } from '../../../document/extents.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { callsByUnit } from '../../../document/written/calls-by-unit.ts';
import { COPIES, sidesOf } from '../../../document/written/copies.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

/** What a thread takes of a tensor. */
interface Part {
  readonly tensor: string;
  readonly threads: Site;
  readonly index: string;
  readonly layout: Layout;
  /** How many elements there are in each of the modes that the threads share. */
  readonly extents: readonly number[];
}

const layoutIn = (value: Value | null): Layout | null => {
  const held = value instanceof TypeValue ? value.instance : value;
  return held instanceof Layout ? held : null;
};

function partAt(side: Site, { model, text }: RuleContext): Part | null {
  const own = writtenCall(initialiserOf(side) ?? side);
  // What is sliced, `tAgA(_, _, k)`, has the modes of the tile first.
  const call = own?.name === 'local_partition' ? own : writtenCall(slicedBy(own) ?? side);
  if (call?.name !== 'local_partition' || argumentAt(call, 3, 'proj') !== undefined) return null;
  const [tensor, threads, index] = ['target', 'tiler', 'index'].map((name, i) => argumentAt(call, i, name));
  if (tensor === undefined || threads === undefined || index === undefined) return null;
  const layout = layoutIn(settledValueOf(model, threads));
  const extents = layout === null ? undefined : extentsOf(model, tensor)?.slice(0, rank(layout));
  if (layout === null || extents?.length !== rank(layout) || !extents.every((n) => n !== null)) return null;
  const written = ({ span }: Site): string => text.slice(span.start, span.end);
  return { tensor: written(tensor), threads, index: written(index), layout, extents };
}

function slicedBy(slice: ReturnType<typeof writtenCall>): Site | null {
  if (slice === null || slice.object !== null || slice.keywords.size > 0) return null;
  return initialiserOf(slice.callee);
}

/** The threads by modes, as texts. */
const modesOf = ({ shape, stride }: Layout): readonly string[] =>
  Array.isArray(shape) && Array.isArray(stride)
    ? shape.map((n, i) => `${valueText(n as Value, PLAIN)}:${valueText(stride[i] as Value, PLAIN)}`)
    : [];

/** Whether one has the modes of the other in another order: whoever transposes a tile takes rows for columns. */
const areTransposed = (a: Layout, b: Layout): boolean =>
  modesOf(a).toSorted().join() === modesOf(b).toSorted().join();

/** Findings of `copy-shapes` about the threads of both sides. */
export const checkOtherThreads = callsByUnit<RuleContext, RuleFinding>(COPIES, (calls, context) =>
  calls.flatMap(({ site, call }): readonly RuleFinding[] => {
    const sides = sidesOf(call);
    const [from, to] = sides === null ? [] : [sides.from, sides.to].map((side) => partAt(side, context));
    if (from == null || to == null || from.index !== to.index) return [];
    if (from.extents.join() !== to.extents.join() || areTransposed(from.layout, to.layout)) return [];
    if (context.model.neverRuns(site)) return [];
    const [of, by] = [from, to].map(({ layout }) => valueText(layout, styleOf(site.dialect)));
    const message = `${from.tensor} is shared by the threads ${of}, and ${to.tensor} by ${by}: a thread copies its elements to other coordinates`;
    return [{ span: to.threads.span, message, severity: 'warning' }];
  }),
);
