// Elements that a thread has of `local_partition(tile, threads, threadIdx.x)`, by the tile: where in it the lanes of a warp are.

import { shapeOf } from '../../../../algebra/composed/composed.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import { Layout } from '../../../../algebra/layout/layout.ts';
import { product } from '../../../../algebra/tuple/int-tuple.ts';
import { leavesOf, wrap } from '../../../../algebra/tuple/operations.ts';
import { dataLayout } from '../../../../evaluate/cute/engine.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import { settledValueOf } from '../../../document/extents.ts';
import { argumentAt, type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import type { NamedElement } from '../../../indexing/arrays.ts';
import { type LaneContext, type Lanes, lanesOf } from '../../../indexing/lanes.ts';
import type { Site } from '../../../values/model.ts';

interface LaneElement {
  readonly element: Pick<NamedElement, 'layout' | 'bits'>;
  /** The coordinate of each lane in each mode of the tile, for the first of the thread's elements. */
  readonly columns: readonly Lanes[];
}

/** The call that a tensor comes from, also where the only caller hands it over. */
function partitionOf(
  context: LaneContext,
  tensor: Site,
): { readonly call: WrittenCall; readonly context: LaneContext } | null {
  const call = writtenCall(initialiserOf(tensor) ?? tensor);
  if (call !== null) return call.name === 'local_partition' ? { call, context } : null;
  const given = context.call?.given.get(context.text.slice(tensor.span.start, tensor.span.end));
  return given === undefined ? null : partitionOf(context.call!.context, given);
}

/** Modes of a layout of threads, `(8,32):(32,1)`, as numbers; null for other layouts. */
function modesOf(threads: Layout): readonly { readonly count: number; readonly step: number }[] | null {
  const strides = leavesOf<unknown>(threads.stride);
  const modes = wrap(threads.shape).map((mode, i) => {
    const [count, step] = [knownNumber(product(mode)), strides[i]];
    return Array.isArray(mode) || count === undefined || typeof step !== 'number' ? null : { count, step };
  });
  return modes.every((mode) => mode !== null) ? modes : null;
}

/** Null where the tensor is no such partition, or not all of it is known. */
export function partitionedElement(context: LaneContext, tensor: Site): LaneElement | null {
  const found = partitionOf(context, tensor);
  if (found === null) return null;
  const [of, by, index, projection] = ['target', 'tiler', 'index', 'proj'].map((name, i) =>
    argumentAt(found.call, i, name),
  );
  if (of === undefined || by === undefined || index === undefined || projection !== undefined) return null;
  const [tile, threads] = [of, by].map((site) => settledValueOf(found.context.model, site));
  if (!(tile instanceof Tensor) || !(threads instanceof Layout)) return null;
  const layout = dataLayout(tile);
  const [modes, lanes] = [modesOf(threads), lanesOf(found.context, index)];
  if (layout === null || tile.engine.bits === null || modes === null || lanes === null) return null;
  const extents = wrap(shapeOf(layout)).map((mode) => knownNumber(product(mode)));
  const fits = modes.every(({ count }, i) => (extents[i] ?? 0) >= count) && extents.length === modes.length;
  if (!fits) return null;
  const columns = modes.map(({ count, step }) => ({
    of: (lane: number) => (step === 0 ? 0 : Math.floor(lanes.of(lane) / step) % count),
    isMoved: false,
  }));
  return { element: { layout, bits: tile.engine.bits }, columns };
}
