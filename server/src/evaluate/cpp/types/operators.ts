// Operators of C++ on what values alone do not say: pointers and arrays, bools in arithmetic, types of conditionals.

import { Dynamic } from '../../../algebra/integer/integer.ts';
import { ARITHMETIC } from '../../core/operators.ts';
import type { Operators } from '../../model/language.ts';
import { Pointer, TypeValue } from '../../model/value.ts';
import { INT, TypedInteger } from '../../values/integer-types.ts';
import { isStaticInt } from '../../values/join.ts';
import { joinIntegers } from '../../values/one-of.ts';
import { truth } from '../../values/outcome.ts';
import { inCommonInteger } from '../../values/typed-arithmetic.ts';
import { valueOfType } from './branch-types.ts';
import { asInteger, inConditional, isBool } from './flags.ts';
import { addressOf, arrayOf, pointedTo } from './storage.ts';

/** `&x` and `*p`. */
export const STORAGE: Pick<Operators, 'address' | 'pointee'> = {
  address: addressOf,
  pointee: (ev, pointer) => (pointer instanceof Pointer ? pointedTo(ev, pointer) : null),
};

export const cppOperators: Operators = {
  // A bool is an int in arithmetic.
  operand: (ev, operator, expr, env) => {
    const value = ev.value(expr, env);
    const isInt = typeof value === 'boolean' && ARITHMETIC.test(operator) && isBool(ev, expr, env);
    return isInt ? new TypedInteger(Number(value), INT) : value;
  },
  integer: asInteger,
  isTruth: (value, decides) => truth(value) === decides,
  ...STORAGE,
  indexed: (ev, object, args, env) => {
    if (object instanceof TypeValue) return arrayOf(object);
    if (!(object instanceof Pointer)) return null;
    const [index] = args.map((e) => ev.value(e, env));
    return pointedTo(ev, object, index);
  },
  conditional: (ev, value, taken, other, env) => {
    if (typeof value === 'boolean' || isStaticInt(value)) return inConditional(ev, value, taken, other, env);
    return value instanceof Dynamic ? inCommonInteger(value, valueOfType(ev, other, env)) : value;
  },
  joinConditional: joinIntegers,
};
