// The least and the largest number that an expression of a counter takes: `k + 1`, `2 * k`, `k % 3`, `k & 3`, `threadIdx.x / 4 + 8 * k`,
// `x + 3 - k`.

import { Dynamic } from '../../algebra/integer/integer.ts';
import { typeOfInteger } from '../../evaluate/values/integer-types.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import { settledNumberAt } from '../document/extents.ts';
import { operandsAt } from '../document/written/expressions.ts';
import { initialiserOf } from '../document/written/names.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import { isDecided, roundsAt } from './rounds.ts';

export interface Extremes {
  readonly least: number;
  readonly largest: number;
  /** The counters that it is worked out of, each of which takes its numbers whatever the others are. */
  readonly counters: readonly string[];
  /** Whether it takes all numbers between them. */
  readonly isDense: boolean;
  /** How far apart the numbers are that it takes, where they are evenly; of those that are dense nobody asks. */
  readonly step?: number;
}

/** What counts beside the counters of loops, and what names stand for; null: nothing does. */
export type Counting = (site: Site) => Extremes | Site | null;

const NOTHING_ELSE: Counting = () => null;

type Model = Pick<DocumentModel, 'evaluate'>;

/** How many operators are followed. */
const MAXIMUM_DEPTH = 6;

/** Null where they are not known. Both are taken: expressions that grow with one counter, or a sum of such, are followed. */
export function extremesOf(
  model: Model,
  site: Site,
  counting: Counting = NOTHING_ELSE,
  depth = 0,
  isOpen?: (block: Scope) => boolean,
): Extremes | null {
  const rounds = roundsAt(model, site, isOpen);
  if (rounds !== null) {
    const { first, last, step, counter } = rounds;
    return { least: first, largest: last, counters: [counter], isDense: step === 1 };
  }
  const number = settledNumberAt(model, site);
  if (number !== undefined) return { least: number, largest: number, counters: [], isDense: true };
  if (depth >= MAXIMUM_DEPTH) return null;
  const counted = counting(site);
  if (counted !== null)
    return 'least' in counted ? counted : extremesOf(model, counted, counting, depth + 1, isOpen);
  const sides = operandsAt(site);
  if (sides === null) return null;
  const [left, right] = [sides.left, sides.right].map((side) =>
    extremesOf(model, side, counting, depth + 1, isOpen),
  );
  if (left == null || right == null) return null;
  if (sides.operator === '%' && left.least < 0)
    return right.counters.length === 0 && isSigned(model, site) ? rest(left, right.least) : null;
  if (right.counters.length === 0) return moved(left, sides.operator, right.least);
  if (sides.operator === '*' && left.counters.length === 0) return moved(right, '*', left.least);
  if (sides.operator === '-') return sum(left, negated(right));
  return sides.operator === '+' ? sum(left, right) : null;
}

const negated = (of: Extremes): Extremes => ({ ...of, least: -of.largest, largest: -of.least });

const sum = (a: Extremes, b: Extremes): Extremes | null =>
  a.counters.some((counter) => b.counters.includes(counter))
    ? null
    : {
        least: a.least + b.least,
        largest: a.largest + b.largest,
        counters: [...a.counters, ...b.counters],
        isDense: (a.isDense && b.isDense) || fillsGaps(a, b) || fillsGaps(b, a),
      };

/** `threadIdx + 256 * blockIdx`: whether the numbers of one come between those of the other without leaving any out. */
const fillsGaps = ({ isDense, least, largest }: Extremes, { step }: Extremes): boolean =>
  isDense && step !== undefined && largest - least + 1 >= step;

const UNSTEPPED = { step: undefined };

const stepped = ({ isDense, step }: Extremes, by: number): Pick<Extremes, 'step'> =>
  isDense ? { step: by } : step === undefined ? UNSTEPPED : { step: step * by };

/** What an operator with a constant makes of the numbers from the least to the largest. */
function moved(extremes: Extremes, operator: string, by: number): Extremes | null {
  const { least, largest, isDense } = extremes;
  const both = (of: (n: number) => number): Extremes => ({
    ...extremes,
    least: of(least),
    largest: of(largest),
  });
  switch (operator) {
    case '+':
      return both((n) => n + by);
    case '-':
      return both((n) => n - by);
    case '*':
      return by > 0
        ? { ...both((n) => n * by), isDense: isDense && by === 1, ...stepped(extremes, by) }
        : null;
    case '/':
    case '//':
      return least >= 0 && by > 0 ? { ...both((n) => Math.floor(n / by)), ...UNSTEPPED } : null;
    case '%':
      return least >= 0 && by > 0 ? wrapped(extremes, by) : null;
    case '&':
      return least >= 0 && by >= 0 && (by & (by + 1)) === 0 ? wrapped(extremes, by + 1) : null;
    default:
      return null;
  }
}

/** C++ takes the rest of a number below zero below zero; what is unsigned begins at the largest number instead. */
function isSigned(model: Model, site: Site): boolean {
  if (site.dialect !== 'cpp') return false;
  const { value } = model.evaluate(site);
  return value instanceof Dynamic && typeOfInteger(value)?.isUnsigned === false;
}

/** What `% by` of C++ leaves of numbers of which some are below zero: those within one round stay what they are. */
const rest = (extremes: Extremes, by: number): Extremes | null =>
  by > 0 && extremes.least > -by && (extremes.isDense || extremes.largest < by)
    ? { ...extremes, largest: Math.min(extremes.largest, by - 1), ...UNSTEPPED }
    : null;

/** What begins anew comes to the number before that where it leaves none out. */
const wrapped = (extremes: Extremes, by: number): Extremes | null => {
  const { least, largest, isDense } = extremes;
  if (Math.floor(least / by) === Math.floor(largest / by))
    return { ...extremes, least: least % by, largest: largest % by };
  return isDense ? { ...extremes, least: 0, largest: by - 1 } : null;
};

/**
 * How many numbers `k & 3` and `k % 4`, or a name for one, count through; null for others, and where a branch may say that
 * k is less.
 * @param isOpen blocks that leave none of the numbers out
 */
export function ringOf(model: Model, site: Site, isOpen: (block: Scope) => boolean): number | null {
  const given = initialiserOf(site);
  // What a counter of known rounds leaves of it is less, or told where that stands.
  if (given !== null)
    return !isDecided(site, isOpen) && extremesOf(model, given) === null
      ? ringOf(model, given, isOpen)
      : null;
  const sides = operandsAt(site);
  if (sides === null || (sides.operator !== '%' && sides.operator !== '&')) return null;
  const by = settledNumberAt(model, sides.right);
  if (by === undefined || by <= 0 || isDecided(site, isOpen)) return null;
  if (sides.operator === '%') return by;
  return (by & (by + 1)) === 0 ? by + 1 : null;
}
