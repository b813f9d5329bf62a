// Which units of a file may call a function or the objects of a class: those of one version are gone through once.

import type { UnitMemo } from '../../../model/environment.ts';
import { calledParameters, madeVariables, pythonCalls } from '../../plain/calls.ts';

type Units = readonly UnitMemo[];

interface Callers {
  readonly calling: ReadonlyMap<string, Units>;
  /** By the class whose objects variables are. */
  readonly making: ReadonlyMap<string, Units>;
  readonly callingParameters: Units;
  readonly callingObjects: Map<string, Units>;
}

const callersIn = new WeakMap<Units, Callers>();

function callersOf(memos: Units): Callers {
  let callers = callersIn.get(memos);
  if (callers === undefined) {
    callers = {
      calling: indexed(memos, ({ placed: { unit } }) => pythonCalls(unit).keys()),
      making: indexed(memos, ({ placed: { unit } }) => madeVariables(unit).keys()),
      callingParameters: memos.filter(({ placed: { unit } }) => calledParameters(unit).size > 0),
      callingObjects: new Map(),
    };
    callersIn.set(memos, callers);
  }
  return callers;
}

function indexed(memos: Units, namesIn: (memo: UnitMemo) => Iterable<string>): ReadonlyMap<string, Units> {
  const found = new Map<string, UnitMemo[]>();
  for (const memo of memos)
    for (const name of namesIn(memo)) {
      const list = found.get(name);
      if (list === undefined) found.set(name, [memo]);
      else list.push(memo);
    }
  return found;
}

const NONE: Units = [];

/** The units, in order, in which a name is called. */
export const unitsCalling = (memos: Units, name: string): Units => callersOf(memos).calling.get(name) ?? NONE;

/** Those in which a variable holds an object of a class. */
export const unitsMaking = (memos: Units, type: string): Units => callersOf(memos).making.get(type) ?? NONE;

/** Those in which objects of a class may be called: by `__call__`, or by the names of variables and parameters. */
export function unitsCallingObjects(memos: Units, type: string): Units {
  const { callingObjects, callingParameters } = callersOf(memos);
  let units = callingObjects.get(type);
  if (units === undefined) {
    const some = new Set([
      ...unitsCalling(memos, '__call__'),
      ...unitsMaking(memos, type),
      ...callingParameters,
    ]);
    units = memos.filter((memo) => some.has(memo));
    callingObjects.set(type, units);
  }
  return units;
}
