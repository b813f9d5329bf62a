// A scene in words, for readers who hear it.

import { axisNames, lengthOf, placesOf, type Scene } from './scene.ts';

/** Labels that are read out. */
const READ = 4;

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** `4 rows by 8 columns, beginning 0, 8, 16, 24`; of several grids how many there are. */
export function sceneWords(scene: Scene): string {
  const pieces = placesOf(scene.rows).length + placesOf(scene.columns).length;
  if (pieces > 0)
    return `several grids: ${axisNames(scene).replaceAll('↓', 'down').replaceAll('→', 'across')}`;
  const [rows, columns] = [lengthOf(scene.rows), lengthOf(scene.columns)];
  const labels = Array.from(
    { length: Math.min(READ, columns) },
    (_, c) => scene.cell(0, c)?.label ?? 'nothing',
  );
  const goesOn = columns > READ ? ' and so on' : '';
  return `${count(rows, 'row')} by ${count(columns, 'column')}, the first row ${labels.join(', ')}${goesOn}`;
}
