// Objects of types, and the classes of a file that are no templates.

import type { Failure } from '../../algebra/integer/failure.ts';
import type { Declaration } from '../../frontends/common/scope.ts';
import {
  asValue,
  ClassType,
  type Entity,
  isHostOnly,
  QualifiedName,
  reasonOf,
  TemplateEntity,
} from '../model/entity.ts';
import type { Environment } from '../model/environment.ts';
import type { Evaluation } from '../model/evaluation.ts';
import { TypeValue, Unknown } from '../model/value.ts';
import { NO_KEYWORDS } from '../values/outcome.ts';

/** `T{…}` and `T(…)`. */
export function construct(ev: Evaluation, type: Entity, args: readonly Entity[]): Entity | Failure {
  if (type instanceof Unknown) return type;
  if (type instanceof ClassType) return ev.language.calls.object(ev, type, args, NO_KEYWORDS);
  if (type instanceof TemplateEntity)
    return construct(ev, ev.language.templates.deduced(ev, type, args), args);
  const element = ev.language.declarations.valuelessObject(type);
  if (element !== null) return element;
  const values = args.map(asValue);
  const unknown = values.find((a) => a instanceof Unknown);
  if (unknown instanceof Unknown) return reasonOf(unknown);
  if (type instanceof QualifiedName) {
    // `Layout l{shape, stride}`: the arguments of the template are deduced.
    const deduced = ev.rules.template(type.path, []);
    if (deduced instanceof TypeValue) return ev.rules.construct(deduced, values);
    const builtin = ev.rules.builtin(type.path);
    if (builtin === undefined) return asValue(type);
    return ev.run(builtin, { name: type.path.at(-1)!, args: values, keywords: NO_KEYWORDS, template: [] });
  }
  if (isHostOnly(type)) return asValue(type);
  return ev.rules.construct(type, values);
}

/** A class without template parameters: it lives in the environment that declares it. */
export const plainClass = (d: Declaration, env: Environment): ClassType | Unknown =>
  d.bodyScope === null
    ? new Unknown('missing-name', `${d.name} is only declared here`, [], d.name)
    : new ClassType(d.name, d, env, d.bodyScope);
