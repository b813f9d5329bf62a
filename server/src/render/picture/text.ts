// A scene as text, for editors and terminals that show no images.

import { fitted } from './fitted.ts';
import {
  type Axis,
  axisNames,
  boundariesOf,
  type Cell,
  cellsOf,
  headOf,
  type Limits,
  lengthOf,
  type Scene,
  shownOf,
  widestHead,
  widestLabel,
} from './scene.ts';

/** What stands where columns are left out. */
const CUT = ' …';
/** What stands between the coordinates and the cells. */
const EDGE = ' ┃';

/** What is framed in an image has a star. */
const labelOf = (cell: Cell | null | undefined): string =>
  cell == null ? '' : `${cell.label}${cell.isMarked ? '*' : ''}`;

/** How many columns there is room for. */
function fitting(scene: Scene, columns: number, cell: number, room: number): number {
  const boundaries = boundariesOf(scene.columns, columns);
  let width = 0;
  for (let c = 0; c < columns; c++) {
    width += cell + 1 + (boundaries.has(c) ? 2 : 0);
    const isLast = c + 1 === lengthOf(scene.columns) && !scene.columns.isCut;
    if (width + (isLast ? 0 : CUT.length) > room) return c;
  }
  return columns;
}

/** The part of a scene that there is room for. */
function partOf(whole: Scene, limits: Limits): Scene {
  if (!limits.hasOverview) return whole;
  const seen = cellsOf(whole, shownOf(whole.rows, limits.rows), shownOf(whole.columns, limits.columns));
  const room = limits.characters - sideOf(whole.rows, limits.rows) - EDGE.length - CUT.length;
  const width = Math.max(widestLabel(seen), String(limits.columns - 1).length) + 1;
  return fitted(whole, limits.rows, Math.min(limits.columns, Math.floor(room / width)));
}

/** How wide the coordinates beside the cells are. */
const sideOf = (axis: Axis, rows: number): number =>
  Math.max(1, ...Array.from({ length: Math.min(rows, lengthOf(axis)) }, (_, r) => headOf(axis, r).length));

/** The words on the pieces of a line without cells; each begins over the first column of its piece. */
function captionsIn({ captions = [] }: Scene, row: number, start: string, width: number): string | null {
  const own = captions.filter((caption) => caption.row === row && !caption.isHead);
  if (own.length === 0) return null;
  return own.reduce(
    (line, { column, text }) => `${line.padEnd(start.length + 1 + column * (width + 1))}${text} `,
    start,
  );
}

/** The picture in lines; what there is no room for is cut, and dots say so. */
export function sceneText(whole: Scene, limits: Limits): readonly string[] {
  const scene = partOf(whole, limits);
  const most = limits.hasOverview ? Number.POSITIVE_INFINITY : limits.rows;
  const rows = shownOf(scene.rows, most);
  const wanted = shownOf(scene.columns, limits.columns);
  const cells = cellsOf(scene, rows, wanted);
  const side = sideOf(scene.rows, rows);
  const marks = cells.some((row) => row.some((cell) => cell?.isMarked)) ? 1 : 0;
  const width = Math.max(widestLabel(cells) + marks, widestHead(scene.columns, wanted));
  const columns = Math.max(1, fitting(scene, wanted, width, limits.characters - side - EDGE.length));
  const isCut = columns < lengthOf(scene.columns) || scene.columns.isCut === true;
  const [down, across] = [boundariesOf(scene.rows, rows), boundariesOf(scene.columns, columns)];
  /** One line: what stands in each column, with what stands between modes. */
  const line = (start: string, part: (column: number) => string, between: string, end = ''): string => {
    const parts = Array.from({ length: columns }, (_, c) => (across.has(c) ? between : '') + part(c));
    return `${start}${parts.join('')}${isCut ? end : ''}`.trimEnd();
  };
  const rule = (stroke: string, edge: string, crossing: string): string =>
    line(stroke.repeat(side + 1) + edge, () => stroke.repeat(width + 1), stroke + crossing);
  const right = (text: string): string => ` ${text.padStart(width)}`;
  const heads = new Map(
    (scene.captions ?? []).flatMap(({ row, column, text, isHead }) =>
      isHead ? [[`${row},${column}`, text] as const] : [],
    ),
  );
  const lines = [
    axisNames(scene),
    line(' '.repeat(side) + EDGE, (c) => right(headOf(scene.columns, c)), ' │', CUT),
    rule('━', '╋', '┿'),
  ];
  for (let r = 0; r < rows; r++) {
    if (down.has(r)) lines.push(rule('─', '╂', '┼'));
    const own = (c: number): string => right(heads.get(`${r},${c}`) ?? labelOf(cells[r]![c]));
    const start = headOf(scene.rows, r).padStart(side) + EDGE;
    const captions = cells[r]!.every((cell) => cell === null) ? captionsIn(scene, r, start, width) : null;
    lines.push(captions?.slice(0, limits.characters).trimEnd() ?? line(start, own, ' │', r === 0 ? CUT : ''));
  }
  if (rows < lengthOf(scene.rows) || scene.rows.isCut) lines.push(`${'⋮'.padStart(side)}${EDGE}`);
  return lines;
}
