// The divides of CuTe DSL: A o (B, B's complement extended to A's shape), where C++ takes the complement in A's size.

import { asFailure, type Outcome } from '../../integer/failure.ts';
import { Layout, type Tiler } from '../../layout/layout.ts';
import type { HTuple } from '../../tuple/htuple.ts';
import { byTiler, tileUnzipOrThrow } from '../divide.ts';
import { complementWithinOrThrow } from './complement.ts';
import { composeDslOrThrow } from './composition.ts';
import { unpackedBoth, unpackedRest } from './unpack.ts';

function divideByLayout(layout: Layout, tiler: Layout): Layout {
  const rest = complementWithinOrThrow(tiler, layout.shape);
  return composeDslOrThrow(layout, new Layout([tiler.shape, rest.shape], [tiler.stride, rest.stride]));
}

const logical = (layout: Layout, tiler: Tiler): Layout =>
  byTiler(layout, tiler, 'logical_divide', divideByLayout);

const zipped = (layout: Layout, tiler: Tiler): Layout =>
  tileUnzipOrThrow(logical(layout, tiler), tiler as HTuple<unknown>);

const outcome =
  (divide: (layout: Layout, tiler: Tiler) => Layout) =>
  (layout: Layout, tiler: Tiler): Outcome<Layout> => {
    try {
      return divide(layout, tiler);
    } catch (e) {
      return asFailure(e);
    }
  };

/** (tile, rest), mode by mode for a tuple tiler. */
export const logicalDivideDsl = outcome(logical);
/** ((tile,…),(rest,…)). */
export const zippedDivideDsl = outcome(zipped);
/** ((tile,…),rest,…). */
export const tiledDivideDsl = outcome((layout, tiler) => unpackedRest(zipped(layout, tiler)));
/** (tile,…,rest,…). */
export const flatDivideDsl = outcome((layout, tiler) => unpackedBoth(zipped(layout, tiler)));
