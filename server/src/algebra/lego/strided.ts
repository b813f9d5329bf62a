// LEGO and CuTe (LEGO Table I): the layout that computes the positions of a chain by strides, and the chain of a layout.

import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import { Layout } from '../layout/layout.ts';
import { groupBy, type LegoLayout, legoTable } from './lego.ts';
import { regularPermutation } from './permutation.ts';
import { flatten, product, unflatten } from './row-major.ts';

/** The largest view that is looked at element by element. */
export const MAXIMUM_VIEW = 1 << 20;

interface Mode {
  readonly size: number;
  readonly stride: number;
}

/** Where strides end: an index, the position that they give there, and the one that the chain gives. */
interface StrideWitness {
  readonly index: readonly number[];
  readonly position: number;
  readonly expected: number;
}

/** Modes, fastest first, that compute a table of offsets which begins at 0; null where there are none. */
function modesOf(table: readonly number[]): readonly Mode[] | null {
  const n = table.length;
  if (n === 1) return [];
  const stride = table[1]!;
  let run = 2;
  while (run < n && table[run] === run * stride) run++;
  for (let size = run; size > 1; size--) {
    if (n % size !== 0) continue;
    if (table.some((offset, i) => offset !== table[i - (i % size)]! + (i % size) * stride)) continue;
    const outer = modesOf(table.filter((_, i) => i % size === 0));
    if (outer !== null) return [{ size, stride }, ...outer];
  }
  return null;
}

/** The first index at which the sum of the dimensions' own offsets is not the position. */
function firstWitness(
  dims: readonly number[],
  table: readonly number[],
  along: readonly (readonly number[])[],
): StrideWitness | null {
  for (const [i, position] of table.entries()) {
    const index = unflatten(dims, i);
    const expected = index.reduce((sum, x, k) => sum + along[k]![x]!, 0);
    if (position !== expected) return { index, position, expected };
  }
  return null;
}

type Strided =
  | { readonly layout: Layout }
  /** `dimension`: the one along which no modes compute the offsets, where the dimensions add up. */
  | { readonly witness: StrideWitness }
  | { readonly dimension: number };

/** A CuTe layout over the dimensions of the view. Null where the view is too large to look at. */
export function strided(chain: LegoLayout): Strided | null {
  const { dims } = chain;
  if (chain.size > MAXIMUM_VIEW) return null;
  const table = legoTable(chain);
  // A layout takes the first coordinate to 0.
  if (table[0] !== 0) return { witness: { index: dims.map(() => 0), position: table[0]!, expected: 0 } };
  const along = dims.map((n, k) =>
    Array.from(
      { length: n },
      (_, i) =>
        table[
          flatten(
            dims,
            dims.map((_, j) => (j === k ? i : 0)),
          )
        ]!,
    ),
  );
  const witness = firstWitness(dims, table, along);
  if (witness !== null) return { witness };
  const modes: (readonly Mode[])[] = [];
  for (const [dimension, offsets] of along.entries()) {
    const found = modesOf(offsets);
    if (found === null) return { dimension };
    modes.push(found.length === 0 ? [{ size: 1, stride: 0 }] : found);
  }
  const tuple = (own: readonly Mode[], part: 'size' | 'stride') =>
    own.length === 1 ? own[0]![part] : own.map((mode) => mode[part]);
  const shape = modes.map((own) => tuple(own, 'size'));
  const stride = modes.map((own) => tuple(own, 'stride'));
  return { layout: shape.length === 1 ? new Layout(shape[0]!, stride[0]!) : new Layout(shape, stride) };
}

/** The modes of a static layout, those of each mode at the top fastest first; null where it has others. */
function staticModes({ shape, stride }: Layout): (readonly Mode[])[] | null {
  const leaves = (s: unknown, d: unknown): readonly Mode[] | null => {
    if (Array.isArray(s)) {
      if (!Array.isArray(d) || d.length !== s.length) return null;
      const parts = s.map((x, i) => leaves(x, d[i]));
      return parts.some((part) => part === null) ? null : parts.flatMap((part) => part!);
    }
    return typeof s === 'number' && typeof d === 'number' ? [{ size: s, stride: d }] : null;
  };
  const tops: (readonly [unknown, unknown])[] = Array.isArray(shape)
    ? shape.map((s, i) => [s, (stride as readonly unknown[])[i]] as const)
    : [[shape, stride]];
  const modes = tops.map(([s, d]) => leaves(s, d));
  return modes.some((own) => own === null) ? null : (modes as (readonly Mode[])[]);
}

/**
 * `GroupBy(…).OrderBy(RegP(…))` of a static layout that is a bijection onto [0, n). Violations: wrong-kind for integers
 * that are not static; not-bijective.
 */
export function legoOf(layout: Layout): Outcome<LegoLayout> {
  try {
    const modes = staticModes(layout);
    if (modes === null) return refuse('wrong-kind', 'a chain has static sizes', { source: 'LEGO Table I' });
    // A dimension of the view is split into its modes, the slowest outermost.
    const split = modes.flatMap((own) => [...own].reverse());
    const order = split.map((_, k) => k).sort((a, b) => rankOf(split[b]!) - rankOf(split[a]!) || a - b);
    let next = 1;
    for (const k of [...order].reverse()) {
      const { size, stride } = split[k]!;
      if (size > 1 && stride !== next)
        refuse(
          'not-bijective',
          `${stride} is the stride of a mode where a bijection has ${next}${stride > next ? `: nothing lies at ${next}` : ''}`,
          { source: 'LEGO III-B' },
        );
      next *= size;
    }
    const permutation = regularPermutation(
      split.map(({ size }) => size),
      order,
    );
    const dims = modes.map((own) => product(own.map(({ size }) => size)));
    return 'apply' in permutation ? groupBy([dims], [{ permutations: [permutation] }], 'paper') : permutation;
  } catch (e) {
    return asFailure(e);
  }
}

/** Modes of size 1 may stand anywhere; they are put outermost. */
const rankOf = ({ size, stride }: Mode): number => (size === 1 ? Number.MAX_SAFE_INTEGER : stride);
