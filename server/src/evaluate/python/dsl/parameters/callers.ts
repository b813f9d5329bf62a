// Which units of a file may call a function, or the objects of a class.

import { callOfObject } from '../../../../frontends/common/references.ts';
import type { UnitMemo } from '../../../model/environment.ts';
import type { FileView, NamesIn } from '../../../model/file.ts';
import { calledParameters, madeVariables, pythonCalls, variablesMadeBy } from '../../plain/calls.ts';

const called: NamesIn = (unit) => pythonCalls(unit).keys();
const made: NamesIn = (unit) => madeVariables(unit).keys();
/** The same name in all units that call a parameter, whichever it is. */
const callsParameters: NamesIn = (unit) => (calledParameters(unit).size > 0 ? ['parameter'] : []);

/** The units, in order, in which a name is called. */
export const unitsCalling = ({ units }: FileView, name: string): readonly UnitMemo[] =>
  units.having(called, name);

/** Those in which a variable holds an object of a class. */
export const unitsMaking = ({ units }: FileView, type: string): readonly UnitMemo[] =>
  units.having(made, type);

/** The variables of the file, wherever they stand, that hold an object of a class. */
export const variablesHolding = (db: FileView, type: string): ReadonlySet<string> =>
  new Set(unitsMaking(db, type).flatMap(({ placed }) => variablesMadeBy(placed.unit, type)));

/** Those in which objects of a class may be called: by `__call__`, where they are made, or by the names of variables and parameters. */
export function unitsCallingObjects(db: FileView, type: string): readonly UnitMemo[] {
  const some = [
    unitsCalling(db, '__call__'),
    unitsCalling(db, callOfObject(type)),
    ...[...variablesHolding(db, type)].map((variable) => unitsCalling(db, variable)),
    db.units.having(callsParameters, 'parameter'),
  ];
  return [...new Set(some.flat())].sort((a, b) => a.index - b.index);
}
