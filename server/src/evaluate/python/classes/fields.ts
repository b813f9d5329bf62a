// `dataclasses.field`: what a field holds in an object that is made without it.

import type { Failure } from '../../../algebra/integer/failure.ts';
import { isFailure } from '../../../algebra/integer/failure.ts';
import type { CallExpr } from '../../../frontends/common/expression.ts';
import { dottedParts } from '../../../frontends/common/expression-parts.ts';
import { callEntity } from '../../core/called-entities.ts';
import { type Entity, QualifiedName } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';

/** The default, or what the factory makes; null: another function is called, or there is no default. */
export function defaultOfField(
  ev: Evaluation,
  { callee, keywords }: CallExpr,
  env: Environment,
): Entity | Failure | null {
  if (dottedParts(callee)?.at(-1) !== 'field') return null;
  const field = ev.evaluate(callee, env);
  if (!(field instanceof QualifiedName) || field.path.join('.') !== 'dataclasses.field') return null;
  const given = (name: string) => keywords.find((keyword) => keyword.name === name);
  const [value, factory] = [given('default'), given('default_factory')];
  if (value !== undefined) return ev.evaluate(value.value, env);
  if (factory === undefined) return null;
  const made = ev.evaluate(factory.value, env);
  return isFailure(made) ? made : callEntity(ev, made, [], []);
}
