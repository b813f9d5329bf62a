// Random linear layouts, and their values one by one.

import { apply } from '../../../server/src/algebra/linear/apply.ts';
import {
  type LinearLayout,
  makeLinearLayout,
  type Sizes,
  sizesOf,
} from '../../../server/src/algebra/linear/layout.ts';
import type { Random } from '../../support/random.ts';
import { must } from './records.ts';

const INPUTS = ['register', 'lane', 'warp'];

export function randomLayout(
  random: Random,
  outs: Sizes = randomSizes(random),
  bits: readonly number[] = INPUTS.map(() => random.between(0, 3)),
): LinearLayout {
  const bases = bits.map((count, i) => {
    const images = Array.from({ length: count }, () => outs.map(([, size]) => random.between(0, size - 1)));
    return [INPUTS[i]!, images] as const;
  });
  return must(makeLinearLayout(bases, outs));
}

export const randomSizes = (random: Random): Sizes =>
  Array.from({ length: random.between(1, 3) }, (_, i) => [`dim${i}`, 2 ** random.between(0, 3)] as const);

type Point = ReadonlyMap<string, number>;

/** Every input of the layout. */
export function points(layout: LinearLayout): Point[] {
  let all: [string, number][][] = [[]];
  for (const { name, bases } of layout.ins) {
    all = all.flatMap((p) =>
      Array.from({ length: 2 ** bases.length }, (_, v): [string, number][] => [...p, [name, v]]),
    );
  }
  return all.map((p) => new Map(p));
}

export const valueAt = (layout: LinearLayout, point: Point): Point => must(apply(layout, point));

/** `dim0=1 dim1=2`, whatever the order of the dimensions. */
export const textOf = (point: Point): string =>
  [...point]
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join(' ');

export const outputCount = (layout: LinearLayout): number =>
  sizesOf(layout).reduce((n, [, size]) => n * size, 1);
