// Whether two coordinates of a layout can have the same value, without enumerating it.
//
// Two coordinates c and c' collide exactly when their difference is a non-zero combination
// sum(delta_i * d_i) = 0 with |delta_i| < s_i. The search below decides that exactly: modes in order of
// falling stride, cut off wherever the modes that remain cannot make up the sum, by their reach or by
// their common divisor. For the layouts people write it ends after a handful of steps.

const STEPS = 20000;

const magnitude = (n: bigint): bigint => (n < 0n ? -n : n);
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? magnitude(a) : gcd(b, a % b));
const floorDivide = (a: bigint, b: bigint): bigint => {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
};
const ceilDivide = (a: bigint, b: bigint): bigint => -floorDivide(-a, b);
const modulo = (a: bigint, n: bigint): bigint => ((a % n) + n) % n;

/** The inverse of `a` modulo `n`, for coprime a and n. */
const inverseModulo = (a: bigint, n: bigint): bigint => {
  let [r0, r1, x0, x1] = [modulo(a, n), n, 1n, 0n];
  while (r1 !== 0n) {
    const quotient = r0 / r1;
    [r0, r1, x0, x1] = [r1, r0 - quotient * r1, x1, x0 - quotient * x1];
  }
  return modulo(x0, n);
};

/**
 * A non-zero `delta` with `|delta[i]| < sizes[i]` and `sum(delta[i] * strides[i]) = 0`; null when there is
 * none; undefined when the search took too many steps to tell. Sizes are at least 1.
 */
export const findRelation = (
  sizes: readonly bigint[],
  strides: readonly bigint[],
): readonly bigint[] | null | undefined => {
  const order = sizes
    .map((_, i) => i)
    .filter((i) => sizes[i]! > 1n)
    .sort((a, b) => (magnitude(strides[a]!) < magnitude(strides[b]!) ? 1 : -1));
  const broadcast = order.find((i) => strides[i] === 0n);
  if (broadcast !== undefined) return sizes.map((_, i) => (i === broadcast ? 1n : 0n));
  const modes = boundedModes(order.map((i) => ({ size: sizes[i]!, stride: strides[i]! })));
  if (modes.every(({ stride, rest }) => magnitude(stride) > rest.reach)) return null;
  const found = search(modes);
  if (found === null || found === undefined) return found;
  const delta = sizes.map(() => 0n);
  for (const [k, i] of order.entries()) delta[i] = found[k]!;
  return delta;
};

/** A mode, and what the ones behind it can do. */
interface BoundedMode {
  readonly size: bigint;
  readonly stride: bigint;
  /** `reach`: what they add up to at most; `divisor`: what all of their sums are multiples of, 0 where there are none. */
  readonly rest: { readonly reach: bigint; readonly divisor: bigint };
}

function boundedModes(modes: readonly Omit<BoundedMode, 'rest'>[]): readonly BoundedMode[] {
  let rest = { reach: 0n, divisor: 0n };
  return modes
    .toReversed()
    .map(({ size, stride }) => {
      const mode = { size, stride, rest };
      rest = { reach: rest.reach + (size - 1n) * magnitude(stride), divisor: gcd(stride, rest.divisor) };
      return mode;
    })
    .reverse();
}

/** The values of delta at a mode for which the rest can still bring `sum` to 0: first, last, step. */
function candidates(mode: BoundedMode, sum: bigint): readonly [bigint, bigint, bigint] | null {
  const { stride, rest } = mode;
  const [a, b] = [-rest.reach - sum, rest.reach - sum];
  let low = stride > 0n ? ceilDivide(a, stride) : ceilDivide(b, stride);
  let high = stride > 0n ? floorDivide(b, stride) : floorDivide(a, stride);
  const limit = mode.size - 1n;
  if (low < -limit) low = -limit;
  if (high > limit) high = limit;
  if (rest.divisor === 0n) {
    // The last position: only one value can do.
    return sum % stride === 0n && -sum / stride >= low && -sum / stride <= high
      ? [-sum / stride, -sum / stride, 1n]
      : null;
  }
  const common = gcd(stride, rest.divisor);
  if (sum % common !== 0n) return null;
  const step = rest.divisor / common;
  const residue = step === 1n ? 0n : modulo((-sum / common) * inverseModulo(stride / common, step), step);
  return [low + modulo(residue - low, step), high, step];
}

/** A relation of the modes, in their order; null where there is none, undefined after too many steps. */
function search(modes: readonly BoundedMode[]): readonly bigint[] | null | undefined {
  const delta = modes.map(() => 0n);
  let steps = 0;
  const from = (k: number, sum: bigint, nonZero: boolean): boolean | undefined => {
    const mode = modes[k];
    if (mode === undefined) return nonZero && sum === 0n;
    const range = candidates(mode, sum);
    if (range === null) return false;
    let [value, high, step] = range;
    // The negative of a relation is one too, so the first non-zero entry may be taken as positive.
    if (!nonZero && value < 0n) value += ((-value + step - 1n) / step) * step;
    for (; value <= high; value += step) {
      if (++steps > STEPS) return undefined;
      delta[k] = value;
      const found = from(k + 1, sum + value * mode.stride, nonZero || value !== 0n);
      if (found !== false) return found;
    }
    delta[k] = 0n;
    return false;
  };
  const found = from(0, 0n, false);
  return found === undefined ? undefined : found ? delta : null;
}

/** The two integral coordinates whose difference is `delta`, the smaller one first. */
export const collisionOf = (
  sizes: readonly bigint[],
  delta: readonly bigint[],
): readonly [bigint, bigint] => {
  let [plus, minus, place] = [0n, 0n, 1n];
  delta.forEach((d, i) => {
    if (d > 0n) plus += d * place;
    else minus -= d * place;
    place *= sizes[i]!;
  });
  return plus < minus ? [plus, minus] : [minus, plus];
};
