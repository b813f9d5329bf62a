// The cells of a notebook as one text of Python, in their order: a later cell sees the names of those before it.

/** The line before each cell. */
const MARK = '# %% [cell]';

/** What stands between the text of a cell and the next one: an empty line ends what is said above it. */
const BETWEEN = `\n\n${MARK}\n`;

/** Cell magics that run the cell as Python all the same. */
const RUNS_PYTHON = /^%%(?:time|timeit|capture|prun|snakeviz|memit)\b/;

/** A cell as Python reads it, with as many characters: magics and shell commands are comments. */
function asPython(cell: string): string {
  const first = /^\s*(%%\S*)/.exec(cell)?.[1];
  if (first !== undefined && !RUNS_PYTHON.test(first)) return cell.replace(/[^\r\n]/g, ' ');
  return cell.replace(/^([ \t]*)[%!?]/gm, '$1#');
}

interface JoinedCells {
  readonly text: string;
  /** Where the text of each cell begins. */
  readonly starts: readonly number[];
}

export function joinCells(cells: readonly string[]): JoinedCells {
  let text = '';
  const starts: number[] = [];
  for (const cell of cells) {
    text += text === '' ? `${MARK}\n` : BETWEEN;
    starts.push(text.length);
    text += asPython(cell);
  }
  return { text, starts };
}

interface CellPlace {
  /** The cell that an offset is in, counted from 1; null where the text is no notebook. */
  readonly cell: number | null;
  /** Where the cell, or the text, begins. */
  readonly start: number;
}

export function cellAt(text: string, offset: number): CellPlace {
  if (!text.startsWith(`${MARK}\n`)) return { cell: null, start: 0 };
  let cell = 1;
  let start = MARK.length + 1;
  for (;;) {
    const next = text.indexOf(BETWEEN, start);
    if (next < 0 || next + BETWEEN.length > offset) return { cell, start };
    cell++;
    start = next + BETWEEN.length;
  }
}

/** `line 8`; in a notebook `cell 2, line 8`. */
export function lineName(text: string, offset: number): string {
  const { cell, start } = cellAt(text, offset);
  const line = `line ${text.slice(start, offset).split('\n').length}`;
  return cell === null ? line : `cell ${cell}, ${line}`;
}
