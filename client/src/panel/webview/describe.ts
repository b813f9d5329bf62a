// What is said of cells, and of selections.

import type { Attribute } from './attributes.ts';
import { type CellSet, visit } from './cell-set.ts';
import { coordinateOf, coordinateText } from './coordinates.ts';
import type { PictureSource } from './source.ts';

/** `(2,3): offset 19, bank 19` */
export function cellText(
  source: PictureSource,
  attributes: readonly Attribute[],
  row: number,
  column: number,
): string {
  const cell = source.cell(row, column);
  if (cell === undefined) return 'not there yet';
  if (cell === null) return `row ${row}, column ${column}: no cell`;
  const index = source.indexOf(row, column);
  const { shape } = source.item;
  const place =
    index === null || shape === null
      ? `row ${row}, column ${column}`
      : coordinateText(coordinateOf(index, shape));
  const facts = attributes
    .filter(({ name }) => !name.startsWith('mode '))
    .map((attribute) => [attribute.name, attribute.of(row, column)] as const)
    .flatMap(([name, key]) => (key == null ? [] : [`${name} ${key}`]));
  const isSaid = source.item.offsets !== null || source.item.hasThreads;
  return `${place}: ${isSaid ? facts.join(', ') : cell.label}`;
}

const MOST = 8;

/** `0, 1, 2, 3`, with dots where there are more. */
function listed(numbers: ReadonlySet<number>): string {
  const all = [...numbers].sort((a, b) => a - b);
  const shown = all.slice(0, MOST).join(', ');
  return all.length <= MOST ? shown : `${shown}, … (${all.length} in all)`;
}

const PLURALS: Readonly<Record<string, string>> = {
  offset: 'offsets',
  bank: 'banks',
  thread: 'threads',
  warp: 'warps',
  value: 'values',
};

/** What is selected in a picture: how many cells, and their offsets, banks, threads. */
export function selectionText(
  name: string,
  source: PictureSource,
  attributes: readonly Attribute[],
  selected: CellSet,
): string {
  let count = 0;
  const told = attributes.filter((attribute) => PLURALS[attribute.name] !== undefined);
  const keys = told.map(() => new Set<number>());
  const isWhole = visit(source, selected, (row, column) => {
    if (source.cell(row, column) == null) return;
    count++;
    for (const [i, attribute] of told.entries()) {
      const key = attribute.of(row, column);
      if (key != null) keys[i]!.add(key);
    }
  });
  if (!isWhole) return `${name}: too large to be counted`;
  const facts = told.map(({ name: what }, i) => `${PLURALS[what]} ${listed(keys[i]!)}`);
  const cells = count === 1 ? '1 cell' : `${count} cells`;
  return count === 0 ? `${name}: no cells` : [`${name}: ${cells}`, ...facts].join('; ');
}
