// Admissibility of divisions and products as data. A division is the composition with the completed
// tiler, a product composes the complement with the tiler, so both rest on the verdict on compositions.

import { asFailure, type Failure, isFailure, type Outcome, type Violation } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import { knownNumber } from '../integer/known.ts';
import { multiply } from '../integer/operations.ts';
import { overflowSeen, watchOverflow } from '../integer/overflow.ts';
import { Layout, type Tiler, Underscore } from '../layout/layout.ts';
import { columnMajor } from '../layout/major.ts';
import { cosizeOrThrow, sizeOrThrow } from '../layout/measure.ts';
import { modeOf } from '../operation/coalesce.ts';
import { complementOrThrow } from '../operation/complement.ts';
import { completedTiler, logicalDivide } from '../operation/divide.ts';
import { logicalProduct } from '../operation/product.ts';
import { type CompositionVerdict, compositionVerdict, type OutOfDomain } from './composition.ts';
import { DEFAULT_BUDGET } from './function.ts';

/** A tile that does not divide: the result has more coordinates than the layout has elements. */
export interface OverTiling {
  /** The mode of the layout, as a path. */
  readonly mode: readonly number[];
  /** How many coordinates the divided mode has. */
  readonly coordinates: number;
  /** How many elements there are. */
  readonly elements: number;
  /** The first coordinate (tile, rest) that lies beyond, and the element it names; null when none does. */
  readonly beyond: OutOfDomain | null;
}

/** One mode of a division or product: the composition it is, with its verdict. */
export interface PartVerdict {
  readonly mode: readonly number[];
  /** The left and the right side of the composition. */
  readonly a: Layout;
  readonly b: Layout;
  readonly verdict: CompositionVerdict;
}

export interface DivideVerdict {
  readonly value: Outcome<Layout>;
  readonly accepts: boolean;
  readonly parts: readonly PartVerdict[];
  /** Failures before there is a composition to judge: an overlapping tiler, for example. */
  readonly failures: readonly { readonly mode: readonly number[]; readonly failure: Failure }[];
  readonly overTiling: readonly OverTiling[];
  readonly overflow: Violation | null;
}

interface Collected {
  readonly parts: PartVerdict[];
  readonly failures: { mode: readonly number[]; failure: Failure }[];
}

type Compose = (layout: Layout, tiler: Layout) => readonly [Layout, Layout];

/** Collects the compositions at the leaves of a tiler. */
function collect(
  layout: Layout,
  tiler: Tiler,
  mode: readonly number[],
  compose: Compose,
  budget: number,
  into: Collected,
): void {
  if (tiler instanceof Underscore) return;
  if (Array.isArray(tiler)) {
    const rank = Array.isArray(layout.shape) ? layout.shape.length : 1;
    tiler.slice(0, rank).forEach((t, i) => {
      collect(modeOf(layout, i), t as Tiler, [...mode, i], compose, budget, into);
    });
    return;
  }
  try {
    const part = tiler instanceof Layout ? tiler : columnMajor(tiler as Int);
    const [a, b] = compose(layout, part);
    into.parts.push({ mode, a, b, verdict: compositionVerdict(a, b, budget) });
  } catch (e) {
    into.failures.push({ mode, failure: asFailure(e) });
  }
}

function overTilingOf(part: PartVerdict): OverTiling[] {
  const elements = knownNumber(sizeOrThrow(part.a));
  const coordinates = knownNumber(sizeOrThrow(part.b));
  if (elements === undefined || coordinates === undefined || coordinates <= elements) return [];
  return [{ mode: part.mode, coordinates, elements, beyond: part.verdict.outOfDomain }];
}

/**
 * The verdict on logical_divide(layout, tiler); the other arrangements of the result (zipped, tiled,
 * flat) share it.
 */
export function divideVerdict(layout: Layout, tiler: Tiler, budget = DEFAULT_BUDGET): DivideVerdict {
  watchOverflow();
  const value = logicalDivide(layout, tiler);
  const overflow = overflowSeen();
  const into: Collected = { parts: [], failures: [] };
  collect(layout, tiler, [], (l, t) => [l, completedTiler(l, t)], budget, into);
  const overTiling = isFailure(value) ? [] : into.parts.flatMap(overTilingOf);
  return { value, accepts: !isFailure(value), ...into, overTiling, overflow };
}

/** The verdict on logical_product(block, tiler) and its other arrangements. */
export function productVerdict(block: Layout, tiler: Tiler, budget = DEFAULT_BUDGET): DivideVerdict {
  watchOverflow();
  const value = logicalProduct(block, tiler);
  const overflow = overflowSeen();
  const into: Collected = { parts: [], failures: [] };
  const compose: Compose = (l, t) => [complementOrThrow(l, multiply(sizeOrThrow(l), cosizeOrThrow(t))), t];
  collect(block, tiler, [], compose, budget, into);
  return { value, accepts: !isFailure(value), ...into, overTiling: [], overflow };
}
