// Inverses through relations (document 000, Algorithm 6 and what follows it).

import type { Int } from '../integer/integer.ts';
import { Layout } from '../layout/layout.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { complementModes, concatenated } from './complement.ts';
import { extentsOf } from './composition.ts';
import { decided, largest, mappingOf, noLayout, orThrow } from './derived.ts';
import { layoutFromMapping, leavesOf } from './from-mapping.ts';
import { coordinateMapping } from './layout.ts';
import type { Ask } from './question.ts';
import { type SetTerm, set } from './term.ts';

/** The modes with more than one element. */
function modesOf({ shape, stride }: Layout) {
  const strides = leavesOf(stride as HTuple<Int>);
  return leavesOf(shape)
    .map((extent, k) => ({ extent, stride: strides[k]! }))
    .filter(({ extent }) => extent !== 1);
}

const flatShape = (extents: readonly number[]): number | readonly number[] =>
  extents.length === 0 ? 1 : extents.length === 1 ? extents[0]! : extents;

/** Algorithm 6: the inverse of a bijection onto [0, size). Its modes are those of the layout by ascending strides. */
export async function inverseByRelations(layout: Layout, ask: Ask): Promise<Layout> {
  const mapping = mappingOf(layout);
  const size = leavesOf(layout.shape).reduce((product, n) => product * n, 1);
  const onto = set(`{ [i] : 0 <= i < ${size} }`);
  if (!(await decided({ ask: 'equal', left: { op: 'range', of: mapping }, right: onto }, ask)))
    noLayout(`the layout is no bijection onto [0, ${size})`);
  const sorted = [...modesOf(layout)].sort((a, b) => a.stride - b.stride);
  return layoutFromMapping(
    { op: 'inverse', of: mapping },
    flatShape(sorted.map(({ extent }) => extent)),
    ask,
  );
}

/** The right inverse: that of the part whose offsets are the integers below the first gap. */
export async function rightInverseByRelations(layout: Layout, ask: Ask): Promise<Layout> {
  const mapping = mappingOf(layout);
  const trivial = new Layout(1, 0);
  if (!(await decided({ ask: 'property', property: 'injective', of: mapping }, ask))) return trivial;
  const range: SetTerm = { op: 'range', of: mapping };
  const all = set(`{ [i] : 0 <= i <= ${(await largest(range, ask)) + 1} }`);
  const gap = await decided(
    { ask: 'smallest', of: { op: 'subtract', kind: 'set', left: all, right: range } },
    ask,
  );
  const begin = gap![0]!;
  if (begin <= 1) return trivial;
  const below = set(`{ [i] : 0 <= i < ${begin} }`);
  const inputs = { op: 'preimage', of: below, by: mapping } as const;
  const points = { op: 'image', of: inputs, by: orThrow(coordinateMapping(layout.shape)) } as const;
  const extents = await extentsOf(points, leavesOf(layout.shape).length, ask);
  if (extents.reduce((product, n) => product * n, 1) !== begin)
    noLayout(`the coordinates of the offsets below the first gap, ${begin}, are no shape`);
  const strides = leavesOf(layout.stride as HTuple<Int>);
  const part = extents
    .map((extent, k) => ({ extent, stride: strides[k]! }))
    .filter(({ extent }) => extent !== 1);
  // Its coordinates are counted as the layout's are.
  const whole = { op: 'inverse', of: { op: 'restrict', of: mapping, to: inputs } } as const;
  const sorted = [...part].sort((a, b) => a.stride - b.stride);
  return layoutFromMapping(whole, flatShape(sorted.map(({ extent }) => extent)), ask);
}

/** The left inverse: the right inverse of the layout with its complement. */
export async function leftInverseByRelations(layout: Layout, ask: Ask): Promise<Layout> {
  const cosize = (await largest({ op: 'range', of: mappingOf(layout) }, ask)) + 1;
  const modes = await complementModes(layout, cosize, ask);
  return rightInverseByRelations(modes.length === 0 ? layout : concatenated(layout, modes), ask);
}
