// `map` and `filter` of Python, which are given functions.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import { callEntity } from '../core/called-entities.ts';
import { asValue, type Entity, type QualifiedName } from '../model/entity.ts';
import type { Evaluation } from '../model/evaluation.ts';
import { Unknown, type Value } from '../model/value.ts';
import { iteratorOver } from '../values/list-values.ts';
import { asOperand } from '../values/outcome.ts';
import { pythonTruth } from './plain/arithmetic.ts';
import { NONE } from './plain/none.ts';
import { columnsOf } from './plain/sequences.ts';

const MAXIMUM_ITEMS = 256;

/** What a call of `map` or `filter` comes to; null: another function is called. */
export function mapped(
  ev: Evaluation,
  called: QualifiedName,
  [step, ...sequences]: readonly Entity[],
  keywords: ReadonlyMap<string, Value>,
): Value | null {
  const name = called.path.join('.');
  if ((name !== 'map' && name !== 'filter') || step === undefined) return null;
  const given = sequences.map(asValue);
  const rows = columnsOf(given);
  const isTaken = name === 'map' || sequences.length === 1;
  if (rows === null || !isTaken || keywords.size > 0 || rows.length > MAXIMUM_ITEMS)
    return (
      given.find((v) => v instanceof Unknown) ??
      new Unknown('unsupported', `${name} of these is not computed`)
    );
  return name === 'map' ? mapOf(ev, step, rows) : filterOf(ev, step, rows);
}

type Rows = readonly (readonly Value[])[];

function mapOf(ev: Evaluation, step: Entity, rows: Rows): Value {
  const made = rows.map((row) => operandOf(callEntity(ev, step, [], row)));
  return made.find((v) => v instanceof Unknown) ?? iteratorOver(made);
}

/** By None, the items that are true themselves. */
function filterOf(ev: Evaluation, step: Entity, rows: Rows): Value {
  const kept: Value[] = [];
  for (const row of rows) {
    const answer = step === NONE ? row[0]! : operandOf(callEntity(ev, step, [], row));
    const isKept = answer instanceof Unknown ? answer : pythonTruth(answer);
    if (isKept instanceof Unknown) return isKept;
    if (isKept === undefined) return new Unknown('run-time', 'a condition is only known at run time');
    if (isKept) kept.push(row[0]!);
  }
  return iteratorOver(kept);
}

const operandOf = (result: Entity | Failure): Value =>
  isFailure(result) ? asOperand(result) : asValue(result);
