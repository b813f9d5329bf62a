// The types of flags: a value does not keep whether it is a bool or a static flag, what is written for it may.

import type { Expr } from '../../../frontends/common/expression.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { TypeValue } from '../../model/value.ts';

/**
 * `true_type` of an argument `true_type{}`, which as a value is a flag like any other; null: it is not known which type
 * of flag it is, or it is none.
 */
export function flagType(ev: Evaluation, arg: Expr, from: Environment): TypeValue | null {
  if (arg.kind === 'construct' && arg.args.length === 0) {
    const type = ev.evaluate(arg.type, from);
    return type instanceof TypeValue && typeof type.instance === 'boolean' ? type : null;
  }
  if (arg.kind !== 'name') return null;
  const found = ev.find(arg.name, arg.span.start, from);
  const [only] = found?.declarations ?? [];
  const key = only === undefined ? undefined : typesOfParameters.get(only);
  const type = key === undefined ? undefined : found!.env.bindings.get(key);
  return type instanceof TypeValue ? type : null;
}

/** Under which the type of a parameter's argument is bound beside the argument. */
const typesOfParameters = new WeakMap<Declaration, Declaration>();

export function typeOfParameter(p: Declaration): Declaration {
  let key = typesOfParameters.get(p);
  if (key === undefined) {
    key = { ...p, kind: 'type-parameter', name: '' };
    typesOfParameters.set(p, key);
  }
  return key;
}
