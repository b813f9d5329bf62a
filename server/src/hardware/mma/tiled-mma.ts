// Tilings of an MMA atom over threads and values (C++ CuTe's TiledMMA and ThrMMA).

import {
  compositionAny,
  innermostLayout,
  logicalDivideAny,
  rankOfAny,
  zippedDivideAny,
} from '../../algebra/composed/composed.ts';
import { sliceAny } from '../../algebra/composed/slice.ts';
import { type Outcome, refuse } from '../../algebra/integer/failure.ts';
import type { Int } from '../../algebra/integer/integer.ts';
import { multiply } from '../../algebra/integer/operations.ts';
import { type Coordinate, getFlatCoord } from '../../algebra/layout/evaluate.ts';
import {
  type AnyLayout,
  Layout,
  type Shape,
  type Tiler,
  UNDERSCORE,
  Underscore,
} from '../../algebra/layout/layout.ts';
import { sizeOrThrow } from '../../algebra/layout/measure.ts';
import { modeOf } from '../../algebra/operation/coalesce.ts';
import { complementOrThrow } from '../../algebra/operation/complement.ts';
import { composeOrThrow } from '../../algebra/operation/composition.ts';
import { rightInverseOrThrow } from '../../algebra/operation/inverse.ts';
import { concatenate, makeLayoutLeft } from '../../algebra/operation/make.ts';
import { append } from '../../algebra/operation/modes.ts';
import { tiledProduct } from '../../algebra/operation/product.ts';
import { orThrow, outcomeOf, type Partition, repeatedUnderscore, sliceTensor } from '../atom/partition.ts';
import type { MmaAtom, Operand } from './mma-atom.ts';

/** Modes of (M,N,K) that an operand's two modes are. */
const MODES: Readonly<Record<Operand, readonly [number, number]>> = { A: [0, 2], B: [1, 2], C: [0, 1] };

/** A tiling of an atom (`TiledMMA<Atom, AtomLayoutMNK, PermutationMNK>`). */
export class TiledMma {
  readonly atom: MmaAtom;
  /** (m,n,k) of the atoms → index of the atom. */
  readonly atomLayoutMnk: Layout;
  /** The tilers that reorder M, N and K before the atoms are laid over them; `_` for none. */
  readonly permutations: readonly [Tiler, Tiler, Tiler];
  /** (thread of the atom, m, n, k) → thread index. */
  readonly thrLayoutVmnk: Layout;
  constructor(
    atom: MmaAtom,
    atomLayoutMnk: Layout,
    permutations: readonly [Tiler, Tiler, Tiler],
    thrLayoutVmnk: Layout,
  ) {
    this.atom = atom;
    this.atomLayoutMnk = atomLayoutMnk;
    this.permutations = permutations;
    this.thrLayoutVmnk = thrLayoutVmnk;
  }
}

/** One thread of a tiling (`ThrMMA`). */
export class ThrMma {
  readonly tiled: TiledMma;
  readonly thread: Int;
  /** (thread of the atom, m, n, k). */
  readonly vmnk: readonly Int[];
  constructor(tiled: TiledMma, thread: Int, vmnk: readonly Int[]) {
    this.tiled = tiled;
    this.thread = thread;
    this.vmnk = vmnk;
  }
}

const ONE_ATOM = new Layout([1, 1, 1], [0, 0, 0]);

const isTilerTuple = (tiler: Tiler): tiler is readonly Tiler[] => Array.isArray(tiler);

/**
 * `make_tiled_mma(atom, thread layout, permutations)`. The thread layout is (m,n,k) of the atoms → index of
 * the atom, default `(1,1,1)`; the permutations are tilers for M, N and K, default `(_,_,_)`.
 */
export function makeTiledMma(
  atom: MmaAtom,
  threadLayout: Layout = ONE_ATOM,
  permutations: Tiler = [UNDERSCORE, UNDERSCORE, UNDERSCORE],
): Outcome<TiledMma> {
  return outcomeOf(() => {
    if (rankOfAny(threadLayout) > 3) {
      refuse('rank-mismatch', 'the thread layout of a TiledMMA has the modes M, N and K', {
        cute: 'TiledMMA requires rank-3 AtomLayoutMNK',
      });
    }
    const atoms = orThrow(append(threadLayout, new Layout(1, 0), 3));
    const tilers = isTilerTuple(permutations) ? [...permutations] : [permutations];
    while (tilers.length < 3) tilers.push(UNDERSCORE);
    if (tilers.length > 3) {
      refuse('rank-mismatch', 'the permutation of a TiledMMA has the modes M, N and K', {
        cute: 'TiledMMA requires rank-3 PermutationMNK',
      });
    }
    const vmnk = orThrow(tiledProduct(atom.thrId, atoms));
    return new TiledMma(atom, atoms, tilers as unknown as readonly [Tiler, Tiler, Tiler], vmnk);
  });
}

const threadModes = (mma: TiledMma, i: number): Int => sizeOrThrow(modeOf(mma.thrLayoutVmnk, i));

/** The extent of M, N or K that the atoms of all threads cover together. */
export const atomTileMnk = (mma: TiledMma, i: 0 | 1 | 2): Int =>
  multiply(mma.atom.shapeMnk[i], threadModes(mma, i + 1));

/** `permutation_mnk<i>`: the tiler of M, N or K; where none is given what the atoms cover. */
export function permutationOf(mma: TiledMma, i: 0 | 1 | 2): Tiler {
  const tiler = mma.permutations[i];
  return tiler instanceof Underscore ? atomTileMnk(mma, i) : tiler;
}

function sizeOfTiler(tiler: Tiler): Int {
  if (tiler instanceof Layout) return sizeOrThrow(tiler);
  if (tiler instanceof Underscore) return refuse('wrong-kind', '_ has no size');
  return isTilerTuple(tiler) ? tiler.map(sizeOfTiler).reduce((a, b) => multiply(a, b)) : (tiler as Int);
}

/** `tile_size_mnk<i>`: the extent of M, N or K that all threads work on together. */
export const tileSizeMnk = (mma: TiledMma, i: 0 | 1 | 2): Int => sizeOfTiler(permutationOf(mma, i));

/** `tile_shape(mma)`. */
export const tileShapeMnk = (mma: TiledMma): readonly [Int, Int, Int] => [
  tileSizeMnk(mma, 0),
  tileSizeMnk(mma, 1),
  tileSizeMnk(mma, 2),
];

/** `size(mma)`: how many threads work together. */
export const mmaThreads = (mma: TiledMma): Outcome<Int> => outcomeOf(() => sizeOrThrow(mma.thrLayoutVmnk));

const linear = (n: Int): Layout => new Layout(n, n === 1 ? 0 : 1);

function thrfrgOrThrow(mma: TiledMma, operand: Operand, layout: AnyLayout): AnyLayout {
  if (rankOfAny(layout) < 2) {
    refuse('rank-mismatch', `operand ${operand} of an MMA has two modes or more`, { cute: 'Static Assert' });
  }
  const [i, j] = MODES[operand] as readonly [0 | 1 | 2, 0 | 1 | 2];
  const permuted = orThrow(logicalDivideAny(layout, [permutationOf(mma, i), permutationOf(mma, j)]));
  const atomTile = [linear(mma.atom.shapeMnk[i]), linear(mma.atom.shapeMnk[j])];
  const atoms = orThrow(zippedDivideAny(permuted, atomTile));
  const threadValues = orThrow(compositionAny(atoms, [mma.atom.layouts[operand], UNDERSCORE]));
  const threadTile: Tiler = [UNDERSCORE, [linear(threadModes(mma, i + 1)), linear(threadModes(mma, j + 1))]];
  return orThrow(zippedDivideAny(threadValues, threadTile));
}

/**
 * `thrfrg_A`, `thrfrg_B`, `thrfrg_C`: a layout (M,K,…), (N,K,…) or (M,N,…) as
 * ((ThrV,(ThrX,ThrY)),(FrgV,(RestX,RestY,…))).
 */
export const thrfrg = (mma: TiledMma, operand: Operand, layout: AnyLayout): Outcome<AnyLayout> =>
  outcomeOf(() => thrfrgOrThrow(mma, operand, layout));

/** thread index → (ThrV,ThrM,ThrN,ThrK), as a layout over the threads. */
function threadToVmnk(mma: TiledMma): Layout {
  const vmnk = mma.thrLayoutVmnk;
  const threads = new Layout([sizeOrThrow(vmnk), 1], [1, 0]);
  return composeOrThrow(threads, rightInverseOrThrow(concatenate(vmnk, complementOrThrow(vmnk))));
}

/** A layout (M,K,…), (N,K,…) or (M,N,…) as (thread,(FrgV,(RestX,RestY,…))). */
export const mmaThreadValues = (mma: TiledMma, operand: Operand, layout: AnyLayout): Outcome<AnyLayout> =>
  outcomeOf(() => {
    let tv = thrfrgOrThrow(mma, operand, layout);
    if (operand !== 'C') {
      // The threads along the mode that the operand lacks hold the same elements.
      const [strideM, strideN] = operand === 'A' ? [1, 0] : [0, 1];
      const mn = new Layout([threadModes(mma, 1), threadModes(mma, 2)], [strideM!, strideN!]);
      tv = orThrow(compositionAny(tv, [[UNDERSCORE, [mn, UNDERSCORE]], UNDERSCORE]));
    }
    return orThrow(compositionAny(tv, [threadToVmnk(mma), UNDERSCORE]));
  });

/** `get_layoutA_TV`, `get_layoutB_TV`, `get_layoutC_TV`: (thread, value) → element of the tile, column-major. */
export const mmaLayoutTv = (mma: TiledMma, operand: Operand): Outcome<Layout> =>
  outcomeOf(() => {
    const [i, j] = MODES[operand] as readonly [0 | 1 | 2, 0 | 1 | 2];
    const reference = orThrow(makeLayoutLeft([tileSizeMnk(mma, i), tileSizeMnk(mma, j)]));
    return innermostLayout(orThrow(mmaThreadValues(mma, operand, reference)));
  });

/** `get_slice(thread)`, `get_thread_slice(thread)`. */
export const mmaSlice = (mma: TiledMma, thread: Int): Outcome<ThrMma> =>
  outcomeOf(
    () => new ThrMma(mma, thread, orThrow(getFlatCoord(mma.thrLayoutVmnk, thread)) as readonly Int[]),
  );

function partitionOrThrow(mma: TiledMma, operand: Operand, thread: Coordinate, layout: AnyLayout): Partition {
  const tv = thrfrgOrThrow(mma, operand, layout);
  const restRank = rankOfAny(modeOf(modeOf(innermostLayout(tv), 1), 1));
  return sliceTensor([thread, [UNDERSCORE, repeatedUnderscore(restRank)]], tv);
}

/** `partition_A`, `partition_B`, `partition_C`: (FrgV,RestX,RestY,…) of the thread. */
export const mmaPartition = (thr: ThrMma, operand: Operand, layout: AnyLayout): Outcome<Partition> =>
  outcomeOf(() => {
    const [i, j] = MODES[operand];
    const thread: Coordinate = [thr.vmnk[0]!, [thr.vmnk[i + 1]!, thr.vmnk[j + 1]!]];
    return partitionOrThrow(thr.tiled, operand, thread, layout);
  });

/** `partition_shape_A(mma, shape)` and its kin: the shape of every thread's part of a tensor of that shape. */
export const partitionShape = (mma: TiledMma, operand: Operand, shape: Shape): Outcome<Shape> =>
  outcomeOf(() => {
    const tv = thrfrgOrThrow(mma, operand, orThrow(makeLayoutLeft(shape)));
    const rank = Array.isArray(shape) ? shape.length : 1;
    return innermostLayout(orThrow(sliceAny([0, [UNDERSCORE, repeatedUnderscore(rank)]], tv))).shape;
  });
