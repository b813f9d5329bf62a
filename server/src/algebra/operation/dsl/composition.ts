// composition of CuTe DSL: C++'s, and what a mode of B becomes is coalesced. That shows where sizes are run-time:
// ((8,?),?):((1,8),?) o 64:1 is 64:1.

import { asFailure, type Outcome, orThrow } from '../../integer/failure.ts';
import { Layout, type Tiler, Underscore } from '../../layout/layout.ts';
import type { HTuple } from '../../tuple/htuple.ts';
import { byProfile, modeOf } from '../coalesce.ts';
import { composition } from '../composition.ts';
import { coalesceKeepingOrThrow } from './coalesce.ts';

/** Where the modes of a tiler stand in what a layout becomes by it. */
function profileOf(layout: Layout, tiler: Tiler): HTuple<unknown> {
  if (tiler instanceof Layout) return tiler.shape;
  if (tiler instanceof Underscore) return layout.shape;
  return Array.isArray(tiler)
    ? tiler.map((part, i) => profileOf(modeOf(layout, i), part as Tiler))
    : (tiler as HTuple<unknown>);
}

export function composeDslOrThrow(a: Layout, b: Tiler): Layout {
  const composed = orThrow(composition(a, b));
  return byProfile(composed, profileOf(a, b), coalesceKeepingOrThrow);
}

/** `composition(a, b)` of a layout and a layout or tiler. */
export function compositionDsl(a: Layout, b: Tiler): Outcome<Layout> {
  try {
    return composeDslOrThrow(a, b);
  } catch (e) {
    return asFailure(e);
  }
}
