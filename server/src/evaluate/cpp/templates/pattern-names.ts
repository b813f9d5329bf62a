// What the names in a template pattern stand for: parameters that are deduced, an alias template's own, or anything else.

import type { Expr } from '../../../frontends/common/expression.ts';
import { partsOf } from '../../../frontends/common/expression-parts.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';

/** Where names of a pattern are looked up, and the patterns that an alias template's parameters stand for. */
export interface DeductionScope {
  readonly env: Environment;
  readonly aliases: ReadonlyMap<Declaration, { readonly expr: Expr; readonly scope: DeductionScope }>;
}

export const NO_ALIASES: DeductionScope['aliases'] = new Map();

export const namedIn = (
  ev: Evaluation,
  name: string,
  position: number,
  scope: DeductionScope,
): Declaration | null => ev.find(name, position, scope.env)?.declarations[0] ?? null;

/** Whether an expression names one of the parameters, itself or as an alias template's. */
export function isDependent(
  ev: Evaluation,
  e: Expr,
  parameters: ReadonlySet<Declaration>,
  scope: DeductionScope,
): boolean {
  if (e.kind === 'name') {
    const d = namedIn(ev, e.name, e.span.start, scope);
    return d !== null && (parameters.has(d) || scope.aliases.has(d));
  }
  return partsOf(e).some((part) => isDependent(ev, part, parameters, scope));
}

/** Whether an expression names a parameter, also by what an alias template's stands for. */
export function namesParameter(ev: Evaluation, e: Expr, d: Declaration, scope: DeductionScope): boolean {
  if (e.kind !== 'name') return partsOf(e).some((part) => namesParameter(ev, part, d, scope));
  const found = namedIn(ev, e.name, e.span.start, scope);
  if (found === d) return true;
  const alias = found === null ? undefined : scope.aliases.get(found);
  return alias !== undefined && namesParameter(ev, alias.expr, d, alias.scope);
}
