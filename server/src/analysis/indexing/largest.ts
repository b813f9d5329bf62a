// The least and the largest number that an expression of a counter takes: `k + 1`, `2 * k`, `k % 3`, `k & 3`.

import { knownNumber } from '../../algebra/integer/known.ts';
import { isInteger } from '../../evaluate/values/arithmetic.ts';
import { settledValueOf } from '../document/extents.ts';
import { initialiserOf, operandsAt } from '../document/written-call.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import { isDecided, roundsAt } from './rounds.ts';

interface Extremes {
  readonly least: number;
  readonly largest: number;
}

type Model = Pick<DocumentModel, 'evaluate'>;

/** How many operators are followed. */
const MAXIMUM_DEPTH = 6;

/** Null where they are not known. Both are taken: an expression of one counter alone, that grows with it, is followed. */
export function extremesOf(model: Model, site: Site, depth = 0): Extremes | null {
  const rounds = roundsAt(model, site);
  if (rounds !== null) return { least: rounds.first, largest: rounds.last };
  const value = settledValueOf(model, site);
  const number = value !== null && isInteger(value) ? knownNumber(value) : undefined;
  if (number !== undefined) return { least: number, largest: number };
  const sides = depth < MAXIMUM_DEPTH ? operandsAt(site) : null;
  if (sides === null) return null;
  const right = extremesOf(model, sides.right, depth + 1);
  if (right === null || right.least !== right.largest) return null;
  const [left, by] = [extremesOf(model, sides.left, depth + 1), right.least];
  return left === null ? null : moved(left, sides.operator, by);
}

/** What an operator with a constant makes of the numbers from the least to the largest. */
function moved({ least, largest }: Extremes, operator: string, by: number): Extremes | null {
  switch (operator) {
    case '+':
      return { least: least + by, largest: largest + by };
    case '-':
      return { least: least - by, largest: largest - by };
    case '*':
      return by > 0 ? { least: least * by, largest: largest * by } : null;
    case '%':
      return least >= 0 && by > 0 ? wrapped(least, largest, by) : null;
    case '&':
      return least >= 0 && by >= 0 && (by & (by + 1)) === 0 ? wrapped(least, largest, by + 1) : null;
    default:
      return null;
  }
}

const wrapped = (least: number, largest: number, by: number): Extremes =>
  Math.floor(least / by) === Math.floor(largest / by)
    ? { least: least % by, largest: largest % by }
    : { least: 0, largest: by - 1 };

/** How many numbers `k & 3` and `k % 4`, or a name for one, count through; null for others, and where a branch may say that k is less. */
export function ringOf(model: Model, site: Site): number | null {
  if (isDecided(site)) return null;
  const given = initialiserOf(site);
  // What a counter of known rounds leaves of it is less, or told where that stands.
  if (given !== null) return extremesOf(model, given) === null ? ringOf(model, given) : null;
  const sides = operandsAt(site);
  const value = sides === null ? null : settledValueOf(model, sides.right);
  const by = value !== null && isInteger(value) ? knownNumber(value) : undefined;
  if (sides === null || by === undefined || by <= 0) return null;
  if (sides.operator === '%') return by;
  return sides.operator === '&' && (by & (by + 1)) === 0 ? by + 1 : null;
}
