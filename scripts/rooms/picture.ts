// The picture of the rooms: the large ones above each other, the ground lowest, what is in each, and arrows down to
// what it imports. Every room has one lane for those who import it: dots where they stand, the arrow's head where it
// stands itself, so that no lines cross without need.

import { edgesBetween, type Import, roomOf } from './imports.ts';
import { ROOMS } from './order.ts';

/** The large room that a file or folder is in; the entries at the top are one of their own. */
export const largeRoom = (path: string): string => {
  const [first = ''] = path.split('/');
  return first === '.' || first.endsWith('.ts') ? 'main' : first;
};

const WIDTH = 760;
const LEFT = 8;
const LANE = 15;
const LINE = 15;
const CHARACTER = 5.9;
const GREY = '#808080';

/** Words of a room, broken into lines that fit. */
function lines(words: readonly string[], width: number): readonly string[] {
  const made: string[] = [];
  for (const word of words) {
    const last = made.at(-1);
    if (last !== undefined && (last.length + word.length + 3) * CHARACTER <= width)
      made[made.length - 1] = `${last} · ${word}`;
    else made.push(word);
  }
  return made;
}

interface Band {
  readonly name: string;
  readonly count: number;
  readonly lines: readonly string[];
  readonly top: number;
  readonly height: number;
}

function bandsOf(files: readonly string[], names: readonly string[], width: number): readonly Band[] {
  let top = 8;
  return names.map((name) => {
    const inside = ROOMS.map(({ path }) => path).filter(
      (path) => largeRoom(path) === name && path.includes('/'),
    );
    const words = inside.map(
      (path) => `${path.slice(name.length + 1)} ${files.filter((f) => roomOf(f) === path).length}`,
    );
    const text = lines(words, width);
    const height = 24 + text.length * LINE;
    const band = { name, count: files.filter((f) => largeRoom(f) === name).length, lines: text, top, height };
    top += height + 8;
    return band;
  });
}

export function roomsPicture(files: readonly string[], imports: readonly Import[]): string {
  const names = [...new Set(ROOMS.map(({ path }) => largeRoom(path)))].reverse();
  const edges = edgesBetween(imports, largeRoom);
  const right = WIDTH - names.length * LANE;
  const bands = bandsOf(files, names, right - LEFT - 20);
  const bottom = bands.at(-1)!.top + bands.at(-1)!.height + 8;
  const middle = (name: string): number => {
    const { top, height } = bands.find((b) => b.name === name)!;
    return top + height / 2;
  };
  const boxes = bands.map(({ name, count, lines: text, top, height }) => {
    const rows = text
      .map((t, i) => `<tspan x="${LEFT + 10}" y="${top + 31 + i * LINE}">${t}</tspan>`)
      .join('');
    return (
      `<rect x="${LEFT}" y="${top}" width="${right - LEFT}" height="${height}" rx="4" fill="none" stroke="${GREY}"/>` +
      `<text x="${LEFT + 10}" y="${top + 16}" font-size="12" font-weight="bold">${name} ${count}</text>` +
      (rows === '' ? '' : `<text font-size="10">${rows}</text>`)
    );
  });
  const lanes = names.flatMap((target, i) => {
    const importers = names.filter((n) => edges.get(n)?.has(target) === true);
    if (importers.length === 0) return [];
    const x = right + 10 + i * LANE;
    const end = middle(target);
    const starts = importers.map(middle);
    const dots = starts.map(
      (y) => `<circle cx="${x}" cy="${y}" r="3"/><path d="M${right} ${y}H${x}" stroke-opacity="0.25"/>`,
    );
    return [
      `<path d="M${x} ${Math.min(...starts, end)}V${Math.max(...starts, end)}M${x} ${end}H${right + 5}" fill="none"/>` +
        `<path d="M${right} ${end}l7 -4v8z"/>${dots.join('')}`,
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${bottom}" viewBox="0 0 ${WIDTH} ${bottom}" role="img">`,
    '<title>The rooms of the server, with the number of their files, and who imports whom</title>',
    `<g font-family="sans-serif" fill="${GREY}" stroke="none">${boxes.join('\n')}</g>`,
    `<g stroke="${GREY}" fill="${GREY}">${lanes.join('\n')}</g>`,
    '</svg>',
    '',
  ].join('\n');
}
