// What the names in a template pattern stand for: parameters that are deduced, an alias template's own, or anything else.

import type { Expr } from '../../../frontends/common/expression.ts';
import { partsOf } from '../../../frontends/common/expression-parts.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';

/** Where names of a pattern are looked up, and the patterns that an alias template's parameters stand for. */
export interface PatternPlace {
  readonly env: Environment;
  readonly aliases: ReadonlyMap<Declaration, { readonly expr: Expr; readonly place: PatternPlace }>;
}

export const NO_ALIASES: PatternPlace['aliases'] = new Map();

export const namedIn = (
  ev: Evaluation,
  name: string,
  position: number,
  place: PatternPlace,
): Declaration | null => ev.find(name, position, place.env)?.declarations[0] ?? null;

/** Whether an expression names one of the parameters, itself or as an alias template's. */
export function isDependent(
  ev: Evaluation,
  e: Expr,
  parameters: ReadonlySet<Declaration>,
  place: PatternPlace,
): boolean {
  if (e.kind === 'name') {
    const d = namedIn(ev, e.name, e.span.start, place);
    return d !== null && (parameters.has(d) || place.aliases.has(d));
  }
  return partsOf(e).some((part) => isDependent(ev, part, parameters, place));
}

/** Whether an expression names a parameter, also by what an alias template's stands for. */
export function namesParameter(ev: Evaluation, e: Expr, d: Declaration, place: PatternPlace): boolean {
  if (e.kind !== 'name') return partsOf(e).some((part) => namesParameter(ev, part, d, place));
  const found = namedIn(ev, e.name, e.span.start, place);
  if (found === d) return true;
  const alias = found === null ? undefined : place.aliases.get(found);
  return alias !== undefined && namesParameter(ev, alias.expr, d, alias.place);
}
