// MMA and copy atoms of CuTe DSL: operations, atoms and tilings made of them. What the DSL prints of tilings and
// partitions is what C++ CuTe prints (checked against recorded output of the DSL, test/evaluate/cute/dsl.test.ts).

import { type Failure, isFailure, type Outcome, Violation } from '../../../../algebra/integer/failure.ts';
import { isIntTuple } from '../../../../algebra/layout/kinds.ts';
import { Layout, type Shape, type Tiler, Underscore } from '../../../../algebra/layout/layout.ts';
import type { AlgebraValue } from '../../../../algebra/layout/value.ts';
import { makeLayoutLeft } from '../../../../algebra/operation/make.ts';
import { CopyAtom, CopyOperation, copyAtom, copyOperation } from '../../../../hardware/copy/copy-atom.ts';
import {
  makeCotiledCopy,
  makeTiledCopy,
  makeTiledCopyCAtom,
  makeTiledCopyFor,
  makeTiledCopyImpl,
  makeTiledCopyLike,
  TiledCopy,
} from '../../../../hardware/copy/tiled-copy.ts';
import { MmaAtom, mmaAtom, type Operand } from '../../../../hardware/mma/mma-atom.ts';
import { makeTiledMma, TiledMma } from '../../../../hardware/mma/tiled-mma.ts';
import { isTritonValue, type TritonValue } from '../../../../hardware/triton/value.ts';
import { type HardwareValue, isHardwareValue } from '../../../../hardware/value.ts';
import { asTiler, settleOutcome, unsupported } from '../../../cute/atoms/types.ts';
import type { Builtin } from '../../../model/builtin.ts';
import type { Library } from '../../../model/library.ts';
import { TypeValue, UnboundTypeParameter, Unknown, type Value, widthOf } from '../../../model/value.ts';
import { joinAlternatives } from '../../../values/one-of.ts';
import { known, signature } from '../../plain/call.ts';
import { enumeratorOf } from '../../plain/enumerators.ts';
import { shapeForLayout } from '../layouts.ts';
import type { DslFunction } from '../support.ts';
import { pythonAtomMember, pythonAtomMethod } from './members.ts';
import { NVGPU_OPERATIONS } from './nvgpu.ts';
import { TMA_OPERATIONS } from './tma.ts';

type Arguments = readonly (Value | undefined)[];
type Make = (args: Arguments) => Value | Failure;

const SHORT: Readonly<Record<string, string>> = { Float16: 'F16', BFloat16: 'BF16', Float32: 'F32' };
const short = (v: Value | undefined): string | null =>
  v instanceof TypeValue ? (SHORT[v.name] ?? null) : null;
const numbers = (v: Value | undefined): readonly number[] | null =>
  Array.isArray(v) && (v as readonly Value[]).every((n) => typeof n === 'number')
    ? (v as readonly number[])
    : null;

const atomNamed = (name: string): Value =>
  settleOutcome(
    () => mmaAtom(name),
    (atom) => atom,
  ) as Value;

const refused = (why: string): Value =>
  settleOutcome<never>(
    () => new Violation('inadmissible', why),
    (never) => never,
  ) as Value;

const notKnown = (what: string): Unknown => unsupported(`this ${what} is not in the table of atoms`);

/** What the operation of warps and that of warp groups say of this pair of types. */
const accumulatesWrong = (a: string | null, c: string | null): Value | null =>
  a === 'BF16' && c === 'F16'
    ? refused('MmaF16BF16Op accumulates BFloat16 in Float32, not in Float16')
    : null;

/** `warp.MmaF16BF16Op(ab_dtype, acc_dtype, shape_mnk)`. */
const warpMma: Make = ([ab, acc, shape]) => {
  const [a, c, mnk] = [short(ab), short(acc), numbers(shape)];
  const wrong = accumulatesWrong(a, c);
  if (wrong !== null) return wrong;
  if (a === null || c === null || mnk?.length !== 3 || a === 'F32') return notKnown('MMA operation');
  if (mnk[0] !== 16 || mnk[1] !== 8 || (mnk[2] !== 8 && mnk[2] !== 16))
    return refused(`warp.MmaF16BF16Op is (16,8,8) or (16,8,16), not (${mnk.join()})`);
  const name = `SM80_${mnk.join('x')}_${c}${a}${a}${c}_TN`;
  return isFailure(mmaAtom(name)) ? notKnown('MMA operation') : atomNamed(name);
};

/** An operation on elements of 16 bits, of a type that is only known by its name: it is one of two. */
const ofHalves =
  (make: Make): Make =>
  ([type, ...others]) => {
    if (!(type instanceof UnboundTypeParameter)) return make([type, ...others]);
    const reason = new Unknown('function-parameter', `${type.name} is not known`, [], type.name);
    const made = ['Float16', 'BFloat16'].map((name) => make([new TypeValue(name, null, 16), ...others]));
    // The one that the instruction lacks is not meant.
    const known = made.filter((v) => !(v instanceof Unknown || isFailure(v)));
    return known.length === 0 ? made[0]! : joinAlternatives(known as readonly Value[], reason);
  };

const MAJOR: Readonly<Record<string, string>> = {
  'OperandMajorMode.K': 'K',
  'OperandMajorMode.MN': 'MN',
};
const SOURCE: Readonly<Record<string, string>> = { 'OperandSource.SMEM': 'SS', 'OperandSource.RMEM': 'RS' };
const CPP_TYPES: Readonly<Record<string, string>> = { F16: 'half_t', BF16: 'bfloat16_t', F32: 'float' };

/** `warpgroup.MmaF16BF16Op(ab_dtype, acc_dtype, instruction_shape, a_src, a_major_mode, b_major_mode)`. */
const warpgroupMma: Make = ([ab, acc, shape, source, majorA, majorB]) => {
  const [a, c, mnk] = [short(ab), short(acc), numbers(shape)];
  const wrong = accumulatesWrong(a, c);
  if (wrong !== null) return wrong;
  const [kind, m, n] = [SOURCE[String(source)], MAJOR[String(majorA)], MAJOR[String(majorB)]];
  const isKnown = a !== null && a !== 'F32' && c !== null && kind !== undefined && m !== undefined;
  if (!isKnown || n === undefined || mnk?.length !== 3) return notKnown('warp-group MMA operation');
  const [rows, columns, depth] = mnk as readonly [number, number, number];
  if (rows !== 64 || columns < 8 || columns > 256 || columns % 8 !== 0 || depth !== 16)
    return refused(`warpgroup.MmaF16BF16Op is 64 by a multiple of 8 up to 256 by 16, not (${mnk.join()})`);
  const name = `SM90_${mnk.join('x')}_${c}${a}${a}_${kind}<${m},${n}>`;
  return isFailure(mmaAtom(name)) ? notKnown('warp-group MMA operation') : atomNamed(name);
};

const universalMma: Make = ([type]) => {
  const name = short(type);
  return name === null ? notKnown('MMA operation') : atomNamed(`UniversalFMA<${CPP_TYPES[name]}>`);
};

const operationNamed = (name: string): Value =>
  settleOutcome(
    () => copyOperation(name),
    (operation) => operation,
  ) as Value;

/** `warp.LdMatrix8x8x16bOp(transpose, num_matrices)` and its store. */
const matrixCopy =
  (plain: string, transposed: string): Make =>
  ([transpose = false, count = 1]) => {
    if (typeof transpose !== 'boolean' || typeof count !== 'number') return notKnown('matrix copy');
    const name = transpose ? transposed.replace('#', String(2 * count)) : plain.replace('#', String(count));
    return isFailure(copyOperation(name)) ? notKnown('matrix copy') : operationNamed(name);
  };

/** Copies of one thread, whose width `make_copy_atom` is given. */
const SINGLE_THREAD: Readonly<Record<string, string>> = {
  CopyUniversalOp: 'UniversalCopy',
  CopyG2ROp: 'UniversalCopy',
  CopyR2GOp: 'UniversalCopy',
  CopyS2ROp: 'UniversalCopy',
  CopyR2SOp: 'UniversalCopy',
  CopyG2SOp: 'SM80_CP_ASYNC_CACHEALWAYS',
  'CopyG2SOp(GLOBAL)': 'SM80_CP_ASYNC_CACHEGLOBAL',
};

const singleThread =
  (name: string): Make =>
  () =>
    new TypeValue(name, null);

/** `cpasync.CopyG2SOp(cache_mode=LoadCacheMode.ALWAYS)`: past L1 with the mode GLOBAL. */
const globalToShared: Make = ([mode]) =>
  new TypeValue(mode === 'LoadCacheMode.GLOBAL' ? 'CopyG2SOp(GLOBAL)' : 'CopyG2SOp', null);

/** `make_copy_atom(op, type, num_bits_per_copy=…)`. */
const makeCopyAtom: Make = ([op, type, bits]) => {
  const elementBits = type instanceof TypeValue ? widthOf(type) : null;
  if (!(type instanceof TypeValue) || elementBits === null)
    return unsupported('the element type is not known');
  const element = { name: type.name, bits: elementBits };
  const family = op instanceof TypeValue ? SINGLE_THREAD[op.name] : undefined;
  if (family === undefined && !(op instanceof CopyOperation)) return notKnown('copy operation');
  const operation = op instanceof CopyOperation ? op : singleThreadOfWidth(family!, bits);
  if (operation === null) return unsupported('a copy of this width');
  return settleOutcome(
    () => (isFailure(operation) ? operation : copyAtom(operation, element)),
    (atom) => atom,
  ) as Value;
};

/** Without a width, which only `cp.async` insists on, the atom is of one element, and the compiler vectorises. */
function singleThreadOfWidth(family: string, bits: Value | undefined): Outcome<CopyOperation> | null {
  if (bits === undefined || bits === 0)
    return family === 'UniversalCopy' ? copyOperation('AutoVectorizingCopy') : null;
  if (typeof bits !== 'number') return null;
  return copyOperation({ path: family, args: [{ path: `uint${bits}_t`, args: [], bits }] });
}

const layoutOf = (v: Value | undefined): Layout | null => {
  if (v instanceof Layout) return v;
  if (v === undefined || !isIntTuple(v as AlgebraValue)) return null;
  const layout = makeLayoutLeft(v as Shape);
  return isFailure(layout) ? null : layout;
};

const tilerOf = (v: Value | undefined): Tiler | null | undefined =>
  v === undefined || v instanceof Underscore ? undefined : asTiler(v);

/** `make_tiled_mma(op_or_atom, atom_layout_mnk=(1,1,1), permutation_mnk=None)`. */
const makeMma: Make = ([atom, threads, permutation]) => {
  const layout = threads === undefined ? undefined : layoutOf(threads);
  const tiler = tilerOf(permutation);
  if (!(atom instanceof MmaAtom)) return unsupported('make_tiled_mma needs an MMA operation or atom');
  if (layout === null || tiler === null)
    return unsupported('make_tiled_mma needs a layout of atoms and a tiler');
  return settleOutcome(
    () => makeTiledMma(atom, layout, tiler),
    (mma) => mma,
  ) as Value;
};

const makeAtom: Make = ([op]) =>
  op instanceof MmaAtom ? op : unsupported('make_mma_atom needs an MMA operation');

const made = (outcome: Parameters<typeof settleOutcome>[0]): Value =>
  settleOutcome(outcome, (v) => v as Value) as Value;

const makeCopyTv: Make = ([atom, threads, values]) => {
  const refused = shapeForLayout('make_tiled_copy_tv', [threads, values]);
  if (refused !== null) return refused;
  if (!(atom instanceof CopyAtom) || !(threads instanceof Layout) || !(values instanceof Layout)) {
    return unsupported('make_tiled_copy_tv needs a copy atom and two layouts');
  }
  return made(() => makeTiledCopy(atom, threads, values));
};

const makeCopy: Make = ([atom, layoutTv, tile]) => {
  const tiler = tilerOf(tile);
  if (!(atom instanceof CopyAtom) || !(layoutTv instanceof Layout) || !tiler) {
    return unsupported('make_tiled_copy needs a copy atom, a layout and a tiler');
  }
  return made(() => makeTiledCopyImpl(atom, layoutTv, tiler));
};

const makeCotiled: Make = ([atom, addresses, data]) => {
  if (!(atom instanceof CopyAtom) || !(addresses instanceof Layout) || !(data instanceof Layout)) {
    return unsupported('make_cotiled_copy needs a copy atom and two layouts');
  }
  return made(() => makeCotiledCopy(atom, addresses, data));
};

const copyFor =
  (operand: Operand): Make =>
  ([atom, mma]) =>
    atom instanceof CopyAtom && mma instanceof TiledMma
      ? made(() => makeTiledCopyFor(operand, atom, mma))
      : unsupported(`make_tiled_copy_${operand} needs a copy atom and a tiled MMA`);

const copyLike =
  (side: 'S' | 'D'): Make =>
  ([atom, copy]) =>
    atom instanceof CopyAtom && copy instanceof TiledCopy
      ? made(() => makeTiledCopyLike(side, atom, copy))
      : unsupported(`make_tiled_copy_${side} needs a copy atom and a tiled copy`);

const copyCAtom: Make = ([atom, mma]) =>
  atom instanceof CopyAtom && mma instanceof TiledMma
    ? made(() => makeTiledCopyCAtom(atom, mma))
    : unsupported('make_tiled_copy_C_atom needs a copy atom and a tiled MMA');

const SIGNATURES: readonly (readonly [string, string, Make])[] = [
  ['', 'make_tiled_mma(op_or_atom, atom_layout_mnk?, permutation_mnk?)', makeMma],
  ['', 'make_mma_atom(op)', makeAtom],
  // How memory orders and keeps what is copied changes no layout.
  [
    '',
    'make_copy_atom(op, copy_internal_type, *, num_bits_per_copy?, memory_order?, memory_scope?, l2_prefetch_size?, l1c_evict_priority?, load_cache_mode?, store_cache_mode?, shared_space?, invariant?)',
    makeCopyAtom,
  ],
  ['', 'make_tiled_copy(atom, layout_tv, tiler_mn)', makeCopy],
  ['', 'make_tiled_copy_tv(atom, thr_layout, val_layout)', makeCopyTv],
  ['', 'make_cotiled_copy(atom, atom_layout_tv, data_layout)', makeCotiled],
  ['', 'make_tiled_copy_A(atom, tiled_mma)', copyFor('A')],
  ['', 'make_tiled_copy_B(atom, tiled_mma)', copyFor('B')],
  ['', 'make_tiled_copy_C(atom, tiled_mma)', copyFor('C')],
  ['', 'make_tiled_copy_C_atom(atom, mma)', copyCAtom],
  ['', 'make_tiled_copy_S(atom, tiled_copy)', copyLike('S')],
  ['', 'make_tiled_copy_D(atom, tiled_copy)', copyLike('D')],
  ['nvgpu.', 'MmaUniversalOp(abacc_dtype)', universalMma],
  ...['CopyUniversalOp', 'CopyG2ROp', 'CopyR2GOp', 'CopyS2ROp', 'CopyR2SOp'].map(
    (name) => ['nvgpu.', `${name}()`, singleThread(name)] as const,
  ),
  ['nvgpu.cpasync.', 'CopyG2SOp(cache_mode?)', globalToShared],
  ['nvgpu.warp.', 'MmaF16BF16Op(ab_dtype, acc_dtype, shape_mnk)', ofHalves(warpMma)],
  [
    'nvgpu.warp.',
    'LdMatrix8x8x16bOp(transpose?, num_matrices?)',
    matrixCopy('SM75_U32x#_LDSM_N', 'SM75_U16x#_LDSM_T'),
  ],
  [
    'nvgpu.warp.',
    'StMatrix8x8x16bOp(transpose?, num_matrices?)',
    matrixCopy('SM90_U32x#_STSM_N', 'SM90_U16x#_STSM_T'),
  ],
  [
    'nvgpu.warpgroup.',
    'MmaF16BF16Op(ab_dtype, acc_dtype, instruction_shape, a_src, a_major_mode, b_major_mode)',
    ofHalves(warpgroupMma),
  ],
];

const FUNCTIONS: ReadonlyMap<string, Builtin> = new Map([
  ...SIGNATURES.map(([module, text, make]) => named(`${module}`, text, make)),
  ...[NVGPU_OPERATIONS, TMA_OPERATIONS].flatMap((modules) =>
    Object.entries(modules).flatMap(([module, table]) =>
      table.map(([text, run]) => named(module === '' ? 'nvgpu.' : `nvgpu.${module}.`, text, run)),
    ),
  ),
]);

function named(module: string, text: string, run: DslFunction | Make): readonly [string, Builtin] {
  return [`${module}${signature(text).name}`, known(text, run)];
}

/** The path behind `cutlass.cute`, or null for other modules. */
function behindCute(path: readonly string[]): string | null {
  const at = path[0] === 'cutlass' && path[1] === 'cute' ? 2 : path[0] === 'cute' ? 1 : null;
  if (at === null) return null;
  const rest = path.slice(at);
  if (rest[0] === 'nvgpu')
    return rest.filter((part, i) => i === rest.length - 1 || !INNER.has(part)).join('.');
  return (rest.length > 1 && rest[0] === 'atom' ? rest.slice(1) : rest).join('.');
}

/** Modules inside those of `cute.nvgpu`, whose names they also have themselves. */
const INNER = new Set(['copy', 'mma', 'helpers', 'common']);

const enumerator = (path: readonly string[]): string | undefined =>
  path[0] === 'cutlass' || path[0] === 'cute' ? enumeratorOf(path.join('.')) : undefined;

/** Layouts and tensors of Triton have members of their own. */
const isAtom = (v: Value): v is Exclude<HardwareValue, TritonValue> =>
  isHardwareValue(v) && !isTritonValue(v);

/** The rules of Python with the atoms' names added; what the rules know themselves stays as it is. */
export const withPythonAtoms = (rules: Library): Library => ({
  ...rules,
  value: (path) => rules.value(path) ?? enumerator(path),
  builtin: (path) => FUNCTIONS.get(behindCute(path) ?? '') ?? rules.builtin(path),
  member: (object, name) => (isAtom(object) ? pythonAtomMember(object, name) : rules.member(object, name)),
  method: (object, name) => (isAtom(object) ? pythonAtomMethod(object, name) : rules.method(object, name)),
  acceptsUnknown: (name) => name === 'get_slice' || rules.acceptsUnknown(name),
});
