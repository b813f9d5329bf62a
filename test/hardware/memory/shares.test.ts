// Where the threads of a copy find their elements, and which other atoms take fewer passes for them: places that the
// running program alone knows are said to be, and costs are counted again, address by address.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure, NeedsValue, type Outcome } from '../../../server/src/algebra/integer/failure.ts';
import { Dynamic, type Int } from '../../../server/src/algebra/integer/integer.ts';
import {
  type AnyLayout,
  ComposedLayout,
  Layout,
  Swizzle,
} from '../../../server/src/algebra/layout/layout.ts';
import { copyAtomByName } from '../../../server/src/hardware/copy/copy-atom.ts';
import { makeTiledCopy, makeTiledCopyFor, type Side } from '../../../server/src/hardware/copy/tiled-copy.ts';
import { tileCost } from '../../../server/src/hardware/memory/accesses.ts';
import { atomsFor } from '../../../server/src/hardware/memory/atoms.ts';
import { instructionOf } from '../../../server/src/hardware/memory/instruction.ts';
import { elementAt, elementsOf, firstTile, type Share } from '../../../server/src/hardware/memory/share.ts';
import { mmaAtom } from '../../../server/src/hardware/mma/mma-atom.ts';
import { makeTiledMma } from '../../../server/src/hardware/mma/tiled-mma.ts';
import { readLayout } from '../../algebra/notation.ts';

const value = <T>(outcome: Outcome<T>): T => {
  assert.ok(!isFailure(outcome), isFailure(outcome) ? JSON.stringify(outcome) : '');
  return outcome as T;
};

const SQUARE = new Layout([8, 8], [8, 1]);
/** A column of eight threads. */
const byColumn = (data: AnyLayout): Share => ({
  data,
  thread: 0,
  by: new Layout([8, 1], [1, 0]),
  part: null,
});
const swizzledAt = (offset: Int, swizzle = new Swizzle(2, 0, 3)): AnyLayout =>
  new ComposedLayout(swizzle, offset, SQUARE);

test('a swizzled layout has places where its beginning is known, or known to be whole periods', () => {
  const reason = (data: AnyLayout): string => {
    const elements = elementsOf(byColumn(data));
    assert.ok(elements instanceof NeedsValue);
    return elements.reason;
  };
  const base = (offset: Int, swizzle?: Swizzle): number =>
    value(elementsOf(byColumn(swizzledAt(offset, swizzle)))).base;
  // Sw<2,0,3> reads and writes below 2^(2+0+3): it does the same 32 elements further on.
  assert.equal(base(0), 0);
  assert.equal(base(5), 5);
  assert.equal(base(new Dynamic(24)), 24);
  assert.equal(base(new Dynamic(null, 32)), 0);
  assert.equal(base(new Dynamic(null, 64)), 0);
  assert.equal(base(new Dynamic(null, 64), new Swizzle(2, 1, -3)), 0);
  const UNKNOWN = 'where the swizzled layout begins is not known';
  assert.equal(reason(swizzledAt(new Dynamic(null))), UNKNOWN);
  assert.equal(reason(swizzledAt(new Dynamic(null, 16))), UNKNOWN);
  assert.equal(reason(swizzledAt(new Dynamic(null, 48))), UNKNOWN);
  assert.equal(reason(swizzledAt(new Dynamic(null, 32), new Swizzle(2, 1, -3))), UNKNOWN);
  const twice = new ComposedLayout(SQUARE, 0, new ComposedLayout(new Swizzle(1, 0, 3), 0, SQUARE) as never);
  assert.equal(reason(twice), 'this composed layout is no swizzled layout');
});

test('the elements of threads are those of the swizzle by its definition', () => {
  const elements = value(elementsOf(byColumn(swizzledAt(5))));
  for (let row = 0; row < 8; row++)
    for (let column = 0; column < 8; column++) {
      const linear = 5 + 8 * row + column;
      assert.equal(elementAt(elements, row, column), linear ^ ((linear >> 3) & 3));
    }
});

test('what is not known of a share is said, and of a tile in global memory is taken to be far', () => {
  const open = new Layout([8, 8], [new Dynamic(null), 1]);
  const unknown = elementsOf(byColumn(open));
  assert.ok(unknown instanceof NeedsValue);
  assert.equal(unknown.reason, 'a stride is not known');
  const tile = value(firstTile(byColumn(open)));
  assert.equal(tile.hasRunTimeStrides, true);
  assert.deepEqual(
    tile.elements.threads,
    Array.from({ length: 8 }, (_, i) => i * 2 ** 20),
  );
  assert.equal(value(firstTile(byColumn(SQUARE))).hasRunTimeStrides, false);
  const swizzled = firstTile(byColumn(swizzledAt(0)));
  assert.ok(swizzled instanceof NeedsValue && swizzled.reason === 'a swizzled tensor of global memory');
  const large = elementsOf(byColumn(new Layout([8, 2 ** 16], [2 ** 16, 1])));
  assert.ok(large instanceof NeedsValue);
  assert.equal(large.reason, 'more than 262144 elements are not looked at');
});

/** A copy of half_t by 32 threads that stand below each other, each for eight values of its row. */
function access(operation: string, part: Side, data: string) {
  const atom = value(copyAtomByName(`Copy_Atom<${operation}, half_t>`));
  const by = value(makeTiledCopy(atom, new Layout([32, 1], [1, 0]), new Layout([1, 8], [8, 1])));
  const share: Share = { data: readLayout(data), thread: 0, by, part };
  const cost = value(tileCost(value(elementsOf(share)), instructionOf(atom, part)!, 16));
  return { share, cost };
}

const told = (operation: string, part: Side, data: string): readonly string[] => {
  const { share, cost } = access(operation, part, data);
  return atomsFor(share, cost, 16).map((found) => `${found.operation}: ${found.cost.total}`);
};

test('wider vectors that take fewer passes are told, the least first', () => {
  // Rows of 16 bytes lie on 4 banks each, 8 of them on all: 4 lanes come to a bank for each of 8 values. Vectors of 16
  // bytes take 512 bytes in 4 passes, and narrower ones leave banks between the lanes.
  const packed = '(32,8):(8,1)';
  for (const part of ['S', 'D'] as const) {
    assert.equal(access('UniversalCopy<uint16_t>', part, packed).cost.total, 4 * 8);
    assert.deepEqual(told('UniversalCopy<uint16_t>', part, packed), [
      'UniversalCopy<uint128_t>: 4',
      'UniversalCopy<uint64_t>: 8',
      'UniversalCopy<uint32_t>: 16',
    ]);
    // Rows of 128 bytes begin in one bank, whatever takes them.
    assert.deepEqual(told('UniversalCopy<uint16_t>', part, '(32,8):(64,1)'), [
      'UniversalCopy<uint128_t>: 32',
      'UniversalCopy<uint64_t>: 64',
      'UniversalCopy<uint32_t>: 128',
    ]);
    // No conflicts: lanes side by side, lanes that are 5 words apart, and vectors that fill the lines.
    assert.deepEqual(told('UniversalCopy<uint16_t>', part, '(32,8):(1,32)'), []);
    assert.deepEqual(told('UniversalCopy<uint16_t>', part, '(32,8):(10,1)'), []);
    assert.deepEqual(told('UniversalCopy<uint128_t>', part, packed), []);
  }
});

test('vectors that the layout does not keep together or aligned are not told', () => {
  // Pairs lie together, but no more of them do.
  assert.deepEqual(told('UniversalCopy<uint16_t>', 'S', '(32,(2,4)):(64,(1,16))'), [
    'UniversalCopy<uint32_t>: 128',
  ]);
  // Rows of 66 elements begin at multiples of 4 bytes: 8 of them on different banks, and 4 times so.
  assert.deepEqual(told('UniversalCopy<uint16_t>', 'S', '((8,4),8):((66,512),1)'), [
    'UniversalCopy<uint32_t>: 16',
  ]);
  // A swizzle that moves single elements leaves no vectors.
  const { share, cost } = access('UniversalCopy<uint16_t>', 'S', '(32,8):(64,1)');
  const data = new ComposedLayout(new Swizzle(1, 0, 6), 0, share.data as Layout);
  assert.deepEqual(atomsFor({ ...share, data }, cost, 16), []);
});

test('for operands that lie across, matrices are told', () => {
  const mma = value(makeTiledMma(value(mmaAtom('SM80_16x8x16_F32F16F16F32_TN'))));
  const atom = value(copyAtomByName('Copy_Atom<UniversalCopy<uint16_t>, half_t>'));
  const by = value(makeTiledCopyFor('A', atom, mma));
  const matrices = (data: string): readonly string[] => {
    const share: Share = { data: readLayout(data), thread: 0, by, part: 'S' };
    const cost = value(tileCost(value(elementsOf(share)), instructionOf(atom, 'S')!, 16));
    return atomsFor(share, cost, 16).map((found) => `${found.operation}: ${found.cost.total}`);
  };
  // Rows of 32 bytes: those of a matrix, and lanes of 4 bytes, come twice to a bank, for 4 matrices each.
  assert.deepEqual(matrices('(16,16):(1,16)'), [
    'SM75_U16x8_LDSM_T: 8',
    'SM75_U16x4_LDSM_T: 8',
    'SM75_U16x2_LDSM_T: 8',
  ]);
  assert.deepEqual(matrices('(16,16):(16,1)'), [
    'UniversalCopy<uint32_t>: 8',
    'SM75_U32x4_LDSM_N: 8',
    'SM75_U32x2_LDSM_N: 8',
    'SM75_U32x1_LDSM_N: 8',
  ]);
});

test('nothing is told for the threads of a local partition, nor without a conflict', () => {
  const { cost } = access('UniversalCopy<uint16_t>', 'S', '(32,8):(8,1)');
  assert.deepEqual(atomsFor(byColumn(SQUARE), cost, 16), []);
  const { share } = access('UniversalCopy<uint16_t>', 'S', '(32,8):(8,1)');
  assert.deepEqual(atomsFor(share, { ...cost, worst: null }, 16), []);
});
