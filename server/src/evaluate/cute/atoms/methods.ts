// Member functions of tilings: slices of a thread, partitions, fragments, retiling.

import { asFailure, type Outcome } from '../../../algebra/integer/failure.ts';
import type { Int } from '../../../algebra/integer/integer.ts';
import { type AnyLayout, ComposedLayout, Layout } from '../../../algebra/layout/layout.ts';
import type { Partition } from '../../../hardware/atom/partition.ts';
import { CopyAtom } from '../../../hardware/copy/copy-atom.ts';
import {
  copyLayoutTv,
  copyPartition,
  copySlice,
  retile,
  type Side,
  ThrCopy,
  TiledCopy,
  tidfrg,
} from '../../../hardware/copy/tiled-copy.ts';
import type { Share } from '../../../hardware/memory/share.ts';
import { type Fragment, makeFragment } from '../../../hardware/mma/fragment.ts';
import { MmaAtom, type Operand } from '../../../hardware/mma/mma-atom.ts';
import {
  mmaLayoutTv,
  mmaPartition,
  mmaSlice,
  permutationOf,
  ThrMma,
  TiledMma,
  thrfrg,
  tileSizeMnk,
} from '../../../hardware/mma/tiled-mma.ts';
import type { Builtin } from '../../model/builtin.ts';
import { Tensor, type Value } from '../../model/value.ts';
import { isInteger } from '../../values/arithmetic.ts';
import { ANY_INDEX, dataLayout, movedEngine } from '../engine.ts';
import { isLayout, staticArgument } from '../operations.ts';
import { inRegisters } from '../tensors.ts';
import { getTmaTensor } from './tma.ts';
import { settleOutcome, unsupported } from './types.ts';

/** What a thread holds does not depend on which it is, only where. */
const threadOf = (args: readonly Value[]): Int => {
  const thread = args[0];
  return thread !== undefined && isInteger(thread) ? thread : ANY_INDEX;
};

const partitioned =
  (
    name: string,
    partition: (layout: AnyLayout) => Outcome<Partition>,
    share: (data: AnyLayout) => Share,
  ): Builtin =>
  ({ args }) => {
    const tensor = args[0];
    if (!(tensor instanceof Tensor)) return unsupported(`${name} takes a tensor`);
    const data = dataLayout(tensor);
    return settleOutcome(
      () => partition(tensor.layout),
      (part) =>
        new Tensor(movedEngine(tensor.engine, part.offset), part.layout, data === null ? null : share(data)),
    );
  };

/** The tensor that a fragment is. */
export function fragmentTensor({ space, layout, element }: Fragment): Tensor {
  if (space === 'descriptor') {
    return new Tensor({ space: 'unknown', bits: 64, element: element.name, offset: null }, layout);
  }
  const of = { bits: element.bits, element: element.name };
  if (space === 'registers') return inRegisters(of, layout);
  return new Tensor({ ...of, space: 'tmem', offset: null }, layout);
}

const fragmentOf =
  (name: string, atom: MmaAtom, operand: Operand): Builtin =>
  ({ args }) => {
    const x = args[0];
    // Accumulators and what lies in tensor memory are also made from a shape.
    const takesShape = operand === 'C' || atom.homes[operand].kind === 'tensor-memory';
    const layout = x instanceof Tensor ? x.layout : takesShape ? shapeLayout(x) : null;
    if (layout === null) return unsupported(`${name} takes a partitioned tensor`);
    const bits = x instanceof Tensor ? x.engine.bits : null;
    return settleOutcome(() => makeFragment(atom, operand, layout, bits), fragmentTensor);
  };

function shapeLayout(x: Value | undefined): AnyLayout | null {
  if (x === undefined) return null;
  if (isLayout(x)) return x;
  // Only the shape counts, so its own integers serve as strides of the same profile.
  return Array.isArray(x) ? new Layout(x as Layout['shape'], x as Layout['stride']) : null;
}

const mmaPartitioned = (name: string, thr: ThrMma, operand: Operand): Builtin =>
  partitioned(
    name,
    (layout) => mmaPartition(thr, operand, layout),
    (data) => ({ data, by: thr.tiled, part: operand, thread: thr.thread }),
  );

/** `partition_fragment_A(tensor)`: the fragment of the partition. */
const partitionFragment =
  (name: string, thr: ThrMma, operand: Operand): Builtin =>
  (call) => {
    const part = mmaPartitioned(name, thr, operand)(call);
    if (!(part instanceof Tensor)) return part;
    return fragmentOf(name, thr.tiled.atom, operand)({ ...call, args: [part] });
  };

const tiledLayout =
  (name: string, tile: (layout: AnyLayout) => Outcome<AnyLayout>): Builtin =>
  ({ args }) => {
    const x = args[0];
    if (x instanceof Tensor)
      return settleOutcome(
        () => tile(x.layout),
        (layout) => new Tensor(x.engine, layout),
      );
    if (x instanceof Layout || x instanceof ComposedLayout)
      return settleOutcome(
        () => tile(x),
        (layout) => layout,
      );
    return unsupported(`${name} takes a tensor or a layout`);
  };

const layoutOf =
  (make: () => Outcome<Layout>): Builtin =>
  () =>
    settleOutcome(make, (layout) => layout);

const modeIndex = (template: readonly Value[]): 0 | 1 | 2 | null => {
  const i = template[0] === undefined ? null : staticArgument(template[0]);
  return i === 0 || i === 1 || i === 2 ? i : null;
};

const byMode =
  (name: string, f: (i: 0 | 1 | 2) => Value): Builtin =>
  ({ template }) => {
    const i = modeIndex(template);
    return i === null
      ? unsupported(`${name} needs a mode: 0, 1 or 2`)
      : settleOutcome<Value>(
          () => outcome(f, i),
          (v) => v,
        );
  };

function outcome(f: (i: 0 | 1 | 2) => Value, i: 0 | 1 | 2): Outcome<Value> {
  try {
    return f(i);
  } catch (e) {
    return asFailure(e);
  }
}

type Methods<T> = (object: T, name: string) => Builtin | undefined;

const OPERAND = /_([ABC])(?:_TV)?$/;
const operandOf = (name: string): Operand => OPERAND.exec(name)![1] as Operand;
const sideOf = (name: string): Side => /_?([SD])(?:_TV)?$/.exec(name)![1] as Side;

const mmaMethods: Methods<TiledMma> = (mma, name) => {
  if (/^make_fragment_[ABC]$/.test(name)) return fragmentOf(name, mma.atom, operandOf(name));
  if (/^thrfrg_[ABC]$/.test(name)) return tiledLayout(name, (layout) => thrfrg(mma, operandOf(name), layout));
  const tv = /^get_layout([ABC])_TV$/.exec(name);
  if (tv !== null) return layoutOf(() => mmaLayoutTv(mma, tv[1] as Operand));
  switch (name) {
    case 'get_slice':
    case 'get_thread_slice':
      return ({ args }) =>
        settleOutcome(
          () => mmaSlice(mma, threadOf(args)),
          (thr) => thr,
        );
    case 'get_thr_layout_vmnk':
      return () => mma.thrLayoutVmnk;
    case 'tile_size_mnk':
      return byMode(name, (i) => tileSizeMnk(mma, i));
    case 'permutation_mnk':
      return byMode(name, (i) => permutationOf(mma, i) as Value);
    case 'with':
      return () => mma;
    default:
      return undefined;
  }
};

const copyMethods: Methods<TiledCopy> = (copy, name) => {
  if (/^tidfrg_[SD]$/.test(name)) return tiledLayout(name, (layout) => tidfrg(copy, sideOf(name), layout));
  if (/^retile(?:_[SD])?$/.test(name)) return tiledLayout(name, (layout) => retile(copy, layout));
  if (/^get_layout[SD]_TV$/.test(name)) return layoutOf(() => copyLayoutTv(copy, sideOf(name)));
  if (name === 'get_slice' || name === 'get_thread_slice')
    return ({ args }) => copySlice(copy, threadOf(args));
  if (name === 'get_tma_tensor') return getTmaTensor(copy.atom);
  return name === 'with' ? () => copy : undefined;
};

const thrMmaMethods: Methods<ThrMma> = (thr, name) => {
  if (/^partition_[ABC]$/.test(name)) {
    return mmaPartitioned(name, thr, operandOf(name));
  }
  if (/^partition_fragment_[ABC]$/.test(name)) return partitionFragment(name, thr, operandOf(name));
  return mmaMethods(thr.tiled, name);
};

const thrCopyMethods: Methods<ThrCopy> = (thr, name) => {
  if (/^partition_[SD]$/.test(name)) {
    return partitioned(
      name,
      (layout) => copyPartition(thr, sideOf(name), layout),
      (data) => ({ data, by: thr.tiled, part: sideOf(name), thread: thr.thread }),
    );
  }
  return copyMethods(thr.tiled, name);
};

/** A member function of an atom or a tiling; undefined when the object is none or has no such function. */
export function atomMethod(object: Value, name: string): Builtin | undefined {
  if (object instanceof ThrMma) return thrMmaMethods(object, name);
  if (object instanceof ThrCopy) return thrCopyMethods(object, name);
  if (object instanceof TiledMma) return mmaMethods(object, name);
  if (object instanceof TiledCopy) return copyMethods(object, name);
  if (object instanceof MmaAtom) {
    if (/^make_fragment_[ABC]$/.test(name)) return fragmentOf(name, object, operandOf(name));
    return name === 'with' ? () => object : undefined;
  }
  if (!(object instanceof CopyAtom)) return undefined;
  if (name === 'get_tma_tensor') return getTmaTensor(object);
  return name === 'with' ? () => object : undefined;
}
