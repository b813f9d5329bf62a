// How an argument of one type gets to a parameter of another one ([over.best.ics]): by a promotion, a standard
// conversion, a constructor or conversion function of a class, or not at all.

import { ComposedLayout, Layout, Swizzle, Underscore } from '../../../algebra/layout/layout.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import { basesOf } from '../../core/bases.ts';
import { ClassType, type Entity } from '../../model/entity.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Pointer, Tensor, TypeValue } from '../../model/value.ts';
import { type IntegerType, promoted, TypedInteger } from '../../values/integer-types.ts';
import { sameArgument, typeView, type Verdict } from '../types/type-identity.ts';

/** The better the conversion, the smaller the number. A base is nearer than its own base: `CONVERSION + depth`. */
export const EXACT = 0;
const PROMOTION = 1;
export const CONVERSION = 2;
const TO_BASE = 0.01;
export const USER_DEFINED = 3;
export const ELLIPSIS = 4;

export interface Conversion {
  readonly verdict: Verdict;
  /** What it is where there is one; null: not known. */
  readonly rank: number | null;
}

const NONE: Conversion = { verdict: 'no', rank: null };
/** Whatever it may be, taking the argument as it is is better. */
const OPEN: Conversion = { verdict: 'maybe', rank: PROMOTION };
const certain = (rank: number): Conversion => ({ verdict: 'yes', rank });

/** Whether a conversion makes another object, which a reference is then bound to; null: not known. */
export const makesObject = (rank: number | null): boolean | null =>
  rank === null ? null : rank === PROMOTION || rank === CONVERSION || rank >= USER_DEFINED;

/** Whether one of the functions of a class that are called with one argument takes it as it is, or promoted or converted. */
type AcceptsOne = (made: Declaration, type: ClassType) => Verdict;

/**
 * From one type to another one that is not the same. `mayBeZero`: the argument may be written `0`, which is a pointer to
 * nothing. `acceptsOne`: null inside of a conversion by a class.
 */
export function conversion(
  ev: Evaluation,
  from: Entity,
  to: Entity,
  mayBeZero: boolean,
  acceptsOne: AcceptsOne | null,
): Conversion {
  if (!(from instanceof TypeValue) || !(to instanceof TypeValue)) return { verdict: 'maybe', rank: null };
  // An array of characters is as good as a pointer to them.
  if (typeof from.instance === 'string') return { verdict: 'maybe', rank: null };
  if (to instanceof ClassType) return toClass(ev, from, to, acceptsOne);
  if (from instanceof ClassType) return fromClass(ev, from, to, acceptsOne);
  const [source, target] = [arithmetic(from), arithmetic(to)];
  if (source !== null && target !== null) return amongArithmetic(source, target);
  if (source !== null && to.instance instanceof Pointer)
    return mayBeZero ? { verdict: 'maybe', rank: CONVERSION } : NONE;
  // A pointer is true or false, and no number.
  if (from.instance instanceof Pointer && target !== null)
    return target === 'bool' ? { verdict: 'maybe', rank: CONVERSION } : NONE;
  // A static integer converts by itself to what it holds, and further.
  if (isConstantType(from) && target !== null) return acceptsOne === null ? NONE : certain(USER_DEFINED);
  if (isCompound(from.instance) && (target !== null || to.instance instanceof Pointer)) return NONE;
  // Nothing converts to `Int<4>` or `true_type` but what is derived from it.
  const isPlain = from.instance !== null && !(from.instance instanceof Underscore);
  return isPlain && isConstantType(to) ? NONE : OPEN;
}

/** Layouts and tuples are no numbers. */
const isCompound = (v: unknown): boolean =>
  Array.isArray(v) ||
  v instanceof Layout ||
  v instanceof ComposedLayout ||
  v instanceof Swizzle ||
  v instanceof Tensor;

type Arithmetic = IntegerType | 'bool' | 'float' | 'double';

/** The arithmetic type; null for others. */
function arithmetic(type: TypeValue): Arithmetic | null {
  if (type.instance instanceof TypedInteger) return type.instance.type;
  return type.name === 'bool' || type.name === 'float' || type.name === 'double' ? type.name : null;
}

function amongArithmetic(from: Arithmetic, to: Arithmetic): Conversion {
  // Nothing is converted to an enumeration, nor one with a scope to anything.
  if (typeof to === 'object' && to.enumeration !== undefined) return NONE;
  if (typeof from === 'object' && from.enumeration?.isScoped === true) return NONE;
  if (from === 'float' && to === 'double') return certain(PROMOTION);
  if (typeof to !== 'object' || to.name !== promotedName(from)) {
    const isOfEnumeration = typeof from === 'object' && from.enumeration !== undefined;
    return { verdict: 'yes', rank: isOfEnumeration && typeof to === 'object' ? null : CONVERSION };
  }
  return certain(PROMOTION);
}

const promotedName = (t: Arithmetic): string | null =>
  t === 'bool' ? 'int' : typeof t === 'object' ? promoted(t).name : null;

function isConstantType(type: TypeValue): boolean {
  const view = typeView(type);
  return view !== null && view !== 'plain' && /^(?:C|integral_constant)$/.test(view.template);
}

function toClass(ev: Evaluation, from: TypeValue, to: ClassType, acceptsOne: AcceptsOne | null): Conversion {
  if (from instanceof ClassType) {
    const depth = baseDepth(ev, from, to, 0);
    if (depth === 'maybe') return OPEN;
    if (depth !== null) return certain(CONVERSION + depth * TO_BASE);
  }
  const converts = from instanceof ClassType && mayConvert(ev, from);
  if (acceptsOne === null) return converts ? { verdict: 'maybe', rank: USER_DEFINED } : NONE;
  const made = madeFrom(ev, to, acceptsOne);
  if (made === 'no' && converts) return { verdict: 'maybe', rank: USER_DEFINED };
  return made === 'no' ? NONE : { verdict: converts ? 'maybe' : made, rank: USER_DEFINED };
}

/** Whether a class has a constructor for one argument that may be used unsaid. */
function madeFrom(ev: Evaluation, to: ClassType, acceptsOne: AcceptsOne): Verdict {
  const verdicts: Verdict[] = [];
  for (const d of to.scope.declarations) {
    if (d.kind !== 'function' || d.name !== to.declaration.name || d.explicit === 'always') continue;
    const verdict = acceptsOne(d, to);
    verdicts.push(verdict === 'yes' && d.explicit === 'conditional' ? 'maybe' : verdict);
  }
  if (verdicts.includes('yes')) return 'yes';
  // Constructors of a base may be used as the class's own.
  const isInherited = to.scope.bases.length > 0 && basesOf(ev, to.env, to.scope).length > 0;
  return isInherited || verdicts.includes('maybe') ? 'maybe' : 'no';
}

function fromClass(
  ev: Evaluation,
  from: ClassType,
  to: TypeValue,
  acceptsOne: AcceptsOne | null,
): Conversion {
  if (mayConvert(ev, from)) return { verdict: 'maybe', rank: USER_DEFINED };
  // What the library makes of objects of other classes is its own matter.
  const isPlain = arithmetic(to) !== null || to.instance instanceof Pointer || isConstantType(to);
  return isPlain || acceptsOne === null ? NONE : { verdict: 'maybe', rank: USER_DEFINED };
}

/** Whether a class may have a conversion function, of its own or of a base. */
function mayConvert(ev: Evaluation, type: ClassType): boolean {
  if (type.scope.declarations.some((d) => d.kind === 'function' && isConversion(d.name))) return true;
  return basesOf(ev, type.env, type.scope).some((b) => !(b instanceof ClassType) || mayConvert(ev, b));
}

/** `operator int`, unlike `operator+`. */
const isConversion = (name: string): boolean => /^operator\s*(?:[A-Za-z_:]|$)/.test(name);

/** How far a base is from a class; null: it is none. */
function baseDepth(ev: Evaluation, from: ClassType, to: ClassType, depth: number): number | 'maybe' | null {
  if (depth > 16) return 'maybe';
  let found: number | 'maybe' | null = null;
  for (const base of basesOf(ev, from.env, from.scope)) {
    if (!(base instanceof TypeValue)) return 'maybe';
    const same = sameArgument(base, to);
    if (same === 'maybe') return 'maybe';
    const at =
      same === 'yes' ? depth + 1 : base instanceof ClassType ? baseDepth(ev, base, to, depth + 1) : null;
    if (at === null) continue;
    // Twice the same base is ambiguous.
    if (at === 'maybe' || found !== null) return 'maybe';
    found = at;
  }
  return found;
}
