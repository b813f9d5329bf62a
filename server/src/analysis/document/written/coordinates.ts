// Coordinates as they are written.

import type { Site } from '../../values/model.ts';
import { type WrittenCall, writtenCall } from './call.ts';
import { itemsAt, placeholderAt } from './expressions.ts';
import { initialiserOf } from './names.ts';

/** The items of a coordinate as they are written, `make_coord(blockIdx.y, 0)`, `(i, 0)` of Python; null for others. */
export function coordinatesAt(site: Site): readonly Site[] | null {
  const given = initialiserOf(site) ?? site;
  const call = writtenCall(given);
  return call?.name === 'make_coord' ? call.args : itemsAt(given);
}

/** The coordinates of an element or a slice, `t(i, j)`, `t[i, j]` and `t[(i, j)]`, as they are written. */
export const coordinatesOf = ({ args }: WrittenCall): readonly Site[] =>
  (args.length === 1 ? itemsAt(args[0]!) : null) ?? args;

/** Whether a coordinate keeps all of its mode, `_`, `None` and `:`. */
export const keepsMode = (site: Site, text: string): boolean =>
  placeholderAt(site) !== null || /^(?:cute::)?_$/.test(text.slice(site.span.start, site.span.end));
