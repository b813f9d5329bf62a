// The scene of a matrix multiplication: A on the left of C and B above it, so that an element of C stands in the row of A
// and the column of B that it is made of.

import { isFailure } from '../../algebra/integer/failure.ts';
import { knownValue } from '../../algebra/integer/integer.ts';
import { MmaAtom } from '../../hardware/mma/mma-atom.ts';
import { mmaLayoutTv, ThrMma, TiledMma, tileShapeMnk } from '../../hardware/mma/tiled-mma.ts';
import type { HardwareValue } from '../../hardware/value.ts';
import { axisOfPieces, type Scene } from './scene.ts';
import { tileScene } from './tile-scene.ts';

/** Who holds A, B and C of an atom or a tiling; null for other values, and where something is not known. */
export function mmaScene(value: HardwareValue): Scene | null {
  if (value instanceof ThrMma) return mmaScene(value.tiled);
  if (!(value instanceof MmaAtom || value instanceof TiledMma)) return null;
  const sizes = value instanceof MmaAtom ? value.shapeMnk : tileShapeMnk(value);
  const [m, n, k] = sizes.map((size) => knownValue(size) ?? null);
  if (m == null || n == null || k == null) return null;
  const sceneOf = (operand: 'A' | 'B' | 'C', rows: number, columns: number): Scene | null => {
    const tv = value instanceof MmaAtom ? value.layouts[operand] : mmaLayoutTv(value, operand);
    return isFailure(tv) ? null : tileScene(tv, rows, columns, operand);
  };
  const [a, b, c] = [sceneOf('A', m, k), sceneOf('B', n, k), sceneOf('C', m, n)];
  if (a === null || b === null || c === null) return null;
  return {
    title: `who holds each element of a ${m} × ${n} × ${k} multiplication`,
    description: `Thread and value that hold each element: A on the left, B above, C between them.`,
    rows: axisOfPieces([
      { ...b.columns, name: 'k' },
      { ...c.rows, name: 'm' },
    ]),
    columns: axisOfPieces([
      { ...a.columns, name: 'k' },
      { ...c.columns, name: 'n' },
    ]),
    cell(row, column) {
      if (row === k || column === k) return null;
      if (row > k) return column > k ? c.cell(row - k - 1, column - k - 1) : a.cell(row - k - 1, column);
      return column > k ? b.cell(column - k - 1, row) : null;
    },
    keys: 'names',
    captions: [
      { row: k, column: 0, text: `A ${m} × ${k}` },
      { row: 0, column: k, text: 'B' },
      { row: k, column: k + 1, text: `C ${m} × ${n}` },
    ],
  };
}
