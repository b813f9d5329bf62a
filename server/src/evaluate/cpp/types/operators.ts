// Operators of C++ on what values alone do not say: pointers and arrays, and types of conditionals.

import type { Operators } from '../../model/language.ts';
import { Pointer, StaticConstant, TypeValue, type Value } from '../../model/value.ts';
import { isInteger } from '../../values/arithmetic.ts';
import { joinIntegers } from '../../values/one-of.ts';
import { truth } from '../../values/outcome.ts';
import { openFlag } from '../../values/static-constants.ts';
import { valueOfType } from './branch-types.ts';
import { inConditional } from './conditionals.ts';
import { addressOf, arrayOf, pointedTo } from './storage.ts';

/** `&x` and `*p`. */
export const STORAGE: Pick<Operators, 'address' | 'pointee'> = {
  address: addressOf,
  pointee: (ev, pointer) => (pointer instanceof Pointer ? pointedTo(ev, pointer) : null),
};

export const cppOperators: Operators = {
  // Whether it is static is left to the other side, which need not be known.
  decided: (value, decides) => (truth(value) === decides ? openFlag(decides) : null),
  ...STORAGE,
  indexed: (ev, object, args, env) => {
    if (object instanceof TypeValue) return arrayOf(object);
    if (!(object instanceof Pointer)) return null;
    const [index] = args.map((e) => ev.value(e, env));
    return pointedTo(ev, object, index);
  },
  conditional: (ev, value, other, env) => {
    const isScalar =
      typeof value === 'boolean' || value instanceof StaticConstant || isInteger(value as Value);
    return isScalar ? inConditional(value as Value, valueOfType(ev, other, env)) : value;
  },
  joinConditional: joinIntegers,
};
