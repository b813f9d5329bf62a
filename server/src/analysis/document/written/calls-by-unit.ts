// What is found of calls by what the code around them says: it is found again where something in their function, or what of
// a unit stands outside of functions, has changed.

import { keptByUnit, type Told } from '../../values/check-unit-memo.ts';
import type { DocumentModel } from '../../values/model.ts';
import { type CallAt, callsIn } from './calls-by-name.ts';

interface Context {
  readonly model: DocumentModel;
}

const NOTHING: readonly never[] = [];

/**
 * A check that is handed the calls by some names in a check unit, in the order of the text. It must not look at what stands
 * in other functions, but by values and declarations, of which a unit is told when they change.
 */
export const callsByUnit = <C extends Context, T extends Told>(
  names: readonly string[],
  check: (calls: readonly CallAt[], context: C) => readonly T[],
): ((context: C) => readonly T[]) =>
  keptByUnit<C, T>(({ sites }, context) => {
    const calls = callsIn(sites, names);
    return calls.length === 0 ? NOTHING : check(calls, context);
  });
