// Pictures of finite sets and relations: the points of a set, the outputs of a function, the pairs of a relation.

import { type GridLimits, gridSvg } from './grid-svg.ts';

/** Coordinates that are drawn are not negative, and below this. */
const MAXIMUM_EXTENT = 256;

type Point = readonly number[];
type Pair = readonly [input: Point, output: Point];

const DOT = '●';

/** The cells of a grid by their places, of one or two dimensions: one lies along the columns. */
interface Drawn {
  readonly places: readonly Point[];
  readonly labels: readonly string[];
  readonly names: readonly [down: string, across: string];
}

/** The largest coordinate in a dimension, and one more; null where something is below zero, or far away. */
function extentOf(points: readonly Point[], dimension: number): number | null {
  const numbers = points.map((point) => point[dimension]!);
  const extent = Math.max(...numbers) + 1;
  return Math.min(...numbers) < 0 || extent > MAXIMUM_EXTENT ? null : extent;
}

const keyOf = (label: string): number => (/^\d+$/.test(label) ? Number(label) : 0);

function draw({ places, labels, names }: Drawn, title: string, limits: GridLimits): string | null {
  const isRow = places[0]?.length === 1;
  if (!isRow && places[0]?.length !== 2) return null;
  const [rows, columns] = isRow ? [1, extentOf(places, 0)] : [extentOf(places, 0), extentOf(places, 1)];
  if (rows === null || columns === null) return null;
  const byPlace = new Map(places.map((place, k) => [`${place}`, labels[k]!]));
  const [down, across] = names;
  return gridSvg(
    {
      title,
      description: `${title}; ${isRow ? 'one row' : `${down} down`}, ${across} across.`,
      rows: { name: isRow ? '' : down, extents: [rows] },
      columns: { name: across, extents: [columns] },
      cell(row, column) {
        const label = byPlace.get(isRow ? `${column}` : `${row},${column}`);
        return label === undefined ? null : { label, key: keyOf(label) };
      },
      maximumKey: Math.max(...labels.map(keyOf)),
    },
    limits,
  );
}

/** The points of a set of one or two dimensions; null for others, and for what is below zero or far away. */
export function setPicture(points: readonly Point[], title: string, limits: GridLimits): string | null {
  const names =
    points[0]?.length === 1 ? (['', 'coordinate'] as const) : (['coordinate 0', 'coordinate 1'] as const);
  return draw({ places: points, labels: points.map(() => DOT), names }, title, limits);
}

/**
 * What a relation has for inputs of one or two dimensions: the output of a function, else a dot for each pair of numbers.
 * Null for other ones.
 */
export function relationPicture(pairs: readonly Pair[], title: string, limits: GridLimits): string | null {
  const [first] = pairs;
  if (first === undefined) return null;
  const isFunction = new Set(pairs.map(([input]) => `${input}`)).size === pairs.length;
  if (isFunction) {
    const names = first[0].length === 1 ? (['', 'input'] as const) : (['input 0', 'input 1'] as const);
    const labels = pairs.map(([, output]) => output.join(','));
    return draw({ places: pairs.map(([input]) => input), labels, names }, title, limits);
  }
  if (first[0].length !== 1 || first[1].length !== 1) return null;
  const places = pairs.map(([[input], [output]]) => [input!, output!]);
  return draw({ places, labels: pairs.map(() => DOT), names: ['input', 'output'] }, title, limits);
}
