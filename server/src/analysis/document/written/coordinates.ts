// Coordinates as they are written.

import type { Site } from '../../values/model.ts';
import { writtenCall } from './call.ts';
import { itemsAt } from './expressions.ts';
import { initialiserOf } from './names.ts';

/** The items of a coordinate as they are written, `make_coord(blockIdx.y, 0)`, `(i, 0)` of Python; null for others. */
export function coordinatesAt(site: Site): readonly Site[] | null {
  const given = initialiserOf(site) ?? site;
  const call = writtenCall(given);
  return call?.name === 'make_coord' ? call.args : itemsAt(given);
}
