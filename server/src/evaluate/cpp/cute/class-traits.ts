// Traits that ask about classes and conditions: enable_if, is_base_of, is_tuple, conjunction, … Of what is not known
// they cannot be told.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { Underscore } from '../../../algebra/layout/layout.ts';
import { isHardwareValue } from '../../../hardware/value.ts';
import { basesOf } from '../../core/bases.ts';
import { memberOfClass } from '../../core/members.ts';
import { staticArgument } from '../../cute/operations.ts';
import { asValue, ClassType, type Entity } from '../../model/entity.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Pointer, parameterUnknown, TypeValue, UnboundTypeParameter, Unknown } from '../../model/value.ts';
import { truth } from '../../values/outcome.ts';
import { openFlag } from '../../values/static-constants.ts';
import { libraryName } from '../types/names.ts';
import {
  SUBSTITUTION_FAILURE,
  sameArgument,
  sameType,
  typeView,
  type Verdict,
} from '../types/type-identity.ts';

type Trait = (ev: Evaluation, args: readonly Entity[], isStandard: boolean) => Verdict | Unknown;

const unknownCause = (t: Entity | undefined): Unknown => {
  if (t instanceof Unknown) return t;
  if (t instanceof UnboundTypeParameter) return parameterUnknown(t.name);
  return new Unknown('unsupported', 'a property of a type is not worked out');
};

/** Answers by the template that a type is an instance of. */
const ofTemplate =
  (...names: readonly string[]): Trait =>
  (_ev, [type]) => {
    if (!(type instanceof TypeValue)) return unknownCause(type);
    const view = typeView(type);
    if (view === null) return unknownCause(type);
    return view !== 'plain' && names.includes(view.template) ? 'yes' : 'no';
  };

const INTEGERS =
  /^(?:(?:un)?signed(?: (?:char|short|int|long|long long))?|char|short|int|long|long long|long int|bool|u?int(?:8|16|32|64)?_t|uint|size_t|ptrdiff_t)$/;
const FLOATS = new Set(['float', 'double']);

const named =
  (isOne: (name: string) => boolean): Trait =>
  (_ev, [type]) => {
    if (!(type instanceof TypeValue)) return unknownCause(type);
    const view = typeView(type);
    if (view === null) return unknownCause(type);
    return view === 'plain' && !(type instanceof ClassType) && isOne(type.name) ? 'yes' : 'no';
  };

/** cute::is_integral counts the static integers in; the standard's does not. */
const isIntegral: Trait = (ev, args, isStandard) => {
  const [type] = args;
  if (!isStandard && type instanceof TypeValue && type.instance instanceof Underscore) return 'yes';
  const plain = named((name) => INTEGERS.test(name))(ev, args, isStandard);
  return plain === 'no' && !isStandard ? ofTemplate('C')(ev, args, isStandard) : plain;
};

const isPointer: Trait = (_ev, [type]) => {
  if (!(type instanceof TypeValue)) return unknownCause(type);
  if (type.instance instanceof Pointer) return type.name.endsWith('*') ? 'yes' : unknownCause(type);
  return typeView(type) === null ? unknownCause(type) : 'no';
};

const MAXIMUM_BASES = 32;

/** `complex<T>` of any library: what stands in files is known by its name. */
const isComplex: Trait = (_ev, [type]) => {
  if (!(type instanceof TypeValue) || typeView(type) === null) return unknownCause(type);
  return type instanceof ClassType && type.declaration.name === 'complex' ? 'yes' : 'no';
};

/** `is_constant<1, T>`: whether T is the static integer 1; a run-time one is not. */
const isConstantOf: Trait = (_ev, [wanted, type]) => {
  if (wanted === undefined || !(type instanceof TypeValue)) return unknownCause(type);
  const view = typeView(type);
  if (view === null) return unknownCause(type);
  if (view === 'plain' || view.template !== 'C') return 'no';
  return sameArgument(wanted, view.args![0]!);
};

/** `is_base_of<B, D>`: a class is its own base. */
const isBaseOf: Trait = (ev, [base, derived]) => {
  if (!(base instanceof TypeValue) || base instanceof UnboundTypeParameter) return unknownCause(base);
  if (!(derived instanceof TypeValue) || derived instanceof UnboundTypeParameter)
    return unknownCause(derived);
  if (!(derived instanceof ClassType)) {
    return typeView(derived) !== null && !mayDerive(derived, base) ? 'no' : unknownCause(undefined);
  }
  const pending: ClassType[] = [derived];
  let verdict: Verdict = 'no';
  for (let n = 0; pending.length > 0; n++) {
    if (n > MAXIMUM_BASES) return 'maybe';
    const type = pending.pop()!;
    const same = sameType(base, type);
    if (same === 'yes') return 'yes';
    if (same === 'maybe') verdict = 'maybe';
    for (const next of basesOf(ev, type.env, type.scope)) {
      if (next instanceof ClassType) pending.push(next);
      else if (next instanceof Unknown) return next;
      else if (isFailure(next) || !(next instanceof TypeValue)) verdict = 'maybe';
      else if (sameType(base, next) !== 'no' || mayDerive(next, base)) verdict = 'maybe';
    }
  }
  return verdict;
};

/**
 * Whether a type of the library may have a base. Those that it has are its own, `tuple` for a Layout and an atom for a
 * tiling; a class that a file declares is one only by the traits of an atom.
 */
const mayDerive = ({ instance }: TypeValue, base: TypeValue): boolean =>
  !(base instanceof ClassType) || isHardwareValue(instance);

/** `is_any_of<T, Us...>` */
const isAnyOf: Trait = (_ev, [type, ...others]) => {
  if (!(type instanceof TypeValue)) return unknownCause(type);
  const same = others.map((other) => (other instanceof TypeValue ? sameType(type, other) : 'maybe'));
  if (same.includes('yes')) return 'yes';
  return same.includes('maybe') ? unknownCause(type) : 'no';
};

/** `is_subbyte<T>`: narrower than a byte. */
const isSubbyte: Trait = (_ev, [type]) =>
  type instanceof TypeValue && type.bits !== null ? (type.bits < BYTE ? 'yes' : 'no') : unknownCause(type);

const BYTE = 8;

const TRAITS: ReadonlyMap<string, Trait> = new Map<string, Trait>([
  ['is_any_of', isAnyOf],
  ['is_subbyte', isSubbyte],
  ['is_tuple', ofTemplate('tuple', 'ArithmeticTuple')],
  ['is_layout', ofTemplate('Layout', 'ComposedLayout')],
  ['is_composed_layout', ofTemplate('ComposedLayout')],
  ['is_tensor', ofTemplate('Tensor')],
  ['is_integral', isIntegral],
  ['is_floating_point', named((name) => FLOATS.has(name))],
  ['is_void', named((name) => name === 'void')],
  ['is_pointer', isPointer],
  ['is_complex', isComplex],
  ['is_constant', isConstantOf],
  ['is_base_of', isBaseOf],
]);

/** `remove_pointer_t`: what is no pointer stays as it is. */
function pointee(ev: Evaluation, type: Entity | undefined): Entity {
  if (!(type instanceof TypeValue) || typeView(type) === null) return unknownCause(type);
  if (!(type.instance instanceof Pointer)) return type;
  const { element } = type.instance.engine;
  return (element === null ? undefined : ev.rules.value([element])) ?? unknownCause(undefined);
}

/** `tuple_element_t<I, T>` */
function elementType([index, type]: readonly Entity[]): Entity {
  const view = type === undefined ? null : typeView(type);
  const i = index === undefined ? null : staticArgument(asValue(index));
  if (view === null || view === 'plain' || typeof i !== 'number') return unknownCause(type);
  const isTuple = view.template === 'tuple' || view.template === 'ArithmeticTuple';
  return (isTuple ? view.args?.[i] : undefined) ?? unknownCause(undefined);
}

/** Traits that say the same of `T const&` as of T. */
const UNQUALIFIED: ReadonlySet<string> = new Set(['is_constant']);

/** What a trait says as a value: a bool, or why it cannot be told. */
function answer(
  verdict: Verdict | Unknown,
  args: readonly Entity[],
  looksThrough: boolean,
): boolean | Unknown {
  if (verdict instanceof Unknown) return verdict;
  // What is no layout is no `const&` to one; but `is_layout` of a reference to one is false.
  const isOpen =
    !looksThrough && verdict === 'yes' && args.some((a) => a instanceof TypeValue && a.qualifiers !== null);
  return isOpen || verdict === 'maybe' ? unknownCause(args[0]) : verdict === 'yes';
}

/** `T::value` of a type of true or false, or the flag itself. */
function flagOf(ev: Evaluation, t: Entity): boolean | Unknown {
  const member = t instanceof ClassType ? memberOfClass(ev, t, 'value') : t;
  const value = isFailure(member) ? unknownCause(t) : asValue(member);
  return truth(value instanceof TypeValue && value.instance !== null ? value.instance : value);
}

/** `conjunction<A, B>`: the first that is false decides; all of them for `disjunction` with true. */
function joined(ev: Evaluation, args: readonly Entity[], decides: boolean): boolean | Unknown {
  let unknown: Unknown | null = null;
  for (const arg of args) {
    const flag = flagOf(ev, arg);
    if (flag === decides) return decides;
    if (flag instanceof Unknown) unknown ??= flag;
  }
  return unknown ?? !decides;
}

function condition(ev: Evaluation, name: string, args: readonly Entity[]): boolean | Unknown | undefined {
  if (name === 'conjunction') return joined(ev, args, false);
  if (name === 'disjunction') return joined(ev, args, true);
  if (name !== 'negation' || args[0] === undefined) return undefined;
  const flag = flagOf(ev, args[0]);
  return flag instanceof Unknown ? flag : !flag;
}

const VOID = new TypeValue('void', null);

/** A trait of the library that asks about classes or conditions; undefined: it is none. */
export function classTrait(
  ev: Evaluation,
  path: readonly string[],
  args: readonly Entity[],
): Entity | undefined {
  const full = libraryName(path);
  if (full === null) return undefined;
  const isValue = full.endsWith('_v');
  const name = full.replace(/_[vt]$/, '');
  if (name === 'enable_if') {
    const holds = args[0] === undefined ? unknownCause(args[0]) : flagOf(ev, args[0]);
    if (holds instanceof Unknown) return holds;
    return holds
      ? (args[1] ?? VOID)
      : new Unknown(SUBSTITUTION_FAILURE, 'a condition of enable_if does not hold');
  }
  if (name === 'void') {
    if (full !== 'void_t') return undefined;
    return args.find((a) => a instanceof Unknown) ?? VOID;
  }
  if (full === 'remove_pointer_t' || full === 'remove_pointer') return pointee(ev, args[0]);
  if (name === 'tuple_element' && full !== 'tuple_element_v') return elementType(args);
  if (name === 'tuple_size' && full !== 'tuple_size_t') {
    const view = args[0] === undefined ? null : typeView(args[0]);
    if (view !== null && view !== 'plain' && view.template === 'tuple' && view.args !== null) {
      const size = ev.rules.integer(view.args.length, !isValue, 'size_t');
      return isValue ? size : new TypeValue(full, size);
    }
    return undefined;
  }
  const trait = TRAITS.get(name);
  const value =
    trait === undefined
      ? condition(ev, name, args)
      : answer(trait(ev, args, path[0] === 'std'), args, UNQUALIFIED.has(name));
  if (value === undefined || value instanceof Unknown || isValue) return value;
  return new TypeValue(full, openFlag(value));
}

const OTHERS: ReadonlySet<string> = new Set([
  'enable_if',
  'conjunction',
  'disjunction',
  'negation',
  'remove_pointer',
  'tuple_element',
  'tuple_size',
  'void',
]);

/** Whether a path names one of these traits, with whichever ending. */
export function isClassTrait(path: readonly string[]): boolean {
  const name = libraryName(path)?.replace(/_[vt]$/, '');
  return name !== undefined && (TRAITS.has(name) || OTHERS.has(name));
}
