// The leaves of a layout as plain numbers, which is what enumeration and the properties work on.
// A layout over integers, over binary vectors and over coordinates differ in how they add, so they
// are three kinds here; whatever is not known is an NeedsValue that names what is missing.

import type { Outcome } from '../integer/failure.ts';
import { isFailure, NeedsValue, Violation } from '../integer/failure.ts';
import { Dynamic, type Int, knownValue, StaticSymbol } from '../integer/integer.ts';
import type { Layout, Shape } from '../layout/layout.ts';
import { ArithTuple, Binary, Fraction, ScaledBasis, type Stride } from '../layout/stride.ts';
import { termSymbols } from '../term/operations.ts';
import { Term } from '../term/term.ts';
import { type HTuple, isTuple } from '../tuple/htuple.ts';

/** One component of a coordinate: entry `path` (outermost first), in units of `1 / denominator`. */
export interface Component {
  readonly path: readonly number[];
  readonly denominator: number;
}

/**
 * The leaves of a layout, leftmost first. `strides[i]` belongs to `sizes[i]`; for coordinates
 * `strides[k][i]` is what leaf `i` adds to component `k`.
 */
export type NumericModes = ScalarModes | CoordinateModes;
interface ScalarModes {
  readonly kind: 'integer' | 'binary';
  readonly sizes: readonly number[];
  readonly strides: readonly number[];
}
export interface CoordinateModes {
  readonly kind: 'coordinate';
  readonly sizes: readonly number[];
  readonly components: readonly Component[];
  readonly strides: readonly (readonly number[])[];
}

interface LayoutLeaf {
  readonly shape: Int;
  readonly stride: Stride;
}

/** The leaves of a layout in order. Shape and stride are congruent, as every layout's are. */
export const layoutLeaves = (layout: Layout): LayoutLeaf[] => {
  const leaves: LayoutLeaf[] = [];
  const walk = (shape: Shape, stride: HTuple<Stride>): void => {
    if (isTuple(shape)) {
      const strides = stride as readonly HTuple<Stride>[];
      for (let i = 0; i < shape.length; i++) walk(shape[i]!, strides[i]!);
    } else leaves.push({ shape, stride: stride as Stride });
  };
  walk(layout.shape, layout.stride);
  return leaves;
};

/** The names of the unknowns an integer depends on. */
const unknownsOf = (n: Int): string[] => {
  const term = n instanceof StaticSymbol ? n.term : n instanceof Dynamic ? n.value : null;
  return term instanceof Term ? termSymbols(term) : [];
};

/** The value of an integer, static or dynamic. */
export const numberOf = (n: Int): Outcome<number> => {
  const known = knownValue(n);
  if (known !== undefined) return known;
  const needs = unknownsOf(n);
  return new NeedsValue(
    needs.length > 0 ? `${needs.join(', ')} is not known` : 'an integer is not known',
    needs,
  );
};

/** A leaf's stride as entries of a coordinate, each with a numerator and a denominator. */
interface Entry {
  readonly path: readonly number[];
  readonly numerator: number;
  readonly denominator: number;
}

const entriesOf = (stride: ScaledBasis | ArithTuple): Outcome<Entry[]> => {
  if (stride instanceof ScaledBasis) {
    const { value, path } = stride;
    if (value instanceof Fraction) {
      return [{ path, numerator: value.numerator, denominator: value.denominator }];
    }
    const numerator = numberOf(value);
    return isFailure(numerator) ? numerator : [{ path, numerator, denominator: 1 }];
  }
  const entries: Entry[] = [];
  let failure: Outcome<never> | null = null;
  const walk = (tuple: HTuple<Int>, path: readonly number[]): void => {
    if (isTuple(tuple))
      tuple.forEach((item, i) => {
        walk(item, [...path, i]);
      });
    else {
      const numerator = numberOf(tuple);
      if (isFailure(numerator)) failure ??= numerator as Outcome<never>;
      else entries.push({ path, numerator, denominator: 1 });
    }
  };
  walk(stride.entries, []);
  return failure ?? entries;
};

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
const isPrefix = (a: readonly number[], b: readonly number[]): boolean =>
  a.length < b.length && a.every((n, i) => n === b[i]);
const comparePaths = (a: readonly number[], b: readonly number[]): number => {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
};

const coordinateModes = (sizes: number[], leaves: readonly LayoutLeaf[]): Outcome<NumericModes> => {
  const components = new Map<string, { path: readonly number[]; denominator: number }>();
  const entries: Entry[][] = [];
  for (const { stride } of leaves) {
    if (stride instanceof ScaledBasis || stride instanceof ArithTuple) {
      const found = entriesOf(stride);
      if (isFailure(found)) return found;
      for (const { path, denominator } of found) {
        const known = components.get(path.join());
        const common = known?.denominator ?? 1;
        components.set(path.join(), {
          path,
          denominator: (common / gcd(common, denominator)) * denominator,
        });
      }
      entries.push(found);
    } else if (!(stride instanceof Binary) && knownValue(stride) === 0) entries.push([]);
    else return mixedStrides();
  }
  const sorted = [...components.values()].sort((a, b) => comparePaths(a.path, b.path));
  for (let i = 1; i < sorted.length; i++) {
    if (isPrefix(sorted[i - 1]!.path, sorted[i]!.path)) return mixedStrides();
  }
  const strides = sorted.map((component) =>
    entries.map((list) =>
      list
        .filter((entry) => entry.path.join() === component.path.join())
        .reduce((sum, entry) => sum + entry.numerator * (component.denominator / entry.denominator), 0),
    ),
  );
  return { kind: 'coordinate', sizes, components: sorted, strides };
};

const mixedStrides = (): Violation =>
  new Violation('not-congruent', 'the strides of this layout cannot be added: they are of different kinds', {
    source: 'Cecka 3.1 (11)',
  });

/** The leaves of a layout as numbers. NeedsValue where an extent or a stride is not known. */
export const numericModes = (layout: Layout): Outcome<NumericModes> => {
  const leaves = layoutLeaves(layout);
  const sizes: number[] = [];
  for (const leaf of leaves) {
    const size = numberOf(leaf.shape);
    if (isFailure(size)) return size;
    sizes.push(size);
  }
  if (leaves.some(({ stride }) => stride instanceof ScaledBasis || stride instanceof ArithTuple)) {
    return coordinateModes(sizes, leaves);
  }
  const binary = leaves.some(({ stride }) => stride instanceof Binary);
  const strides: number[] = [];
  for (const { stride } of leaves) {
    if (stride instanceof Binary) strides.push(stride.bits);
    else {
      const value = numberOf(stride as Int);
      if (isFailure(value)) return value;
      if (binary && value !== 0) return mixedStrides();
      strides.push(value);
    }
  }
  return { kind: binary ? 'binary' : 'integer', sizes, strides };
};

/** The product of the sizes; exact up to 2^53. */
export const sizeOfModes = (sizes: readonly number[]): number => sizes.reduce((product, n) => product * n, 1);
