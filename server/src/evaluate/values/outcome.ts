// What becomes of outcomes that are no values.

import { type Failure, isFailure, Violation } from '../../algebra/integer/failure.ts';
import { Underscore } from '../../algebra/layout/layout.ts';
import type { Declaration } from '../../frontends/common/scope.ts';
import { asValue, type Entity, Pack, reasonOf } from '../model/entity.ts';
import { retold } from '../model/symbolic.ts';
import {
  OneOf,
  parameterUnknown,
  StaticConstant,
  TypeValue,
  UnboundTypeParameter,
  Unknown,
  type Value,
} from '../model/value.ts';

export const NO_KEYWORDS: ReadonlyMap<string, Value> = new Map();

/** An entity as an operand: what has no value is unknown to others. A violation is reported where it arose. */
export function asOperand(t: Entity | Failure): Value {
  if (!isFailure(t)) return asValue(t);
  if (t instanceof Violation) return new Unknown('violation', 'an operation before has no value');
  return new Unknown('undetermined', t.reason, [], t.needs[0] ?? null);
}

/** true, false, or why it is not known. */
export function truth(v: Value): boolean | Unknown {
  if (typeof v === 'boolean') return v;
  if (typeof v === 'number') return v !== 0;
  if (v instanceof StaticConstant) return Boolean(v.value);
  // An empty one is true in C++ and false in Python.
  if (typeof v === 'string' && v !== '') return true;
  if (v instanceof Unknown) return reasonOf(v);
  // Python's None, and what is empty.
  if (v instanceof Underscore) return false;
  if (Array.isArray(v)) return v.length > 0;
  if (v instanceof OneOf) return v.reason;
  const dynamic = v as { readonly value?: unknown };
  if (typeof dynamic.value === 'number') return dynamic.value !== 0;
  return new Unknown('run-time', 'a condition is only known at run time');
}

/** Adds the declaration's name to the chain of what an unknown needs. */
export function withName(value: Entity | Failure, d: Declaration): Entity | Failure {
  if (value instanceof OneOf) return new OneOf(value.alternatives, withName(value.reason, d) as Unknown);
  if (!(value instanceof Unknown) || value.subject === d.name || value.chain.length >= 12) return value;
  const link = value.subject === null ? [] : [`${d.name} needs ${value.subject}`];
  return retold(value, new Unknown(value.category, value.reason, [...link, ...value.chain], d.name));
}

/** The first of the arguments that is not known in full. */
export function openArgument(args: readonly Entity[]): Unknown | null {
  for (const arg of args) {
    if (arg instanceof Unknown) return arg;
    if (arg instanceof UnboundTypeParameter) return parameterUnknown(arg.name);
    if (arg instanceof Pack) {
      const inner = openArgument(arg.items);
      if (inner !== null) return inner;
    }
    if (arg instanceof TypeValue && arg.instance instanceof Unknown) return arg.instance;
  }
  return null;
}
