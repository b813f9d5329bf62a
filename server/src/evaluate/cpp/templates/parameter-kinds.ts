// What a template parameter takes: types, templates or constants, and under which concept.

import { Dynamic, StaticSymbol } from '../../../algebra/integer/integer.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import { type Entity, Pack, QualifiedName, TemplateEntity } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { OneOf, TypeValue, Unknown } from '../../model/value.ts';
import { INT, TypedInteger, untyped } from '../../values/integer-types.ts';

/** `template <Small T>`: the concept that a parameter is constrained by; null where it takes a constant. */
export function conceptOf(ev: Evaluation, d: Declaration, env: Environment): Declaration | null {
  if (d.kind !== 'value-parameter' || d.type === null) return null;
  const target = d.type.kind === 'template' ? d.type.target : d.type;
  const found =
    target.kind === 'name' ? ev.find(target.name, target.span.start, env)?.declarations[0] : undefined;
  return found?.isConcept === true ? found : null;
}

/** Whether an argument is of the kind that the parameter takes. */
export function fits(d: Declaration, arg: Entity): boolean {
  if (arg instanceof Unknown || arg instanceof OneOf || arg instanceof Pack) return true;
  const isType = arg instanceof TypeValue || arg instanceof TemplateEntity || arg instanceof QualifiedName;
  return d.kind === 'type-parameter' ? isType : !isType;
}

/** A constant as a parameter holds it: an int, whether it came from `4` or from `_4`. */
export function asParameter(d: Declaration, arg: Entity): Entity {
  if (typeof arg === 'number') return new TypedInteger(arg, INT);
  if (arg instanceof StaticSymbol) return new TypedInteger(arg.term, INT);
  // Of which type it is says the parameter, unless that is `auto`.
  return d.type !== null && arg instanceof Dynamic ? untyped(arg) : arg;
}
