// Coordinates of which something is known at run time alone. Whatever it comes to, it is no `None`, and one integer
// for a whole mode leaves what a tuple would: nothing of the mode.

import type { Failure } from '../../../algebra/integer/failure.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Tensor, Unknown, type Value } from '../../model/value.ts';
import { ANY_PLACE, withCounters } from './integer-expressions.ts';
import { modesOfPythonSlice } from './modes.ts';
import { NO_KEYWORDS } from './support.ts';
import { isUnranked } from './unranked.ts';

const isRunTime = (v: Value): boolean => v instanceof Unknown && v.category === 'run-time';

/** A coordinate with an integer for what is known at run time alone. */
export function asCoordinate(coordinate: Value): Value {
  if (Array.isArray(coordinate)) return (coordinate as readonly Value[]).map(asCoordinate);
  return isRunTime(coordinate) ? ANY_PLACE : coordinate;
}

/** `t[None, None, i]` of an `i` that is known at run time alone, or counts an unrolled loop, or of a tensor that is only known by its modes; null: every index is known, or something else is not. */
export function indexedAtRunTime(
  ev: Evaluation,
  object: Value,
  exprs: readonly Expr[],
  env: Environment,
): Value | Failure | null {
  if (object instanceof Unknown) return modesOfPythonSlice(ev, object, exprs, env);
  if (!(object instanceof Tensor) && !isUnranked(object)) return null;
  const given = exprs.map((e) => ev.value(e, env));
  const args = given.map((a, i) => withCounters(ev, exprs[i]!, asCoordinate(a), env));
  if (args.every((a, i) => a === given[i]) || args.some((a) => a instanceof Unknown)) return null;
  return ev.run((c) => ev.rules.index(object, c.args), {
    name: '[]',
    args,
    keywords: NO_KEYWORDS,
    template: [],
  });
}
