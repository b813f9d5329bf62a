// Coordinate spaces of a shape (document 000, 3.1 and 3.2): the same elements counted by one integer, by the modes, or by
// any shape of the same size.

import { refuse } from '../integer/failure.ts';
import { constantTerm, multiplyTerms, printTerm, sameTerm, termConstant } from '../term/operations.ts';
import type { Term } from '../term/term.ts';
import { affineText, sumText } from './affine.ts';

/** One coordinate: its name, and the size that it stays below. */
export interface Dimension {
  readonly name: string;
  readonly extent: Term;
}

const ONE = constantTerm(1);

const product = (terms: readonly Term[]): Term => terms.reduce(multiplyTerms, ONE);

/** `c`, or `c0`, `c1`, …, one for each extent. */
export const dimensionsOf = (extents: readonly Term[], name = 'c'): readonly Dimension[] =>
  extents.length === 1
    ? [{ name, extent: extents[0]! }]
    : extents.map((extent, k) => ({ name: `${name}${k}`, extent }));

/** The one coordinate of elements that are counted colexicographically. */
export const flatDimension = (extents: readonly Term[]): readonly Dimension[] =>
  dimensionsOf([product(extents)]);

/** `0 <= c0 < 4 and 0 <= c1 < M`; `true` for no coordinates. */
export const boundsText = (dimensions: readonly Dimension[]): string =>
  dimensions.length === 0
    ? 'true'
    : dimensions.map(({ name, extent }) => `0 <= ${name} < ${affineText(extent, 'an extent')}`).join(' and ');

export const namesText = (dimensions: readonly Dimension[]): string =>
  `[${dimensions.map(({ name }) => name).join(', ')}]`;

/** The product of extents that a coordinate is multiplied or divided by. */
function numberOf(extents: readonly Term[]): number {
  const whole = product(extents);
  return (
    termConstant(whole) ??
    refuse(
      'unsupported',
      `the extent ${printTerm(whole)} would be multiplied by a coordinate: only the last mode's may be a name, or take the coordinates of the modes`,
    )
  );
}

/** The modes that some coordinates count, and only they: both have the same size. */
interface Group {
  readonly from: readonly Dimension[];
  readonly to: readonly { readonly extent: Term; readonly index: number }[];
}

const mismatch = (dimensions: readonly Dimension[], modes: readonly Term[]): never =>
  refuse(
    'not-congruent',
    `the coordinates (${dimensions.map(({ extent }) => printTerm(extent)).join(',')}) count ${printTerm(product(dimensions.map((d) => d.extent)))} elements, the layout has ${printTerm(product(modes))}`,
  );

function groupsOf(dimensions: readonly Dimension[], modes: readonly Term[]): readonly Group[] {
  const groups: Group[] = [];
  let [i, j] = [0, 0];
  while (i < dimensions.length && j < modes.length) {
    const [firstFrom, firstTo] = [i, j];
    let [left, right] = [dimensions[i++]!.extent, modes[j++]!];
    while (!sameTerm(left, right)) {
      const [a, b] = [termConstant(left), termConstant(right)];
      const isLeftSmaller = a !== undefined && (b === undefined || a < b);
      if (i < dimensions.length && (isLeftSmaller || j === modes.length))
        left = multiplyTerms(left, dimensions[i++]!.extent);
      else if (j < modes.length) right = multiplyTerms(right, modes[j++]!);
      else return mismatch(dimensions, modes);
    }
    groups.push({
      from: dimensions.slice(firstFrom, i),
      to: modes.slice(firstTo, j).map((extent, k) => ({ extent, index: firstTo + k })),
    });
  }
  const rest = [...dimensions.slice(i).map(({ extent }) => extent), ...modes.slice(j)];
  return rest.every((extent) => termConstant(extent) === 1) ? groups : mismatch(dimensions, modes);
}

/** The coordinate of each mode, in the coordinates of a space that counts the same elements colexicographically. */
export function modeCoordinates(dimensions: readonly Dimension[], modes: readonly Term[]): readonly string[] {
  // A mode of one element has the coordinate 0.
  const coordinates = modes.map(() => '0');
  for (const { from, to } of groupsOf(dimensions, modes)) {
    const extents = from.map(({ extent }) => extent);
    const whole = sumText(
      from.map(({ name }, k) => ({ factor: k === 0 ? 1 : numberOf(extents.slice(0, k)), of: name })),
    );
    to.forEach(({ extent, index }, k) => {
      const before = k === 0 ? 1 : numberOf(to.slice(0, k).map((mode) => mode.extent));
      const quotient = before === 1 ? `(${whole})` : `(floor((${whole})/${before}))`;
      const isLast = k === to.length - 1;
      coordinates[index] = isLast ? quotient : `(${quotient} mod ${numberOf([extent])})`;
    });
  }
  return coordinates;
}
