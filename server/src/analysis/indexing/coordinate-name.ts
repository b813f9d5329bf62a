// Coordinates as they are written, as far as they may be written twice.

import type { CoordinateName } from '../../algebra/indexing/layout.ts';

/** What stands between the commas that are in no brackets. */
export function parted(text: string): readonly string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const c = text[at]!;
    if ('([{'.includes(c)) depth++;
    else if (')]}'.includes(c)) depth--;
    else if (c === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim()).filter((part) => part !== '');
}

/** What is the same wherever it stands in an expression, as often as it stands there: names, members, indices of threads. */
const PLAIN = /^[A-Za-z_][\w.]*(?:\[[\w.]+\]|::[\w.]+)*$|^tl\.program_id\((?:axis=)?\d\)$/;
const COORDINATE = /^(?:(?:cute(?:::|\.))?make_(?:coord|tuple))?\s*\((.*)\)$/s;

/** What stands in the parentheses of a tuple; null for what is none. */
export const innerText = (text: string): string | null => COORDINATE.exec(text)?.[1] ?? null;

/** A coordinate of a call; null for what may not be written twice. */
export function coordinateName(text: string): CoordinateName | null {
  if (/^\d+$/.test(text)) return Number(text);
  if (text === ':') return text;
  if (text === '_' || text === 'None') return null;
  if (PLAIN.test(text)) return text;
  const nested = innerText(text);
  if (nested !== null) {
    const parts = parted(nested);
    // Parentheses around one expression group it.
    if (parts.length > 1) {
      const names = parts.map(coordinateName);
      return names.includes(null) ? null : (names as CoordinateName[]);
    }
  }
  // Sums and the like of such names.
  return /^[\w.\s+*/%()-]+$/.test(text) && !/\w\s*\(|\+\+|--/.test(text) ? `(${text})` : null;
}
