// Flags, of which a value does not keep whether they are bools or static ones: what follows where that makes a
// difference. A static flag that another type meets becomes an int.

import { Dynamic, type StaticInt } from '../../../algebra/integer/integer.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Unknown, type Value } from '../../model/value.ts';
import { inCommonType, isStaticInt } from '../../values/join.ts';
import { valueOfType } from './branch-types.ts';
import { flagType } from './flag-types.ts';

export const FLAG_UNKNOWN = new Unknown(
  'unsupported',
  'whether a flag is a bool or a static one is not kept',
);

/** Whether a value is a flag or has one in it, as what is not known may have: then it may be static or not. */
export const mayHoldFlag = (v: Value): boolean =>
  typeof v === 'boolean' ||
  v instanceof Unknown ||
  (Array.isArray(v) && (v as readonly Value[]).some(mayHoldFlag));

/** Whether what is written is a bool for certain: a literal, or a name that is declared as one. */
export function isBool(ev: Evaluation, written: Expr, env: Environment): boolean {
  if (written.kind === 'boolean') return true;
  if (written.kind !== 'name') return false;
  const declared = ev.find(written.name, written.span.start, env)?.declarations ?? [];
  return declared.length > 0 && declared.every(({ type }) => isNamed(type, 'bool'));
}

const isNamed = (type: Expr | null, name: string): boolean =>
  type?.kind === 'qualified-type' ? isNamed(type.type, name) : type?.kind === 'name' && type.name === name;

/** `-true_type{}` and `true_type{} << _2{}` are of static integers. */
export const asInteger = (ev: Evaluation, value: Value, written: Expr, env: Environment): Value =>
  typeof value === 'boolean' && flagType(ev, written, env) !== null ? Number(value) : value;

/** `c ? taken : other` where one side is a flag, or a static integer. */
export function inConditional(
  ev: Evaluation,
  value: StaticInt | boolean,
  taken: Expr,
  other: Expr,
  env: Environment,
): Value {
  const second = valueOfType(ev, other, env);
  if (typeof value !== 'boolean')
    return typeof second === 'boolean' ? besideFlag(ev, value, other, env) : inCommonType(value, second);
  const [own, others] = [flagType(ev, taken, env), flagType(ev, other, env)];
  const asInt = new Dynamic(Number(value));
  if (typeof second === 'boolean')
    return own !== null && others !== null && own.instance !== others.instance ? asInt : value;
  if (second instanceof Dynamic) return asInt;
  // What meets a static flag may be a number, and then both are.
  if (own !== null && second instanceof Unknown) return FLAG_UNKNOWN;
  if (!isStaticInt(second)) return value;
  return own !== null ? asInt : taken.kind === 'boolean' ? value : FLAG_UNKNOWN;
}

/** `true ? _4{} : flag`: a bool if the flag is one. */
function besideFlag(ev: Evaluation, value: StaticInt, flag: Expr, env: Environment): Value {
  if (flagType(ev, flag, env) !== null) return inCommonType(value, new Dynamic(null));
  return flag.kind === 'boolean' && typeof value === 'number' ? value !== 0 : FLAG_UNKNOWN;
}
