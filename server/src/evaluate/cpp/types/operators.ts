// Operators of C++ on what values alone do not say: pointers and arrays, and types of conditionals.

import type { Expr } from '../../../frontends/common/expression.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import type { Operators } from '../../model/language.ts';
import { Pointer, StaticConstant, TypeValue, type Value } from '../../model/value.ts';
import { isInteger } from '../../values/arithmetic.ts';
import { integerType } from '../../values/integer-types.ts';
import { joinIntegers } from '../../values/one-of.ts';
import { truth } from '../../values/outcome.ts';
import { isOfCute, openFlag } from '../../values/static-constants.ts';
import { valueOfType } from './branch-types.ts';
import { inConditional } from './conditionals.ts';
import { addressOf, arrayOf, pointedTo } from './storage.ts';

/** `&x` and `*p`. */
export const STORAGE: Pick<Operators, 'address' | 'pointee'> = {
  address: addressOf,
  pointee: (ev, pointer) => (pointer instanceof Pointer ? pointedTo(ev, pointer) : null),
};

/** Whether what is written is no constant of a type of its own, whatever it comes to. */
function isNumberByWords(ev: Evaluation, e: Expr, env: Environment): boolean {
  switch (e.kind) {
    case 'integer':
    case 'boolean':
    case 'qualified':
      return true;
    case 'unary':
      return isNumberByWords(ev, e.operand, env);
    case 'binary':
      return isNumberByWords(ev, e.left, env) && isNumberByWords(ev, e.right, env);
    case 'name': {
      const declared = ev.find(e.name, e.span.start, env)?.declarations ?? [];
      return declared.length > 0 && declared.every((d) => d.kind === 'value-parameter' || isNumber(d.type));
    }
    default:
      return false;
  }
}

const isNumber = (type: Expr | null): boolean =>
  type?.kind === 'qualified-type'
    ? isNumber(type.type)
    : type?.kind === 'name' && (type.name === 'bool' || integerType(type.name) !== null);

export const cppOperators: Operators = {
  // Whether it is static depends on the other side too, which need not be known.
  decided: (ev, value, decides, other, env) => {
    if (truth(value) !== decides) return null;
    const isPlain = !isOfCute(value) && !(value instanceof StaticConstant);
    return isPlain && isNumberByWords(ev, other, env) ? decides : openFlag(decides);
  },
  ...STORAGE,
  beside: () => null,
  indexed: (ev, object, args, env) => {
    const [index] = args.map((e) => ev.value(e, env));
    if (object instanceof TypeValue) return arrayOf(object, index);
    if (!(object instanceof Pointer)) return null;
    return pointedTo(ev, object, index);
  },
  conditional: (ev, value, other, env) => {
    const isScalar =
      typeof value === 'boolean' || value instanceof StaticConstant || isInteger(value as Value);
    return isScalar ? inConditional(value as Value, valueOfType(ev, other, env)) : value;
  },
  joinConditional: joinIntegers,
};
