// The matrix of a linear layout over F2.

import { columnsOf, type LinearLayout } from './layout.ts';

/**
 * The rows as words: bit c of row r says whether bit r of the output depends on bit c of the input. Bits of a
 * dimension stand together, lowest first, dimensions in their order.
 */
export function matrixOf(layout: LinearLayout): readonly number[] {
  const columns = columnsOf(layout);
  return Array.from({ length: layout.outBits }, (_, row) =>
    columns.reduce((word, column, c) => word | (((column >>> row) & 1) << c), 0),
  );
}

/** The matrix as text: a row a line, a bar between input dimensions, a rule between output dimensions. */
export function matrixText(layout: LinearLayout): string {
  const rows = matrixOf(layout);
  const labels = layout.outs.flatMap(({ name, bits }) =>
    Array.from({ length: bits }, (_, b) => `${name}:${2 ** b}`),
  );
  const width = Math.max(0, ...labels.map((label) => label.length));
  const line = (row: number): string => {
    let c = 0;
    return layout.ins
      .filter(({ bases }) => bases.length > 0)
      .map(({ bases }) => bases.map(() => ((row >>> c++) & 1 ? '1' : '·')).join(' '))
      .join(' | ');
  };
  const inputs = layout.ins.filter(({ bases }) => bases.length > 0);
  const heads = inputs.map(({ name, bases }) =>
    name.slice(0, bases.length * 2 - 1).padEnd(bases.length * 2 - 1),
  );
  const head = `${' '.repeat(width)}  ${heads.join('   ').trimEnd()}`;
  return [head, ...rows.map((row, r) => `${labels[r]!.padEnd(width)}  ${line(row)}`)].join('\n');
}
