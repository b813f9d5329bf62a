// The functions of the notation that take an index expression, which is not evaluated as other arguments are.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import type { CallExpr } from '../../frontends/common/expression.ts';
import { relationOfIndex } from '../indexing/relation.ts';
import type { Environment } from '../model/environment.ts';
import type { Evaluation } from '../model/evaluation.ts';
import type { Value } from '../model/value.ts';
import { relationOf } from '../relation/functions.ts';
import { type IndexCall, withIndexCall } from './index-call.ts';
import { LAYOUT_OF, layoutOfExpression } from './layout-of.ts';

/** `relation(i*64 + j, i=8, j=64)`: the values of the variables to the offset. */
function relationOfExpression({ e, ranges, constantOf }: IndexCall): Value | Failure {
  const term = relationOfIndex(e, ranges, constantOf);
  return isFailure(term) ? term : relationOf(term);
}

const FUNCTIONS: ReadonlyMap<string, (call: IndexCall) => Value | Failure> = new Map([
  [LAYOUT_OF, layoutOfExpression],
  ['relation', relationOfExpression],
]);

/** The value of a call with the sizes of variables; null for every other call. */
export function indexFunctionCall(ev: Evaluation, call: CallExpr, env: Environment): Value | Failure | null {
  const { callee, keywords } = call;
  const run = callee.kind === 'name' && keywords.length > 0 ? FUNCTIONS.get(callee.name) : undefined;
  return run === undefined ? null : withIndexCall(ev, call, env, run);
}
