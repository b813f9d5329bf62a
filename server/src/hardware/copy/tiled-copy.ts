// Tilings of a copy atom over threads and values (C++ CuTe's TiledCopy and ThrCopy).

import {
  coalesceAny,
  compositionAny,
  innermostLayout,
  rankOfAny,
  withShapeAny,
  zipAny,
  zippedDivideAny,
} from '../../algebra/composed/composed.ts';
import { sliceAny } from '../../algebra/composed/slice.ts';
import { lessThan, requireStatic, sameValue } from '../../algebra/integer/comparison.ts';
import { type Outcome, refuse } from '../../algebra/integer/failure.ts';
import type { Int } from '../../algebra/integer/integer.ts';
import { intText } from '../../algebra/integer/known.ts';
import { multiply, remainder } from '../../algebra/integer/operations.ts';
import { type AnyLayout, Layout, type Shape, type Tiler, UNDERSCORE } from '../../algebra/layout/layout.ts';
import { sizeOrThrow } from '../../algebra/layout/measure.ts';
import { coalesce, modeOf } from '../../algebra/operation/coalesce.ts';
import { composition } from '../../algebra/operation/composition.ts';
import { zippedDivideOrThrow } from '../../algebra/operation/divide.ts';
import { filterOrThrow } from '../../algebra/operation/filter.ts';
import { leftInverse, rightInverse } from '../../algebra/operation/inverse.ts';
import { concatenate, makeLayoutLeft } from '../../algebra/operation/make.ts';
import { logicalProductOrThrow, rakedProduct } from '../../algebra/operation/product.ts';
import { upcast } from '../../algebra/operation/recast.ts';
import { suppose } from '../../algebra/term/suppositions.ts';
import { productEach } from '../../algebra/tuple/int-tuple.ts';
import {
  orThrow,
  outcomeOf,
  type Partition,
  repeatedUnderscore,
  sliceTensor,
  underscores,
} from '../atom/partition.ts';
import type { Operand } from '../mma/mma-atom.ts';
import { mmaLayoutTv, type TiledMma, tileSizeMnk } from '../mma/tiled-mma.ts';
import type { CopyAtom } from './copy-atom.ts';

/** The source or the destination of a copy. */
export type Side = 'S' | 'D';

/** A tiling of a copy atom (`TiledCopy<Atom, LayoutCopy_TV, Tiler_MN>`). */
export class TiledCopy {
  readonly atom: CopyAtom;
  /** (thread, value) → element of the tile, column-major (`TiledLayout_TV`). */
  readonly layoutTv: Layout;
  /** What the tile takes of the tensor (`Tiler_MN`). */
  readonly tiler: Tiler;
  constructor(atom: CopyAtom, layoutTv: Layout, tiler: Tiler) {
    this.atom = atom;
    this.layoutTv = layoutTv;
    this.tiler = tiler;
  }
}

/** One thread of a tiling (`ThrCopy`). */
export class ThrCopy {
  readonly tiled: TiledCopy;
  readonly thread: Int;
  constructor(tiled: TiledCopy, thread: Int) {
    this.tiled = tiled;
    this.thread = thread;
  }
}

const sizeOfMode = (layout: Layout, i: number): Int => sizeOrThrow(modeOf(layout, i));

/** `make_tiled_copy_impl(atom, layout_tv, tiler)`, also the constructor of `TiledCopy<…>` itself. */
export const makeTiledCopyImpl = (atom: CopyAtom, layoutTv: Layout, tiler: Tiler): Outcome<TiledCopy> =>
  outcomeOf(() => {
    for (const [i, what, cute] of [
      [0, 'threads', 'TiledCopy uses too few thrs for selected CopyAtom'],
      [1, 'values', 'TiledCopy uses too few vals for selected CopyAtom'],
    ] as const) {
      const [tiled, needed] = [sizeOfMode(layoutTv, i), sizeOfMode(atom.ref, i)];
      const divides = sameValue(remainder(tiled, needed), 0);
      if (divides === undefined) suppose(`${intText(needed)} divides ${intText(tiled)}`);
      if (divides === false) {
        refuse(
          'inadmissible',
          `the tiling has ${intText(tiled)} ${what}, the atom ${atom.operation.name} takes ${intText(needed)} at a time`,
          {
            ...(typeof tiled === 'number' && typeof needed === 'number'
              ? { dividend: tiled, divisor: needed }
              : {}),
            cute,
          },
        );
      }
    }
    return new TiledCopy(atom, layoutTv, tiler);
  });

const ONE_VALUE = new Layout(1, 0);

/** `make_tiled_copy(atom, thread layout, value layout)`: both map (m,n) to an index. */
export const makeTiledCopy = (
  atom: CopyAtom,
  threads: Layout,
  values: Layout = ONE_VALUE,
): Outcome<TiledCopy> =>
  outcomeOf(() => {
    const layoutMn = orThrow(rakedProduct(threads, values));
    const inverse = orThrow(rightInverse(layoutMn));
    const layoutTv = orThrow(withShapeAny(inverse, [sizeOrThrow(threads), sizeOrThrow(values)]));
    return orThrow(makeTiledCopyImpl(atom, innermostLayout(layoutTv), [...productEach(layoutMn.shape)]));
  });

const MMA_MODES: Readonly<Record<Operand, readonly [0 | 1 | 2, 0 | 1 | 2]>> = {
  A: [0, 2],
  B: [1, 2],
  C: [0, 1],
};

/** `make_tiled_copy_A|B|C(atom, mma)`: copies what each thread holds of the operand. */
export const makeTiledCopyFor = (operand: Operand, atom: CopyAtom, mma: TiledMma): Outcome<TiledCopy> =>
  outcomeOf(() => {
    const [i, j] = MMA_MODES[operand];
    const layoutTv = orThrow(mmaLayoutTv(mma, operand));
    return orThrow(makeTiledCopyImpl(atom, layoutTv, [tileSizeMnk(mma, i), tileSizeMnk(mma, j)]));
  });

/** `make_tiled_copy_S|D(atom, tiled copy)`: the tiling whose reference is the other's source or destination. */
export const makeTiledCopyLike = (side: Side, atom: CopyAtom, copy: TiledCopy): Outcome<TiledCopy> =>
  outcomeOf(() => orThrow(makeTiledCopyImpl(atom, orThrow(copyLayoutTv(copy, side)), copy.tiler)));

/** The tiler of the elements that a (thread, value) layout reaches, mode by mode of `shape`, and the layout on it. */
function tilerOfReached(
  shape: readonly Int[],
  layoutTv: Layout,
): { readonly tiler: Layout[]; readonly tv: Layout } {
  const tiler = shape.map((_, i) => {
    const projection = new Layout(
      shape,
      shape.map((_, k) => (k === i ? 1 : 0)),
    );
    return filterOrThrow(orThrow(composition(projection, layoutTv)));
  });
  const tileToData = orThrow(composition(orThrow(makeLayoutLeft(shape)), tiler));
  return { tiler, tv: orThrow(composition(orThrow(leftInverse(tileToData)), layoutTv)) };
}

/** `make_tiled_copy_C_atom(atom, mma)`: the smallest tiling that can retile the accumulator. */
export const makeTiledCopyCAtom = (atom: CopyAtom, mma: TiledMma): Outcome<TiledCopy> =>
  outcomeOf(() => {
    const layoutC = orThrow(mmaLayoutTv(mma, 'C'));
    const [threads, values] = [sizeOfMode(layoutC, 0), sizeOfMode(layoutC, 1)];
    const needed = sizeOfMode(atom.src, 1);
    if (lessThan(values, needed) !== false) {
      refuse('inadmissible', `the atom ${atom.operation.name} copies more values than a thread holds`);
    }
    const part = orThrow(composition(layoutC, orThrow(makeLayoutLeft([threads, needed]))));
    const { tiler, tv } = tilerOfReached([tileSizeMnk(mma, 0), tileSizeMnk(mma, 1)], part);
    return orThrow(makeTiledCopyImpl(atom, tv, tiler));
  });

/** `make_cotiled_copy(atom, (thread, value) → address, data layout)`. */
export const makeCotiledCopy = (atom: CopyAtom, addresses: Layout, data: Layout): Outcome<TiledCopy> =>
  outcomeOf(() => {
    const inverse = concatenate(orThrow(leftInverse(data)), ONE_VALUE);
    const layoutTv = orThrow(composition(inverse, addresses));
    const back = orThrow(composition(concatenate(data, ONE_VALUE), modeOf(layoutTv, 1)));
    const [got, wanted] = [back, modeOf(addresses, 1)].map((l) => orThrow(coalesce(l)));
    if (JSON.stringify(got) !== JSON.stringify(wanted)) {
      refuse('inadmissible', 'some addresses of the (thread, value) layout are not in the data layout', {
        cute: 'The memory pointed to by AtomTVLayout does not exist in the DataLayout.',
      });
    }
    const { tiler, tv } = tilerOfReached([...productEach(data.shape)], layoutTv);
    return orThrow(makeTiledCopyImpl(atom, tv, tiler));
  });

/** The shape of what a tiler takes: its integers and the shapes of its layouts. */
function tilerShape(tiler: Tiler): Shape {
  if (tiler instanceof Layout) return tiler.shape;
  if (Array.isArray(tiler)) return tiler.map((t) => tilerShape(t as Tiler));
  return tiler as Int;
}

const tilerRank = (tiler: Tiler): number => (Array.isArray(tiler) ? tiler.length : 1);

/** (thread, value) of the source or destination → (thread, value) of the reference. */
const toReference = (atom: CopyAtom, side: Side): Layout =>
  orThrow(composition(orThrow(rightInverse(atom.ref)), side === 'S' ? atom.src : atom.dst));

/** ((TileM,TileN,…),(RestM,RestN,…)) → (Thr,(FrgV,FrgX),(RestM,RestN,…)). */
function tileToThrfrg(copy: TiledCopy, tiled: AnyLayout, side: Side): AnyLayout {
  const { atom, layoutTv } = copy;
  const atoms = zippedDivideOrThrow(layoutTv, [sizeOfMode(atom.ref, 0), sizeOfMode(atom.ref, 1)]);
  const target = orThrow(compositionAny(atoms, [toReference(atom, side), UNDERSCORE]));
  const toTile = orThrow(coalesceAny(orThrow(zipAny(target)), [1, [1, 1]]));
  const tv = orThrow(compositionAny(tiled, [innermostLayout(toTile), UNDERSCORE]));
  return orThrow(sliceAny([underscores(2), UNDERSCORE], tv));
}

function tidfrgOrThrow(copy: TiledCopy, side: Side, layout: AnyLayout): AnyLayout {
  if (rankOfAny(layout) < tilerRank(copy.tiler)) {
    refuse('rank-mismatch', `the tiler has ${tilerRank(copy.tiler)} modes, the tensor ${rankOfAny(layout)}`, {
      dividend: tilerRank(copy.tiler),
      divisor: rankOfAny(layout),
      cute: 'Rank of tensor to be partitioned too small.',
    });
  }
  return tileToThrfrg(copy, orThrow(zippedDivideAny(layout, copy.tiler)), side);
}

/** `tidfrg_S`, `tidfrg_D`: a layout (M,N,…) as (Thr,(FrgV,FrgX),(RestM,RestN,…)). */
export const tidfrg = (copy: TiledCopy, side: Side, layout: AnyLayout): Outcome<AnyLayout> =>
  outcomeOf(() => tidfrgOrThrow(copy, side, layout));

/** `get_layoutS_TV`, `get_layoutD_TV`: (thread, value) → element of the tile, column-major. */
export const copyLayoutTv = (copy: TiledCopy, side: Side): Outcome<Layout> =>
  outcomeOf(() => {
    const reference = orThrow(makeLayoutLeft([tilerShape(copy.tiler), 1]));
    const tv = tileToThrfrg(copy, reference, side);
    return innermostLayout(orThrow(sliceAny([UNDERSCORE, UNDERSCORE, 0], tv)));
  });

/** `size(copy)`: how many threads work together. */
export const copyThreads = (copy: TiledCopy): Outcome<Int> => outcomeOf(() => sizeOfMode(copy.layoutTv, 0));

/** `get_slice(thread)`, `get_thread_slice(thread)`. */
export const copySlice = (copy: TiledCopy, thread: Int): ThrCopy => new ThrCopy(copy, thread);

/** `partition_S`, `partition_D`: ((FrgV,FrgX),RestM,RestN,…) of the thread. */
export const copyPartition = (thr: ThrCopy, side: Side, layout: AnyLayout): Outcome<Partition> =>
  outcomeOf(() => {
    const tv = tidfrgOrThrow(thr.tiled, side, layout);
    return sliceTensor([thr.thread, UNDERSCORE, repeatedUnderscore(rankOfAny(layout))], tv);
  });

/**
 * `retile_S`, `retile_D` (both are `retile`): a fragment partitioned for something else, such as an MMA, seen
 * as this copy's source or destination.
 */
export const retile = (copy: TiledCopy, layout: AnyLayout): Outcome<AnyLayout> =>
  outcomeOf(() => {
    const values = sizeOrThrow(modeOf(innermostLayout(layout), 0));
    const threads = sizeOfMode(copy.layoutTv, 0);
    const inverse = orThrow(rightInverse(copy.layoutTv));
    const shaped = innermostLayout(orThrow(withShapeAny(inverse, tilerShape(copy.tiler))));
    const n = requireStatic(multiply(threads, values), 'the number of elements of the tile');
    const fragmentMn = orThrow(upcast(shaped, n));
    const linear = orThrow(makeLayoutLeft(values));
    const fragment = logicalProductOrThrow(linear, orThrow(rightInverse(fragmentMn)));
    const atomValues = orThrow(makeLayoutLeft(sizeOfMode(copy.atom.ref, 1)));
    const byAtom = zippedDivideOrThrow(fragment, atomValues);
    const tile: Tiler = [values, ...productEach(fragmentMn.shape)];
    const tiled = orThrow(zippedDivideAny(layout, tile));
    const viewed = orThrow(compositionAny(tiled, [byAtom, UNDERSCORE]));
    const rest = [0, ...underscores(rankOfAny(layout) - 1)];
    return sliceTensor([UNDERSCORE, rest], viewed).layout;
  });
