// What the imports of a Python module lead to.

import { type Failure, isFailure } from '../../../algebra/integer/failure.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { dottedParts } from '../../../frontends/common/expression-parts.ts';
import { type Entity, QualifiedName } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';

/** What a path of Python's modules leads to. Its first part is a module, whatever else has the name here. */
export function imported(ev: Evaluation, path: Expr, env: Environment): Entity | Failure {
  const [first = '', ...rest] = dottedParts(path);
  let at: Entity | Failure = new QualifiedName([first]);
  for (const name of rest) {
    if (isFailure(at)) return at;
    at = ev.memberOf(at, name, env);
  }
  return at;
}
