// Cells of a scene as a message carries them: whole numbers in base64, each label once.

import type { Cell, Scene } from '../picture/scene.ts';

/** Every `every`-th row and column from (row, column) on. */
export interface CellWindow {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  readonly every: number;
}

/** Row by row; `cells` are places in `labels`, or -1 for a cell that does not exist. */
export interface PackedCells {
  readonly labels: readonly string[];
  readonly cells: string;
  readonly keys: string;
  /** Absent where no cell has one; -1 where one has none. */
  readonly groups?: string;
  readonly values?: string;
}

/** `rest`: called after each row; what it waits for may end the work by an error. */
export async function packCells(
  scene: Scene,
  window: CellWindow,
  rest: () => Promise<void>,
): Promise<PackedCells> {
  const count = window.rows * window.columns;
  const [cells, keys, groups, values] = Array.from({ length: 4 }, () => new Int32Array(count).fill(-1));
  const labels = new Map<string, number>();
  for (let r = 0; r < window.rows; r++) {
    for (let c = 0; c < window.columns; c++) {
      const cell = scene.cell(window.row + r * window.every, window.column + c * window.every);
      if (cell === null) continue;
      const at = r * window.columns + c;
      cells![at] = labels.get(cell.label) ?? labels.size;
      labels.set(cell.label, cells![at]!);
      keys![at] = cell.key;
      if (cell.group !== undefined) groups![at] = cell.group;
      if (cell.value !== undefined) values![at] = cell.value;
    }
    await rest();
  }
  const some = (numbers: Int32Array): boolean => numbers.some((n) => n >= 0);
  return {
    labels: [...labels.keys()],
    cells: encode(cells!),
    keys: encode(keys!),
    ...(some(groups!) ? { groups: encode(groups!) } : {}),
    ...(some(values!) ? { values: encode(values!) } : {}),
  };
}

/** The cells of a window, row by row. */
export function unpackCells(packed: PackedCells): readonly (Cell | null)[] {
  const keys = decode(packed.keys);
  const groups = packed.groups === undefined ? null : decode(packed.groups);
  const values = packed.values === undefined ? null : decode(packed.values);
  return Array.from(decode(packed.cells), (label, at): Cell | null => {
    if (label < 0) return null;
    const [group, value] = [groups?.[at] ?? -1, values?.[at] ?? -1];
    return {
      label: packed.labels[label]!,
      key: keys[at]!,
      ...(group < 0 ? {} : { group }),
      ...(value < 0 ? {} : { value }),
    };
  });
}

function encode(numbers: Int32Array): string {
  const bytes = new Uint8Array(numbers.buffer);
  let text = '';
  for (let at = 0; at < bytes.length; at += 4096)
    text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return btoa(text);
}

const decode = (text: string): Int32Array =>
  new Int32Array(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
