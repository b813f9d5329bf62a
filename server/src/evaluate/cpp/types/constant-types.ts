// The types of constants, by what they hold.

import { StaticSymbol } from '../../../algebra/integer/integer.ts';
import type { Entity } from '../../model/entity.ts';
import { StaticConstant, TypeValue, Unknown, type Value } from '../../model/value.ts';
import { TypedInteger } from '../../values/integer-types.ts';

/** `C<v>` of the constant that its object is; what is none has no type here. */
export function typeOfConstant(constant: Value): TypeValue | Unknown {
  if (constant instanceof Unknown) return constant;
  if (constant instanceof StaticSymbol) return new TypeValue('Int', constant);
  if (typeof constant === 'number') return new TypeValue(`_${constant}`, constant);
  if (!(constant instanceof StaticConstant))
    return new Unknown('run-time', 'a template argument must be a constant');
  const { value, type, family } = constant;
  if (family === 'std') return new TypeValue(`std::integral_constant<${type}, ${value}>`, constant);
  return new TypeValue(typeof value === 'boolean' ? String(value) : `_${value}`, constant);
}

/** The type of the argument of `C<v>`: that of a static integer of the algebra is int. */
export const nameOfConstantsType = (v: Entity): string =>
  typeof v === 'boolean' ? 'bool' : v instanceof TypedInteger ? v.type.name : 'int';
