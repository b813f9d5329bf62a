// Templates that are instantiated by their defaults: `Permute<>`, `kernel<><<<…>>>`.

import { isFailure } from '../../../algebra/integer/failure.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { partsOf } from '../../../frontends/common/expression-parts.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';

/** Whether a function without template arguments, `kernel<><<<…>>>`, is the one of the defaults, whatever it is given. */
export function isOfDefaults(d: Declaration): boolean {
  const types = d.bodyScope!.declarations.flatMap(({ kind, type }) =>
    kind === 'parameter' && type !== null ? [type] : [],
  );
  return (
    hasDefaults(d) && !d.template!.declarations.some(({ name }) => types.some((t) => isDeducedFrom(t, name)))
  );
}

/** Whether each parameter of a template has a default. */
export const hasDefaults = ({ template }: Declaration): boolean =>
  template != null &&
  template.declarations.length > 0 &&
  template.declarations.every(({ init, isPack }) => init !== null && isPack !== true);

/** Whether an argument of the type tells a parameter; `typename Traits::Element` does not. */
const isDeducedFrom = (type: Expr, name: string): boolean =>
  type.kind === 'name'
    ? type.name === name
    : type.kind !== 'qualified' && partsOf(type).some((part) => isDeducedFrom(part, name));

/** The instantiation by all the defaults, as it is with these as arguments; null where one of them is not known. */
export function withDefaults(
  ev: Evaluation,
  { template }: Declaration,
  env: Environment,
): Environment | null {
  const bindings = new Map(env.bindings);
  for (const parameter of template!.declarations) {
    const value = ev.evaluate(parameter.init!, env);
    if (isFailure(value)) return null;
    bindings.set(parameter, value);
  }
  return new Environment(env.unit, env.root, env.parent, bindings);
}
