// Atoms that the program defines itself: a specialisation of `MMA_Traits` or `Copy_Traits` for an operation of its own
// says everything that the library's do, in members of the same names.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { Layout } from '../../../algebra/layout/layout.ts';
import { CopyOperation } from '../../../hardware/copy/copy-atom.ts';
import { MmaAtom, type Operand, type OperandHome } from '../../../hardware/mma/mma-atom.ts';
import { basesOf } from '../../core/bases.ts';
import { memberOfClass, membersOf } from '../../core/members.ts';
import { elementTypeValue, typeOfAtom } from '../../cute/atoms/types.ts';
import { asValue, ClassObject, ClassType, type Entity } from '../../model/entity.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { parameterUnknown, TypeValue, UnboundTypeParameter, Unknown, type Value } from '../../model/value.ts';
import { instantiate } from '../templates/templates.ts';
import { libraryName } from '../types/names.ts';
import { sameType } from '../types/type-identity.ts';
import { FragmentType, typeOfHome } from './fragment-types.ts';

type Traits = 'MMA_Traits' | 'Copy_Traits';

/** Which traits say what a template of the library makes of an operation. */
const TRAITS_OF: ReadonlyMap<string, Traits> = new Map([
  ['MMA_Atom', 'MMA_Traits'],
  ['MMA_Traits', 'MMA_Traits'],
  ['make_tiled_mma', 'MMA_Traits'],
  ['Copy_Atom', 'Copy_Traits'],
  ['Copy_Traits', 'Copy_Traits'],
]);

export const isTraitsName = (name: string): name is Traits => name === 'MMA_Traits' || name === 'Copy_Traits';

/** The class that a specialisation of the traits in the files makes for an operation; null: there is none. */
function traitsOf(ev: Evaluation, name: Traits, args: readonly Entity[]): ClassType | Unknown | null {
  const declared = ev.db
    .declarationsNamed(name)
    .filter(({ declaration: d }) => d.kind === 'class' && d.specialization !== undefined);
  const [first] = declared;
  if (first === undefined) return null;
  const traits = instantiate(
    ev,
    declared.map((d) => d.declaration),
    args,
    first.memo.env,
  );
  if (traits instanceof ClassType) return traits;
  // That no specialisation is for it leaves it to the library.
  return traits instanceof Unknown && traits.category !== 'missing-name' ? traits : null;
}

/**
 * The arguments of a template or function of the library, where the first is an operation of the program, or its traits:
 * with what the traits say in its place, as the library's own operations are known.
 */
export function withUserAtom(
  ev: Evaluation,
  path: readonly string[],
  args: readonly Entity[],
): readonly Entity[] | Unknown {
  const [first, ...others] = args;
  const given = first instanceof ClassObject ? first.type : first;
  if (!(given instanceof ClassType)) return args;
  const traitsName = TRAITS_OF.get(libraryName(path) ?? '');
  if (traitsName === undefined) return args;
  const isTraits = given.declaration.name === traitsName;
  const traits = isTraits ? given : traitsOf(ev, traitsName, [given]);
  if (!(traits instanceof ClassType)) return traits ?? args;
  const atom = traitsName === 'MMA_Traits' ? mmaOf(ev, traits, given) : copyOf(ev, traits, given);
  if (atom instanceof Unknown) return atom;
  return [first instanceof ClassObject ? atom : typeOfAtom(atom), ...others];
}

/** `MMA_Traits<Op>`, `Copy_Traits<Op, …>` of an operation of the program: the class that specialises them; undefined: of none. */
export function userTraits(
  ev: Evaluation,
  path: readonly string[],
  args: readonly Entity[],
): ClassType | Unknown | undefined {
  if (!(args[0] instanceof ClassType)) return undefined;
  const name = libraryName(path);
  return name !== null && isTraitsName(name) ? (traitsOf(ev, name, args) ?? undefined) : undefined;
}

/** A member type; what it holds is for the caller to check. */
function memberType(ev: Evaluation, traits: ClassType, name: string): TypeValue | Unknown {
  const member = memberOfClass(ev, traits, name);
  if (isFailure(member)) return new Unknown('violation', `${name} of ${traits.name} has no value`);
  if (member instanceof UnboundTypeParameter) return parameterUnknown(member.name);
  if (member instanceof TypeValue) return member;
  const value = asValue(member);
  return value instanceof Unknown
    ? value
    : new Unknown('unsupported', `${name} of ${traits.name} is no type`, [], name);
}

/** A layout of the traits, which is static. */
function layoutOf(ev: Evaluation, traits: ClassType, name: string): Layout | Unknown {
  const type = memberType(ev, traits, name);
  if (type instanceof Unknown) return type;
  const layout = type.instance;
  if (!(layout instanceof Layout))
    return new Unknown('unsupported', `${name} of ${traits.name} is no layout`, [], name);
  const isKnown = isKnownTuple(layout.shape as Value) && isKnownTuple(layout.stride as Value);
  return isKnown ? layout : openPart(traits, name);
}

const isKnownTuple = (v: Value): boolean =>
  Array.isArray(v) ? (v as readonly Value[]).every(isKnownTuple) : typeof v === 'number';

const openPart = (traits: ClassType, name: string): Unknown =>
  new Unknown('template-parameter', `${name} of ${traits.name} depends on a template parameter`, [], name);

/** Atoms by the class that they were made from: equal classes give one atom. */
const atoms = new WeakMap<ClassType['env'], Map<ClassType['scope'], MmaAtom | CopyOperation>>();

function remembered<T extends MmaAtom | CopyOperation>(
  traits: ClassType,
  make: () => T | Unknown,
): T | Unknown {
  const known = atoms.get(traits.env)?.get(traits.scope);
  if (known !== undefined) return known as T;
  const made = make();
  if (made instanceof Unknown) return made;
  let inFrame = atoms.get(traits.env);
  if (inFrame === undefined) {
    inFrame = new Map();
    atoms.set(traits.env, inFrame);
  }
  inFrame.set(traits.scope, made);
  return made;
}

const OPERANDS = ['A', 'B', 'C'] as const;

const mmaOf = (ev: Evaluation, traits: ClassType, operation: ClassType): MmaAtom | Unknown =>
  remembered(traits, () => readMma(ev, traits, operation));

function readMma(ev: Evaluation, traits: ClassType, operation: ClassType): MmaAtom | Unknown {
  const shape = memberType(ev, traits, 'Shape_MNK');
  if (shape instanceof Unknown) return shape;
  const extents = shape.instance;
  if (!Array.isArray(extents) || extents.length !== 3)
    return new Unknown('unsupported', `Shape_MNK of ${traits.name} is no shape of three extents`);
  if (!isKnownTuple(extents as readonly Value[])) return openPart(traits, 'Shape_MNK');
  const layouts: Layout[] = [];
  for (const name of ['ThrID', 'ALayout', 'BLayout', 'CLayout']) {
    const layout = layoutOf(ev, traits, name);
    if (layout instanceof Unknown) return layout;
    layouts.push(layout);
  }
  const types: TypeValue[] = [];
  for (const name of ['ValTypeA', 'ValTypeB', 'ValTypeC', 'ValTypeD']) {
    const type = memberType(ev, traits, name);
    if (type instanceof Unknown) return type;
    types.push(type);
  }
  const definingEnvs: OperandHome[] = [];
  for (const [i, operand] of OPERANDS.entries()) {
    const home = homeOf(ev, traits, operand, types[i]!);
    if (home instanceof Unknown) return home;
    definingEnvs.push(home);
  }
  const [a, b, c, d] = types.map((t) => t.name);
  return new MmaAtom(
    {
      name: operation.name,
      arch: '',
      shapeMnk: extents as unknown as MmaAtom['shapeMnk'],
      thrId: layouts[0]!,
      a: layouts[1]!,
      b: layouts[2]!,
      c: layouts[3]!,
      types: { a: a!, b: b!, c: c!, d: d! },
      extraLayouts: {},
      extraTypes: {},
    },
    { A: definingEnvs[0]!, B: definingEnvs[1]!, C: definingEnvs[2]! },
  );
}

const REGISTERS: OperandHome = { kind: 'registers' };

/** Where an operand lives: what FrgTypeA says, and without it, registers of the operand's own type. */
function homeOf(
  ev: Evaluation,
  traits: ClassType,
  operand: Operand,
  element: TypeValue,
): OperandHome | Unknown {
  const name = `FrgType${operand}`;
  const isDeclared = membersOf(ev, traits.env, traits.scope, name) !== null;
  const type = isDeclared ? memberType(ev, traits, name) : inheritedFragment(ev, traits, operand, 0);
  if (type === null) return REGISTERS;
  if (type instanceof Unknown) return type;
  const held = type instanceof FragmentType ? type.element : type;
  if (held !== null && sameType(held, element) !== 'yes')
    return new Unknown(
      'unsupported',
      `${name} of ${traits.name} is of another type than its operand`,
      [],
      name,
    );
  return type instanceof FragmentType ? type.home : REGISTERS;
}

const MAXIMUM_BASES = 16;

/** The type of the fragment that the library's atoms among the bases have; null: that of the operand. */
function inheritedFragment(
  ev: Evaluation,
  type: ClassType,
  operand: Operand,
  depth: number,
): FragmentType | Unknown | null {
  for (const base of basesOf(ev, type.env, type.scope)) {
    let found: FragmentType | Unknown | null;
    if (base instanceof ClassType && depth < MAXIMUM_BASES)
      found = inheritedFragment(ev, base, operand, depth + 1);
    else if (base instanceof TypeValue && base.instance instanceof MmaAtom)
      found = fragmentOf(base.instance, operand);
    else found = new Unknown('missing-name', `a base of ${type.name} is not known`, [], type.name);
    if (found !== null) return found;
  }
  return null;
}

function fragmentOf(atom: MmaAtom, operand: Operand): FragmentType | Unknown | null {
  const home = atom.homes[operand];
  if (home.kind === 'registers') return null;
  const type = typeOfHome(home, elementTypeValue(atom.types[operand]));
  return type ?? new Unknown('unsupported', `the descriptor of ${atom.name} is not known`, [], atom.name);
}

const copyOf = (ev: Evaluation, traits: ClassType, operation: ClassType): CopyOperation | Unknown =>
  remembered(traits, () => {
    const layouts: Layout[] = [];
    for (const name of ['ThrID', 'SrcLayout', 'DstLayout', 'RefLayout']) {
      const layout = layoutOf(ev, traits, name);
      if (layout instanceof Unknown) return layout;
      layouts.push(layout);
    }
    const [thrId, src, dst, ref] = layouts;
    return new CopyOperation({
      name: operation.name,
      arch: '',
      thrId: thrId!,
      src: src!,
      dst: dst!,
      ref: ref!,
    });
  });
