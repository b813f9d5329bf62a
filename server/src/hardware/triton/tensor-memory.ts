// Layouts of Blackwell's tensor memory: from row and column, in elements of the tensor's width, to its coordinate.

import { needsValue, orThrow, refuse } from '../../algebra/integer/failure.ts';
import {
  basesOf,
  type LinearLayout,
  makeLinearLayout,
  outputOf,
  sizesOf,
} from '../../algebra/linear/layout.ts';
import { fromBases, identity, times, zeros } from './dimensions.ts';
import type {
  TensorMemory,
  TensorMemoryOfBases,
  TensorMemoryScales,
  TensorMemoryScalesOfBases,
} from './encoding.ts';
import { extentsOf, notLargerThan } from './fit.ts';

/** One block's part of a tensor. */
interface Part {
  readonly rows: number;
  readonly columns: number;
  readonly blockM: number;
  readonly blockN: number;
  readonly colStride: number;
}

const NAMES = ['dim0', 'dim1'];

/** 64 rows stand in the first 16 lanes of each warp; the other 16 have the next rows or columns, or nothing. */
function halfRows(part: Part, columns: number): LinearLayout {
  const tile = times(
    zeros(part.colStride, 'col', 'dim1'),
    times(identity(16, 'row', 'dim0'), identity(columns, 'col', 'dim1')),
  );
  const next = part.rows > part.blockM ? [64, 0] : part.columns > columns ? [0, columns] : [0, 0];
  const bases = basesOf(tile).map(
    ([name, images]) => [name, name === 'row' ? [...images, next, [16, 0], [32, 0]] : images] as const,
  );
  return fromBases(bases, NAMES);
}

function partLayout(part: Part): LinearLayout {
  const columns = Math.min(part.blockN, part.columns);
  if (part.blockM !== 64 && part.blockM !== 128) {
    refuse('unsupported', `a block of tensor memory has 64 or 128 rows, not ${part.blockM}`);
  }
  const tile =
    part.blockM === 64
      ? halfRows(part, columns)
      : times(
          zeros(part.colStride, 'col', 'dim1'),
          times(identity(part.blockM, 'row', 'dim0'), identity(columns, 'col', 'dim1')),
        );
  const sizes = new Map(sizesOf(tile));
  const [repeatM, repeatN] = [part.rows / sizes.get('dim0')!, part.columns / sizes.get('dim1')!];
  if (repeatM < 1 || repeatN < 1) {
    refuse('unsupported', `the tensor is smaller than the block of ${part.blockM} × ${part.blockN}`);
  }
  return times(tile, identity(repeatM, 'col', 'dim0'), identity(repeatN, 'col', 'dim1'));
}

/** Two blocks of 64 rows with two thread blocks: the last row bit and the last column bit change places. */
function withBlocksExchanged(layout: LinearLayout, blockColumns: number): LinearLayout {
  const place = Math.log2(blockColumns) - 1;
  const rows = [...basesOf(layout).find(([name]) => name === 'row')![1]];
  const columns = [...basesOf(layout).find(([name]) => name === 'col')![1]];
  if (place < 0 || columns[place] === undefined) refuse('unsupported', 'the block has no column to exchange');
  [rows[rows.length - 1], columns[place]] = [columns[place]!, rows.at(-1)!];
  const bases = basesOf(layout).map(([name]) => [name, name === 'row' ? rows : columns] as const);
  return orThrow(makeLinearLayout(bases, sizesOf(layout)));
}

type AnyTensorMemory = TensorMemory | TensorMemoryOfBases | TensorMemoryScales | TensorMemoryScalesOfBases;

/** Into how many parts blocks cut rows and columns. */
function splitsOf(memory: AnyTensorMemory): readonly number[] {
  if (!('cga_layout' in memory)) return memory.cta_split_num ?? [1, 1];
  if (memory.cga_layout.length > 0) needsValue('how blocks cut tensor memory by cga_layout is not computed');
  return 'fp4_padded' in memory && memory.fp4_padded
    ? needsValue('tensor memory padded for fp4 is not computed')
    : [1, 1];
}

export function tensorMemoryLayout(
  memory: TensorMemory | TensorMemoryOfBases,
  shape: readonly number[],
): LinearLayout {
  const [splitM, splitN] = splitsOf(memory);
  const [blockM, blockN] = memory.block as [number, number];
  const columns = shape[1]! / splitN!;
  const isExchanged = splitM! > 1 && blockM === 64 && memory.two_ctas;
  const splits = isExchanged ? splitM! / 2 : splitM!;
  const part = partLayout({
    rows: shape[0]! / splits,
    columns,
    blockM: isExchanged ? blockM * 2 : blockM,
    blockN,
    colStride: memory.col_stride,
  });
  const own = isExchanged ? withBlocksExchanged(part, blockN * memory.col_stride) : part;
  return times(
    own,
    splitM! > 1 ? identity(splits, 'col', 'dim0') : times(),
    splitN! > 1 ? identity(splitN!, 'col', 'dim1') : times(),
  );
}

/** Scale factors: 32 rows, repeated for each warp, four columns, and the rows again. */
export function scalesLayout(
  memory: TensorMemoryScales | TensorMemoryScalesOfBases,
  shape: readonly number[],
): LinearLayout {
  const [splitM, splitN] = splitsOf(memory);
  const own = [shape[0]! / splitM!, shape[1]! / splitN!];
  const tile = times(
    identity(32, 'row', 'dim0'),
    zeros(4, 'row', 'dim0'),
    identity(4, 'col', 'dim1'),
    identity(2, 'col', 'dim0'),
  );
  const repeats = (name: string, size: number): number => Math.ceil(size / 2 ** outputOf(tile, name)!.bits);
  const whole = times(
    tile,
    times(
      identity(repeats('dim0', own[0]!), 'col', 'dim0'),
      identity(repeats('dim1', own[1]!), 'col', 'dim1'),
    ),
  );
  return times(
    notLargerThan(whole, extentsOf(own)),
    splitM! > 1 ? identity(splitM!, 'col', 'dim0') : times(),
    splitN! > 1 ? identity(splitN!, 'col', 'dim1') : times(),
  );
}
