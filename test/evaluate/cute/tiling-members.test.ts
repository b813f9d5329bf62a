// Functions that make tilings or ask about them, and the member types of atoms and tilings. Every expected value was
// printed by a compiled program.

import { test } from 'node:test';
import { inMain } from '../cpp/support.ts';

const MMA =
  'auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2,_1>>{}, Tile<_32,_32,_16>{}); using M = decltype(mma);';
const COPY =
  'auto copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{}); using Tiled = decltype(copy);';

type Case = readonly [expression: string, value: string];

const all = (before: string, cases: readonly Case[]): Promise<void> =>
  inMain(
    '',
    `${before}\n${cases.map(([expression], i) => `auto v${i} = ${expression};`).join('\n')}`,
    Object.fromEntries(cases.map(([, value], i) => [`v${i}`, value])),
  );

test('what an MMA tiling spans', () =>
  all(MMA, [
    ['tile_size<0>(mma)', '_32'],
    ['tile_size<1>(mma)', '_32'],
    ['tile_size<2>(mma)', '_16'],
    ['tile_shape(mma)', '(_32,_32,_16)'],
    ['thr_size(mma)', '_128'],
    ['size(mma)', '_128'],
    ['size<0>(mma.get_thr_layout_vmnk())', '_32'],
    ['mma.get_slice(3).get_thr_layout_vmnk()', '(_32,_2,_2,_1):(_1,_32,_64,_0)'],
    ['partition_shape_A(mma, make_shape(_64{}, _32{}))', '((_2,_2,_2),_2,_2)'],
    ['partition_shape_B(mma, make_shape(_64{}, _32{}))', '((_2,_2),_4,_2)'],
    ['partition_shape_C(mma, make_shape(_64{}, _32{}))', '((_2,_2),_2,_2)'],
    ['partition_shape_C(mma, make_layout(make_shape(_64{}, _32{})))', '((_2,_2),_2,_2)'],
    [
      'partition_shape_C(mma, make_tensor((float*)nullptr, make_layout(make_shape(_64{}, _32{}))))',
      '((_2,_2),_2,_2)',
    ],
    ['partition_fragment_C(mma, make_shape(_64{}, _32{}))', 'ptr[32b] o ((_2,_2),_2,_2):((_1,_2),_4,_8)'],
  ]));

test('member types of an MMA', () =>
  all(MMA, [
    ['typename M::AtomShape_MNK{}', '(_16,_8,_16)'],
    ['typename M::ThrLayoutVMNK{}', '(_32,_2,_2,_1):(_1,_32,_64,_0)'],
    ['typename M::AtomThrID{}', '_32:_1'],
    ['typename M::AtomLayoutA_TV{}', '((_4,_8),(_2,_2,_2)):((_32,_1),(_16,_8,_128))'],
    ['typename M::AtomLayoutC_TV{}', '((_4,_8),(_2,_2)):((_32,_1),(_16,_8))'],
    ['sizeof_bits_v<typename M::ValTypeA>', '16'],
    ['sizeof_bits_v<typename M::ValTypeC>', '32'],
    ['sizeof_bits_v<typename M::ValTypeD>', '32'],
    ['sizeof_bits_v<typename M::FrgTypeA>', '16'],
    ['sizeof_bits_v<typename M::FrgTypeC>', '32'],
    ['sizeof_bits_v<typename M::FrgTypeD>', '32'],
    ['typename M::Atom::Shape_MNK{}', '(_16,_8,_16)'],
    ['typename M::Atom::LayoutB_TV{}', '((_4,_8),(_2,_2)):((_16,_1),(_8,_64))'],
    ['typename M::Atom::Traits::Shape_MNK{}', '(_16,_8,_16)'],
    ['typename MMA_Traits<typename M::Atom::MMA_Op>::Shape_MNK{}', '(_16,_8,_16)'],
    ['typename MMA_Traits<SM80_16x8x16_F32F16F16F32_TN>::BLayout{}', '((_4,_8),(_2,_2)):((_16,_1),(_8,_64))'],
  ]));

test('what a copy spans and its member types', () =>
  all(COPY, [
    ['tile_size(copy)', '_1024'],
    ['size(copy)', '_128'],
    ['typename Tiled::Tiler_MN{}', '(_16,_64)'],
    ['typename Tiled::TiledLayout_TV{}', '((_8,_16),_8):((_128,_1),_16)'],
    ['Int<Tiled::TiledNumThr::value>{}', '_128'],
    ['Int<Tiled::TiledNumVal::value>{}', '_8'],
    ['typename Tiled::AtomNumThr{}', '_1'],
    ['typename Tiled::AtomNumVal{}', '_8'],
    ['Int<Tiled::NumValSrc>{}', '_8'],
    ['Int<Tiled::NumValDst>{}', '_8'],
    ['sizeof_bits_v<typename Tiled::ValType>', '16'],
    ['typename Tiled::ValLayoutSrc{}', '(_1,_8):(_0,_1)'],
    ['typename Tiled::BitLayoutDst{}', '(_1,_128):(_0,_1)'],
    ['sizeof(typename UniversalCopy<uint128_t>::SRegisters)', '16'],
    ['sizeof(typename UniversalCopy<uint64_t, uint64_t>::DRegisters)', '8'],
  ]));

const TILED_COPIES: readonly (readonly [string, layout: string, tiler: string])[] = [
  [
    'make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma)',
    '((_4,_8,_2,_2),((_2,_2,_2),(_1,_1))):((_64,_1,_16,_0),((_32,_8,_256),(_0,_0)))',
    '(_32,_16)',
  ],
  [
    'make_tiled_copy_B(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma)',
    '((_4,_8,_2,_2),((_2,_2),(_2,_1))):((_64,_1,_0,_8),((_32,_256),(_16,_0)))',
    '(_32,_16)',
  ],
  [
    'make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N, half_t>{}, mma)',
    '((_4,_8,_2,_2),((_2,_2),(_1,_2))):((_64,_1,_16,_256),((_32,_8),(_0,_512)))',
    '(_32,_32)',
  ],
  [
    'make_tiled_copy_S(Copy_Atom<UniversalCopy<uint32_t>, half_t>{}, stores)',
    '((_4,_8,_2,_2),((_2,_2,_2),_1)):((_64,_1,_16,_256),((_32,_8,_512),_0))',
    '(_32,_32)',
  ],
  [
    'make_tiled_copy_D(Copy_Atom<UniversalCopy<uint32_t>, half_t>{}, stores)',
    '((_16,_2,_2,_2),(_8,_1)):((_1,_512,_16,_256),(_32,_0))',
    '(_32,_32)',
  ],
  [
    'make_tiled_copy_C_atom(Copy_Atom<SM90_U32x4_STSM_N, half_t>{}, mma)',
    '((_4,_8,_2,_2),(_2,_2,_2)):((_32,_1,_8,_128),(_256,_16,_512))',
    '((_8,_2,_2):(_1,_16,_8),(_8,_2,_2):(_2,_1,_16))',
  ],
  [
    'make_tiled_copy_impl(Copy_Atom<UniversalCopy<uint32_t>, half_t>{}, Layout<Shape<_32,_2>,Stride<_2,_1>>{}, Shape<_8,_8>{})',
    '(_32,_2):(_2,_1)',
    '(_8,_8)',
  ],
  [
    'make_cotiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>{}, Layout<Shape<_32,_2>,Stride<_2,_1>>{}, Layout<Shape<_8,_8>,Stride<_8,_1>>{})',
    '((_4,_8),_2):((_8,_1),_32)',
    '(_8:_1,(_4,_2):(_2,_1))',
  ],
];

test('copies that are tiled like an MMA, like a copy, or by layouts', () =>
  all(
    `${MMA} auto stores = make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N, half_t>{}, mma);`,
    TILED_COPIES.flatMap(([made, layout, tiler]): readonly Case[] => [
      [`typename decltype(${made})::TiledLayout_TV{}`, layout],
      [`typename decltype(${made})::Tiler_MN{}`, tiler],
    ]),
  ));

test('tilings and arrays by their types', () =>
  all('', [
    ['tile_shape(TiledMMA<MMA_Atom<SM80_16x8x8_F32F16F16F32_TN>, Layout<Shape<_2,_1,_1>>>{})', '(_32,_8,_8)'],
    [
      'tile_shape(TiledMMA<MMA_Atom<SM80_16x8x8_F32F16F16F32_TN>, Layout<Shape<_2,_1,_1>>, Tile<_32,_32,_8>>{})',
      '(_32,_32,_8)',
    ],
    [
      'tile_size(TiledCopy<Copy_Atom<UniversalCopy<uint32_t>, half_t>, Layout<Shape<_32,_2>,Stride<_2,_1>>, Shape<_8,_8>>{})',
      '_64',
    ],
    ['sizeof_bits_v<uint_bit_t<16>>', '16'],
    ['sizeof(cutlass::Array<float, 6>)', '24'],
    ['sizeof(cutlass::AlignedArray<half_t, 4>)', '8'],
  ]));
