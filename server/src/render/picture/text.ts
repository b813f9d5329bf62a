// A scene as text, for editors and terminals that show no images.

import {
  axisNames,
  boundariesOf,
  cellsOf,
  headOf,
  type Limits,
  lengthOf,
  type Scene,
  shownOf,
  widestLabel,
} from './scene.ts';

/** What stands where columns are left out. */
const CUT = ' …';
/** What stands between the coordinates and the cells. */
const EDGE = ' ┃';

/** How many columns there is room for. */
function fitting(scene: Scene, columns: number, cell: number, room: number): number {
  const boundaries = boundariesOf(scene.columns, columns);
  let width = 0;
  for (let c = 0; c < columns; c++) {
    width += cell + 1 + (boundaries.has(c) ? 2 : 0);
    const isLast = c + 1 === lengthOf(scene.columns);
    if (width + (isLast ? 0 : CUT.length) > room) return c;
  }
  return columns;
}

/** The picture in lines; rows and columns beyond the limits or the width are cut, and dots say so. */
export function sceneText(scene: Scene, limits: Limits): readonly string[] {
  const rows = shownOf(scene.rows, limits.rows);
  const wanted = shownOf(scene.columns, limits.columns);
  const cells = cellsOf(scene, rows, wanted);
  const side = Math.max(0, rows - 1).toString().length;
  const width = Math.max(widestLabel(cells), String(wanted - 1).length);
  const columns = Math.max(1, fitting(scene, wanted, width, limits.characters - side - EDGE.length));
  const isCut = columns < lengthOf(scene.columns);
  const [down, across] = [boundariesOf(scene.rows, rows), boundariesOf(scene.columns, columns)];
  /** One line: what stands in each column, with what stands between modes. */
  const line = (start: string, part: (column: number) => string, between: string, end = ''): string => {
    const parts = Array.from({ length: columns }, (_, c) => (across.has(c) ? between : '') + part(c));
    return `${start}${parts.join('')}${isCut ? end : ''}`.trimEnd();
  };
  const rule = (stroke: string, edge: string, crossing: string): string =>
    line(stroke.repeat(side + 1) + edge, () => stroke.repeat(width + 1), stroke + crossing);
  const right = (text: string): string => ` ${text.padStart(width)}`;
  const lines = [
    axisNames(scene),
    line(' '.repeat(side) + EDGE, (c) => right(headOf(scene.columns, c)), ' │', CUT),
    rule('━', '╋', '┿'),
  ];
  for (let r = 0; r < rows; r++) {
    if (down.has(r)) lines.push(rule('─', '╂', '┼'));
    const own = (c: number): string => right(cells[r]![c]?.label ?? '');
    lines.push(line(headOf(scene.rows, r).padStart(side) + EDGE, own, ' │', r === 0 ? CUT : ''));
  }
  if (rows < lengthOf(scene.rows)) lines.push(`${'⋮'.padStart(side)}${EDGE}`);
  return lines;
}
