// What the imports of a Python module lead to.

import { type Failure, isFailure } from '../../../algebra/integer/failure.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { dottedParts } from '../../../frontends/common/expression-parts.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import type { Frame } from '../../model/frame.ts';
import { PathThing, type Thing } from '../../model/thing.ts';

/** What a path of Python's modules leads to. Its first part is a module, whatever else has the name here. */
export function imported(ev: Evaluation, path: Expr, frame: Frame): Thing | Failure {
  const [first = '', ...rest] = dottedParts(path);
  let at: Thing | Failure = new PathThing([first]);
  for (const name of rest) {
    if (isFailure(at)) return at;
    at = ev.memberOf(at, name, frame);
  }
  return at;
}
