// The modes of the only layout that can compute a table of offsets.
//
// A coalesced layout has no choice (document 002, claims 1 and 2): its first stride is the offset of coordinate 1, its
// first mode ends at the first coordinate t whose offset is not t times that, and the offsets of t, 2t, … are a table of
// the same kind. What lies between is the sum of both. So one pass finds the modes, or the coordinate at which every
// layout fails.

/** The offset of a coordinate, 0 of coordinate 0; NaN where there can be none. */
export type OffsetAt = (coordinate: number) => number;

interface Mode {
  readonly size: number;
  readonly stride: number;
}

/** The modes of each leaf of a shape, fastest first; none for a leaf of size 1. */
export type LeafModes = readonly (readonly Mode[])[];

/** The first coordinate whose offset no layout has that has all the offsets before it. */
export interface Misfit {
  readonly at: number;
  /** The offset that the modes so far give it; null where its own offset is none that a layout can have. */
  readonly predicted: number | null;
  readonly modes: LeafModes;
}

export const isMisfit = (fit: LeafModes | Misfit): fit is Misfit => !Array.isArray(fit);

/** Offsets that are worked out as far as somebody looks. */
export class Unfolded {
  readonly values: Float64Array;
  private readonly at: OffsetAt;
  private filled = 0;
  /** `into` has room for all of them. */
  constructor(at: OffsetAt, into: Float64Array) {
    this.at = at;
    this.values = into;
  }
  /** Makes sure that there are this many; the number that there are. */
  upTo(count: number): number {
    const { values, at } = this;
    if (count <= this.filled) return this.filled;
    const end = Math.min(values.length, Math.max(count, this.filled + CHUNK));
    for (let x = this.filled; x < end; x++) values[x] = at(x);
    this.filled = end;
    return end;
  }
}

const CHUNK = 4096;

/**
 * The modes that compute the offsets, over leaves of these sizes. No two neighbours in one leaf can be coalesced, so
 * that no other layout has fewer. Time: one visit to each coordinate.
 */
export function fitModes(offsets: Unfolded, leaves: readonly number[]): LeafModes | Misfit {
  const { values } = offsets;
  const modes: Mode[][] = [];
  let inner = 1;
  for (const size of leaves) {
    const end = inner * size;
    const own: Mode[] = [];
    modes.push(own);
    while (inner < end) {
      offsets.upTo(inner + 1);
      const stride = values[inner]!;
      if (Number.isNaN(stride)) return { at: inner, predicted: null, modes };
      const failed = firstBeyond(offsets, inner, end);
      const within = failed % inner;
      // All modes divide their leaf.
      if (within !== 0 || end % failed !== 0 || (failed < end && Number.isNaN(values[failed]))) {
        own.push({ size: Math.ceil(end / inner), stride });
        const predicted = ((failed - within) / inner) * stride + (within === 0 ? 0 : values[within]!);
        return { at: failed, predicted, modes };
      }
      own.push({ size: failed / inner, stride });
      inner = failed;
    }
  }
  return modes;
}

/** The first coordinate that one more mode does not reach, over what the modes inside of it compute. */
function firstBeyond(offsets: Unfolded, inner: number, end: number): number {
  const { values } = offsets;
  const stride = values[inner]!;
  let [offset, filled] = [stride, 0];
  for (let x = inner; x < end; x += inner, offset += stride) {
    if (x + inner > filled) filled = offsets.upTo(x + inner);
    if (values[x] !== offset) return x;
    for (let r = 1; r < inner; r++) if (values[x + r] !== offset + values[r]!) return x + r;
  }
  return end;
}

/** The divisors of a number, in order. */
function divisorsOf(n: number): readonly number[] {
  const [low, high]: [number[], number[]] = [[], []];
  for (let d = 1; d * d <= n; d++)
    if (n % d === 0) {
      low.push(d);
      if (d * d !== n) high.push(n / d);
    }
  return [...low, ...high.reverse()];
}

/** Where a mode of each leaf may end. */
type ModeEnds = readonly (readonly number[])[];

export function modeEnds(leaves: readonly number[]): ModeEnds {
  let inner = 1;
  return leaves.map((size) => {
    const ends = divisorsOf(size).map((d) => d * inner);
    inner *= size;
    return ends;
  });
}

/**
 * The modes that a layout of these offsets has if there is one, from the offsets at the divisors of the leaves alone:
 * a mode ends at a divisor, and before its end all offsets are multiples.
 */
export function supposedModes(at: OffsetAt, ends: ModeEnds): LeafModes {
  return ends.map((own) => {
    const modes: Mode[] = [];
    const end = own.at(-1)!;
    let inner = own[0]!;
    let stride = end > inner ? at(inner) : 0;
    for (const x of own) {
      if (x === inner || x % inner !== 0) continue;
      if (x < end && at(x) === (x / inner) * stride) continue;
      modes.push({ size: x / inner, stride });
      if (x === end) break;
      inner = x;
      stride = at(x);
    }
    return modes;
  });
}

/** The offset that modes compute. */
export function offsetOf(modes: LeafModes, coordinate: number): number {
  let [rest, sum] = [coordinate, 0];
  for (const leaf of modes)
    for (const { size, stride } of leaf) {
      if (rest === 0) return sum;
      const outer = Math.floor(rest / size);
      sum += (rest - outer * size) * stride;
      rest = outer;
    }
  return sum;
}

export const countModes = (modes: LeafModes): number => modes.reduce((n, leaf) => n + leaf.length, 0);
