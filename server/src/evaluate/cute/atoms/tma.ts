// Functions that make TMA copies and partition by them: make_tma_atom, make_tma_copy_A_sm90, tma_partition, …

import { isFailure, type Outcome, Violation } from '../../../algebra/integer/failure.ts';
import { Dynamic } from '../../../algebra/integer/integer.ts';
import { isIntTuple } from '../../../algebra/layout/kinds.ts';
import { Layout, type Shape, type Tiler } from '../../../algebra/layout/layout.ts';
import { ArithTuple } from '../../../algebra/layout/stride.ts';
import type { AlgebraValue } from '../../../algebra/layout/value.ts';
import type { ElementType } from '../../../hardware/atom/element-type.ts';
import { CopyAtom, CopyOperation, copyAtom } from '../../../hardware/copy/copy-atom.ts';
import { TiledCopy } from '../../../hardware/copy/tiled-copy.ts';
import { makeTmemCopy } from '../../../hardware/copy/tmem-copy.ts';
import type { Operand } from '../../../hardware/mma/mma-atom.ts';
import { TiledMma } from '../../../hardware/mma/tiled-mma.ts';
import { tmaPartition } from '../../../hardware/tma/partition.ts';
import {
  makeTmaAtom,
  makeTmaAtomSm100,
  makeTmaCopy,
  makeTmaCopySm90,
  makeTmaCopySm100,
  TmaInstruction,
  TmaOperation,
  type TmaRequest,
  tmaTensor,
  tmaTileOf,
} from '../../../hardware/tma/tma.ts';
import type { HardwareValue } from '../../../hardware/value.ts';
import type { Builtin, BuiltinCall } from '../../model/builtin.ts';
import { Tensor, TypeValue, Unknown, type Value } from '../../model/value.ts';
import { movedEngine } from '../engine.ts';
import { isLayout, operate } from '../operations.ts';
import { asTiler, settleOutcome, unsupported } from './types.ts';

/** An argument, or what it holds when it is a type whose object is meant. */
const held = (v: Value | undefined): Value | undefined => (v instanceof TypeValue ? (v.instance ?? v) : v);

const made = (outcome: () => Outcome<HardwareValue>): Value => settleOutcome(outcome, (v) => v) as Value;

/** The width of the elements of which the instruction counts: a template argument that is not `void`. */
function internalBits(template: readonly Value[]): number | null | undefined {
  const type = template[0];
  if (type === undefined || (type instanceof TypeValue && type.name === 'void')) return undefined;
  return type instanceof TypeValue ? type.bits : null;
}

/** The operation, the global tensor and the shared-memory layout with which all these functions begin. */
function requestOf(call: BuiltinCall): TmaRequest | Unknown {
  const [instruction, tensor, shared] = [0, 1, 2].map((i) => held(call.args[i]));
  const { name } = call;
  if (!(instruction instanceof TmaInstruction))
    return unsupported(`${name} of this operation is not computed`);
  if (!(tensor instanceof Tensor) || !(tensor.layout instanceof Layout)) {
    return unsupported(`${name} needs a tensor of global memory`);
  }
  const slayout = shared instanceof Tensor ? shared.layout : shared;
  if (slayout === undefined || !isLayout(slayout))
    return unsupported(`${name} needs a layout of shared memory`);
  const { bits, element: elementName } = tensor.engine;
  if (bits === null) {
    return new Unknown('unsupported', 'the element type of the global tensor is not known', [], elementName);
  }
  const internal = internalBits(call.template);
  if (internal === null) return unsupported(`the width of the type that ${name} counts in is not known`);
  const element: ElementType = { name: elementName ?? `uint${bits}_t`, bits };
  return {
    instruction,
    layout: tensor.layout,
    element,
    slayout,
    ...(internal === undefined ? {} : { internalBits: internal }),
  };
}

/** A builtin whose first three arguments are the request; the function gets the further ones. */
const tma =
  (make: (request: TmaRequest, rest: readonly (Value | undefined)[], name: string) => Value): Builtin =>
  (call) => {
    const request = requestOf(call);
    return request instanceof Unknown ? request : make(request, call.args.slice(3).map(held), call.name);
  };

const isShape = (v: Value | undefined): v is Value & Shape =>
  v !== undefined && isIntTuple(v as AlgebraValue);
const tilerOf = (v: Value | undefined): Tiler | null => asTiler(v ?? null);
const modesOf = (v: Value | undefined): readonly Tiler[] | null => {
  const tiler = tilerOf(v);
  return Array.isArray(tiler) ? (tiler as readonly Tiler[]) : null;
};

const makeAtom = tma((request, [tiler, cluster], name) => {
  const tile = tilerOf(tiler);
  if (tile === null) return unsupported(`${name} needs a tile`);
  const multicast = cluster === undefined ? 1 : sizeOf(cluster);
  if (multicast === null) return unsupported(`the cluster of ${name} is a shape`);
  return made(() => makeTmaAtom({ ...request, multicast }, tile));
});

/** The number of CTAs of a cluster. */
function sizeOf(cluster: Value): number | Dynamic | null {
  const n = operate('size', { name: 'size', args: [cluster], keywords: new Map(), template: [] });
  return typeof n === 'number' || n instanceof Dynamic ? n : null;
}

/** `make_tma_copy(op, g, s)`, `(op, g, s, cluster)`, `(op, g, s, tile, cluster)`. */
const makeCopy = tma((request, rest, name) => {
  const [tiler, cluster] = rest.length > 1 ? rest : [undefined, rest[0]];
  const tile = tiler === undefined ? tmaTileOf(request.slayout) : tilerOf(tiler);
  const ctas = cluster ?? 1;
  if (tile === null || !isShape(ctas)) return unsupported(`${name} needs a tile and a cluster`);
  return made(() => makeTmaCopy(request, tile, ctas));
});

const makeCopySm90 = (operand: Operand): Builtin =>
  tma((request, [tiler, cluster], name) => {
    const tile = modesOf(tiler);
    const ctas = cluster ?? (operand === 'C' ? ([1, 1, 1] as const) : undefined);
    if (tile === null || !isShape(ctas)) return unsupported(`${name} needs a tile and a cluster`);
    return made(() => makeTmaCopySm90(operand, request, tile, ctas));
  });

const makeAtomSm100 = (operand: 'A' | 'B'): Builtin =>
  tma((request, [tiler, mma, cluster], name) => {
    const tile = modesOf(tiler);
    if (tile === null || !(mma instanceof TiledMma))
      return unsupported(`${name} needs a tile and a TiledMMA`);
    const along = Array.isArray(cluster) ? (cluster as readonly Value[])[operand === 'A' ? 2 : 1] : undefined;
    const shared = along === undefined ? null : sizeOf(along);
    const multicast = request.instruction.multicast ? shared : 1;
    const known = multicast === null ? request : { ...request, multicast };
    return made(() => makeTmaAtomSm100(operand, known, tile, mma));
  });

const makeCopySm100 = (operand: Operand): Builtin =>
  tma((request, [tiler, mma], name) => {
    const tile = modesOf(tiler);
    if (tile === null || !(mma instanceof TiledMma))
      return unsupported(`${name} needs a tile and a TiledMMA`);
    return made(() => makeTmaCopySm100(operand, request, tile, mma));
  });

const NO_CTA = new Layout(1, 0);

/** `tma_partition(atom, cta_coord, cta_layout, stensor, gtensors…)`, `tma_partition(atom, stensor, gtensor)`. */
const partition: Builtin = ({ args }) => {
  const whole = args[1] instanceof Tensor ? [args[0]!, 0, NO_CTA, ...args.slice(1)] : args;
  const [atom, coord, cta, shared, ...globals] = whole.map((v) => held(v));
  const missing = [atom, cta, shared, ...globals].find((v) => v instanceof Unknown);
  if (missing instanceof Unknown) return missing;
  const copy = atom instanceof TiledCopy ? atom.atom : atom;
  const tensors = globals.filter((g): g is Tensor => g instanceof Tensor);
  const isKnown =
    copy instanceof CopyAtom &&
    cta instanceof Layout &&
    shared instanceof Tensor &&
    tensors.length === globals.length &&
    tensors.length > 0;
  if (!isKnown) return unsupported('tma_partition needs a TMA atom, a layout of CTAs and tensors');
  // Which CTA it is moves the tensors and changes no layout.
  const place = isShape(coord) ? coord : new Dynamic(null);
  const all = [...tensors, shared];
  return settleOutcome(
    () =>
      tmaPartition(
        copy,
        place,
        cta,
        shared.layout,
        tensors.map((t) => t.layout),
      ),
    (parts) => parts.map((part, i) => new Tensor(movedEngine(all[i]!.engine, part.offset), part.layout)),
  );
};

/** `make_tmem_copy(operation or atom, tmem_tensor)`. */
const makeTmem: Builtin = ({ args, name }) => {
  const [copy, tensor] = [held(args[0]), held(args[1])];
  if (!(tensor instanceof Tensor) || tensor.engine.space !== 'tmem' || !(tensor.layout instanceof Layout)) {
    return unsupported(`${name} needs a tensor in tensor memory`);
  }
  const { bits, element } = tensor.engine;
  const { layout } = tensor;
  if (bits === null) return unsupported('the element type of the tensor is not known');
  const atom =
    copy instanceof CopyOperation
      ? copyAtom(copy, { name: element ?? `uint${bits}_t`, bits })
      : copy instanceof CopyAtom
        ? copy
        : unsupported(`${name} needs a copy operation or atom`);
  if (atom instanceof Unknown) return atom;
  const width = atom instanceof CopyAtom ? atom.element.bits : bits;
  if (typeof width === 'number' && width !== bits)
    return new Violation(
      'inadmissible',
      `the atom is made for elements of ${width} bits, and the tensor has ${bits}`,
      { cute: 'Expected a CopyAtom with the same type-width as the Tensor.' },
    );
  return settleOutcome(
    () => (isFailure(atom) ? atom : makeTmemCopy(atom, layout, bits)),
    (v) => v,
  );
};

/** `UMMA::tile_to_mma_shape(atom, ((M,N),MMA_M,MMA_N,…), order)`. */
const tileToMmaShape: Builtin = (call) => {
  const [atom, shape, ...order] = call.args.map((v) => held(v)!);
  const modes = Array.isArray(shape) ? (shape as readonly Value[]) : [];
  const [first, m, n, ...rest] = modes;
  if (
    atom === undefined ||
    !isLayout(atom) ||
    !Array.isArray(first) ||
    first.length !== 2 ||
    n === undefined
  ) {
    return unsupported('tile_to_mma_shape needs a layout atom and the shape of a partition');
  }
  const plain = { ...call, template: [] };
  const [rows, columns] = first as readonly Value[];
  const target: Value = [[rows!, m!], [columns!, n], ...rest];
  const tiled = operate('tile_to_shape', { ...plain, args: [atom, target, ...order] });
  const each = operate('product_each', { ...plain, args: [first as Value] });
  if (isFailure(tiled) || tiled instanceof Unknown) return tiled;
  if (isFailure(each) || each instanceof Unknown) return each;
  return operate('tiled_divide', { ...plain, args: [tiled, each] });
};

/** Integers that only the running kernel knows. */
const runTime: Builtin = () => new Dynamic(null);

export const TMA_FUNCTIONS: readonly (readonly [string, Builtin])[] = [
  ['make_tma_atom', makeAtom],
  ['make_tma_copy', makeCopy],
  ['make_tma_copy_A_sm90', makeCopySm90('A')],
  ['make_tma_copy_B_sm90', makeCopySm90('B')],
  ['make_tma_copy_C_sm90', makeCopySm90('C')],
  ['make_tma_atom_A_sm100', makeAtomSm100('A')],
  ['make_tma_atom_B_sm100', makeAtomSm100('B')],
  ['make_tma_copy_A_sm100', makeCopySm100('A')],
  ['make_tma_copy_B_sm100', makeCopySm100('B')],
  ['make_tma_copy_C_sm100', makeCopySm100('C')],
  ['tma_partition', partition],
  ['create_tma_multicast_mask', runTime],
  ['block_rank_in_cluster', runTime],
  ['elect_one_sync', runTime],
  ['make_tmem_copy', makeTmem],
];

/** Functions of the namespace UMMA. */
export const UMMA_FUNCTIONS: ReadonlyMap<string, Builtin> = new Map([['tile_to_mma_shape', tileToMmaShape]]);

/** `get_tma_tensor(shape)`: the coordinates that the TMA counts in; undefined for other copies. */
export function getTmaTensor(atom: CopyAtom): Builtin | undefined {
  const { operation } = atom;
  if (!(operation instanceof TmaOperation)) return undefined;
  return ({ args }) => {
    const shape = held(args[0]);
    if (!isShape(shape)) return unsupported('get_tma_tensor needs a shape');
    return settleOutcome(
      () => tmaTensor(operation, shape),
      ({ layout, origin }) =>
        new Tensor({ space: 'counting', bits: null, element: null, offset: startOf(origin) }, layout),
    );
  };
}

const startOf = (origin: unknown): ArithTuple | number =>
  Array.isArray(origin) ? new ArithTuple(origin as ArithTuple['entries']) : 0;
