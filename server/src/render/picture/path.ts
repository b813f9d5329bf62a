// The line through a grid in the order of its offsets, as in Cecka's figure 3.

import { lengthOf, type Scene } from './scene.ts';

/** Cells beyond which a line is a thicket. */
const MOST = 1024;

/** The scene with a line through its cells in the order of their offsets; without one where they have none, or there are too many. */
export function withPath(scene: Scene): Scene {
  const [rows, columns] = [lengthOf(scene.rows), lengthOf(scene.columns)];
  if (rows * columns > MOST) return scene;
  const places: { readonly offset: number; readonly at: readonly [number, number] }[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const offset = scene.cell(row, column)?.of?.offset;
      if (offset !== undefined) places.push({ offset, at: [row, column] });
    }
  const path = places.sort((a, b) => a.offset - b.offset).map(({ at }) => at);
  return { ...scene, path };
}
