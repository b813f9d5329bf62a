// Complement through relations (document 000, Algorithm 5): the gaps of a layout's offsets are filled by repeating what is
// there, the lowest first. It differs from CuTe's complement, which refuses what this one fills in part.

import { Layout, type Shape, type Strides } from '../layout/layout.ts';
import type { Stride } from '../layout/stride.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { decided, largest, mappingOf } from './derived.ts';
import { leavesOf } from './from-mapping.ts';
import type { Ask } from './question.ts';
import { type SetTerm, set } from './term.ts';

interface Mode {
  readonly extent: number;
  readonly stride: number;
}

const flatStrides = (strides: HTuple<Stride>): readonly Stride[] =>
  Array.isArray(strides) ? (strides as readonly HTuple<Stride>[]).flatMap(flatStrides) : [strides as Stride];

/** The modes of a layout, and others behind them. */
export const concatenated = ({ shape, stride }: Layout, modes: readonly Mode[]): Layout =>
  new Layout(
    [...leavesOf(shape), ...modes.map(({ extent }) => extent)] as Shape,
    [...flatStrides(stride), ...modes.map((mode) => mode.stride)] as Strides,
  );

const rangeOf = (layout: Layout): SetTerm => ({ op: 'range', of: mappingOf(layout) });

const without = (from: SetTerm, what: SetTerm): SetTerm => ({
  op: 'subtract',
  kind: 'set',
  left: from,
  right: what,
});

const layoutOfModes = (modes: readonly Mode[]): Layout => {
  const [only] = modes;
  if (only === undefined) return new Layout(1, 0);
  if (modes.length === 1) return new Layout(only.extent, only.stride);
  return new Layout(
    modes.map(({ extent }) => extent),
    modes.map(({ stride }) => stride),
  );
};

/** Algorithm 5, for offsets below `target`. The modes of the complement, which may be none. */
export async function complementModes(layout: Layout, target: number, ask: Ask): Promise<readonly Mode[]> {
  const cosize = (await largest(rangeOf(layout), ask)) + 1;
  const limit = Math.max(target, cosize);
  const modes: Mode[] = [];
  let filled = 1;
  while (filled < limit) {
    const current = concatenated(layout, modes);
    const above = set(`{ [i] : ${filled} <= i < ${limit} }`);
    const gap = await decided({ ask: 'smallest', of: without(above, rangeOf(current)) }, ask);
    if (gap === null) break;
    const begin = gap[0]!;
    const within = await decided(
      { ask: 'smallest', of: without(rangeOf(layout), set(`{ [i] : i < ${begin} }`)) },
      ask,
    );
    if (within !== null) {
      const end = within[0]!;
      const extent = Math.floor(end / begin);
      if (extent > 1) modes.push({ extent, stride: begin });
      filled = end;
    } else {
      const stride = (await largest(rangeOf(current), ask)) + 1;
      const extent = Math.ceil(limit / stride);
      if (extent > 1) modes.push({ extent, stride });
      filled = limit;
    }
  }
  return modes;
}

export const complementByRelations = async (layout: Layout, target: number, ask: Ask): Promise<Layout> =>
  layoutOfModes(await complementModes(layout, target, ask));
