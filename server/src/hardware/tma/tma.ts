// TMA copies: atoms whose size and coordinates come from the tensors they are made for (C++ CuTe's
// make_tma_atom, make_tma_copy and their kin).

import { innermostLayout, swizzlePortion } from '../../algebra/composed/composed.ts';
import { sliceAny } from '../../algebra/composed/slice.ts';
import { requireStatic } from '../../algebra/integer/comparison.ts';
import { type Outcome, refuse } from '../../algebra/integer/failure.ts';
import type { Int } from '../../algebra/integer/integer.ts';
import { divide } from '../../algebra/integer/operations.ts';
import { compactColMajor } from '../../algebra/layout/compact.ts';
import {
  type AnyLayout,
  Layout,
  type Shape,
  type Strides,
  type Swizzle,
  type Tiler,
  UNDERSCORE,
} from '../../algebra/layout/layout.ts';
import { coprofileOrThrow, cosizeOrThrow, rank, sizeOrThrow } from '../../algebra/layout/measure.ts';
import { coalesceOrThrow } from '../../algebra/operation/coalesce.ts';
import { composeOrThrow, composition } from '../../algebra/operation/composition.ts';
import { rightInverseOrThrow } from '../../algebra/operation/inverse.ts';
import { concatenate, makeIdentityLayout, makeLayoutLeft } from '../../algebra/operation/make.ts';
import { tileToShape } from '../../algebra/operation/product.ts';
import type { HTuple } from '../../algebra/tuple/htuple.ts';
import { productEach } from '../../algebra/tuple/int-tuple.ts';
import { modeAt, sameProfile } from '../../algebra/tuple/operations.ts';
import type { ElementType } from '../atom/element-type.ts';
import { orThrow, outcomeOf, repeatedUnderscore } from '../atom/partition.ts';
import { type CopyAtom, CopyOperation, copyAtom } from '../copy/copy-atom.ts';
import { makeTiledCopyImpl, type TiledCopy } from '../copy/tiled-copy.ts';
import type { Operand } from '../mma/mma-atom.ts';
import { type TiledMma, thrfrg } from '../mma/tiled-mma.ts';
import { boxSize, type GlobalTensor, requireBoxFits, tmaBox, tmaStrides } from './box.ts';

/** A TMA operation by its name, before it is made for tensors: `SM90_TMA_LOAD`. */
export class TmaInstruction {
  readonly name: string;
  readonly arch: string;
  /** CTAs that issue it together. */
  readonly ctas: 1 | 2;
  readonly multicast: boolean;
  constructor(name: string, arch: string, ctas: 1 | 2, multicast: boolean) {
    this.name = name;
    this.arch = arch;
    this.ctas = ctas;
    this.multicast = multicast;
  }
}

const INSTRUCTION = /^(SM90|SM100)_TMA_(2SM_)?(LOAD|STORE|REDUCE_ADD)(_MULTICAST)?$/;

/** The TMA operation of a name; null for im2col, gather and other special ones. */
export function tmaInstruction(name: string): TmaInstruction | null {
  const parts = INSTRUCTION.exec(name);
  if (parts === null) return null;
  const [, arch, pair, kind, multicast] = parts;
  // The instructions of two CTAs are SM100's loads; all others are SM90's.
  if ((pair !== undefined) !== (arch === 'SM100') || (kind !== 'LOAD' && (pair ?? multicast) !== undefined))
    return null;
  return new TmaInstruction(name, arch!, pair === undefined ? 1 : 2, multicast !== undefined);
}

/** The operation of a TMA atom: it knows the box it moves and the strides of its coordinates. */
export class TmaOperation extends CopyOperation {
  readonly instruction: TmaInstruction;
  /** Element of the box → mode of the global tensor. */
  readonly box: Layout;
  /** Mode of the global tensor → direction of the box, congruent with the tensor's shape. */
  readonly strides: Strides;
  readonly swizzle: Swizzle;
  /** How many CTAs share the tile, each of which loads a part of it for all; null: that is not known. */
  readonly sharedBy: Int | null;
  constructor(
    instruction: TmaInstruction,
    bits: number,
    { box, strides, swizzle, sharedBy }: Pick<TmaOperation, 'box' | 'strides' | 'swizzle' | 'sharedBy'>,
  ) {
    const values = new Layout([instruction.ctas, bits], [instruction.ctas === 1 ? 0 : bits, 1]);
    const thrId = instruction.ctas === 1 ? new Layout(1, 0) : new Layout(2, 1);
    super({ name: instruction.name, arch: instruction.arch, thrId, src: values, dst: values, ref: values });
    this.instruction = instruction;
    this.box = box;
    this.strides = strides;
    this.swizzle = swizzle;
    this.sharedBy = sharedBy;
  }
}

/** What a TMA copy is made of. */
export interface TmaRequest {
  readonly instruction: TmaInstruction;
  /** The global tensor. */
  readonly layout: Layout;
  readonly element: ElementType;
  /** Width of the elements of which the instruction counts, where it is not the tensor's. */
  readonly internalBits?: number;
  /** The tile in shared memory. */
  readonly slayout: AnyLayout;
  /** How many CTAs share one box, where that is known here. */
  readonly multicast?: Int;
}

function atomOrThrow(request: TmaRequest, valueMap: Layout): CopyAtom {
  const { instruction, layout, element, slayout } = request;
  const internal = request.internalBits ?? element.bits;
  const tensor: GlobalTensor = { layout, bits: element.bits };
  const box = tmaBox(tensor, slayout, valueMap, internal);
  const strides = tmaStrides(tensor, box, internal);
  requireBoxFits(box, request.multicast ?? 1);
  const bits = requireStatic(boxSize(box), 'the size of the box') * internal;
  const swizzle = orThrow(swizzlePortion(slayout));
  const sharedBy = request.multicast ?? null;
  const operation = new TmaOperation(instruction, bits, { box, strides, swizzle, sharedBy });
  return orThrow(copyAtom(operation, element));
}

/** Element of the CTA's tile → coordinate of the global tensor. */
const tileMap = (layout: Layout, tiler: Tiler): Layout =>
  orThrow(composition(makeIdentityLayout(layout.shape), tiler));

/** `make_tma_atom(op, gtensor, slayout, cta_tiler, cluster_size)`; a multicast does not change the layouts. */
export const makeTmaAtom = (request: TmaRequest, ctaTiler: Tiler): Outcome<CopyAtom> =>
  outcomeOf(() => atomOrThrow(request, tileMap(request.layout, ctaTiler)));

/** The tile of a TMA copy by default: that of shared memory, mode by mode. */
export const tmaTileOf = (slayout: AnyLayout): Tiler => [...productEach(innermostLayout(slayout).shape)];

function tiledOrThrow(request: TmaRequest, threads: Layout, valueMap: Layout): TiledCopy {
  const ranks = cosizeOrThrow(threads);
  const atom = atomOrThrow({ ...request, multicast: ranks }, valueMap);
  const values = divide(sizeOrThrow(modeOfRef(atom)), request.element.bits);
  const inverse = rightInverseOrThrow(innermostLayout(request.slayout));
  const one = orThrow(composition(inverse, new Layout(values, values === 1 ? 0 : 1)));
  const layoutV = orThrow(tileToShape(wrapped(one), sizeOrThrow(valueMap)));
  const share = new Layout(ranks, safeDivide(values, ranks));
  const layoutT = composeOrThrow(inverse, composeOrThrow(share, threads));
  return orThrow(makeTiledCopyImpl(atom, concatenate(layoutT, layoutV), [...productEach(valueMap.shape)]));
}

const wrapped = (layout: Layout): Layout => new Layout([layout.shape], [layout.stride]);
const modeOfRef = (atom: CopyAtom): Layout =>
  new Layout(modeAt<Int>(atom.operation.ref.shape, [1]), modeAt(atom.operation.ref.stride, [1]));

function safeDivide(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number' && a % b !== 0) {
    refuse('indivisible', `the ${a} elements of the box are not divided by the ${b} CTAs of the multicast`, {
      dividend: a,
      divisor: b,
      cute: 'Static Assert',
    });
  }
  return divide(a, b);
}

/** `make_tma_copy(op, gtensor, slayout, cta_tiler, cluster_size)`. */
export const makeTmaCopy = (request: TmaRequest, ctaTiler: Tiler, clusterSize: Shape): Outcome<TiledCopy> =>
  outcomeOf(() =>
    tiledOrThrow(request, orThrow(makeLayoutLeft(clusterSize)), tileMap(request.layout, ctaTiler)),
  );

/** Which mode of (M,N,K) an operand lacks. */
const LACKS: Readonly<Record<Operand, number>> = { A: 1, B: 0, C: 2 };
const without = <T>(tuple: readonly T[], i: number): readonly T[] => tuple.filter((_, k) => k !== i);

/** `make_tma_copy_A_sm90|B|C`: the operand's modes of the tile, multicast along the mode that it lacks. */
export const makeTmaCopySm90 = (
  operand: Operand,
  request: TmaRequest,
  ctaTiler: readonly Tiler[],
  clusterSize: Shape,
): Outcome<TiledCopy> =>
  outcomeOf(() => {
    const lacks = LACKS[operand];
    const ctas = operand === 'C' ? 1 : sizeOrThrow(makeMode(clusterSize, lacks));
    const threads = orThrow(makeLayoutLeft(ctas));
    return tiledOrThrow(request, threads, tileMap(request.layout, without(ctaTiler, lacks)));
  });

const makeMode = (shape: Shape, i: number): Layout => orThrow(makeLayoutLeft(modeAt<Int>(shape, [i])));

/** (MMA, MMA_M, MMA_K, …) of one CTA → coordinate of the global tensor. */
function mmaMap(operand: Operand, layout: Layout, mma: TiledMma, tiler: readonly Tiler[]): Layout {
  const tile = tileMap(layout, without(tiler, LACKS[operand]));
  const fragment = innermostLayout(orThrow(thrfrg(mma, operand, tile)));
  const values = new Layout(modeAt<Int>(fragment.shape, [1]), modeAt(fragment.stride, [1]));
  return innermostLayout(orThrow(sliceAny([UNDERSCORE, repeatedUnderscore(rank(tile))], values)));
}

/** `make_tma_atom_A_sm100|B(op, gtensor, slayout, mma_tiler, mma, cluster_shape)`. */
export const makeTmaAtomSm100 = (
  operand: 'A' | 'B',
  request: TmaRequest,
  mmaTiler: readonly Tiler[],
  mma: TiledMma,
): Outcome<CopyAtom> => outcomeOf(() => atomOrThrow(request, mmaMap(operand, request.layout, mma, mmaTiler)));

/** `make_tma_copy_A_sm100|B|C(op, gtensor, slayout, cluster_tiler, mma)`. */
export const makeTmaCopySm100 = (
  operand: Operand,
  request: TmaRequest,
  clusterTiler: readonly Tiler[],
  mma: TiledMma,
): Outcome<TiledCopy> =>
  outcomeOf(() => {
    const map = mmaMap(operand, request.layout, mma, clusterTiler);
    if (operand === 'C') return tiledOrThrow(request, new Layout(1, 0), map);
    const shape = mma.thrLayoutVmnk.shape;
    const along = request.instruction.multicast ? (operand === 'A' ? 2 : 1) : -1;
    const first = [0, 1, 2, 3].map((i) => (i === along ? 1 : 0));
    const threads = coalesceOrThrow(new Layout(shape, compactColMajor(shape, first)));
    return tiledOrThrow(request, threads, map);
  });

/** The coordinate tensor of a TMA atom: its layout and the coordinate where it starts. */
interface TmaTensor {
  readonly layout: Layout;
  readonly origin: HTuple<Int>;
}

/** `tma.get_tma_tensor(shape)`. */
export const tmaTensor = (operation: TmaOperation, shape: Shape): Outcome<TmaTensor> =>
  outcomeOf(() => {
    if (!sameProfile(shape, operation.strides)) {
      refuse('not-congruent', 'the shape does not have the profile of the tensor that the TMA was made for', {
        cute: 'Static Assert',
      });
    }
    const layout = new Layout(shape, operation.strides);
    return { layout, origin: coprofileOrThrow(layout) };
  });
