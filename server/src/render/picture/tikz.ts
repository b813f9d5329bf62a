// A scene as TikZ: a picture that LaTeX sets with `\usepackage{tikz}`.

import { type Colour, colouringOf } from './colours.ts';
import { type EdgeTest, isAroundMarks, isBetweenGroups, isEither } from './edges.ts';
import { fitted } from './fitted.ts';
import {
  axisNames,
  boundariesOf,
  type Cell,
  captionsWithin,
  cellsOf,
  headOf,
  type Limits,
  lengthOf,
  type Scene,
  shownOf,
  stretchesOf,
  widestHead,
  widestLabel,
} from './scene.ts';
import { themeOf } from './themes.ts';

/** Characters that TeX takes for its own, or has no glyph for. */
const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  '↓': '$\\downarrow$',
  '→': '$\\rightarrow$',
  '…': '$\\cdots$',
  '⊕': '$\\oplus$',
  '·': '$\\cdot$',
  '●': '$\\bullet$',
  '⋮': '$\\vdots$',
  '–': '--',
  '×': '$\\times$',
  ...Object.fromEntries([...'#$%&_{}'].map((c) => [c, `\\${c}`])),
};
const escapeTex = (text: string): string => text.replace(/[\\^~↓→–×…⊕·●⋮#$%&_{}]/g, (c) => SPECIAL[c]!);

/** Millimetres. */
const HEIGHT = 5;
const CHARACTER = 1.9;

/** The stretches of numbers below `length` that have a property, as from and to. */
function runsOf(length: number, has: (at: number) => boolean): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (let at = 0; at < length; at++) {
    if (!has(at)) continue;
    const last = runs.at(-1);
    if (last?.[1] === at) last[1] = at + 1;
    else runs.push([at, at + 1]);
  }
  return runs;
}

/** The picture in lines; what there is no room for is cut, and dots say so. */
export function sceneTikz(whole: Scene, limits: Limits): readonly string[] {
  const scene = limits.hasOverview ? fitted(whole, limits.rows, limits.columns) : whole;
  const rows = shownOf(scene.rows, limits.hasOverview ? Number.POSITIVE_INFINITY : limits.rows);
  const columns = shownOf(scene.columns, limits.columns);
  const cells = cellsOf(scene, rows, columns);
  const ofKey = colouringOf(scene, cells);
  const { plain } = themeOf('light');
  const colourOf = (cell: Cell): Colour => (cell.isPlain ? plain : ofKey(cell.key));
  const names = new Map<Colour, string>();
  const nameOf = (colour: Colour): string => {
    const name = names.get(colour) ?? `cell${names.size}`;
    names.set(colour, name);
    return name;
  };
  const drawn = cells.flatMap((line, r) =>
    line.flatMap((cell, c) => {
      if (cell === null) return [];
      const colour = colourOf(cell);
      const ink = colour.text === '#fff' ? 'white' : 'black';
      const style = cell.isMarked ? `text=${ink}, font=\\ttfamily\\scriptsize\\bfseries` : `text=${ink}`;
      const label = `\\node[${style}] at (${c + 0.5},${r + 0.5}) {${escapeTex(cell.label)}};`;
      return [`\\fill[${nameOf(colour)}] (${c},${r}) rectangle (${c + 1},${r + 1}); ${label}`];
    }),
  );
  const across = (r: number, style: string, test: EdgeTest = isEither): string[] =>
    runsOf(columns, (c) => test(cells[r - 1]?.[c], cells[r]?.[c])).map(
      ([from, to]) => `\\draw[${style}] (${from},${r}) -- (${to},${r});`,
    );
  const down = (c: number, style: string, test: EdgeTest = isEither): string[] =>
    runsOf(rows, (r) => test(cells[r]?.[c - 1], cells[r]?.[c])).map(
      ([from, to]) => `\\draw[${style}] (${c},${from}) -- (${c},${to});`,
    );
  const thick = (level: number): string => `line width=${(0.6 + level * 0.6).toFixed(1)}pt`;
  const everywhere = (style: string, test: EdgeTest): string[] => [
    ...Array.from({ length: rows + 1 }, (_, r) => across(r, style, test)).flat(),
    ...Array.from({ length: columns + 1 }, (_, c) => down(c, style, test)).flat(),
  ];
  const lines = [
    ...everywhere('gray, very thin', isEither),
    ...[...boundariesOf(scene.rows, rows)].flatMap(([r, level]) => across(r, thick(level))),
    ...[...boundariesOf(scene.columns, columns)].flatMap(([c, level]) => down(c, thick(level))),
    ...everywhere('thick', isBetweenGroups),
    ...everywhere('red!75!black, very thick', isAroundMarks),
    ...stretchesOf(scene, rows, columns).map(
      (stretch) => `\\draw[opacity=0.5] ${stretch.map(([r, c]) => `(${c + 0.5},${r + 0.5})`).join(' -- ')};`,
    ),
  ];
  const captions = captionsWithin(scene, rows, columns).map(
    ({ row, column, text, isHead }) =>
      `\\node[anchor=${isHead ? 'east' : 'west'}, inner sep=1pt] at (${isHead ? column + 1 : column},${row + 0.5}) {${escapeTex(text)}};`,
  );
  const heads = [
    `\\node[anchor=west] at (-1,-1.4) {${escapeTex(axisNames(scene))}};`,
    ...Array.from(
      { length: columns },
      (_, c) => `\\node at (${c + 0.5},-0.4) {${escapeTex(headOf(scene.columns, c))}};`,
    ),
    ...Array.from(
      { length: rows },
      (_, r) => `\\node[anchor=east] at (0,${r + 0.5}) {${escapeTex(headOf(scene.rows, r))}};`,
    ),
    ...(columns < lengthOf(scene.columns) || scene.columns.isCut
      ? [`\\node at (${columns + 0.5},${rows / 2}) {$\\cdots$};`]
      : []),
    ...(rows < lengthOf(scene.rows) || scene.rows.isCut
      ? [`\\node at (${columns / 2},${rows + 0.5}) {$\\vdots$};`]
      : []),
  ];
  const widest = Math.max(2, widestLabel(cells), widestHead(scene.columns, columns));
  const width = (widest * CHARACTER + 2).toFixed(1);
  return [
    `% ${scene.title.replace(/\s+/g, ' ')}`,
    ...[...names].map(([{ fill }, name]) => `\\definecolor{${name}}{HTML}{${fill.slice(1).toUpperCase()}}`),
    `\\begin{tikzpicture}[x=${width}mm, y=-${HEIGHT}mm, font=\\ttfamily\\scriptsize]`,
    ...drawn,
    ...lines,
    ...heads,
    ...captions,
    '\\end{tikzpicture}',
  ];
}
