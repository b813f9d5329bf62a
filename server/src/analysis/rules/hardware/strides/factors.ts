// The products that an index or a pointer is the sum of, `base + row * 72 + column`, by their factors, and the array of
// shared memory that a pointer is into.

import { writtenCall } from '../../../document/written/call.ts';
import { addressedAt, operandsAt } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { type SharedArray, sharedArrayAt } from '../../../indexing/arrays.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';

/** How many names and operators are followed. */
const MAXIMUM_DEPTH = 12;

/** The array that a pointer is into, of which it points to an element; null where that is not known, as behind a cast. */
export function arrayBehind(text: string, site: Site, depth = 0): SharedArray | null {
  if (depth > MAXIMUM_DEPTH) return null;
  const array = sharedArrayAt(site, text);
  if (array !== null) return array;
  const element = addressedAt(site) ?? site;
  const call = writtenCall(element);
  if (call !== null) return call.name === '[]' ? arrayBehind(text, call.callee, depth + 1) : null;
  if (element !== site) return null;
  const sides = operandsAt(site);
  if (sides !== null) return sides.operator === '+' ? arrayBehind(text, sides.left, depth + 1) : null;
  const given = initialiserOf(site);
  return given === null ? null : arrayBehind(text, given, depth + 1);
}

/** The name that a pointer begins with, `tile` of `&tile[row][0] + 8`; null where it begins otherwise, as with a cast. */
export function rootOf(text: string, site: Site, depth = 0): string | null {
  if (depth > MAXIMUM_DEPTH) return null;
  if (isName(site)) return text.slice(site.span.start, site.span.end);
  const call = writtenCall(addressedAt(site) ?? site);
  if (call !== null) return call.name === '[]' ? rootOf(text, call.callee, depth + 1) : null;
  const sides = operandsAt(site);
  return sides?.operator === '+' ? rootOf(text, sides.left, depth + 1) : null;
}

/** What a name stands for that was given another name alone. */
export function namedBehind(site: Site, depth = 0): Site {
  const given = depth > MAXIMUM_DEPTH ? null : initialiserOf(site);
  return given !== null && isName(given) ? namedBehind(given, depth + 1) : site;
}

const isName = (site: Site): boolean =>
  site instanceof PlacedSite && site.node.kind === 'expression' && site.node.expr.kind === 'name';

function factorsIn(site: Site): readonly Site[] {
  const sides = operandsAt(site);
  return sides?.operator === '*'
    ? [...factorsIn(sides.left), ...factorsIn(sides.right)]
    : [namedBehind(site)];
}

/** Each product of a sum, by its factors; what is counted one by one is none. */
export function productsBehind(site: Site, depth = 0): readonly (readonly Site[])[] {
  if (depth > MAXIMUM_DEPTH) return [];
  const call = writtenCall(addressedAt(site) ?? site);
  if (call !== null)
    return call.name === '[]'
      ? [call.callee, ...call.args].flatMap((part) => productsBehind(part, depth + 1))
      : [];
  const sides = operandsAt(site);
  if (sides?.operator === '+' || sides?.operator === '-')
    return [sides.left, sides.right].flatMap((side) => productsBehind(side, depth + 1));
  if (sides !== null) return sides.operator === '*' ? [factorsIn(site)] : [];
  const given = initialiserOf(site);
  return given === null ? [] : productsBehind(given, depth + 1);
}
