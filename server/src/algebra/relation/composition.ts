// Composition through relations (document 000, Algorithm 4), mode by mode of the inner layout.

import type { Int } from '../integer/integer.ts';
import { Layout, type Shape, type Strides } from '../layout/layout.ts';
import type { Stride } from '../layout/stride.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { decided, derived, mappingOf, noLayout, orThrow } from './derived.ts';
import { layoutFromMapping, leavesOf } from './from-mapping.ts';
import { coordinateMapping } from './layout.ts';
import { type Ask, Undecided } from './question.ts';
import { type MapTerm, map, type SetTerm, set } from './term.ts';

const names = (rank: number): readonly string[] => Array.from({ length: rank }, (_, k) => `c${k}`);

/** How many values each coordinate of a set of points takes. */
export async function extentsOf(points: SetTerm, rank: number, ask: Ask): Promise<readonly number[]> {
  const extents: number[] = [];
  for (const name of names(rank)) {
    const projection = map(`{ [${names(rank).join(', ')}] -> [${name}] }`);
    extents.push(await decided({ ask: 'count', of: { op: 'image', of: points, by: projection } }, ask));
  }
  return extents;
}

/** The shape without its modes of one element. */
const withoutUnits = (extents: readonly number[]): readonly number[] => extents.filter((n) => n !== 1);

const simplest = (extents: readonly number[]): Shape =>
  extents.length === 1 ? extents[0]! : (extents as Shape);

/** The composition with one mode. */
async function withMode(outer: Layout, extent: number, stride: Stride, ask: Ask): Promise<Layout> {
  const inner = mappingOf(new Layout(extent, stride));
  const whole: MapTerm = { op: 'compose', first: inner, next: mappingOf(outer) };
  const all = set(`{ [c] : 0 <= c < ${extent} }`);
  const outside = { op: 'subtract', kind: 'set', left: all, right: { op: 'domain', of: whole } } as const;
  const at = await decided({ ask: 'smallest', of: outside }, ask);
  if (at !== null)
    noLayout(
      `at ${at[0]} of a mode of the inner layout the outer one has no coordinate: CuTe goes on in its last mode`,
    );
  const asOne = await derived(() => layoutFromMapping(whole, extent, ask));
  if (asOne instanceof Layout) return asOne;
  if (asOne instanceof Undecided) throw asOne;
  const coordinates = orThrow(coordinateMapping(outer.shape));
  const reached = { op: 'range', of: { op: 'compose', first: inner, next: coordinates } } as const;
  const extents = withoutUnits(await extentsOf(reached, leavesOf(outer.shape).length, ask));
  return layoutFromMapping(whole, simplest(extents), ask);
}

async function composeModes(
  outer: Layout,
  shape: HTuple<Int>,
  stride: HTuple<Stride>,
  ask: Ask,
): Promise<Layout> {
  if (!Array.isArray(shape)) return withMode(outer, leavesOf(shape)[0]!, stride as Stride, ask);
  const modes: Layout[] = [];
  for (const [k, mode] of (shape as readonly HTuple<Int>[]).entries())
    modes.push(await composeModes(outer, mode, (stride as readonly HTuple<Stride>[])[k]!, ask));
  return new Layout(modes.map((mode) => mode.shape) as Shape, modes.map((mode) => mode.stride) as Strides);
}

/** Algorithm 4. Refuses where the inner layout leaves the outer one's domain, in which CuTe extends the outer one. */
export const composeByRelations = (outer: Layout, { shape, stride }: Layout, ask: Ask): Promise<Layout> =>
  composeModes(outer, shape, stride, ask);
