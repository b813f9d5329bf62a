// The arguments of a call for the parameters of a function: which parameter takes which, what its template
// parameters stand for, and conversions.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { UNPACKED } from '../../frontends/common/expression-parts.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import { ClassType, type Entity, isHostOnly } from '../model/entity.ts';
import type { Environment } from '../model/environment.ts';
import type { Evaluation } from '../model/evaluation.ts';
import { TypeValue, UnboundTypeParameter, Unknown, type Value } from '../model/value.ts';
import { TypedInteger } from '../values/integer-types.ts';
import { isDependent } from './dependent.ts';
import { functionParameters, parameterOf } from './parameters.ts';

/** What of a function matters to its arguments; a lambda has it too. */
type Called = { readonly bodyScope: Scope | null; readonly template?: Scope | null };

/** Parameters with their arguments, and template parameters with what was deduced for them. */
export function boundParameters(
  ev: Evaluation,
  d: Called,
  env: Environment,
  deduced: ReadonlyMap<Declaration, Entity>,
  args: readonly Entity[],
  keywords: ReadonlyMap<string, Value>,
): Map<Declaration, Entity> {
  const bindings = new Map<Declaration, Entity>();
  const order = parameterOf(d.bodyScope!, args.length);
  for (const p of functionParameters(d.bodyScope!)) {
    const own = args.filter((_, i) => order[i] === p).map((arg) => passArgument(ev, arg, p, d, env, deduced));
    const arg = own[0] ?? keywords.get(p.name) ?? keywords.get(UNPACKED);
    const pack = p.isPack === true ? ev.language.calls.packed(own) : null;
    if (pack !== null) bindings.set(p, pack);
    else if (arg !== undefined)
      bindings.set(p, own.length > 0 ? arg : passArgument(ev, arg, p, d, env, deduced));
  }
  for (const t of d.template?.declarations ?? []) {
    const known = deduced.get(t);
    if (known !== undefined) bindings.set(t, known);
    // A pack that is not known stays open.
    else if (t.isPack === true) continue;
    else if (t.init === null && t.kind === 'type-parameter' && t.name !== '')
      bindings.set(t, new UnboundTypeParameter(t.name));
    else if (t.init === null)
      bindings.set(t, new Unknown('template-parameter', `${t.name} is not deduced`, [], t.name));
  }
  return bindings;
}

/** What an argument is converted to; null where that is what the argument is already. */
function typeOfParameter(
  ev: Evaluation,
  written: Expr,
  d: Called,
  env: Environment,
  deduced: ReadonlyMap<Declaration, Entity>,
): Entity | Failure | null {
  if (written.kind !== 'name')
    return written.kind === 'qualified' && !isDependent(ev, written, env) ? ev.evaluate(written, env) : null;
  const own = d.template?.declarations.find((t) => t.name === written.name);
  if (own === undefined) return ev.evaluate(written, env);
  // The call may have given the type of an integer.
  const type = deduced.get(own);
  return type instanceof TypeValue && type.instance instanceof TypedInteger ? type : null;
}

/** An argument as the parameter sees it: converted to the parameter's type when that is no template's. */
export function passArgument(
  ev: Evaluation,
  arg: Entity,
  p: Declaration,
  d: Called,
  env: Environment,
  deduced: ReadonlyMap<Declaration, Entity> = new Map(),
): Entity {
  if (arg instanceof Unknown) return arg;
  if (isHostOnly(arg)) return arg;
  let value: Value = arg;
  const type = p.type === null ? null : typeOfParameter(ev, p.type, d, env, deduced);
  if (type !== null) {
    if (!isFailure(type) && !isHostOnly(type) && !(type instanceof Unknown) && !(type instanceof ClassType)) {
      const changed = ev.rules.convert(arg, type);
      value = isFailure(changed) ? new Unknown('violation', 'an argument cannot be converted') : changed;
    }
  }
  return value;
}
