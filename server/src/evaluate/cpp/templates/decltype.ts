// `decltype(x)`.

import { type Failure, isFailure } from '../../../algebra/integer/failure.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { asValue, ClassObject, type Entity, ScalarObject } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { ofItsType, Symbolic } from '../../model/symbolic.ts';
import { TypeValue, Unknown, withQualifiers } from '../../model/value.ts';
import { asOperand } from '../../values/outcome.ts';
import { isQualifiedDecltype } from './qualifiers.ts';

export function decltype(
  ev: Evaluation,
  expr: Expr & { readonly kind: 'decltype' },
  env: Environment,
): Entity | Failure {
  const operand = ev.evaluate(expr.operand, env);
  if (isFailure(operand)) return asOperand(operand);
  const value = asValue(operand);
  const isObject = operand instanceof ClassObject || operand instanceof ScalarObject;
  const type = isObject
    ? operand.type
    : value instanceof Symbolic
      ? ofItsType(value)
      : value instanceof Unknown
        ? value
        : ev.rules.typeOf(value);
  const isMarked = type instanceof TypeValue && isQualifiedDecltype(ev, expr, env);
  return isMarked ? withQualifiers(type, '?') : type;
}
