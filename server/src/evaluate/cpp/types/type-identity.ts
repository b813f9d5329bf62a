// Types as templates with arguments, and whether two types are the same one, as far as it is known.

import { sameValue } from '../../../algebra/integer/comparison.ts';
import { Dynamic, StaticSymbol } from '../../../algebra/integer/integer.ts';
import { ComposedLayout, Layout, SmemPtrFlag, Swizzle, Underscore } from '../../../algebra/layout/layout.ts';
import { ArithTuple, ScaledBasis } from '../../../algebra/layout/stride.ts';
import { CopyAtom, CopyOperation } from '../../../hardware/copy/copy-atom.ts';
import { TiledCopy } from '../../../hardware/copy/tiled-copy.ts';
import { MmaAtom } from '../../../hardware/mma/mma-atom.ts';
import { TiledMma } from '../../../hardware/mma/tiled-mma.ts';
import { hardwareKey, isHardwareValue } from '../../../hardware/value.ts';
import {
  BoxedObject,
  ClassType,
  type Entity,
  LibraryType,
  Pack,
  QualifiedName,
  TemplateEntity,
} from '../../model/entity.ts';
import {
  Pointer,
  StaticConstant,
  Tensor,
  TypeValue,
  UnboundTypeParameter,
  Unknown,
  type Value,
  withoutQualifiers,
} from '../../model/value.ts';
import { isInteger } from '../../values/arithmetic.ts';
import { TypedInteger } from '../../values/integer-types.ts';
import { entityKey } from '../../values/key.ts';
import { heldByConstant } from '../../values/static-constants.ts';
import { widenDynamic } from '../../values/structure.ts';
import { mmaAtomView, tiledMmaView } from './atom-views.ts';
import { isNamedType } from './names.ts';

/** `enable_if_t<false>`: there is no such type, so the template that names it is none of the candidates. */
export const SUBSTITUTION_FAILURE = 'substitution';

/** Yes, no, or: it cannot be told. */
export type Verdict = 'yes' | 'no' | 'maybe';

/** All of them: one no decides. */
export function all(verdicts: Iterable<Verdict>): Verdict {
  let result: Verdict = 'yes';
  for (const v of verdicts) {
    if (v === 'no') return 'no';
    if (v === 'maybe') result = 'maybe';
  }
  return result;
}

/** A type as its template and the arguments of that; `args` null: which they are is not known. */
export interface TypeView {
  /** `Layout`, `tuple`, `C`, `*`: the library's; else what `templateKey` gives. */
  readonly template: string;
  readonly args: readonly Entity[] | null;
}

/** The type of what an object of a type holds. */
export const typeOfHeld = (v: Value): Value => {
  if (v instanceof BoxedObject) return v.object.type;
  if (v instanceof TypeValue || v instanceof Unknown) return v;
  const instance = widenDynamic(v);
  if (typeof instance === 'number') return new TypeValue(`_${instance}`, instance);
  if (instance instanceof TypedInteger)
    return new TypeValue(instance.type.name, instance, instance.type.bits);
  return new TypeValue(instance instanceof Dynamic ? 'int' : 'type', instance);
};

/** The type of a flag of which it is not kept whether it was a bool or a static one. */
const isOpenFlag = (t: TypeValue): boolean =>
  t.instance instanceof StaticConstant && t.instance.family === 'open';

/** Types that are templates but are known by name alone. */
const HIDDEN_TEMPLATES = /^u?int(?:\d+b|[1246])_t$/;

/** A type of elements that is known by name, `half_t`, or another one whose objects hold no value. */
export const isElementType = (type: unknown): type is TypeValue =>
  type instanceof LibraryType ||
  (type instanceof TypeValue && type.instance === null && type.bits !== null && typeView(type) === 'plain');

/** Copies of matrices between shared memory and registers: each is a struct of its own. */
const MATRIX_COPY = /^SM\d+_U\d+x\d+_(?:LDSM|STSM)_[NT]$/;

/** Null: it is not known what the type is made of. `plain`: it is no template's. */
export function typeView(t: Entity): TypeView | 'plain' | null {
  if (t instanceof ClassType) return t.template ?? 'plain';
  if (t instanceof LibraryType) return t.template;
  if (!(t instanceof TypeValue) || t instanceof UnboundTypeParameter) return null;
  const { instance } = t;
  if (instance === null) return isNamedType(t) && !HIDDEN_TEMPLATES.test(t.name) ? 'plain' : null;
  if (instance instanceof Dynamic || instance instanceof Underscore) return 'plain';
  if (instance instanceof StaticConstant) return constantView(instance);
  if (typeof instance === 'number' || instance instanceof StaticSymbol)
    return { template: 'C', args: [instance] };
  if (Array.isArray(instance))
    return { template: 'tuple', args: (instance as readonly Value[]).map(typeOfHeld) };
  if (instance instanceof Layout)
    return {
      template: 'Layout',
      args: [typeOfHeld(instance.shape as Value), typeOfHeld(instance.stride as Value)],
    };
  if (instance instanceof ComposedLayout)
    return {
      template: 'ComposedLayout',
      args: [instance.outer, instance.offset as Value, instance.inner].map(typeOfHeld),
    };
  if (instance instanceof Swizzle)
    return { template: 'Swizzle', args: [instance.bits, instance.base, instance.shift].map(constant) };
  if (instance instanceof SmemPtrFlag) return { template: 'smem_ptr_flag_bits', args: [instance.bits] };
  if (instance instanceof ScaledBasis)
    return {
      template: 'ScaledBasis',
      args: [typeOfHeld(instance.value as Value), ...instance.path.map(constant)],
    };
  if (instance instanceof ArithTuple)
    return { template: 'ArithmeticTuple', args: (instance.entries as readonly Value[]).map(typeOfHeld) };
  if (instance instanceof Tensor)
    return {
      template: 'Tensor',
      args: [new TypeValue('Engine', null, instance.engine.bits), typeOfHeld(instance.layout)],
    };
  if (instance instanceof Pointer) return t.name.endsWith('*') ? { template: '*', args: null } : null;
  // An operation by its name is a struct, and no atom.
  if (instance instanceof MmaAtom && t.name === instance.name) return 'plain';
  if (instance instanceof MmaAtom) return mmaAtomView(instance) ?? { template: 'MMA_Atom', args: null };
  if (instance instanceof CopyOperation)
    return MATRIX_COPY.test(instance.name) && !instance.isTraits ? 'plain' : null;
  if (instance instanceof CopyAtom) return { template: 'Copy_Atom', args: null };
  if (instance instanceof TiledMma) return tiledMmaView(instance);
  if (instance instanceof TiledCopy) return { template: 'TiledCopy', args: null };
  return null;
}

/** What has a base of the library is not known by it. */
function constantView(constant: StaticConstant): TypeView | null {
  if (constant.family === 'open') return null;
  const args = [heldByConstant(constant)];
  return constant.family === 'cute' ? { template: 'C', args } : { template: 'integral_constant', args: null };
}

const constant = (n: number): Dynamic => new Dynamic(n);

/** Whether two template arguments are the same: types, constants, or templates. */
export function sameArgument(a: Entity, b: Entity): Verdict {
  if (a === b) return 'yes';
  if (a instanceof Unknown || b instanceof Unknown) return 'maybe';
  if (a instanceof Pack && b instanceof Pack) return sameList(a.items, b.items);
  if (a instanceof TypeValue && b instanceof TypeValue) return sameType(a, b);
  const [x, y] = [asConstant(a), asConstant(b)];
  if (x !== null && y !== null) return ofBoolean(sameValue(x, y));
  if (typeof a === 'string' && typeof b === 'string') return ofBoolean(a === b);
  if (isTemplate(a) && isTemplate(b)) return entityKey(a) === entityKey(b) ? 'yes' : 'maybe';
  // A type is no constant.
  if ((a instanceof TypeValue && y !== null) || (x !== null && b instanceof TypeValue)) return 'no';
  return 'maybe';
}

const sameList = (a: readonly Entity[], b: readonly Entity[]): Verdict =>
  a.length !== b.length ? 'no' : all(a.map((x, i) => sameArgument(x, b[i]!)));

const isTemplate = (t: Entity): boolean => t instanceof TemplateEntity || t instanceof QualifiedName;

const ofBoolean = (same: boolean | undefined): Verdict =>
  same === undefined ? 'maybe' : same ? 'yes' : 'no';

function asConstant(t: Entity): Parameters<typeof sameValue>[0] | null {
  if (typeof t === 'boolean') return new Dynamic(t ? 1 : 0);
  return isInteger(t as Value) ? (t as Dynamic) : null;
}

/** Whether two types are one. Types that differ without their qualifiers differ with them. */
export function sameType(a: TypeValue, b: TypeValue): Verdict {
  if (a === b) return 'yes';
  const verdict = sameUnqualified(withoutQualifiers(a), withoutQualifiers(b));
  if (verdict !== 'yes' || (a.qualifiers === null && b.qualifiers === null)) return verdict;
  if (a.qualifiers === '?' || b.qualifiers === '?') return 'maybe';
  return a.qualifiers === b.qualifiers ? 'yes' : 'no';
}

function sameUnqualified(a: TypeValue, b: TypeValue): Verdict {
  if (a instanceof UnboundTypeParameter || b instanceof UnboundTypeParameter)
    return a instanceof UnboundTypeParameter && b instanceof UnboundTypeParameter && a.name === b.name
      ? 'yes'
      : 'maybe';
  if (a instanceof ClassType && b instanceof ClassType) return sameClass(a, b);
  // A class that a file defines and one that is known by name may be the same.
  if (a instanceof ClassType || b instanceof ClassType) {
    const [own, other] = a instanceof ClassType ? [a, b] : [b as ClassType, a];
    const enumeration = other.instance instanceof TypedInteger ? other.instance.type.enumeration : undefined;
    if (enumeration !== undefined) return enumeration.of === own.scope ? 'yes' : 'no';
    if (own.declaration.name === other.name) return 'maybe';
    return other.instance !== null || isNamedType(other) ? 'no' : 'maybe';
  }
  if (isOpenFlag(a) || isOpenFlag(b)) {
    const [flag, other] = isOpenFlag(a) ? [a, b] : [b, a];
    const isAlike = other.name === 'bool' || sameValueOf(flag.instance, other.instance);
    return isAlike || (other.instance === null && !isNamedType(other)) ? 'maybe' : 'no';
  }
  if (a instanceof LibraryType && b instanceof LibraryType)
    return a.template.template === b.template.template ? sameList(a.template.args, b.template.args) : 'no';
  if (a.instance !== null && b.instance !== null) return sameHeld(a.instance, b.instance, a, b);
  if (entityKey(a) === entityKey(b) && isNamedType(a)) return 'yes';
  const isKnown = (t: TypeValue): boolean =>
    t.instance !== null || isNamedType(t) || t instanceof LibraryType;
  return isKnown(a) && isKnown(b) ? 'no' : 'maybe';
}

function sameClass(a: ClassType, b: ClassType): Verdict {
  if (a.template !== null && b.template !== null) {
    if (a.template.template !== b.template.template) return differs(a, b);
    return sameList(a.template.args, b.template.args);
  }
  if (a.template !== null || b.template !== null) return differs(a, b);
  if (a.declaration === b.declaration && a.env === b.env) return 'yes';
  return differs(a, b);
}

/** Two declarations of one name may be of one class. */
const differs = (a: ClassType, b: ClassType): Verdict =>
  a.declaration.name === b.declaration.name && a.declaration.name !== '' ? 'maybe' : 'no';

/** Whether two constants have one value, whatever makes them constants. */
const sameValueOf = (a: Value | null, b: Value | null): boolean =>
  a instanceof StaticConstant && b instanceof StaticConstant && a.value === b.value;

/** What two types hold, as types: run-time integers are of the same type only where their types say so. */
function sameHeld(a: Value, b: Value, from: TypeValue, to: TypeValue): Verdict {
  if (a instanceof Dynamic && b instanceof Dynamic) {
    if (from.bits === null || to.bits === null) return 'maybe';
    return entityKey(from) === entityKey(to) ? 'yes' : 'no';
  }
  if (a instanceof Dynamic || b instanceof Dynamic) return 'no';
  if (a instanceof StaticConstant || b instanceof StaticConstant)
    return entityKey(a) === entityKey(b) ? 'yes' : 'no';
  if (a instanceof StaticSymbol || b instanceof StaticSymbol) {
    const isNumber = (v: Value): boolean => typeof v === 'number' || v instanceof StaticSymbol;
    if (!isNumber(a) || !isNumber(b)) return 'no';
    return ofBoolean(sameValue(a as StaticSymbol, b as StaticSymbol));
  }
  if (typeof a !== 'object' || typeof b !== 'object') return a === b ? 'yes' : 'no';
  // An operation, its traits and its atom are types of their own, and one value stands for all of them.
  if (a instanceof MmaAtom && b instanceof MmaAtom && hardwareKey(a) === hardwareKey(b)) return 'maybe';
  const [x, y] = [typeView(from), typeView(to)];
  if (x === null || y === null || x === 'plain' || y === 'plain') {
    if (isHardwareValue(a) && isHardwareValue(b) && entityKey(a) === entityKey(b)) return 'yes';
    if (x === null || y === null) return 'maybe';
    return x === y && entityKey(a) === entityKey(b) ? 'yes' : 'no';
  }
  if (x.template !== y.template) return 'no';
  if (x.args === null || y.args === null) return entityKey(from) === entityKey(to) ? 'yes' : 'maybe';
  // An engine is known by the width of its elements only.
  return x.template === 'Tensor' ? 'maybe' : sameList(x.args, y.args);
}
