// Equality of two layouts as functions on integral coordinates, with the smallest coordinate where they
// differ. The coalesced form of a function is unique: its first stride is the value at 1, its first extent
// the first coordinate that breaks the pattern, and so on. So two sums of modes are compared mode by mode,
// for any size; other functions by their bases over F2 or by enumeration.

import { isFailure, NeedsValue, type Outcome } from '../integer/failure.ts';
import type { AnyLayout } from '../layout/layout.ts';
import { sameSwizzle } from '../layout/swizzle.ts';
import { ENUMERATION_BUDGET, type Enumeration, enumerate } from '../view/enumerate.ts';
import type { NumericModes } from '../view/enumerate-modes.ts';
import { type Decision, no, yes } from './answer.ts';
import { linearView } from './linear.ts';
import { type LayoutView, viewOf } from './view.ts';

/** A mode with a vector stride: one entry for offsets, one a component for coordinates. */
interface VectorMode {
  readonly size: bigint;
  readonly stride: readonly bigint[];
}

/** The strides as vectors over the components of both layouts; null when the kinds differ. */
const vectorModes = (modes: NumericModes, keys: readonly string[]): VectorMode[] => {
  const rows =
    modes.kind === 'coordinate'
      ? keys.map((key) => {
          const index = modes.components.findIndex((c) => keyOf(c) === key);
          return index < 0 ? null : modes.strides[index]!;
        })
      : [modes.strides];
  const vectors = modes.sizes.map((size, i) => ({
    size: BigInt(size),
    stride: rows.map((row) => (row === null ? 0n : BigInt(row[i]!))),
  }));
  const merged: VectorMode[] = [];
  for (const mode of vectors) {
    if (mode.size === 1n) continue;
    const before = merged.at(-1);
    if (before?.stride.every((d, k) => d * before.size === mode.stride[k])) {
      merged[merged.length - 1] = { size: before.size * mode.size, stride: before.stride };
    } else merged.push(mode);
  }
  return merged;
};
const keyOf = (component: { path: readonly number[]; denominator: number }): string =>
  `${component.path.join('.')}/${component.denominator}`;

const smaller = (a: bigint, b: bigint): bigint => {
  if (b < a) return b;
  return a;
};

/** The smallest coordinate below `limit` at which two coalesced sums of modes differ; null when none does. */
const firstDifference = (
  a: readonly VectorMode[],
  b: readonly VectorMode[],
  limit: bigint,
): bigint | null => {
  let place = 1n;
  for (let i = 0; i < Math.min(a.length, b.length) && place < limit; i++) {
    const [x, y] = [a[i]!, b[i]!];
    if (x.stride.some((d, k) => d !== y.stride[k])) return place;
    if (x.size !== y.size) {
      // The shorter mode ends first; if its layout goes on, it goes on differently.
      const at = place * smaller(x.size, y.size);
      return at < limit ? at : null;
    }
    place *= x.size;
  }
  return null;
};

const valueAt = (all: Enumeration, i: number): string =>
  all.kind === 'coordinate' ? `(${all.components.map((c) => c.values[i]).join(',')})` : String(all.values[i]);

const byEnumeration = (a: LayoutView, b: LayoutView, limit: bigint): Decision => {
  const [x, y] = [enumerate(a.layout, ENUMERATION_BUDGET), enumerate(b.layout, ENUMERATION_BUDGET)];
  if (isFailure(x)) return x;
  if (isFailure(y)) return y;
  for (let i = 0; i < Number(limit); i++) {
    const [left, right] = [valueAt(x, i), valueAt(y, i)];
    if (left !== right) return no(`at ${i} the one gives ${left}, the other ${right}`, [BigInt(i)]);
  }
  return yes('equal at every coordinate');
};

/** The values at the powers of two of two linear layouts; the smallest difference is at one of them. */
const byBases = (a: LayoutView, b: LayoutView): Decision | null => {
  const [x, y] = [linearView(a), linearView(b)];
  if (isFailure(x) || isFailure(y) || !x.linear || !y.linear) return null;
  const [p, q] = [x.bases.flat(), y.bases.flat()];
  for (let bit = 0; bit < Math.min(p.length, q.length); bit++) {
    if (p[bit]!.join() === q[bit]!.join()) continue;
    const at = 1n << BigInt(bit);
    return no(`at ${at} the one gives ${p[bit]}, the other ${q[bit]}`, [at]);
  }
  return p.length === q.length ? yes('equal bases over F2') : null;
};

/** The value of a sum of modes at an integral coordinate, as text. */
const evaluateVector = (modes: readonly VectorMode[], c: bigint): string => {
  let rest = c;
  const sum = (modes[0]?.stride ?? [0n]).map(() => 0n);
  modes.forEach((mode, i) => {
    const digit = i === modes.length - 1 ? rest : rest % mode.size;
    rest /= mode.size;
    mode.stride.forEach((d, k) => {
      sum[k]! += digit * d;
    });
  });
  return sum.length === 1 ? String(sum[0]) : `(${sum.join(',')})`;
};

const compareViews = (a: LayoutView, b: LayoutView): Decision => {
  const limit = smaller(a.size, b.size);
  const [m, n] = [a.modes, b.modes];
  const swizzlesAgree =
    a.offset === b.offset &&
    (a.swizzle === null ? b.swizzle === null : b.swizzle !== null && sameSwizzle(a.swizzle, b.swizzle));
  if (m !== null && n !== null && m.kind === n.kind && m.kind !== 'binary' && swizzlesAgree) {
    const keys = [m, n].flatMap((modes) => (modes.kind === 'coordinate' ? modes.components.map(keyOf) : []));
    const all = [...new Set(keys)];
    const [x, y] = [vectorModes(m, all), vectorModes(n, all)];
    const at = firstDifference(x, y, limit);
    // A swizzle is injective, so it neither hides a difference nor makes one.
    if (at === null) return yes('equal at every coordinate');
    const swizzled = a.swizzle === null ? '' : ' before the swizzle';
    return no(
      `at ${at} the one gives ${evaluateVector(x, at)}, the other ${evaluateVector(y, at)}${swizzled}`,
      [at],
    );
  }
  const bases = a.size === b.size ? byBases(a, b) : null;
  return bases ?? byEnumeration(a, b, limit);
};

/**
 * Whether two layouts are the same function on integral coordinates. The witness is the smallest coordinate
 * at which they differ; the smaller size itself when only the sizes differ.
 */
export const equalFunctions = (a: AnyLayout, b: AnyLayout): Decision => {
  const [x, y]: [Outcome<LayoutView>, Outcome<LayoutView>] = [viewOf(a), viewOf(b)];
  if (isFailure(x)) return x;
  if (isFailure(y)) return y;
  const compared = compareViews(x, y);
  if (isFailure(compared)) {
    return compared instanceof NeedsValue
      ? new NeedsValue(`not decided: ${compared.reason}`, compared.needs)
      : compared;
  }
  if (!compared.holds || x.size === y.size) return compared;
  return no(`the one has ${x.size} elements, the other ${y.size}`, [smaller(x.size, y.size)]);
};
