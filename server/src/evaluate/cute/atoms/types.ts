// The names of atoms as types: `SM80_16x8x16_F32F16F16F32_TN`, `MMA_Atom<…>`, `Copy_Atom<…, half_t>`,
// `TiledMMA<…>`, `GMMA::Layout_K_SW128_Atom<T>`, `GMMA::Major::K`.

import { type Failure, isFailure, type Outcome } from '../../../algebra/integer/failure.ts';
import { StaticSymbol } from '../../../algebra/integer/integer.ts';
import { overflowSeen, watchOverflow } from '../../../algebra/integer/overflow.ts';
import { isTiler } from '../../../algebra/layout/kinds.ts';
import { Layout, type Tiler } from '../../../algebra/layout/layout.ts';
import type { AlgebraValue } from '../../../algebra/layout/value.ts';
import type { OpenElementType } from '../../../hardware/atom/element-type.ts';
import { type AtomName, parseAtomName } from '../../../hardware/atom/name.ts';
import { CopyAtom, CopyOperation, copyAtom, copyOperation } from '../../../hardware/copy/copy-atom.ts';
import { makeTiledCopyImpl } from '../../../hardware/copy/tiled-copy.ts';
import { isMmaTemplate, MmaAtom, mmaAtom, type ValueType } from '../../../hardware/mma/mma-atom.ts';
import { isSmemAtomName, smemAtom, smemAtomParameters } from '../../../hardware/mma/smem-atom.ts';
import { makeTiledMma } from '../../../hardware/mma/tiled-mma.ts';
import { TmaOperation, tmaInstruction } from '../../../hardware/tma/tma.ts';
import { type HardwareValue, hardwareKey } from '../../../hardware/value.ts';
import {
  TypeValue,
  UnboundTypeParameter,
  Unknown,
  type Value,
  widthOf,
  widthUnknown,
} from '../../model/value.ts';
import { failureAsUnknown, staticArgument } from '../operations.ts';

/** The enumerators of `GMMA::Major`, `UMMA::Major` and the scales, by their last two names. */
const ENUMERATOR =
  /(?:^|::)(Major::(?:K|MN)|ScaleOut::(?:Zero|One)|ScaleIn::(?:Neg|One)|Saturate::(?:False|True)|TmemAllocMode::(?:Interleaved|NonInterleaved|Duplicated))$/;
/** Plain names of operations that are no templates. */
const MMA_NAME = /^SM(?:61|70|75|80|89|90|100)_\w+$/;
const COPY_NAME = /^(?:SM\d+_\w+|AutoVectorizingCopy|DefaultCopy)$/;
/** Names that are templates: alone they mean nothing. */
const TEMPLATE_NAME = /^(?:SM90_64x\d+x|SM100_MMA_|SM120_|SM80_CP_ASYNC_)/;

const LIBRARY = new Set(['cute', 'cutlass']);
/** Namespaces whose names `cute` takes over with `using namespace`. */
const TAKEN_OVER = /^SM100::TMEM::(?:LOAD|LOAD_STAT|STORE|UTCCP)$/;

/** A path without the namespaces that say no more than that the library declares it. */
function stripped(path: readonly string[]): readonly string[] {
  const within = LIBRARY.has(path[0]!) ? path.slice(1) : path;
  return TAKEN_OVER.test(within.slice(0, -1).join('::')) ? within.slice(-1) : within;
}

export const unsupported = (what: string): Unknown => new Unknown('unsupported', what);

/** What an operation came to, as the evaluator has it: overflow is a violation, what needs a value is unknown. */
export function settleOutcome<T>(body: () => Outcome<T>, wrap: (value: T) => Value): Value | Failure {
  watchOverflow();
  const outcome = body();
  if (isFailure(outcome)) return failureAsUnknown(outcome);
  return overflowSeen() ?? wrap(outcome);
}

/** An atom's name that is a type or a value by itself. */
export function atomValue(path: readonly string[]): Value | undefined {
  const name = path.at(-1)!;
  if (path.length > 1) {
    const enumerator = ENUMERATOR.exec(path.join('::'));
    if (enumerator !== null) return enumerator[1];
  }
  const known = stripped(path);
  const text = known.join('::');
  if (isSmemAtomName(text)) {
    if (!name.endsWith('_Bits')) return undefined;
    return typed(text, smemAtom(text, 1));
  }
  if (known.length !== 1 || TEMPLATE_NAME.test(name)) return undefined;
  if (MMA_NAME.test(name)) {
    const atom = mmaAtom(name);
    if (!isFailure(atom)) return new TypeValue(name, atom);
  }
  const instruction = tmaInstruction(name);
  if (instruction !== null) return new TypeValue(name, instruction);
  if (!COPY_NAME.test(name)) return undefined;
  const operation = copyOperation(name);
  return isFailure(operation) ? undefined : new TypeValue(name, operation);
}

function typed(name: string, outcome: Outcome<Value>): Value | undefined {
  return isFailure(outcome) ? undefined : new TypeValue(name, outcome);
}

/** What an object of the type that stands as a template argument holds. */
const held = (v: Value | undefined): Value | null => (v instanceof TypeValue ? v.instance : (v ?? null));

/** A template argument as part of an atom's name. */
function nameOf(v: Value): AtomName | null {
  if (v instanceof TypeValue) {
    const bits = widthOf(v);
    const n = bits === null ? staticArgument(v) : null;
    if (typeof n === 'number') return { path: String(n), args: [] };
    const parsed = parseAtomName(v.name);
    if (parsed === null || bits === null) return parsed;
    return { ...parsed, bits, isParameter: v instanceof UnboundTypeParameter };
  }
  if (typeof v === 'string') return { path: v, args: [] };
  const n = staticArgument(v);
  return typeof n === 'number' ? { path: String(n), args: [] } : null;
}

/** Template parameters and other unknown integers, which leave an atom open. */
const openArgument = (args: readonly Value[]): Unknown | null => {
  const open = args.find((a) => nameOf(a) === null);
  return open === undefined
    ? null
    : new Unknown('template-parameter', 'the atom depends on a template parameter');
};

const typeOrUnknown = (outcome: Outcome<HardwareValue>): Value | Failure =>
  settleOutcome(() => outcome, typeOfAtom);

/** The type of an atom or a tiling. */
export const typeOfAtom = (value: HardwareValue): TypeValue => new TypeValue(hardwareKey(value), value);

type Template = (args: readonly Value[], name: string) => Value | Failure;

const mmaType: Template = (args, name) => {
  const atom = held(args[0]);
  if (atom instanceof MmaAtom) return typeOfAtom(atom);
  return unsupported(`${name} of what is no MMA operation`);
};

/** A TMA's operation is made with its traits. */
const traitsOf = (operation: CopyOperation): CopyOperation =>
  operation instanceof TmaOperation ? operation : new CopyOperation(operation, true);

const copyType: Template = (args, name) => {
  const operation = held(args[0]);
  const element = args[1];
  if (operation instanceof CopyAtom && args.length === 1) return typeOfAtom(operation);
  if (!(operation instanceof CopyOperation)) return unsupported(`${name} of what is no copy operation`);
  if (name === 'Copy_Traits') return typeOfAtom(traitsOf(operation));
  if (!(element instanceof TypeValue)) return unsupported('a Copy_Atom needs an element type');
  const bits = widthOf(element);
  if (bits === null) return widthUnknown(element);
  const isParameter = element instanceof UnboundTypeParameter;
  return typeOrUnknown(copyAtom(operation, { name: element.name, bits, isParameter }));
};

export const asTiler = (v: Value | null): Tiler | null =>
  v !== null && isTiler(v as AlgebraValue) ? (v as unknown as Tiler) : null;

const tiledMmaType: Template = (args) => {
  const [atom, threads, permutations] = args.map((a) => held(a));
  if (!(atom instanceof MmaAtom)) return unsupported('a TiledMMA needs an MMA_Atom');
  if (threads !== undefined && !(threads instanceof Layout))
    return unsupported('a TiledMMA needs a layout of atoms');
  const tiler = permutations === undefined ? undefined : asTiler(permutations);
  if (tiler === null) return unsupported('the permutation of a TiledMMA is a tiler');
  return typeOrUnknown(makeTiledMma(atom, threads ?? undefined, tiler));
};

const tiledCopyType: Template = (args) => {
  const [atom, layoutTv, tilerValue] = args.map((a) => held(a));
  const tiler = asTiler(tilerValue ?? null);
  if (!(atom instanceof CopyAtom) || !(layoutTv instanceof Layout) || tiler === null) {
    return unsupported('a TiledCopy needs a Copy_Atom, a layout and a tiler');
  }
  return typeOrUnknown(makeTiledCopyImpl(atom, layoutTv, tiler));
};

/** `uint_bit_t<128>`. */
const bitsType: Template = (args, name) => {
  const bits = args[0] === undefined ? null : staticArgument(args[0]);
  return typeof bits === 'number'
    ? new TypeValue(name.replace('_bit_t', `${bits}_t`), null, bits)
    : new Unknown('template-parameter', 'the width depends on a template parameter');
};

/** `cutlass::AlignedArray<T, N>`: as wide as its elements together. */
const arrayType: Template = (args, name) => {
  const [element, count] = [args[0], args[1] === undefined ? null : staticArgument(args[1])];
  if (!(element instanceof TypeValue) || element.bits === null || typeof count !== 'number') {
    return unsupported(`the width of ${name} is not known`);
  }
  return new TypeValue(`${name}<${element.name},${count}>`, null, element.bits * count);
};

const TEMPLATES: ReadonlyMap<string, Template> = new Map<string, Template>([
  ['MMA_Atom', mmaType],
  ['MMA_Traits', mmaType],
  ['Copy_Atom', copyType],
  ['Copy_Traits', copyType],
  ['TiledMMA', tiledMmaType],
  ['TiledCopy', tiledCopyType],
  ['uint_bit_t', bitsType],
  ['Array', arrayType],
  ['AlignedArray', arrayType],
]);

const DEDUCED = new Set(['MMA_Atom', 'Copy_Atom']);
const COPY_TEMPLATE = /^(?:UniversalCopy|SM80_CP_ASYNC_\w+|AutoVectorizingCopyWithAssumedAlignment)$/;
const MMA_TEMPLATE = /^(?:UniversalFMA|SM90_64x\w+|MMA_64x\w+|SM100_MMA_\w+|SM120_\w+)$/;

/** A template of atoms with its arguments; undefined when it is none. */
export function atomTemplate(path: readonly string[], args: readonly Value[]): Value | Failure | undefined {
  const known = stripped(path);
  const name = known.at(-1);
  if (name === undefined) return undefined;
  const text = known.join('::');
  // `Array` unqualified may be anybody's.
  const isLibrarys = known.length === 1 && (name !== 'Array' || path[0] === 'cutlass');
  const template = isLibrarys ? TEMPLATES.get(name) : undefined;
  if (template !== undefined) {
    if (args.length > 0) return template(args, name);
    // `Copy_Atom tma = …`: the arguments are deduced.
    return DEDUCED.has(name) ? new TypeValue(name, null) : undefined;
  }
  if (isSmemAtomName(text)) return smemType(text, args);
  if (!COPY_TEMPLATE.test(name) && !MMA_TEMPLATE.test(name)) return undefined;
  // The program may define atoms that are called like the library's.
  if (args.length === 0 && MMA_TEMPLATE.test(name) && !isMmaTemplate(text)) return undefined;
  const open = openArgument(args);
  if (open !== null) return open;
  const atomName: AtomName = { path: text, args: args.map((a) => nameOf(a)!) };
  return typeOrUnknown(COPY_TEMPLATE.test(name) ? copyOperation(atomName) : mmaAtom(atomName));
}

function smemType(name: string, args: readonly Value[]): Value | Failure | undefined {
  const parameters = smemAtomParameters(name);
  const [element, major] = args;
  if (parameters.length === 0 || !(element instanceof TypeValue)) return undefined;
  const bits = widthOf(element);
  if (bits === null) return widthUnknown(element);
  const side = major === 'Major::MN' ? 'MN' : major === 'Major::K' ? 'K' : undefined;
  return settleOutcome(
    () => smemAtom(name, bits, side),
    (layout) => new TypeValue(`${name}<${element.name}>`, layout),
  );
}

/** An operand's element type as a type. */
export const elementTypeValue = ({ name, bits, isParameter }: ValueType | OpenElementType): TypeValue =>
  isParameter === true || bits instanceof StaticSymbol
    ? new UnboundTypeParameter(name, typeof bits === 'number' ? bits : undefined)
    : new TypeValue(name, null, bits);
