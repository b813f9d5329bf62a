// A layout from a function: which layout computes a table of offsets, or why none does (document 002).

import { type Outcome, Violation } from '../integer/failure.ts';
import { type AnyLayout, ComposedLayout, Layout, type Shape, Swizzle } from '../layout/layout.ts';
import type { LinearLayout } from '../linear/layout.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { leavesOf } from '../tuple/operations.ts';
import { type OuterFunction, paddingsOf, swizzlesOf } from './functions.ts';
import { fitLinear } from './linear.ts';
import { fitModes, isMisfit, type LeafModes, Unfolded } from './modes.ts';
import { type Attempt, search } from './search.ts';

/** What computes a table: a layout; one that starts at an offset; one behind a swizzle or padding; XOR of bases. */
export type Family = 'plain' | 'shifted' | 'swizzled' | 'padded' | 'linear';

export interface Recovered {
  readonly family: Family;
  readonly layout: AnyLayout | LinearLayout;
}

/** How far a family gets: its nearest member has every offset before this coordinate, and none has this one too. */
export interface Failing {
  readonly family: Family;
  /** A coordinate of the table, from 0. */
  readonly at: number;
  readonly got: number;
  /** What the nearest member computes there; null where the offset is none that the family can have. */
  readonly expected: number | null;
  /** The nearest member; null where it has no offset at all. */
  readonly layout: AnyLayout | LinearLayout | null;
}

/** That no family computes the table; the one that gets farthest first. */
export interface Unrecovered {
  readonly failings: readonly [Failing, ...Failing[]];
}

export type Recovery = Recovered | Unrecovered;

export const isRecovered = (recovery: Recovery): recovery is Recovered => 'layout' in recovery;

/**
 * The layout of minimal rank that computes a table of offsets, in colexicographic order of a shape's coordinates (a
 * vector where there is no shape): a plain one where there is one, else one behind the swizzle, and then the padding,
 * that leaves the fewest modes, else a linear one over F2. With a shape its leaves stay apart, so that the result has
 * its coordinates. `families` are those that are tried; `plain` and `shifted` are one question.
 * Violations: wrong-kind for a table without offsets, or with one that is no integer; rank-mismatch for a shape of
 * another size.
 */
export function recoverLayout(
  offsets: ArrayLike<number>,
  shape?: HTuple<number>,
  families: readonly Family[] = FAMILIES,
): Outcome<Recovery> {
  const profile = shape ?? offsets.length;
  const table = tableOf(offsets, profile);
  if (table instanceof Violation) return table;
  const failings: Failing[] = [];
  for (const family of FITS) {
    const fit = families.includes(family.of) ? family.fit(table) : null;
    if (fit === null) continue;
    if ('got' in fit) failings.push(fit);
    else return fit;
  }
  const [first, ...others] = failings.sort((a, b) => b.at - a.at);
  return { failings: [first!, ...others] };
}

const FAMILIES: readonly Family[] = ['plain', 'shifted', 'swizzled', 'padded', 'linear'];

interface Table {
  readonly offsets: Float64Array;
  readonly profile: HTuple<number>;
  readonly leaves: readonly number[];
  /** What all offsets have among them, where they are not negative and below 2^31; null where one is not. */
  readonly bits: { readonly set: number; readonly highest: number } | null;
}

function tableOf(offsets: ArrayLike<number>, profile: HTuple<number>): Table | Violation {
  if (offsets.length === 0) return new Violation('wrong-kind', 'a table of offsets needs at least one');
  const leaves = leavesOf(profile);
  const size = leaves.reduce((n, leaf) => n * leaf, 1);
  if (size !== offsets.length) {
    const counts = `the shape has ${size} coordinates, and the table ${offsets.length} offsets`;
    return new Violation('rank-mismatch', counts);
  }
  const copy = new Float64Array(offsets);
  let [set, lowest, highest] = [0, 0, 0];
  for (let i = 0; i < copy.length; i++) {
    const offset = copy[i]!;
    if (!Number.isSafeInteger(offset))
      return new Violation('wrong-kind', `offset ${i} of the table is no integer below 2^53`);
    set |= offset;
    if (offset > highest) highest = offset;
    if (offset < lowest) lowest = offset;
  }
  const isOfInt = lowest === 0 && highest < 2 ** 31;
  return { offsets: copy, profile, leaves, bits: isOfInt ? { set, highest } : null };
}

type Fit = Recovered | Failing | null;

/** A layout and what stands in front of it. */
function behind(outer: Swizzle | Layout | null, shift: number, inner: Layout): AnyLayout {
  if (outer === null && shift === 0) return inner;
  // The identity, as CuTe writes it: a swizzle of no bits.
  return new ComposedLayout(outer ?? new Swizzle(0, 4, 3), shift, inner);
}

function fitPlain(table: Table): Fit {
  const { offsets, leaves } = table;
  const shift = offsets[0]!;
  const family = shift === 0 ? 'plain' : 'shifted';
  const room = new Float64Array(offsets.length);
  const fit = fitModes(new Unfolded((x) => offsets[x]! - shift, room), leaves);
  if (isMisfit(fit)) return failing(family, table, { by: null, shift, misfit: fit });
  return { family, layout: behind(null, shift, layoutOf(fit, table.profile)) };
}

const fitSwizzled = (table: Table): Fit =>
  table.bits === null ? null : fitBehind('swizzled', table, swizzlesOf(table.bits.set));

const fitPadded = (table: Table): Fit =>
  table.bits === null ? null : fitBehind('padded', table, paddingsOf(table.bits.highest));

function fitBehind(family: Family, table: Table, candidates: readonly OuterFunction[]): Fit {
  const best = search(table.offsets, table.leaves, candidates);
  if (best === null) return null;
  if (best.kind === 'nearest') return failing(family, table, best);
  return { family, layout: behind(best.by.outer, best.shift, layoutOf(best.modes, table.profile)) };
}

function failing(family: Family, table: Table, { by, shift, misfit }: Attempt): Failing {
  const { at, predicted, modes } = misfit;
  const inner = predicted === null ? null : shift + predicted;
  // What is below zero is no coordinate of an outer function.
  const expected = inner === null || by === null ? inner : inner < 0 ? null : by.apply(inner);
  const layout = at === 0 ? null : behind(by?.outer ?? null, shift, layoutOf(modes, table.profile));
  return { family, at, got: table.offsets[at]!, expected, layout };
}

function fitXor({ offsets, leaves, bits }: Table): Fit {
  const fit = bits === null ? null : fitLinear(offsets, leaves);
  if (fit === null) return null;
  const { layout, misfit } = fit;
  if (misfit === null) return { family: 'linear', layout };
  return { family: 'linear', at: misfit.at, got: offsets[misfit.at]!, expected: misfit.predicted, layout };
}

/** The layout of modes: a leaf of the shape is a mode, or a tuple of its modes. Modes that are missing are of size 1. */
function layoutOf(modes: LeafModes, profile: HTuple<number>): Layout {
  let leaf = 0;
  const build = (t: HTuple<number>): Layout => {
    if (Array.isArray(t)) {
      const parts = (t as readonly HTuple<number>[]).map(build);
      return new Layout(
        parts.map((p) => p.shape),
        parts.map((p) => p.stride),
      );
    }
    const own = modes[leaf++] ?? [];
    if (own.length === 0) return new Layout(t as number, 0);
    if (own.length === 1) return new Layout(own[0]!.size, own[0]!.stride);
    return new Layout(
      own.map((m) => m.size) as Shape,
      own.map((m) => m.stride),
    );
  };
  return build(profile);
}

/** In the order in which they are tried. */
const FITS: readonly { readonly of: Family; readonly fit: (table: Table) => Fit }[] = [
  { of: 'plain', fit: fitPlain },
  { of: 'swizzled', fit: fitSwizzled },
  { of: 'padded', fit: fitPadded },
  { of: 'linear', fit: fitXor },
];
