// Coordinates of nested shapes, and the indices that they stand for: the first mode runs fastest.

import type { NestedExtents } from '../../../../server/src/render/panel/view.ts';

type Coordinate = number | readonly Coordinate[];

export const sizeOf = (shape: NestedExtents): number =>
  typeof shape === 'number' ? shape : shape.reduce<number>((product, mode) => product * sizeOf(mode), 1);

/** `(1,(2,3))` */
export const coordinateText = (coordinate: Coordinate): string =>
  typeof coordinate === 'number' ? String(coordinate) : `(${coordinate.map(coordinateText).join(',')})`;

export function coordinateOf(index: number, shape: NestedExtents): Coordinate {
  if (typeof shape === 'number') return index;
  let rest = index;
  return shape.map((mode) => {
    const size = sizeOf(mode);
    const at = rest % size;
    rest = Math.floor(rest / size);
    return coordinateOf(at, mode);
  });
}

/** The coordinate in one of the outermost modes, as an index of that mode. */
export function modeIndex(index: number, shape: NestedExtents, mode: number): number {
  const modes = typeof shape === 'number' ? [shape] : shape;
  let rest = index;
  for (const before of modes.slice(0, mode)) rest = Math.floor(rest / sizeOf(before));
  return rest % sizeOf(modes[mode] ?? 1);
}

/** `3`, `1,2`, `(1,(2,3))`; null for other texts. */
export function readCoordinate(text: string): Coordinate | null {
  const line = text.trim();
  const source = line.includes(',') && !line.startsWith('(') ? `(${line})` : line;
  if (!/^[\d\s(),]+$/.test(source)) return null;
  try {
    const read: unknown = JSON.parse(source.replaceAll('(', '[').replaceAll(')', ']'));
    return isCoordinate(read) ? read : null;
  } catch {
    return null;
  }
}

const isCoordinate = (x: unknown): x is Coordinate =>
  typeof x === 'number' ? Number.isSafeInteger(x) : Array.isArray(x) && x.length > 0 && x.every(isCoordinate);

/** The index of a coordinate of the shape, or of a coarser one; or what is wrong with it. */
export function indexOf(coordinate: Coordinate, shape: NestedExtents): number | string {
  if (typeof coordinate === 'number') {
    const size = sizeOf(shape);
    return coordinate < size ? coordinate : `${coordinate} is outside of 0 to ${size - 1}`;
  }
  if (typeof shape === 'number') {
    return coordinate.length === 1
      ? indexOf(coordinate[0]!, shape)
      : `${coordinateText(coordinate)} is a tuple where the shape is ${shape}`;
  }
  if (coordinate.length !== shape.length)
    return `${coordinateText(coordinate)} has ${coordinate.length} entries, and the shape has ${shape.length} modes`;
  let index = 0;
  let stride = 1;
  for (const [i, mode] of shape.entries()) {
    const at = indexOf(coordinate[i]!, mode);
    if (typeof at === 'string') return at;
    index += at * stride;
    stride *= sizeOf(mode);
  }
  return index;
}
