// The scene of a linear layout as a matrix over F2: a column for each bit of the input, a row for each bit of the output.

import type { LinearLayout } from '../../algebra/linear/layout.ts';
import { matrixOf } from '../../algebra/linear/matrix.ts';
import { type Axis, axisOfPieces, lengthOf, placesOf, type Scene } from './scene.ts';

/** The bits of a dimension, lowest first, each by what it counts: 1, 2, 4. */
const bitsOf = (name: string, bits: number): Axis => ({
  name,
  extents: [bits],
  headOf: (at) => String(2 ** at),
});

/** Which bit of a word each line is, and of which dimension; null for the lines between dimensions. */
function linesOf(axis: Axis): readonly ({ readonly bit: number; readonly dimension: number } | null)[] {
  let bit = 0;
  return placesOf(axis).flatMap(({ piece }, dimension) => [
    ...(dimension === 0 ? [] : [null]),
    ...Array.from({ length: lengthOf(piece) }, () => ({ bit: bit++, dimension })),
  ]);
}

/** Null for a layout without bits. */
export function matrixScene(layout: LinearLayout, title: string): Scene | null {
  const ins = layout.ins.filter(({ bases }) => bases.length > 0);
  const outs = layout.outs.filter(({ bits }) => bits > 0);
  if (ins.length === 0 || outs.length === 0) return null;
  const rows = axisOfPieces(outs.map(({ name, bits }) => bitsOf(name, bits)));
  const columns = axisOfPieces(ins.map(({ name, bases }) => bitsOf(name, bases.length)));
  const [rowLines, columnLines] = [linesOf(rows), linesOf(columns)];
  const matrix = matrixOf(layout);
  return {
    title: `matrix of ${title}`,
    description: `Which bits of the input each bit of the output is the sum of, over F2: ${columns.name} across, ${rows.name} down.`,
    rows,
    columns,
    cell(row, column) {
      const [out, into] = [rowLines[row], columnLines[column]];
      if (out == null || into == null) return null;
      return (matrix[out.bit]! >>> into.bit) & 1
        ? { label: '1', key: into.dimension }
        : { label: '·', key: 0, isPlain: true };
    },
    keys: 'names',
  };
}
