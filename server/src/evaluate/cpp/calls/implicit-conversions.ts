// Whether a parameter of a function takes an argument: by its template, as it is, as an object of a base, or converted.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { Dynamic } from '../../../algebra/integer/integer.ts';
import { Underscore } from '../../../algebra/layout/layout.ts';
import { ArithTuple } from '../../../algebra/layout/stride.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import { isHardwareValue } from '../../../hardware/value.ts';
import { basesOf } from '../../core/bases.ts';
import { asValue, ClassObject, ClassType, type Entity, ScalarObject } from '../../model/entity.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { TypeValue, Unknown } from '../../model/value.ts';
import type { Deduction } from '../templates/deduction.ts';
import { markDeduced } from '../templates/qualifiers.ts';
import { SUBSTITUTION_FAILURE, sameArgument, typeView, type Verdict } from '../types/type-identity.ts';
import { CONVERSION, type Conversion, conversion, EXACT } from './conversions.ts';

/** The type of an argument, as far as it is known. */
export function typeOfArgument(ev: Evaluation, arg: Entity): Entity {
  if (arg instanceof ClassObject || arg instanceof ScalarObject) return arg.type;
  if (arg instanceof Unknown) return arg;
  const value = asValue(arg);
  return value instanceof Unknown ? value : ev.rules.typeOf(value);
}

/**
 * The implicit conversion of an argument to a parameter, and its rank ([over.best.ics]). `acceptsOne`: null where no
 * class converts it.
 */
export function implicitConversion(
  ev: Evaluation,
  deduction: Deduction,
  p: Declaration,
  arg: Entity,
  acceptsOne: ((made: Declaration, type: ClassType, arg: Entity) => Verdict) | null,
): Conversion {
  // `auto`
  if (p.type === null) return { verdict: 'yes', rank: EXACT };
  const type = typeOfArgument(ev, arg);
  const isGiven = deduction.isGiven(p.type);
  if (!isGiven && deduction.isDependent(p.type)) {
    // A parameter that is not known stays one of its own.
    if (type instanceof Unknown && type.category === 'template-parameter')
      return { verdict: 'maybe', rank: EXACT };
    const before = new Map(deduction.deduced);
    const verdict = deduction.deduce(p.type, type);
    markDeduced(deduction, p, before);
    if (verdict !== 'no') return inArray(p.type, { verdict, rank: EXACT });
    deduction.restore(before);
    return derived(ev, deduction, p.type, type);
  }
  const wanted = ev.evaluate(p.type, isGiven ? deduction.deducedEnvironment() : deduction.env);
  if (isFailure(wanted) || wanted instanceof Unknown)
    return {
      verdict: wanted instanceof Unknown && wanted.category === SUBSTITUTION_FAILURE ? 'no' : 'maybe',
      rank: null,
    };
  const same = sameArgument(wanted, type);
  if (same === 'yes') return inArray(p.type, { verdict: 'yes', rank: EXACT });
  if (same === 'maybe') return { verdict: 'maybe', rank: null };
  const mayBeZero = arg instanceof Dynamic && arg.value === 0;
  const made = acceptsOne === null ? null : (d: Declaration, of: ClassType) => acceptsOne(d, of, arg);
  return conversion(ev, type, wanted, mayBeZero, made);
}

/** How long an array is, is not kept. */
const inArray = (type: Expr, taken: Conversion): Conversion =>
  type.kind === 'index' ? { verdict: 'maybe', rank: null } : taken;

/** A parameter that takes an object as one of a base of its class. */
function derived(ev: Evaluation, deduction: Deduction, pattern: Expr, type: Entity): Conversion {
  if (!(type instanceof TypeValue) || !hasBases(type, pattern)) return { verdict: 'no', rank: null };
  if (!(type instanceof ClassType)) return { verdict: 'maybe', rank: null };
  const before = new Map(deduction.deduced);
  const fitting: ReadonlyMap<Declaration, Entity>[] = [];
  for (const base of basesOf(ev, type.env, type.scope)) {
    if (!(base instanceof TypeValue)) return { verdict: 'maybe', rank: null };
    let verdict = deduction.deduce(pattern, base);
    if (verdict === 'no') {
      deduction.restore(before);
      verdict = derived(ev, deduction, pattern, base).verdict;
    }
    if (verdict === 'maybe') return { verdict, rank: null };
    if (verdict === 'yes') fitting.push(new Map(deduction.deduced));
    deduction.restore(before);
  }
  const [only] = fitting;
  if (only === undefined) return { verdict: 'no', rank: null };
  if (fitting.length > 1) return { verdict: 'maybe', rank: null };
  deduction.restore(only);
  return { verdict: 'yes', rank: CONVERSION };
}

/** Whether a type is derived from another one: `_` from Int<0>, tiled copies and MMAs from their atoms. */
function hasBases(type: TypeValue, pattern: Expr): boolean {
  if (type instanceof ClassType) return type.scope.bases.length > 0;
  const { instance } = type;
  if (instance instanceof Underscore || instance instanceof ArithTuple) return true;
  if (!isHardwareValue(instance)) return false;
  // No base of a tiling is one itself.
  const view = typeView(type);
  const target = pattern.kind === 'template' ? pattern.target : pattern;
  const name = target.kind === 'qualified' ? target.name : target;
  return view === null || view === 'plain' || name.kind !== 'name' || name.name !== view.template;
}
