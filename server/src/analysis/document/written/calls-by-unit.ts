// What is found of calls by what the code around them says: it is found again where something in their function, or what of
// a unit stands outside of functions, has changed.

import { addTo } from '../../../frontends/common/lists.ts';
import { keptByUnit, type Told } from '../../values/check-unit-memo.ts';
import type { CheckUnit, DocumentModel } from '../../values/model.ts';
import { type CallAt, callNamesIn, callsIn } from './calls-by-name.ts';

interface Context {
  readonly model: DocumentModel;
}

/** The check units of a document by the names that are called in them: rules ask many times of one. */
const indexed = new WeakMap<DocumentModel, ReadonlyMap<string, readonly CheckUnit[]>>();

function unitsByName(model: DocumentModel): ReadonlyMap<string, readonly CheckUnit[]> {
  const before = indexed.get(model);
  if (before !== undefined) return before;
  const byName = new Map<string, CheckUnit[]>();
  for (const unit of model.checkUnits())
    for (const name of callNamesIn(unit.sites)) addTo(byName, name, unit);
  indexed.set(model, byName);
  return byName;
}

/**
 * A check that is handed the calls by some names in a check unit, in the order of the text. It must not look at what stands
 * in other functions, but by values and declarations, of which a unit is told when they change.
 */
export function callsByUnit<C extends Context, T extends Told>(
  names: readonly string[],
  check: (calls: readonly CallAt[], context: C) => readonly T[],
): (context: C) => readonly T[] {
  const inUnits = keptByUnit<C, T>(({ sites }, context) => check(callsIn(sites, names), context));
  return (context) => {
    const byName = unitsByName(context.model);
    return inUnits(new Set(names.flatMap((name) => byName.get(name) ?? [])), context);
  };
}
