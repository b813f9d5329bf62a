// Functions that make atoms and tilings or ask about them: make_tiled_mma, make_tiled_copy_A, tile_size, …

import { shapeOf } from '../../../algebra/composed/composed.ts';
import { type Failure, type Outcome, Violation } from '../../../algebra/integer/failure.ts';
import { isIntTuple } from '../../../algebra/layout/kinds.ts';
import { Layout, type Shape } from '../../../algebra/layout/layout.ts';
import type { AlgebraValue } from '../../../algebra/layout/value.ts';
import { CopyAtom } from '../../../hardware/copy/copy-atom.ts';
import {
  copyThreads,
  makeCotiledCopy,
  makeTiledCopy,
  makeTiledCopyCAtom,
  makeTiledCopyFor,
  makeTiledCopyImpl,
  makeTiledCopyLike,
  type Side,
  TiledCopy,
} from '../../../hardware/copy/tiled-copy.ts';
import { partitionFragmentC } from '../../../hardware/mma/fragment.ts';
import { type GmmaRequest, selectGmma } from '../../../hardware/mma/gmma-selector.ts';
import { MmaAtom, mmaAtom, type Operand } from '../../../hardware/mma/mma-atom.ts';
import { makeTiledMma, partitionShape, TiledMma, tileShapeMnk } from '../../../hardware/mma/tiled-mma.ts';
import { shapeViolation } from '../../../hardware/mma/umma-shapes.ts';
import type { HardwareValue } from '../../../hardware/value.ts';
import type { Builtin, BuiltinCall } from '../../model/builtin.ts';
import { Tensor, TypeValue, Unknown, type Value } from '../../model/value.ts';
import { truthOf } from '../../values/arithmetic.ts';
import { isLayout, operate, staticArgument } from '../operations.ts';
import { cutlassFunction } from './cutlass-selectors.ts';
import { fragmentTensor } from './methods.ts';
import { TMA_FUNCTIONS, UMMA_FUNCTIONS } from './tma.ts';
import { TMEM_FUNCTIONS } from './tmem.ts';
import { asTiler, settleOutcome, unsupported } from './types.ts';

const made = (outcome: Outcome<HardwareValue>): Value | Failure =>
  settleOutcome(
    () => outcome,
    (v) => v,
  );

/** An argument that may be an object or, as in `make_tiled_mma(SM80_…{})`, one of an operation's type. */
const argument = (args: readonly Value[], i: number): Value | undefined => {
  const v = args[i];
  return v instanceof TypeValue ? (v.instance ?? v) : v;
};

const makeMma: Builtin = ({ args }) => {
  const atom = argument(args, 0);
  const threads = argument(args, 1);
  const permutations = argument(args, 2);
  if (!(atom instanceof MmaAtom)) return unsupported('make_tiled_mma needs an MMA atom');
  if (Array.isArray(threads))
    return new Violation(
      'wrong-kind',
      'make_tiled_mma takes a layout of atoms, and is given a shape: Layout<Shape<…>>{}',
      { cute: 'logical_product: Too many modes in tiler.' },
    );
  if (threads !== undefined && !(threads instanceof Layout)) {
    return unsupported('make_tiled_mma needs a layout of atoms');
  }
  const tiler = permutations === undefined ? undefined : asTiler(permutations);
  if (tiler === null) return unsupported('the permutation of make_tiled_mma is a tiler');
  return shapeViolation(atom) ?? made(makeTiledMma(atom, threads, tiler));
};

const makeCopy: Builtin = ({ args }) => {
  const atom = argument(args, 0);
  const threads = argument(args, 1);
  const values = argument(args, 2);
  if (!(atom instanceof CopyAtom)) return unsupported('make_tiled_copy needs a Copy_Atom');
  const shape = [threads, values].find((v) => Array.isArray(v));
  if (shape !== undefined)
    return new Violation(
      'wrong-kind',
      'make_tiled_copy takes a layout of threads and one of values, and is given a shape: Layout<Shape<…>>{}',
      { cute: 'no matching function for call to make_tiled_copy' },
    );
  if (!(threads instanceof Layout) || (values !== undefined && !(values instanceof Layout))) {
    return unsupported('make_tiled_copy needs a layout of threads and one of values');
  }
  return made(makeTiledCopy(atom, threads, values));
};

const makeCopyImpl: Builtin = ({ args }) => {
  const [atom, layoutTv] = [argument(args, 0), argument(args, 1)];
  const tiler = asTiler(argument(args, 2) ?? null);
  if (!(atom instanceof CopyAtom) || !(layoutTv instanceof Layout) || tiler === null) {
    return unsupported('make_tiled_copy_impl needs a Copy_Atom, a layout and a tiler');
  }
  return made(makeTiledCopyImpl(atom, layoutTv, tiler));
};

const makeCotiled: Builtin = ({ args }) => {
  const [atom, addresses, data] = [0, 1, 2].map((i) => argument(args, i));
  if (!(atom instanceof CopyAtom) || !(addresses instanceof Layout) || !(data instanceof Layout)) {
    return unsupported('make_cotiled_copy needs a Copy_Atom and two layouts');
  }
  return made(makeCotiledCopy(atom, addresses, data));
};

const copyForMma =
  (make: (atom: CopyAtom, mma: TiledMma) => Outcome<TiledCopy>): Builtin =>
  ({ name, args }) => {
    const [atom, mma] = [argument(args, 0), argument(args, 1)];
    if (!(atom instanceof CopyAtom) || !(mma instanceof TiledMma)) {
      return unsupported(`${name} needs a Copy_Atom and a TiledMMA`);
    }
    return made(make(atom, mma));
  };

const copyLike =
  (side: Side): Builtin =>
  ({ name, args }) => {
    const [atom, copy] = [argument(args, 0), argument(args, 1)];
    if (!(atom instanceof CopyAtom) || !(copy instanceof TiledCopy)) {
      return unsupported(`${name} needs a Copy_Atom and a TiledCopy`);
    }
    return made(makeTiledCopyLike(side, atom, copy));
  };

/** `shape(x)` of a shape, a layout or a tensor. */
function shapeArgument(v: Value | undefined): Shape | null {
  if (v instanceof Tensor) return shapeOf(v.layout);
  if (v !== undefined && isLayout(v)) return shapeOf(v);
  return v !== undefined && isIntTuple(v as AlgebraValue) ? (v as Shape) : null;
}

const shapeOfPartition =
  (operand: Operand): Builtin =>
  ({ name, args }) => {
    const [mma, shape] = [argument(args, 0), shapeArgument(argument(args, 1))];
    if (!(mma instanceof TiledMma) || shape === null)
      return unsupported(`${name} needs a TiledMMA and a shape`);
    return settleOutcome(
      () => partitionShape(mma, operand, shape),
      (s) => s as Value,
    );
  };

const fragmentC: Builtin = ({ args }) => {
  const [mma, shape] = [argument(args, 0), shapeArgument(argument(args, 1))];
  if (!(mma instanceof TiledMma) || shape === null) {
    return unsupported('partition_fragment_C needs a TiledMMA and a shape');
  }
  return settleOutcome(() => partitionFragmentC(mma, shape), fragmentTensor);
};

/** `size<I…>(x)` of a layout, for the modes of a tiling's layout. */
const sizeOfLayout = (call: BuiltinCall, layout: Value): Value | Failure =>
  operate('size', { ...call, name: 'size', args: [layout] });

/** `size(tiling)`, `thr_size(tiling)`: the threads of it, or those of one of their modes. */
function sizeOfTiling(call: BuiltinCall, tiling: Value | undefined): Value | Failure | undefined {
  if (tiling instanceof TiledMma) return sizeOfLayout(call, tiling.thrLayoutVmnk);
  if (tiling instanceof TiledCopy) {
    return settleOutcome(
      () => copyThreads(tiling),
      (n) => n,
    );
  }
  return undefined;
}

const tileSize: Builtin = (call) => {
  const tiling = argument(call.args, 0);
  if (tiling instanceof TiledMma) return operate('size', { ...call, args: [[...tileShapeMnk(tiling)]] });
  if (tiling instanceof TiledCopy) return operate('size', { ...call, args: [tiling.tiler as Value] });
  return unsupported('tile_size of this is not computed');
};

const tileShape: Builtin = ({ args }) => {
  const mma = argument(args, 0);
  return mma instanceof TiledMma ? [...tileShapeMnk(mma)] : unsupported('tile_shape needs a TiledMMA');
};

const threadSize: Builtin = (call) =>
  sizeOfTiling(call, argument(call.args, 0)) ?? unsupported('thr_size needs a tiling');

const major = (v: Value | undefined): 'K' | 'MN' | null =>
  v === undefined || v === 'Major::K' ? 'K' : v === 'Major::MN' ? 'MN' : null;

const selector =
  (source: GmmaRequest['source']): Builtin =>
  ({ name, template }) => {
    const [a, b, c, tile] = template;
    const extents = tile instanceof TypeValue ? tile.instance : tile;
    const [majorA, majorB] = [major(template[4]), major(template[5])];
    const isTypes = a instanceof TypeValue && b instanceof TypeValue && c instanceof TypeValue;
    if (!isTypes || !Array.isArray(extents) || majorA === null || majorB === null) {
      return unsupported(`${name} needs three types and a tile`);
    }
    if (extents.length !== 3 || !extents.every((n) => typeof n === 'number')) {
      return new Unknown('template-parameter', 'the tile depends on a template parameter');
    }
    const tileMnk = extents as unknown as readonly [number, number, number];
    return made(selectGmma({ source, a: a.name, b: b.name, c: c.name, tileMnk, majorA, majorB }));
  };

/** `rr_op_selector_sm120<A, B, C>()`: the warp-level MMA of 8-bit and narrower types. */
const warpSelector: Builtin = ({ name, template }) => {
  const [a, b, c] = template;
  return a instanceof TypeValue && b instanceof TypeValue && c instanceof TypeValue
    ? made(mmaAtom(`SM120_16x8x32_TN<${a.name},${b.name},${c.name}>`))
    : unsupported(`${name} needs three types`);
};

/** `rr_blockscaled_op_selector_sm120<A, B, C, SF, VS, UseF8F6F4>()` */
const blockScaledSelector: Builtin = ({ name, template }) => {
  const types = template.slice(0, 4);
  const vector = template[4] === undefined ? null : staticArgument(template[4]);
  const isWide = template[5] === undefined ? undefined : truthOf(template[5]);
  if (!types.every((t) => t instanceof TypeValue) || typeof vector !== 'number' || isWide === undefined)
    return unsupported(`${name} needs four types, the size of a vector and a choice`);
  const names = types.map((t) => t.name).join(',');
  return made(mmaAtom(`SM120::BLOCKSCALED::SM120_16x8x${isWide ? 32 : 64}_TN_VS<${names},${vector}>`));
};

const OPERANDS = ['A', 'B', 'C'] as const;

const FUNCTIONS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['make_tiled_mma', makeMma],
  ['make_tiled_copy', makeCopy],
  ['make_tiled_copy_impl', makeCopyImpl],
  ['make_cotiled_copy', makeCotiled],
  ['make_tiled_copy_C_atom', copyForMma(makeTiledCopyCAtom)],
  ['make_tiled_copy_S', copyLike('S')],
  ['make_tiled_copy_D', copyLike('D')],
  ...OPERANDS.map((o): [string, Builtin] => [
    `make_tiled_copy_${o}`,
    copyForMma((atom, mma) => makeTiledCopyFor(o, atom, mma)),
  ]),
  ...OPERANDS.map((o): [string, Builtin] => [`partition_shape_${o}`, shapeOfPartition(o)]),
  ['partition_fragment_C', fragmentC],
  ['tile_size', tileSize],
  ['tile_shape', tileShape],
  ['thr_size', threadSize],
  ['rr_op_selector_sm120', warpSelector],
  ['rr_blockscaled_op_selector_sm120', blockScaledSelector],
  ...TMA_FUNCTIONS,
]);

const SELECTORS: ReadonlyMap<string, Builtin> = new Map([
  ['ss_op_selector', selector('SS')],
  ['rs_op_selector', selector('RS')],
]);

/** The function of a name of the library; `other` is what the rules have under it. */
export function atomFunction(path: readonly string[], other: Builtin | undefined): Builtin | undefined {
  const name = path.at(-1) ?? '';
  if (path.at(-2) === 'GMMA') return SELECTORS.get(name) ?? other;
  if (path.at(-2) === 'TMEM') return TMEM_FUNCTIONS.get(name) ?? other;
  if (path.at(-2) === 'UMMA') return UMMA_FUNCTIONS.get(name) ?? other;
  const builder = cutlassFunction(path);
  if (builder !== undefined) return builder;
  if (path.length > 2 || (path.length === 2 && path[0] !== 'cute')) return other;
  if (name === 'size' && other !== undefined) {
    return (call) => sizeOfTiling(call, argument(call.args, 0)) ?? other(call);
  }
  return FUNCTIONS.get(name) ?? other;
}
