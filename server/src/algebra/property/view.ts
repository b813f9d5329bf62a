// What the properties look at: the layout's modes, and the swizzle around them if there is one.

import type { Outcome } from '../integer/failure.ts';
import { isFailure, NeedsValue } from '../integer/failure.ts';
import { type AnyLayout, Layout, Swizzle } from '../layout/layout.ts';
import { ENUMERATION_BUDGET, enumerate, type Offsets, offsetNumber } from '../view/enumerate.ts';
import { type NumericModes, numericModes } from '../view/enumerate-modes.ts';

/** `swizzle(offset + modes)`, or null for functions that only enumeration can look into. */
export interface LayoutView {
  readonly layout: AnyLayout;
  readonly modes: NumericModes | null;
  readonly swizzle: Swizzle | null;
  readonly offset: number;
  /** The leaves' sizes, also where `modes` is null. */
  readonly sizes: readonly bigint[];
  readonly size: bigint;
}

const innermost = (layout: AnyLayout): Layout =>
  layout instanceof Layout ? layout : innermost(layout.inner);

/** The view of a layout; NeedsValue when an integer is not known or there are no elements. */
export const viewOf = (layout: AnyLayout): Outcome<LayoutView> => {
  const modes = numericModes(innermost(layout));
  if (isFailure(modes)) return modes;
  if (modes.sizes.some((n) => n <= 0)) return new NeedsValue('the layout has no elements');
  const sizes = modes.sizes.map(BigInt);
  const size = sizes.reduce((product, n) => product * n, 1n);
  const common = { layout, sizes, size };
  if (layout instanceof Layout) return { ...common, modes, swizzle: null, offset: 0 };
  const offset = offsetNumber(layout.offset);
  if (isFailure(offset)) return offset;
  const simple =
    layout.outer instanceof Swizzle && layout.inner instanceof Layout && modes.kind === 'integer';
  return simple
    ? { ...common, modes, swizzle: layout.outer as Swizzle, offset }
    : { ...common, modes: null, swizzle: null, offset };
};

// One table is kept for the layouts that are looked at one after the other: fresh memory is the larger
// part of what an enumeration costs. Nothing here lets it escape.
let scratch = new Int32Array(0);

/** The layout's values for use within `body` only. Coordinates give one table per component. */
export const withValues = <T>(
  view: LayoutView,
  body: (tables: readonly Offsets[]) => T,
  budget: number = ENUMERATION_BUDGET,
): Outcome<T> => {
  const size = Number(view.size);
  if (size <= budget && scratch.length < size) scratch = new Int32Array(size);
  const all = enumerate(view.layout, budget, view.modes?.kind === 'coordinate' ? undefined : scratch);
  if (isFailure(all)) return all;
  return body(all.kind === 'coordinate' ? all.components.map((c) => c.values) : [all.values]);
};
