// `functools.reduce` of Python.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import { callEntity } from '../core/called-entities.ts';
import { asValue, type Entity, QualifiedName } from '../model/entity.ts';
import type { Evaluation } from '../model/evaluation.ts';
import { Unknown, type Value } from '../model/value.ts';
import { pythonBinary } from './plain/arithmetic.ts';
import { iterated } from './plain/sequences.ts';

/** Functions of the module operator. */
const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['operator.add', '+'],
  ['operator.mul', '*'],
  ['operator.sub', '-'],
  ['operator.floordiv', '//'],
]);

/** What a call of `functools.reduce` comes to; null: another function is called. */
export function reduced(
  ev: Evaluation,
  called: QualifiedName,
  [step, sequence, initial, ...more]: readonly Entity[],
  keywords: ReadonlyMap<string, Value>,
): Entity | Failure | null {
  if (called.path.join('.') !== 'functools.reduce' || step === undefined || sequence === undefined)
    return null;
  const items = iterated(asValue(sequence));
  if (items === null || more.length > 0 || keywords.size > 0)
    return new Unknown('unsupported', 'reduce of these is not computed');
  const [first, ...rest] = initial === undefined ? items : [initial, ...items];
  const operator = step instanceof QualifiedName ? OPERATORS.get(step.path.join('.')) : undefined;
  let result: Entity | Failure = first ?? new Unknown('unsupported', 'reduce of nothing');
  for (const item of rest) {
    if (isFailure(result) || result instanceof Unknown) break;
    result =
      operator === undefined
        ? callEntity(ev, step, [], [result, item])
        : pythonBinary(operator, asValue(result), asValue(item));
  }
  return result;
}
