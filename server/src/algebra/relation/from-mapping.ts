// Layouts from a layout mapping and the shape, or the strides (document 000, Algorithms 2 and 3).

import type { Int } from '../integer/integer.ts';
import { knownNumber } from '../integer/known.ts';
import { Layout, type Shape, type Strides } from '../layout/layout.ts';
import { printPlain } from '../layout/print.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { confirmed, decided, largest, mappingOf, noLayout, numberAt, pointText, sizeOf } from './derived.ts';
import type { Ask } from './question.ts';
import type { MapTerm } from './term.ts';

export const leavesOf = (tuple: HTuple<Int>): readonly number[] =>
  Array.isArray(tuple)
    ? (tuple as readonly HTuple<Int>[]).flatMap(leavesOf)
    : [knownNumber(tuple as Int) ?? noLayout(`${printPlain(tuple as Int)} is not known`)];

/** The numbers in the profile of a tuple. */
function nestedAs(tuple: HTuple<Int>, numbers: readonly number[]): HTuple<number> {
  let at = 0;
  const nest = (t: HTuple<Int>): HTuple<number> =>
    Array.isArray(t) ? (t as readonly HTuple<Int>[]).map(nest) : numbers[at++]!;
  return nest(tuple);
}

/**
 * Algorithm 2: the layout of a shape with a layout mapping. A mapping that no strides of the shape compute is refused
 * with the first coordinate at which they do not.
 */
export async function layoutFromMapping(mapping: MapTerm, shape: Shape, ask: Ask): Promise<Layout> {
  const extents = leavesOf(shape);
  const size = extents.reduce((product, n) => product * n, 1);
  const count = await sizeOf(mapping, ask);
  if (count !== size) noLayout(`the shape has ${size} elements, the mapping ${count}`);
  const first = await numberAt(mapping, [0], ask);
  if (first !== 0) noLayout(`a layout begins with 0, and the mapping with ${first}`);
  const strides: number[] = [];
  let before = 1;
  for (const extent of extents) {
    // A step in one mode alone is a step of all that is before it in the one integer.
    strides.push(extent === 1 ? 0 : await numberAt(mapping, [before], ask));
    before *= extent;
  }
  return confirmed(new Layout(shape, nestedAs(shape, strides) as Strides), mapping, ask);
}

/** Shapes of so many modes with a product, in all orders. */
function* shapesOf(product: number, rank: number): Generator<readonly number[]> {
  if (rank === 1) {
    yield [product];
    return;
  }
  for (let first = 1; first <= product; first++)
    if (product % first === 0) for (const rest of shapesOf(product / first, rank - 1)) yield [first, ...rest];
}

const MAXIMUM_SHAPES = 100_000;

/**
 * Algorithm 3: the layout of these strides with a layout mapping. Its last coordinate has the largest offset:
 * d0·(s0 - 1) + d1·(s1 - 1) + … ; each solution with as many elements is tried.
 */
export async function layoutFromStrides(mapping: MapTerm, strides: HTuple<Int>, ask: Ask): Promise<Layout> {
  const steps = leavesOf(strides);
  const size = await sizeOf(mapping, ask);
  const top = await largest({ op: 'range', of: mapping }, ask);
  let tried = 0;
  for (const shape of shapesOf(size, steps.length)) {
    if (++tried > MAXIMUM_SHAPES) break;
    if (shape.reduce((sum, s, k) => sum + (s - 1) * steps[k]!, 0) !== top) continue;
    const layout = new Layout(nestedAs(strides, shape) as Shape, strides as Strides);
    if (await decided({ ask: 'equal', left: mappingOf(layout), right: mapping }, ask)) return layout;
  }
  return noLayout(`no shape of ${size} elements makes the mapping with the strides ${pointText(steps)}`);
}
