// A scene in other colours: by what a reader asks about.

import { blocksAlong, type Cell, lengthOf, type Scene } from './scene.ts';

export const COLOURINGS = ['thread', 'value', 'warp', 'bank', 'offset', 'mode'] as const;
export type Colouring = (typeof COLOURINGS)[number];

const WARP_SIZE = 32;
/** Shared memory has 32 banks of 4 bytes. */
const [BANKS, BANK_BITS] = [32, 32];

/** The bank of shared memory that an offset in elements lies in. */
const bankOf = (offset: number, elementBits: number): number | undefined =>
  offset < 0 ? undefined : Math.floor((offset * elementBits) / BANK_BITS) % BANKS;

type KeyOf = (cell: Cell, row: number, column: number) => number | undefined;

/** `elementBits`: the width of an element in memory. */
function keyOf(scene: Scene, by: Colouring, elementBits: number): KeyOf {
  switch (by) {
    case 'thread':
      return ({ of }) => of?.thread;
    case 'value':
      return ({ of, value }) => value ?? of?.value;
    case 'warp':
      return ({ of }) => (of?.thread === undefined ? undefined : Math.floor(of.thread / WARP_SIZE));
    case 'bank':
      return ({ of }) => (of?.offset === undefined ? undefined : bankOf(of.offset, elementBits));
    case 'offset':
      return ({ of }) => of?.offset;
    case 'mode': {
      const [down, across] = [blocksAlong(scene.rows), blocksAlong(scene.columns)];
      const rows = (down.at(-1) ?? 0) + 1;
      return (_, row, column) => down[row]! + rows * across[column]!;
    }
  }
}

/** The scene coloured by something else; null where its cells have none of that. */
export function colouredBy(scene: Scene, by: Colouring, elementBits: number): Scene | null {
  const key = keyOf(scene, by, elementBits);
  const first = firstCell(scene);
  if (first === null || key(first.cell, first.row, first.column) === undefined) return null;
  return {
    ...scene,
    description: `${scene.description} Coloured by ${by}.`,
    cell(row, column) {
      const cell = scene.cell(row, column);
      const own = cell === null ? undefined : key(cell, row, column);
      if (cell === null || own === undefined)
        return cell === null ? null : { ...cell, key: 0, isPlain: true };
      return { ...cell, key: Math.abs(own) };
    },
    colours: by,
    keys: by === 'offset' ? 'amounts' : 'names',
  };
}

function firstCell(
  scene: Scene,
): { readonly cell: Cell; readonly row: number; readonly column: number } | null {
  for (let row = 0; row < lengthOf(scene.rows); row++)
    for (let column = 0; column < lengthOf(scene.columns); column++) {
      const cell = scene.cell(row, column);
      if (cell !== null) return { cell, row, column };
    }
  return null;
}
