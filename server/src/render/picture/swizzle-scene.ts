// The scene of a swizzled layout: the offsets before and after, those that moved marked, and which bits of an offset are
// XORed into which.

import { ComposedLayout, Layout, Swizzle } from '../../algebra/layout/layout.ts';
import { printPlain } from '../../algebra/layout/print.ts';
import { printSwizzle, yMask, zMask } from '../../algebra/layout/swizzle.ts';
import { belowScenes, besideScenes } from './beside.ts';
import { inMemory, layoutScene } from './layout-scene.ts';
import { type Cell, lengthOf, type Scene } from './scene.ts';

/** Two grids of no more columns stand beside one another. */
const NARROW = 16;

/** The lowest bit of a mask. */
const lowest = (mask: number): number => 31 - Math.clz32(mask & -mask);

/** The bits of an offset, highest first, and what becomes of each: bit 7 is XORed into bit 4 as `4⊕7`. */
function bitsScene(swizzle: Swizzle, before: Scene): Scene {
  const [source, target] = [yMask(swizzle), zMask(swizzle)];
  const distance = lowest(source) - lowest(target);
  const offsets = lengthOf(before.rows) * lengthOf(before.columns);
  const bits = Math.max(32 - Math.clz32(source | target), 32 - Math.clz32(offsets - 1));
  return {
    title: '',
    description: '',
    rows: { name: '', extents: [2], headOf: () => '' },
    columns: { name: 'bit', extents: [bits] },
    cell(row, column): Cell {
      const bit = bits - 1 - column;
      const isSource = (source >> bit) & 1;
      const isTarget = (target >> bit) & 1;
      if (row === 0) return { label: `${bit}`, key: 0, isPlain: !(isSource || isTarget) };
      return isTarget
        ? { label: `${bit}⊕${bit + distance}`, key: 0, isMarked: true }
        : { label: `${bit}`, key: 0, isPlain: !isSource };
    },
    keys: 'amounts',
  };
}

/** Null where the outer function is no swizzle, and where something is not known. */
export function swizzleScene(value: ComposedLayout): Scene | null {
  const layout = inMemory(value);
  if (!(layout instanceof ComposedLayout)) return null;
  const { outer, offset, inner } = layout;
  if (!(outer instanceof Swizzle && inner instanceof Layout && offset === 0) || outer.bits === 0) return null;
  const before = layoutScene(inner, printPlain(inner));
  const after = layoutScene(layout, printPlain(layout));
  if (before === null || after === null) return null;
  const marked: Scene = {
    ...after,
    cell(row, column) {
      const cell = after.cell(row, column);
      return cell === null || cell.label === before.cell(row, column)?.label
        ? cell
        : { ...cell, isMarked: true };
    },
  };
  const range = (mask: number): string => {
    const low = lowest(mask);
    return outer.bits === 1 ? `bit ${low}` : `bits ${low}–${low + outer.bits - 1}`;
  };
  const words = `${range(yMask(outer))} XORed into ${range(zMask(outer))}`;
  const grids = [
    { scene: before, caption: `before: ${printPlain(inner)}` },
    { scene: marked, caption: `after ${printSwizzle(outer)}: ${words}` },
  ];
  const said = {
    title: printPlain(layout),
    description: `Offsets before and after the swizzle; those that moved are framed. ${words}.`,
  };
  const bits = { scene: bitsScene(outer, before), caption: 'bits of the offset, before and after' };
  return lengthOf(before.columns) <= NARROW
    ? belowScenes([{ scene: besideScenes(short(grids), said), caption: words }, bits], said)
    : belowScenes([...grids, bits], said);
}

/** Captions of grids that stand beside one another have less room. */
const short = (grids: readonly { readonly scene: Scene }[]) =>
  grids.map(({ scene }, i) => ({ scene, caption: i === 0 ? 'before' : 'after' }));
