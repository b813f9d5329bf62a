// Random layouts for the property tests, and a naive evaluation to hold the algebra against.

import fc from 'fast-check';
import { type AnyLayout, ComposedLayout, Layout, Swizzle } from '../../server/src/algebra/layout/layout.ts';
import { Binary, ScaledBasis, type Stride } from '../../server/src/algebra/layout/stride.ts';
import type { HTuple } from '../../server/src/algebra/tuple/htuple.ts';

/** Every property test uses this seed, so that a failure can be run again; fast-check prints it as well. */
export const SEED = 20261120;

/** A shape and a congruent stride from leaves: modes are grouped at random. */
const profiled = (leaves: readonly (readonly [number, Stride])[], cuts: readonly boolean[]): Layout => {
  if (leaves.length === 1) return new Layout(leaves[0]![0], leaves[0]![1]);
  const [shape, stride]: [HTuple<number>[], HTuple<Stride>[]] = [[], []];
  for (let i = 0; i < leaves.length; ) {
    // A cut joins a leaf with its neighbour into a sub-tuple.
    const count = cuts[i] && i + 1 < leaves.length ? 2 : 1;
    const part = leaves.slice(i, i + count);
    shape.push(count === 1 ? part[0]![0] : part.map((leaf) => leaf[0]));
    stride.push(count === 1 ? part[0]![1] : part.map((leaf) => leaf[1]));
    i += count;
  }
  return new Layout(shape, stride);
};

const layoutFrom = (
  sizes: fc.Arbitrary<number>,
  strides: fc.Arbitrary<Stride>,
  most = 4,
): fc.Arbitrary<Layout> =>
  fc
    .tuple(
      fc.array(fc.tuple(sizes, strides), { minLength: 1, maxLength: most }),
      fc.array(fc.boolean(), { minLength: most, maxLength: most }),
    )
    .map(([leaves, cuts]) => profiled(leaves, cuts));

const smallSize = fc.integer({ min: 1, max: 6 });
export const powerOfTwo = fc.integer({ min: 0, max: 3 }).map((n) => 2 ** n);

/** Any integer strides, also 0 and negative ones. */
export const anyLayout = layoutFrom(smallSize, fc.integer({ min: -8, max: 24 }));
export const naturalLayout = layoutFrom(smallSize, fc.integer({ min: 0, max: 30 }));
/** Powers of two throughout, as in most kernels. */
export const powerLayout = layoutFrom(
  powerOfTwo,
  fc.integer({ min: 0, max: 6 }).map((n) => 2 ** n),
);
/** Compact: a permutation of the column-major strides. */
export const compactLayout = fc
  .array(smallSize, { minLength: 1, maxLength: 4 })
  .chain((sizes) =>
    fc.tuple(
      fc.constant(sizes),
      fc.shuffledSubarray(
        sizes.map((_, i) => i),
        { minLength: sizes.length, maxLength: sizes.length },
      ),
      fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    ),
  )
  .map(([sizes, order, cuts]) => {
    const strides: number[] = [];
    let place = 1;
    for (const i of order) {
      strides[i] = place;
      place *= sizes[i]!;
    }
    return profiled(
      sizes.map((s, i) => [s, strides[i]!] as const),
      cuts,
    );
  });

export const basisLayout = layoutFrom(
  smallSize,
  fc
    .tuple(fc.integer({ min: -3, max: 6 }), fc.integer({ min: 0, max: 1 }))
    .map(([v, i]) => new ScaledBasis(v, [i])),
);
export const binaryLayout = layoutFrom(
  powerOfTwo,
  fc.integer({ min: 0, max: 40 }).map((n) => new Binary(n)),
  3,
);

export const swizzle = fc
  .tuple(
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 0, max: 2 }),
    fc.boolean(),
  )
  .map(([bits, base, more, down]) => new Swizzle(bits, base, (bits + more) * (down ? -1 : 1)));

export const swizzledLayout = fc
  .tuple(
    swizzle,
    fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 })),
    fc.oneof(naturalLayout, powerLayout),
  )
  .map(([sw, offset, layout]) => new ComposedLayout(sw, offset, layout));

/** A layout in front of a layout. */
export const stackedLayout = fc
  .tuple(naturalLayout, fc.integer({ min: 0, max: 9 }), naturalLayout)
  .map(([outer, offset, inner]) => new ComposedLayout(outer, offset, inner));

// --- the oracle ---------------------------------------------------------------------------------

const leaves = (t: unknown): unknown[] => (Array.isArray(t) ? t.flatMap(leaves) : [t]);

/** Multiplication without carries, bit by bit. */
const clmul = (a: number, b: number): number => {
  let product = 0n;
  for (let i = 0n; i < 30n; i++) if ((BigInt(a) >> i) & 1n) product ^= BigInt(b) << i;
  return Number(product);
};

/** Integers as they are, coordinates as a vector of two entries. */
export type Value = number | readonly [number, number];

const leafValue = (digit: number, stride: Stride): Value => {
  if (typeof stride === 'number') return digit * stride;
  if (stride instanceof Binary) return clmul(digit, stride.bits);
  const basis = stride as ScaledBasis;
  const entry = digit * (basis.value as number);
  return basis.path[0] === 0 ? [entry, 0] : [0, entry];
};

const swizzled = ({ bits, base, shift }: Swizzle, n: number): number => {
  let result = n;
  for (let b = 0; b < bits; b++) {
    const y = base + b + Math.max(shift, 0);
    const z = base + b + Math.max(-shift, 0);
    if (Math.floor(n / 2 ** y) % 2 === 1) result += Math.floor(n / 2 ** z) % 2 === 1 ? -(2 ** z) : 2 ** z;
  }
  return result;
};

/** The definition: index to natural coordinate, inner product with the stride (Cecka (4), (6)). */
const evaluator = (layout: AnyLayout): ((index: number) => Value) => {
  if (layout instanceof ComposedLayout) {
    const [inner, { outer, offset }] = [evaluator(layout.inner), layout];
    const front = outer instanceof Swizzle ? (n: number) => swizzled(outer, n) : evaluator(outer);
    return (index) => front((inner(index) as number) + (offset as number));
  }
  const [sizes, strides] = [leaves(layout.shape) as number[], leaves(layout.stride) as Stride[]];
  const last = sizes.length - 1;
  const digits = (index: number): number[] => {
    let rest = index;
    return sizes.map((size, i) => {
      const digit = i === last ? rest : rest % size;
      rest = Math.floor(rest / size);
      return digit;
    });
  };
  const parts = (index: number): Value[] => digits(index).map((digit, i) => leafValue(digit, strides[i]!));
  if (strides.some((d) => d instanceof Binary)) {
    return (index) => (parts(index) as number[]).reduce((a, b) => a ^ b, 0);
  }
  if (strides.some((d) => d instanceof ScaledBasis)) {
    return (index) =>
      (parts(index) as [number, number][]).reduce((a, b) => [a[0] + b[0], a[1] + b[1]], [0, 0]);
  }
  return (index) => (parts(index) as number[]).reduce((a, b) => a + b, 0);
};

export const naive = (layout: AnyLayout, index: number): Value => evaluator(layout)(index);

export const sizeOf = (layout: AnyLayout): number =>
  layout instanceof ComposedLayout
    ? sizeOf(layout.inner)
    : (leaves(layout.shape) as number[]).reduce((a, b) => a * b, 1);

export const allValues = (layout: AnyLayout): Value[] => {
  const value = evaluator(layout);
  return Array.from({ length: sizeOf(layout) }, (_, i) => value(i));
};
/** The values at given coordinates, also beyond the size. */
export const valuesAt = (layout: AnyLayout, indices: readonly number[]): Value[] =>
  indices.map(evaluator(layout));
