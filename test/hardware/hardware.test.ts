import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeComposed } from '../../server/src/algebra/composed/composed.ts';
import { isFailure, NeedsValue, type Outcome, Violation } from '../../server/src/algebra/integer/failure.ts';
import { Swizzle } from '../../server/src/algebra/layout/layout.ts';
import { copyAtomByName } from '../../server/src/hardware/copy/copy-atom.ts';
import { copySlice, makeTiledCopy } from '../../server/src/hardware/copy/tiled-copy.ts';
import { vectorWidth } from '../../server/src/hardware/copy/vector-width.ts';
import { sharedCost } from '../../server/src/hardware/memory/banks.ts';
import { warpOffsets } from '../../server/src/hardware/memory/warp.ts';
import { type GmmaRequest, selectGmma } from '../../server/src/hardware/mma/gmma-selector.ts';
import { mmaAtom } from '../../server/src/hardware/mma/mma-atom.ts';
import { makeTiledMma, mmaSlice } from '../../server/src/hardware/mma/tiled-mma.ts';
import { hardwareKey, hardwareLines, hardwareSummary } from '../../server/src/hardware/value.ts';
import { readLayout } from '../algebra/notation.ts';

const value = <T>(outcome: Outcome<T>): T => {
  assert.ok(!isFailure(outcome), isFailure(outcome) ? JSON.stringify(outcome) : '');
  return outcome as T;
};

test('values print as cute::print prints them', () => {
  // Printed by C++ CuTe.
  const mma = value(
    makeTiledMma(value(mmaAtom('SM80_16x8x16_F32F16F16F32_TN')), readLayout('(2,2):(1,2)'), [32, 32, 16]),
  );
  const copy = value(
    makeTiledCopy(
      value(copyAtomByName('Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>,half_t>')),
      readLayout('(16,8):(8,1)'),
      readLayout('(1,8):(0,1)'),
    ),
  );
  const text = (v: Parameters<typeof hardwareLines>[0]) =>
    hardwareLines(v).lines.map((line) => `${line.label}: ${line.text}`);
  const mmaText = [
    'ThrLayoutVMNK: (_32,_2,_2,_1):(_1,_32,_64,_0)',
    'PermutationMNK: (_32,_32,_16)',
    'ThrID: _32:_1',
    'Shape_MNK: (_16,_8,_16)',
    'LayoutA_TV: ((_4,_8),(_2,_2,_2)):((_32,_1),(_16,_8,_128))',
    'LayoutB_TV: ((_4,_8),(_2,_2)):((_16,_1),(_8,_64))',
    'LayoutC_TV: ((_4,_8),(_2,_2)):((_32,_1),(_16,_8))',
  ];
  assert.deepEqual(text(mma), mmaText);
  assert.deepEqual(text(value(mmaSlice(mma, 35))), ['Thr VMNK: (_3,_1,_0,_0)', ...mmaText]);
  const copyText = [
    'Tiler_MN: (_16,_64)',
    'TiledLayout_TV: ((_8,_16),_8):((_128,_1),_16)',
    'ThrID: _1:_0',
    'ValLayoutSrc: (_1,_8):(_0,_1)',
    'ValLayoutDst: (_1,_8):(_0,_1)',
    'ValLayoutRef: (_1,_8):(_0,_1)',
    'ValueType: 16b',
  ];
  assert.deepEqual(text(copy), copyText);
  assert.deepEqual(text(copySlice(copy, 3)), ['ThrIdx: _3', ...copyText]);
  assert.match(hardwareSummary(mma), /^32×32×16 tile/);
});

test('equal values have equal keys, different ones different keys', () => {
  const atom = (text: string) => value(mmaAtom(text));
  const key = (text: string) => hardwareKey(atom(text));
  assert.equal(key('SM80_16x8x16_F32F16F16F32_TN'), key('MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>'));
  assert.notEqual(
    key('SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>'),
    key('SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::MN>'),
  );
  const tiled = (threads: string) =>
    hardwareKey(value(makeTiledMma(atom('SM80_16x8x16_F32F16F16F32_TN'), readLayout(threads))));
  assert.equal(tiled('(2,2,1):(1,2,0)'), tiled('(2,2,1):(1,2,0)'));
  assert.notEqual(tiled('(2,2,1):(1,2,0)'), tiled('(2,2,1):(2,1,0)'));
});

test('the selector of warp-group MMAs', () => {
  const request: GmmaRequest = {
    source: 'SS',
    a: 'half_t',
    b: 'half_t',
    c: 'float',
    tileMnk: [128, 128, 64],
    majorA: 'K',
    majorB: 'MN',
  };
  const name = (change: Partial<GmmaRequest>) => value(selectGmma({ ...request, ...change })).name;
  assert.equal(name({}), 'SM90_64x128x16_F32F16F16_SS');
  assert.equal(name({ source: 'RS', tileMnk: [64, 256, 32] }), 'SM90_64x256x16_F32F16F16_RS');
  assert.equal(
    name({ a: 'bfloat16_t', b: 'bfloat16_t', tileMnk: [64, 96, 16] }),
    'SM90_64x96x16_F32BF16BF16_SS',
  );
  const fp8 = { a: 'float_e4m3_t', b: 'float_e5m2_t', majorB: 'K' } as const;
  assert.equal(name({ ...fp8 }), 'SM90_64x128x32_F32E4M3E5M2_SS_TN');
  // 40 divides by 40 only with the extended shapes of floats; integers have no such instruction.
  const integers = { a: 'int8_t', b: 'uint8_t', c: 'int32_t', majorB: 'K' } as const;
  assert.equal(name({ ...integers, tileMnk: [64, 40, 32] }), 'SM90_64x8x32_S32S8U8_SS_TN');
  const open = selectGmma({ ...request, tileMnk: [64, 176, 64] });
  assert.ok(open instanceof NeedsValue);
  const refused = (change: Partial<GmmaRequest>) => {
    const outcome = selectGmma({ ...request, ...change });
    assert.ok(outcome instanceof Violation);
    return outcome.detail.cute;
  };
  assert.equal(refused({ tileMnk: [96, 128, 64] }), 'Tile_M must be a multiple of 64.');
  assert.equal(refused({ tileMnk: [64, 100, 64] }), 'Tile_N must be a multiple of 8.');
  assert.equal(refused({ tileMnk: [64, 128, 40] }), 'Tile_K must be a multiple of 16.');
  assert.equal(refused({ ...fp8, majorB: 'MN' }), 'MajorB must be GMMA::Major::K for this config.');
  assert.equal(refused({ b: 'bfloat16_t' }), 'No eligible GMMA operator for request configuration.');
});

test('the width of a vectorised copy', () => {
  const width = (a: string, b: string, bits: number, assumed?: number) =>
    value(vectorWidth(readLayout(a), readLayout(b), bits, assumed)).bits;
  assert.equal(width('(8,4):(1,8)', '(8,4):(1,8)', 16), 128);
  assert.equal(width('(8,4):(1,64)', '(8,4):(1,8)', 16), 128);
  assert.equal(width('(4,4):(1,64)', '(4,4):(1,4)', 16), 64);
  assert.equal(width('(6,4):(1,6)', '(6,4):(1,6)', 16), 128);
  // Runs of six elements, but with steps of ten only pairs of them are aligned.
  assert.equal(width('(6,4):(1,10)', '(6,4):(1,10)', 16), 32);
  assert.equal(width('(8,4):(4,1)', '(8,4):(1,8)', 16), 16);
  assert.equal(width('8:1', '8:1', 16, 32), 32);
  assert.equal(width('8:1', '8:1', 4, 8), 8);
  const swizzled = makeComposed(new Swizzle(2, 2, 3), 0, readLayout('(8,8):(8,1)'));
  assert.equal(value(vectorWidth(swizzled, swizzled, 16)).bits, 64);
  assert.ok(isFailure(vectorWidth(readLayout('8:1'), readLayout('8:1'), 16, 48)));
});

test('the offsets of a warp through a layout', () => {
  // The threads down a column of a 32 × 32 tile of floats, row-major: every lane in one bank.
  const column = value(warpOffsets(readLayout('32:1'), readLayout('(32,32):(32,1)'), 4));
  assert.deepEqual(column.slice(0, 3), [0, 128, 256]);
  assert.equal(value(sharedCost({ kind: 'load', width: 4, offsets: column })).wavefronts, 32);
  const swizzled = makeComposed(new Swizzle(5, 0, 5), 0, readLayout('(32,32):(32,1)'));
  const spread = value(warpOffsets(readLayout('32:1'), swizzled, 4));
  assert.equal(value(sharedCost({ kind: 'load', width: 4, offsets: spread })).wavefronts, 1);
  // The lanes along a row, and a layout that is no warp's.
  assert.deepEqual(
    value(warpOffsets(readLayout('32:32'), readLayout('(32,32):(32,1)'), 2)).slice(0, 3),
    [0, 2, 4],
  );
  assert.ok(isFailure(warpOffsets(readLayout('64:1'), readLayout('64:1'), 4)));
});
