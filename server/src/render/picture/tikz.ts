// A scene as TikZ: a picture that LaTeX sets with `\usepackage{tikz}`.

import { type Colour, colouringOf } from './colours.ts';
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

/** Characters that TeX takes for its own, or has no glyph for. */
const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  '↓': '$\\downarrow$',
  '→': '$\\rightarrow$',
  '–': '--',
  '×': '$\\times$',
  ...Object.fromEntries([...'#$%&_{}'].map((c) => [c, `\\${c}`])),
};
const escapeTex = (text: string): string => text.replace(/[\\^~↓→–×#$%&_{}]/g, (c) => SPECIAL[c]!);

/** Millimetres. */
const HEIGHT = 5;
const CHARACTER = 1.9;

/** The picture in lines; rows and columns beyond the limits are cut, and dots say so. */
export function sceneTikz(scene: Scene, limits: Limits): readonly string[] {
  const rows = shownOf(scene.rows, limits.rows);
  const columns = shownOf(scene.columns, limits.columns);
  const cells = cellsOf(scene, rows, columns);
  const colourOf = colouringOf(scene, cells);
  const names = new Map<Colour, string>();
  const nameOf = (colour: Colour): string => {
    const name = names.get(colour) ?? `cell${names.size}`;
    names.set(colour, name);
    return name;
  };
  const drawn = cells.flatMap((line, r) =>
    line.flatMap((cell, c) => {
      if (cell === null) return [];
      const colour = colourOf(cell.key);
      const ink = colour.text === '#fff' ? 'white' : 'black';
      const label = `\\node[text=${ink}] at (${c + 0.5},${r + 0.5}) {${escapeTex(cell.label)}};`;
      return [`\\fill[${nameOf(colour)}] (${c},${r}) rectangle (${c + 1},${r + 1}); ${label}`];
    }),
  );
  const line = (style: string, from: string, to: string): string => `\\draw[${style}] ${from} -- ${to};`;
  const across = (r: number, style: string): string => line(style, `(0,${r})`, `(${columns},${r})`);
  const down = (c: number, style: string): string => line(style, `(${c},0)`, `(${c},${rows})`);
  const thick = (level: number): string => `line width=${(0.6 + level * 0.6).toFixed(1)}pt`;
  const lines = [
    ...Array.from({ length: rows + 1 }, (_, r) => across(r, 'gray, very thin')),
    ...Array.from({ length: columns + 1 }, (_, c) => down(c, 'gray, very thin')),
    ...[...boundariesOf(scene.rows, rows)].map(([r, level]) => across(r, thick(level))),
    ...[...boundariesOf(scene.columns, columns)].map(([c, level]) => down(c, thick(level))),
  ];
  const heads = [
    `\\node[anchor=west] at (-1,-1.4) {${escapeTex(axisNames(scene))}};`,
    ...Array.from(
      { length: columns },
      (_, c) => `\\node at (${c + 0.5},-0.4) {${headOf(scene.columns, c)}};`,
    ),
    ...Array.from(
      { length: rows },
      (_, r) => `\\node[anchor=east] at (0,${r + 0.5}) {${headOf(scene.rows, r)}};`,
    ),
    ...(columns < lengthOf(scene.columns) ? [`\\node at (${columns + 0.5},${rows / 2}) {$\\cdots$};`] : []),
    ...(rows < lengthOf(scene.rows) ? [`\\node at (${columns / 2},${rows + 0.5}) {$\\vdots$};`] : []),
  ];
  const width = (Math.max(2, widestLabel(cells)) * CHARACTER + 2).toFixed(1);
  return [
    `% ${scene.title}`,
    ...[...names].map(([{ fill }, name]) => `\\definecolor{${name}}{HTML}{${fill.slice(1).toUpperCase()}}`),
    `\\begin{tikzpicture}[x=${width}mm, y=-${HEIGHT}mm, font=\\ttfamily\\scriptsize]`,
    ...drawn,
    ...lines,
    ...heads,
    '\\end{tikzpicture}',
  ];
}
