// Injectivity: do different coordinates have different values? Decided by algebra wherever the layout is a
// sum of modes, for any size; by enumeration within a budget for the other functions.

import { isFailure, NeedsValue, type Outcome } from '../integer/failure.ts';
import type { AnyLayout } from '../layout/layout.ts';
import type { Offsets } from '../view/enumerate.ts';
import type { CoordinateModes } from '../view/enumerate-modes.ts';
import { type Decision, no, yes } from './answer.ts';
import { collisionOf, findRelation } from './relation.ts';
import { type LayoutView, viewOf, withValues } from './view.ts';

/**
 * The strides of a coordinate layout as single integers: each component is weighted by more than twice what
 * the components below it can reach, so that two coordinates differ exactly when these numbers do.
 */
const encodeCoordinates = (modes: CoordinateModes): bigint[] => {
  const encoded = modes.sizes.map(() => 0n);
  let weight = 1n;
  for (const strides of modes.strides) {
    let reach = 0n;
    strides.forEach((stride, i) => {
      encoded[i]! += BigInt(stride) * weight;
      const extent = BigInt(stride) * BigInt(modes.sizes[i]! - 1);
      reach += extent < 0n ? -extent : extent;
    });
    weight *= 2n * reach + 1n;
  }
  return encoded;
};

/** A coordinate other than 0 whose value is 0, for columns over F2; null when they are independent. */
const kernelVector = (columns: readonly number[]): bigint | null => {
  const pivots: { value: number; combination: bigint }[] = [];
  for (let i = 0; i < columns.length; i++) {
    let [value, combination] = [columns[i]!, 1n << BigInt(i)];
    for (const pivot of pivots) {
      if ((value ^ pivot.value) >>> 0 < value >>> 0) {
        value = (value ^ pivot.value) >>> 0;
        combination ^= pivot.combination;
      }
    }
    if (value === 0) return combination;
    pivots.push({ value, combination });
    pivots.sort((a, b) => b.value - a.value);
  }
  return null;
};

const isPowerOfTwo = (n: number): boolean => n > 0 && Number.isInteger(Math.log2(n));

/** The first two equal values of tables read together, as integral coordinates; null when all differ. */
const firstRepeat = (tables: readonly Offsets[]): readonly [number, number] | null => {
  const size = tables[0]!.length;
  if (tables.length === 1) return repeatInTable(tables[0]!);
  const seen = new Map<string, number>();
  for (let i = 0; i < size; i++) {
    const key = tables.map((t) => t[i]).join();
    const before = seen.get(key);
    if (before !== undefined) return [before, i];
    seen.set(key, i);
  }
  return null;
};

const BITMAP_LIMIT = 2 ** 26;

const repeatInTable = (table: Offsets): readonly [number, number] | null => {
  let [low, high] = [table[0]!, table[0]!];
  for (let i = 1; i < table.length; i++) {
    const value = table[i]!;
    if (value < low) low = value;
    else if (value > high) high = value;
  }
  if (high - low >= BITMAP_LIMIT) {
    const seen = new Map<number, number>();
    for (let i = 0; i < table.length; i++) {
      const before = seen.get(table[i]!);
      if (before !== undefined) return [before, i];
      seen.set(table[i]!, i);
    }
    return null;
  }
  const seen = new Uint8Array(high - low + 1);
  for (let i = 0; i < table.length; i++) {
    const at = table[i]! - low;
    if (seen[at] === 1) return [table.indexOf(table[i]!), i];
    seen[at] = 1;
  }
  return null;
};

const byEnumeration = (view: LayoutView): Decision => {
  const repeat = withValues(view, (tables) => firstRepeat(tables));
  if (isFailure(repeat)) return repeat;
  return repeat === null
    ? yes('all values differ')
    : no(`coordinates ${repeat[0]} and ${repeat[1]} have the same value`, repeat.map(BigInt));
};

/** Injectivity of a view that is already made. */
export const injectiveView = (view: LayoutView): Decision => {
  const { modes, sizes } = view;
  if (modes === null) return byEnumeration(view);
  if (modes.kind === 'binary') {
    if (!modes.sizes.every(isPowerOfTwo)) return byEnumeration(view);
    const columns = modes.sizes.flatMap((size, i) =>
      Array.from({ length: Math.log2(size) }, (_, bit) => modes.strides[i]! * 2 ** bit),
    );
    if (columns.some((column) => column >= 2 ** 31)) return byEnumeration(view);
    const kernel = kernelVector(columns);
    return kernel === null
      ? yes('its columns over F2 are independent')
      : no(`coordinates 0 and ${kernel} have the same value`, [0n, kernel]);
  }
  const strides = modes.kind === 'coordinate' ? encodeCoordinates(modes) : modes.strides.map(BigInt);
  const relation = findRelation(sizes, strides);
  if (relation === undefined) {
    const counted = byEnumeration(view);
    return isFailure(counted)
      ? new NeedsValue('not decided: neither the strides nor an enumeration within the limit tell')
      : counted;
  }
  if (relation === null) return yes('no two coordinates differ by a sum of strides that is 0');
  const [a, b] = collisionOf(sizes, relation);
  return no(`coordinates ${a} and ${b} have the same value`, [a, b]);
};

/** Whether different coordinates have different values (Cecka 3.4). The witness are two that have the same. */
export const isInjective = (layout: AnyLayout): Decision => {
  const view: Outcome<LayoutView> = viewOf(layout);
  return isFailure(view) ? view : injectiveView(view);
};
