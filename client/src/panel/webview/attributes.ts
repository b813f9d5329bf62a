// What of a cell is coloured, or selected together.

import { modeIndex } from './coordinates.ts';
import type { PictureSource } from './source.ts';

export interface Attribute {
  /** `thread`, `value`, `warp`, `offset`, `bank`, `mode 0`. */
  readonly name: string;
  /** Larger ones are lighter, or they are told apart. */
  readonly keys: 'amounts' | 'names';
  /** Null where a cell has none; undefined where it is not known yet. */
  of(row: number, column: number, every?: number): number | null | undefined;
}

const WARP = 32;
const BANKS = 32;
const BANK_BITS = 32;

/** What a picture's cells have. `bits`: of an element, which its bank depends on. */
export function attributesOf(source: PictureSource, bits: number): readonly Attribute[] {
  const { item } = source;
  if (item.offsets === null || item.index === null)
    return item.hasThreads ? threads(source) : [shown(source)];
  const byIndex = (name: string, keys: Attribute['keys'], of: (index: number) => number): Attribute => ({
    name,
    keys,
    of: (row, column) => of(source.indexOf(row, column)!),
  });
  const offset = (index: number): number => source.offsetOf(index)!;
  const shape = item.shape ?? source.size;
  const rank = typeof shape === 'number' ? 1 : shape.length;
  const mode = (at: number) => (index: number) => modeIndex(index, shape, at);
  const modes = item.isThreadValue
    ? [
        byIndex('thread', 'names', mode(0)),
        byIndex('warp', 'names', (index) => Math.floor(mode(0)(index) / WARP)),
        byIndex('value', 'names', mode(1)),
      ]
    : Array.from({ length: rank }, (_, at) => byIndex(`mode ${at}`, 'names', mode(at)));
  return [
    byIndex('offset', 'amounts', offset),
    byIndex('bank', 'names', (index) => {
      const bank = Math.floor((offset(index) * bits) / BANK_BITS) % BANKS;
      return bank < 0 ? bank + BANKS : bank;
    }),
    ...modes,
  ];
}

/** Of pictures whose cells say who holds them. */
const threads = (source: PictureSource): readonly Attribute[] => [
  {
    name: 'thread',
    keys: 'names',
    of: (row, column, every) => keyOf(source.cell(row, column, every), 'key'),
  },
  {
    name: 'warp',
    keys: 'names',
    of: (row, column, every) => keyOf(source.cell(row, column, every), 'group'),
  },
  {
    name: 'value',
    keys: 'names',
    of: (row, column, every) => keyOf(source.cell(row, column, every), 'value'),
  },
];

/** What the scene itself tells by its colours. */
const shown = (source: PictureSource): Attribute => ({
  name: 'value',
  keys: source.item.keys,
  of: (row, column, every) => keyOf(source.cell(row, column, every), 'key'),
});

const keyOf = (
  cell: ReturnType<PictureSource['cell']>,
  key: 'key' | 'group' | 'value',
): number | null | undefined => (cell == null ? cell : cell[key]);
