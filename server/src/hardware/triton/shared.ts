// Layouts of shared memory: from the offset, in elements, to the tensor's coordinate.

import { orThrow, refuse } from '../../algebra/integer/failure.ts';
import { basesOf, type LinearLayout, outputNames, sizesOf } from '../../algebra/linear/layout.ts';
import { reshapeOuts } from '../../algebra/linear/reshape.ts';
import { transposeOutsOrThrow } from '../../algebra/linear/transpose.ts';
import { blocksOf, shapeOfBlock } from './cga.ts';
import { dimensionNames, fromBases, identity, times } from './dimensions.ts';
import type { NvmmaShared, SwizzledShared } from './encoding.ts';
import { extentsOf, fit, notSmallerThan } from './fit.ts';

const powersBelow = (end: number): readonly number[] =>
  Array.from({ length: Math.ceil(Math.log2(end)) }, (_, bit) => 2 ** bit);

/** Rows of the two fastest dimensions, shifted among each other in steps of `vec` elements. */
export function swizzledLayout(shared: SwizzledShared, shape: readonly number[]): LinearLayout {
  const { order, vec, per_phase: perPhase, max_phase: maxPhase } = shared;
  const rank = shape.length;
  const blocks = blocksOf(shared.cga_layout, rank);
  const own = shapeOfBlock(shared.cga_layout, shape);
  const names = dimensionNames(rank);
  if (rank === 1) return fit(identity(own[0]!, 'offset', 'dim0'), blocks, shape);
  const [columnDim, rowDim] = [order[0]!, order[1]!];
  const columns = own[columnDim]!;
  const inRow = powersBelow(columns).map((column) => [0, column]);
  const rows = powersBelow(own[rowDim]!).map((row) => [
    row,
    (vec * (Math.floor(row / perPhase) % maxPhase)) % columns,
  ]);
  const plane = fromBases([['offset', [...inRow, ...rows]]], [names[rowDim]!, names[columnDim]!]);
  const outer = order.slice(2).map((dim) => identity(own[dim]!, 'offset', names[dim]!));
  return fit(times(plane, ...outer), blocks, shape);
}

/** 16 bytes are swizzled as one. */
const CHUNK_BYTES = 16;
const TILE_ROWS = 8;

/** Eight rows as wide as the swizzle, in which the hardware moves 16-byte chunks. */
function coreMatrix(shared: NvmmaShared): LinearLayout {
  const { swizzle_byte_width: width, element_bitwidth: bits, fp4_padded: isPadded } = shared;
  const vec = 128 / bits;
  const perPhase = 128 / width;
  const maxPhase = width / CHUNK_BYTES;
  // Of 16 padded places 8 hold elements; the others say the same coordinates again.
  const packed = (column: number): number => (isPadded ? Math.floor(column / 16) * 8 + (column % 8) : column);
  const columns = powersBelow((8 * Math.max(CHUNK_BYTES, width)) / bits).map((column) => [0, packed(column)]);
  const rows = powersBelow(TILE_ROWS).map((row) => [
    row,
    packed(vec * (Math.floor(row / perPhase) % maxPhase)),
  ]);
  return fromBases([['offset', [...columns, ...rows]]], dimensionNames(2));
}

/** What one copy of the tensor memory accelerator moves: no dimension longer than 256, a row as wide as the swizzle. */
function copyShape(shared: NvmmaShared, own: readonly number[]): readonly number[] {
  const { swizzle_byte_width: width, element_bitwidth: bits, fp4_padded: isPadded } = shared;
  const row = shared.transposed ? 0 : own.length - 1;
  return own.map((size, i) => {
    const padded = Math.min(i === row && isPadded ? size * 2 : size, 256);
    if (i !== row) return padded;
    const wanted = width === 0 ? padded : (8 * width) / bits;
    if (padded < wanted) {
      refuse(
        'swizzle-width',
        `a row of ${size} elements is ${(padded * bits) / 8} bytes, narrower than the swizzle of ${width} bytes`,
      );
    }
    return isPadded ? wanted / 2 : wanted;
  });
}

/** The layout with its outputs cut into others; the last dimension is the fastest. */
function reshaped(layout: LinearLayout, shape: readonly number[]): LinearLayout {
  const backwards = [...outputNames(layout)].reverse();
  const sizes = shape.map((size, i) => [`dim${i}`, size] as const).reverse();
  return transposeOutsOrThrow(
    orThrow(reshapeOuts(transposeOutsOrThrow(layout, backwards), sizes)),
    dimensionNames(shape.length),
  );
}

/** Swizzled tiles of eight rows, one after the other through the tensor. */
function swizzledTiles(shared: NvmmaShared, copy: readonly number[]): LinearLayout {
  const rank = copy.length;
  const flat = [copy.slice(0, -1).reduce((n, size) => n * size, 1), copy[rank - 1]!];
  if (shared.transposed) flat.reverse();
  const tile = coreMatrix(shared);
  const [rows, columns] = sizesOf(tile).map(([, size]) => size) as [number, number];
  if (flat[1]! * (shared.fp4_padded ? 2 : 1) < columns || flat[0]! < rows) {
    refuse(
      'swizzle-width',
      `the tensor is ${flat[0]} × ${flat[1]} for the swizzle, which needs at least ${rows} × ${columns}`,
    );
  }
  const tiles = notSmallerThan(tile, extentsOf(flat));
  if (!shared.transposed) return reshaped(tiles, copy);
  // The first dimension is the row: it was taken as the last one.
  const turned = reshaped(tiles, [...copy.slice(1), copy[0]!]);
  const bases = basesOf(turned).map(
    ([name, images]) => [name, images.map((image) => [image[rank - 1]!, ...image.slice(0, -1)])] as const,
  );
  return fromBases(bases, dimensionNames(rank));
}

export function nvmmaSharedLayout(shared: NvmmaShared, shape: readonly number[]): LinearLayout {
  const rank = shape.length;
  const names = dimensionNames(rank);
  const own = shapeOfBlock(shared.cga_layout, shape);
  const copy = copyShape(shared, own);
  if (shared.swizzle_byte_width !== 0 && rank < 2) {
    refuse('rank-mismatch', 'a swizzled NVMMASharedLayout has 2 dimensions or more');
  }
  const plain = (): LinearLayout =>
    times(...[...names.keys()].reverse().map((dim) => identity(copy[dim]!, 'offset', names[dim]!)));
  const tiles = shared.swizzle_byte_width === 0 ? plain() : swizzledTiles(shared, copy);
  return fit(notSmallerThan(tiles, extentsOf(own)), blocksOf(shared.cga_layout, rank), shape);
}
