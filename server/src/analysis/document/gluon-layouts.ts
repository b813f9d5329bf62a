// Where tensors of Gluon lie, as far as the text says it: of `gl.arange(…, layout=L)`, of sums of such, and of names for
// them, also where their extents are not known.

import {
  type Blocked,
  type Encoding,
  rankOf,
  type Slice,
  TritonLayout,
} from '../../hardware/triton/encoding.ts';
import { TritonTensor, tritonText } from '../../hardware/triton/value.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import { knownValueOf } from './extents.ts';
import { argumentAt, writtenCall } from './written/call.ts';
import { operandsAt, placeholderAt } from './written/expressions.ts';
import { initialiserOf } from './written/names.ts';

type Model = Pick<DocumentModel, 'evaluate'>;

/** How many names and operators are followed. */
const MAXIMUM_DEPTH = 12;

/** Which argument is the layout of what a function or method makes. */
const LAYOUT_ARGUMENTS: ReadonlyMap<string, number> = new Map([
  ['arange', 2],
  ['convert_layout', 1],
  ['load', 0],
  ['zeros', 2],
  ['full', 3],
]);

/** Null where nothing tells. */
export function gluonLayoutOf(model: Model, site: Site, depth = 0): Encoding | null {
  if (depth > MAXIMUM_DEPTH) return null;
  const tensor = knownValueOf(model, site);
  if (tensor instanceof TritonTensor) return tensor.layout;
  const initialiser = initialiserOf(site);
  if (initialiser !== null) return gluonLayoutOf(model, initialiser, depth + 1);
  const sum = operandsAt(site);
  if (sum !== null) {
    const [left, right] = [sum.left, sum.right].map((side) => gluonLayoutOf(model, side, depth + 1));
    return left != null && right != null && isWrittenOtherwise(left, right) ? null : (left ?? right ?? null);
  }
  const expansion = expansionAt(site);
  if (expansion !== null) return expandedLayout(gluonLayoutOf(model, expansion.of, depth + 1), expansion);
  const call = writtenCall(site);
  const at = call === null ? undefined : LAYOUT_ARGUMENTS.get(call.name);
  if (call === null || at === undefined || call.object === null) return null;
  const layout = knownValueOf(model, argumentAt(call, at, 'layout'));
  if (layout instanceof TritonLayout) return layout.encoding;
  // `gl.load(pointers)`
  const pointers = call.name === 'load' ? argumentAt(call, 0, 'pointer') : undefined;
  return pointers === undefined ? null : gluonLayoutOf(model, pointers, depth + 1);
}

/** What a SliceLayout is a slice of, where the dimension is inserted that it has taken out. */
function expandedLayout(of: Encoding | null, { dimension, rank }: Expansion): Encoding | null {
  return of?.layout === 'SliceLayout' && of.dim === dimension && rankOf(of.parent) === rank
    ? of.parent
    : null;
}

/** Whether two layouts are written with other numbers. */
export const isWrittenOtherwise = (a: Encoding, b: Encoding): boolean =>
  tritonText(new TritonLayout(a)) !== tritonText(new TritonLayout(b));

/** `x[:, None]`: which dimension is inserted, of how many. */
interface Expansion {
  readonly of: Site;
  readonly dimension: number;
  readonly rank: number;
}

/** Null for another index, and where several dimensions are inserted. */
export function expansionAt(site: Site): Expansion | null {
  const call = writtenCall(site);
  if (call === null || call.name !== '[]') return null;
  const items = call.args.map(placeholderAt);
  if (items.includes(null) || items.filter((i) => i === 'None').length !== 1) return null;
  return { of: call.callee, dimension: items.indexOf('None'), rank: items.length };
}

/** The BlockedLayout of which a slice is one; null where it is another one's. */
export const sliceParent = ({ parent }: Slice): Blocked | null =>
  parent.layout === 'BlockedLayout' ? parent : null;
