// Run-time integers in terms of the parameters of a function, with the numbers that it is handed.

import { Dynamic, type Int } from '../../algebra/integer/integer.ts';
import { knownNumber } from '../../algebra/integer/known.ts';
import { substituteTerm, termConstant } from '../../algebra/term/operations.ts';
import type { Term } from '../../algebra/term/term.ts';

/** Numbers by the names that stand for them. */
export type LaunchedNumbers = ReadonlyMap<string, Term>;

/** The value of an integer as the function is called, where it is known. */
export function launchedNumber(n: Int, numbers: LaunchedNumbers): number | undefined {
  const number = knownNumber(n);
  if (number !== undefined || !(n instanceof Dynamic) || n.value === null || typeof n.value === 'number')
    return number;
  return termConstant(substituteTerm(n.value, numbers));
}
