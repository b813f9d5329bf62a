// Scenes of linear layouts: which register of which lane, warp and block holds each element of a tensor, or at which
// offset it lies. A cell says `T3:2`: register 2 of thread 3; `+` says that other places hold the element too.

import { isFailure } from '../../algebra/integer/failure.ts';
import { imageOfWord } from '../../algebra/linear/apply.ts';
import { pseudoinvert } from '../../algebra/linear/invert.ts';
import { coordinateOf, type LinearLayout, sizesOf } from '../../algebra/linear/layout.ts';
import { replicationOf } from '../../hardware/triton/holding.ts';
import type { Cell, Scene } from './scene.ts';

/** Tensors with more elements than this are not drawn: only a corner of them could be seen. */
const BUDGET = 2 ** 16;

/** Where an element is held, by the names of the inputs. */
type Place = ReadonlyMap<string, number>;

/** Lanes are counted through the warps and blocks, as threads are in a kernel. */
function threadCell(place: Place, layout: LinearLayout): Cell {
  const size = (name: string): number => 2 ** (layout.ins.find((d) => d.name === name)?.bases.length ?? 0);
  const of = (name: string): number => place.get(name) ?? 0;
  const thread = of('lane') + size('lane') * (of('warp') + size('warp') * of('block'));
  return {
    label: `T${thread}:${of('register')}`,
    key: thread,
    group: of('warp') + size('warp') * of('block'),
    value: of('register'),
  };
}

function otherCell(place: Place, first: string): Cell {
  return { label: [...place.values()].join(','), key: place.get(first) ?? 0 };
}

/** Null for layouts that are not of one or two dimensions, do not reach every element, or are too large. */
export function linearScene(layout: LinearLayout, title: string): Scene | null {
  const sizes = sizesOf(layout).map(([, size]) => size);
  if (sizes.length < 1 || sizes.length > 2 || 2 ** layout.outBits > BUDGET) return null;
  const inverse = pseudoinvert(layout);
  if (isFailure(inverse)) return null;
  const [rows, columns] = sizes.length === 1 ? [1, sizes[0]!] : [sizes[0]!, sizes[1]!];
  const isThreads = layout.ins.some(({ name }) => name === 'lane');
  const shared = replicationOf(layout) > 1 ? '+' : '';
  const first = layout.ins[0]?.name ?? '';
  return {
    title,
    description: `Where each element of the ${sizes.join(' × ')} tensor is held.`,
    rows: { name: sizes.length === 1 ? '' : 'dim0', extents: [rows] },
    columns: { name: sizes.length === 1 ? 'dim0' : 'dim1', extents: [columns] },
    cell(row, column) {
      const element = sizes.length === 1 ? column : row + rows * column;
      const held = coordinateOf(inverse.outs, imageOfWord(inverse, element));
      const place: Place = new Map(inverse.outs.map(({ name }, i) => [name, held[i]!]));
      const cell = isThreads ? threadCell(place, layout) : otherCell(place, first);
      return { ...cell, label: `${cell.label}${shared}` };
    },
    keys: isThreads ? 'names' : 'amounts',
  };
}
