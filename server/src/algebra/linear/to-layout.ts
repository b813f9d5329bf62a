// A linear layout as a CuTe layout, where strides compute it, or a swizzle around strides.

import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import { ComposedLayout, Layout, type Shape, type Strides, Swizzle } from '../layout/layout.ts';
import { applySwizzle } from '../layout/swizzle.ts';
import { columnsOf, type LinearLayout } from './layout.ts';

interface Mode {
  readonly size: number;
  readonly stride: number;
}

/** Bases that double one after the other are one mode. */
function modesOf(bases: readonly number[]): readonly Mode[] {
  const modes: Mode[] = [];
  for (const base of bases) {
    const last = modes.at(-1);
    if (last !== undefined && base === last.size * last.stride)
      modes[modes.length - 1] = { size: last.size * 2, stride: last.stride };
    else modes.push({ size: 2, stride: base });
  }
  return modes;
}

const unwrapped = (list: readonly number[], none: number): Shape & Strides =>
  (list.length === 0 ? none : list.length === 1 ? list[0]! : list) as Shape & Strides;

/** The first two bases with a bit in common, as their places among all; null where sums have no carry. */
function firstShared(columns: readonly number[]): readonly [number, number] | null {
  for (const [i, column] of columns.entries()) {
    const other = columns.findIndex((word, j) => j < i && (word & column) !== 0);
    if (other >= 0) return [other, i];
  }
  return null;
}

function plain(layout: LinearLayout, of: (word: number) => number): Layout {
  const modes = layout.ins.map(({ bases }) => modesOf(bases.map(of)));
  const part = (pick: (mode: Mode) => number, none: number) =>
    modes.map((list) => unwrapped(list.map(pick), none));
  const [shape, stride] = [part(({ size }) => size, 1), part(({ stride: s }) => s, 0)];
  return new Layout(
    (shape.length === 1 ? shape[0]! : shape) as Shape,
    (stride.length === 1 ? stride[0]! : stride) as Strides,
  );
}

/** The swizzle of the fewest bits that leaves bases without common bits; null where none does. */
function swizzleOf(columns: readonly number[], outBits: number): Swizzle | null {
  for (let bits = 1; 2 * bits <= outBits; bits++) {
    for (let base = 0; base + 2 * bits <= outBits; base++) {
      for (let shift = bits; base + bits + shift <= outBits; shift++) {
        const swizzle = new Swizzle(bits, base, shift);
        if (firstShared(columns.map((word) => applySwizzle(swizzle, word))) === null) return swizzle;
      }
    }
  }
  return null;
}

const inputAt = ({ ins }: LinearLayout, place: number): string => {
  let rest = place;
  for (const { name, bases } of ins) {
    if (rest < bases.length) return `${name}=${2 ** rest}`;
    rest -= bases.length;
  }
  return '';
};

/** One mode for each input. The output is one dimension; a violation names the inputs that no stride adds up to. */
export function layoutOfLinear(layout: LinearLayout): Outcome<Layout | ComposedLayout> {
  try {
    if (layout.outs.length !== 1) {
      const names = layout.outs.map(({ name }) => name).join(', ');
      refuse(
        'inadmissible',
        `a CuTe layout has one offset, and this has ${names || 'no output'}: reshape_outs puts them together`,
      );
    }
    const columns = columnsOf(layout);
    const shared = firstShared(columns);
    if (shared === null) return plain(layout, (word) => word);
    const swizzle = swizzleOf(columns, layout.outBits);
    if (swizzle !== null)
      return new ComposedLayout(
        swizzle,
        0,
        plain(layout, (word) => applySwizzle(swizzle, word)),
      );
    const [a, b] = shared.map((place) => `${inputAt(layout, place)} -> ${columns[place]}`);
    return refuse(
      'inadmissible',
      `no strides, swizzled or not, give ${a} and ${b}, which have bits in common`,
    );
  } catch (e) {
    return asFailure(e);
  }
}
