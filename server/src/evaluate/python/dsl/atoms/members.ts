// Attributes and methods of the atoms and tilings of CuTe DSL.

import { type Failure, isFailure, type Outcome, Violation } from '../../../../algebra/integer/failure.ts';
import {
  type AnyLayout,
  ComposedLayout,
  Layout,
  SmemPtrFlag,
  Swizzle,
  type Tiler,
} from '../../../../algebra/layout/layout.ts';
import { sizeOrThrow } from '../../../../algebra/layout/measure.ts';
import { CopyAtom } from '../../../../hardware/copy/copy-atom.ts';
import { copyLayoutTv, copyThreads, ThrCopy, TiledCopy } from '../../../../hardware/copy/tiled-copy.ts';
import { makeDescriptors } from '../../../../hardware/mma/fragment.ts';
import { MmaAtom, type Operand } from '../../../../hardware/mma/mma-atom.ts';
import { mmaLayoutTv, ThrMma, TiledMma, tileSizeMnk } from '../../../../hardware/mma/tiled-mma.ts';
import type { HardwareValue } from '../../../../hardware/value.ts';
import { atomFunction } from '../../../cute/atoms/functions.ts';
import { atomMethod, fragmentTensor } from '../../../cute/atoms/methods.ts';
import { elementTypeValue, settleOutcome, unsupported } from '../../../cute/atoms/types.ts';
import type { Builtin } from '../../../model/builtin.ts';
import { type Engine, Tensor, type Value } from '../../../model/value.ts';
import { ofRelease } from '../versions.ts';

const layout = (make: () => Outcome<Layout>): Value => settleOutcome(make, (l) => l) as Value;
const operandOf = (name: string): Operand => /_([ABC])/.exec(name)![1] as Operand;

function mmaAttribute(atom: MmaAtom, name: string): Value | undefined {
  if (name === 'shape_mnk') return [...atom.shapeMnk];
  if (name === 'thr_id') return atom.thrId;
  if (name === 'op') return atom;
  const operation = operationAttribute(atom, name);
  if (operation !== undefined) return operation;
  return /^tv_layout_[ABC]$/.test(name) ? atom.layouts[operandOf(name)] : undefined;
}

/** A tiler as the DSL keeps it: `16` is `16:1`. */
function inLayouts(tiler: Tiler): Value {
  if (Array.isArray(tiler)) return (tiler as readonly Tiler[]).map(inLayouts);
  return typeof tiler === 'number' ? new Layout(tiler, tiler === 1 ? 0 : 1) : (tiler as Value);
}

function tiledMmaAttribute(mma: TiledMma, name: string): Value | undefined {
  if (/^tv_layout_[ABC]_tiled$/.test(name)) return layout(() => mmaLayoutTv(mma, operandOf(name)));
  if (name === 'thr_layout_vmnk') return mma.thrLayoutVmnk;
  if (name === 'permutation_mnk') return mma.permutations.map(inLayouts);
  if (name === 'size') return sizeOrThrow(mma.thrLayoutVmnk);
  return mmaAttribute(mma.atom, name);
}

/** What the operation of an MMA was made with. */
function operationAttribute(atom: MmaAtom, name: string): Value | undefined {
  const major = /^([ab])_major_mode$/.exec(name);
  if (major === null) return undefined;
  const home = atom.homes[major[1]!.toUpperCase() as Operand];
  return home.kind === 'descriptor' && home.major !== null ? `OperandMajorMode.${home.major}` : undefined;
}

function copyAttribute(atom: CopyAtom, name: string): Value | undefined {
  if (name === 'thr_id') return atom.operation.thrId;
  if (name === 'layout_src_tv') return atom.src;
  if (name === 'layout_dst_tv') return atom.dst;
  return name === 'value_type' ? elementTypeValue(atom.element) : undefined;
}

function tiledCopyAttribute(copy: TiledCopy, name: string): Value | undefined {
  if (name === 'layout_tv_tiled') return copy.layoutTv;
  if (name === 'layout_src_tv_tiled') return layout(() => copyLayoutTv(copy, 'S'));
  if (name === 'layout_dst_tv_tiled') return layout(() => copyLayoutTv(copy, 'D'));
  if (name === 'tiler_mn') return inLayouts(copy.tiler);
  if (name === 'size') {
    return settleOutcome(
      () => copyThreads(copy),
      (n) => n,
    ) as Value;
  }
  return copyAttribute(copy.atom, name);
}

/** An attribute of an atom or a tiling; undefined when it has none of that name. */
export function pythonAtomMember(object: HardwareValue, name: string): Value | Failure | undefined {
  const value = object instanceof ThrMma || object instanceof ThrCopy ? object.tiled : object;
  if (object instanceof ThrMma || object instanceof ThrCopy) {
    if (name === 'thr_idx') return object.thread;
  }
  if (value instanceof TiledMma) return tiledMmaAttribute(value, name);
  if (value instanceof TiledCopy) return tiledCopyAttribute(value, name);
  if (value instanceof MmaAtom) return mmaAttribute(value, name);
  return value instanceof CopyAtom ? copyAttribute(value, name) : undefined;
}

/** The DSL's names of the element types that atoms name as C++ does. */
const DSL_TYPES: Readonly<Record<string, string>> = {
  half_t: 'Float16',
  bfloat16_t: 'BFloat16',
  float: 'Float32',
};

const inDslTerms = (v: Value | Failure): Value | Failure => {
  if (!(v instanceof Tensor) || v.engine.element === null) return v;
  const element = DSL_TYPES[v.engine.element] ?? v.engine.element;
  return new Tensor({ ...v.engine, element }, v.layout);
};

const SAME_METHODS = /^(?:get_slice|partition_[ABCSD]|retile)$/;
const FRAGMENT = /^make_fragment_([ABC])$/;
const PARTITION_SHAPE = /^partition_shape_[ABC]$/;

/** The layout as C++ writes it, behind the swizzle of the pointer; null where the pointer's is not known. */
function behindSwizzle({ space, swizzle }: Engine, plain: Layout, bits: number): AnyLayout | null {
  if (space !== 'smem' || swizzle === null) return null;
  return swizzle === undefined ? plain : new ComposedLayout(swizzle, new SmemPtrFlag(bits), plain);
}

/** `make_fragment_A` of a tensor in shared memory; the release writes what C++ does (IR dumps of its kernels). */
function descriptorsOf(atom: MmaAtom, operand: Operand, of: Value | undefined): Value | Failure {
  if (!(of instanceof Tensor)) return unsupported('descriptors of what is no tensor');
  const { layout, engine } = of;
  const isSwizzled =
    layout instanceof ComposedLayout && layout.outer instanceof Swizzle && layout.offset === 0;
  const plain = isSwizzled ? layout.inner : layout;
  const held = atom.types[operand].bits;
  const bits = engine.bits ?? held;
  if (isSwizzled && engine.space === 'smem')
    return new Violation(
      'inadmissible',
      `make_fragment_${operand} takes the swizzle from the pointer: the tensor's own layout has to be the one without it`,
    );
  if (!(plain instanceof Layout) || bits === null || bits !== held)
    return unsupported('descriptors of this tensor');
  const made = settleOutcome(
    () => makeDescriptors(atom, operand, plain, bits, behindSwizzle(engine, plain, bits)),
    fragmentTensor,
  );
  if (made instanceof Violation && made.code === 'inadmissible') return made;
  return isFailure(made) ? unsupported('descriptors of this tensor') : ofRelease(made);
}

/** A method of an atom or a tiling; undefined when it has none of that name. */
export function pythonAtomMethod(object: HardwareValue, name: string): Builtin | undefined {
  const tiled = object instanceof ThrMma || object instanceof ThrCopy ? object.tiled : object;
  if (SAME_METHODS.test(name)) return atomMethod(object, name);
  if (PARTITION_SHAPE.test(name) && tiled instanceof TiledMma) {
    const shape = atomFunction([name], undefined);
    return shape && ((call) => shape({ ...call, args: [tiled, ...call.args] }));
  }
  if (name === 'get_tile_size' && tiled instanceof TiledMma) {
    return ({ args }) => {
      const i = args[0];
      return i === 0 || i === 1 || i === 2 ? tileSizeMnk(tiled, i) : unsupported('a mode is 0, 1 or 2');
    };
  }
  const fragment = FRAGMENT.exec(name);
  const atom = tiled instanceof TiledMma ? tiled.atom : tiled;
  if (fragment === null || !(atom instanceof MmaAtom)) return undefined;
  const operand = fragment[1] as Operand;
  if (atom.homes[operand].kind === 'descriptor') return ({ args }) => descriptorsOf(atom, operand, args[0]);
  const make = atomMethod(tiled, name);
  return make && ((call) => inDslTerms(make(call)));
}
