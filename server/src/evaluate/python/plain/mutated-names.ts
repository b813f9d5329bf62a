// Names of Python that statements change: lists that grow, and variables that a loop hands on from round to round.

import { isFailure } from '../../../algebra/integer/failure.ts';
import type { MutatedExpr } from '../../../frontends/common/expression.ts';
import { asValue, BoxedObject, type Entity, reasonOf } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { OneOf, Unknown, type Value } from '../../model/value.ts';
import { isList, listOf } from '../../values/list-values.ts';
import { asOperand } from '../../values/outcome.ts';
import { Dictionary } from './dictionary.ts';
import { UniformList } from './lists.ts';
import { carriedBy } from './loop-rounds.ts';

/** What a name holds behind the statements that change it. */
export function mutatedValue(ev: Evaluation, expr: MutatedExpr, env: Environment): Entity {
  const before = heldBy(ev, expr.before, env);
  if (expr.how === 'touched') return isContainer(before) ? unknown(expr, before) : before;
  if (before instanceof Unknown || expr.value === null) return unknown(expr, before);
  if (expr.how === 'carried') {
    const carried = carriedBy(ev, expr, env);
    return carried?.isKnown === true ? carried.held : unknown(expr, carried?.held ?? before);
  }
  const item = heldBy(ev, expr.value, env);
  if (!Array.isArray(before)) return unknown(expr, before);
  const items = before as readonly Value[];
  if (expr.how === 'appended') return listOf([...items, asValue(item)]);
  if (expr.how === 'gathered') {
    if (Array.isArray(item)) return listOf([...items, ...(item as readonly Value[])]);
    return items.length === 0 && item instanceof UniformList ? item : unknown(expr, item);
  }
  // One of several values may be another one in every round.
  const isOne = !(item instanceof Unknown) && !(item instanceof OneOf);
  return items.length === 0 && isOne ? new UniformList(asValue(item)) : unknown(expr, item);
}

const isContainer = (held: Entity): boolean =>
  isList(held) || held instanceof Dictionary || held instanceof UniformList;

function heldBy(ev: Evaluation, expr: MutatedExpr['before'], env: Environment): Entity {
  const value = ev.evaluate(expr, env);
  return isFailure(value) ? asOperand(value) : value;
}

const unknown = ({ reason, name }: MutatedExpr, of: Entity): Unknown =>
  of instanceof Unknown && of.category !== 'recursive' && !(of instanceof BoxedObject)
    ? reasonOf(of)
    : new Unknown('unsupported', reason, [], name);
