// Atoms and tilings as types with their arguments, and the members that C++ asks them for.

import { test } from 'node:test';
import { inMain, printed } from '../cpp/support.ts';

const OPEN = 'unknown(unsupported)';
const NAMES = `
  using Mma = SM80_16x8x8_F32F16F16F32_TN; using Copy = Copy_Atom<UniversalCopy<float>, float>;
  using Tiled = TiledMMA<MMA_Atom<Mma>, Layout<Shape<_2,_2,_1>>, Tile<_32,_32,_8>>;`;

/** Types in the order of their names V0, V1, …; the values of variables of an expression with a type. */
const types = (cases: readonly (readonly [string, string])[]): Promise<void> =>
  inMain(
    NAMES,
    cases.map(([type], i) => `using V${i} = ${type};`).join('\n'),
    Object.fromEntries(cases.map(([, expected], i) => [`V${i}`, expected])),
  );

const objects = (cases: readonly (readonly [string, string])[]): Promise<void> =>
  inMain(
    NAMES,
    cases.map(([text], i) => `auto v${i} = ${text};`).join('\n'),
    Object.fromEntries(cases.map(([, expected], i) => [`v${i}`, expected])),
  );

test('templates of atoms with arguments that are none of theirs', () =>
  types([
    ['MMA_Atom<half_t>', OPEN],
    ['Copy_Atom<half_t, half_t>', OPEN],
    ['Copy_Atom<UniversalCopy<float>, _4>', OPEN],
    ['Copy_Atom<UniversalCopy<float>>', OPEN],
    ['TiledMMA<UniversalCopy<float>>', OPEN],
    ['TiledMMA<MMA_Atom<Mma>, _4>', OPEN],
    ['TiledMMA<MMA_Atom<Mma>, Layout<_1>, half_t>', OPEN],
    ['TiledCopy<Copy, Layout<Shape<_4,_1>>>', OPEN],
    ['TiledCopy<Copy, _4, Shape<_4>>', OPEN],
    ['TiledCopy<MMA_Atom<Mma>, Layout<Shape<_4,_1>>, Shape<_4>>', OPEN],
  ]));

// Until CUTLASS 3.4 the layout had a default.
test('a tiling without a layout of atoms is of one atom', () =>
  objects([
    ['size(TiledMMA<MMA_Atom<Mma>>{})', '_32'],
    ['tile_shape(TiledMMA<MMA_Atom<Mma>>{})', '(_16,_8,_8)'],
    ['size(TiledMMA<MMA_Atom<Mma>, Layout<Shape<_2,_2,_1>>>{})', '_128'],
    ['tile_shape(TiledMMA<MMA_Atom<Mma>, Layout<Shape<_2,_2,_1>>>{})', '(_32,_16,_8)'],
    ['tile_shape(Tiled{})', '(_32,_32,_8)'],
  ]));

test('the extents of a tiling by mode', () =>
  objects([
    ['tile_size<0>(Tiled{})', '_32'],
    ['tile_size<1>(Tiled{})', '_32'],
    ['tile_size<2>(Tiled{})', '_8'],
    ['tile_size<0>(TiledMMA<MMA_Atom<Mma>, Layout<Shape<_2,_2,_1>>>{})', '_32'],
    ['tile_size<1>(TiledMMA<MMA_Atom<Mma>, Layout<Shape<_2,_2,_1>>>{})', '_16'],
    ['Tiled{}.template tile_size_mnk<0>()', '_32'],
    ['Tiled{}.template tile_size_mnk<1>()', '_32'],
    ['Tiled{}.template tile_size_mnk<2>()', '_8'],
    ['Tiled{}.template tile_size_mnk<3>()', OPEN],
    ['Tiled{}.template permutation_mnk<0>()', '_32'],
    ['Tiled{}.template permutation_mnk<2>()', '_8'],
    ['Tiled{}.template permutation_mnk<4>()', OPEN],
  ]));

// Printed by a compiled program.
const PART = '(((_4,_8),(_2,_2)),((_2,_2),(_1,_2))):(((_64,_1),(_16,_256)),((_32,_8),(_0,_512)))';

test('the threads’ fragments of a layout and of a tensor', () =>
  objects([
    ['Tiled{}.thrfrg_C(make_layout(make_shape(_32{}, _32{})))', PART],
    ['Tiled{}.thrfrg_C(make_tensor<float>(make_layout(make_shape(_32{}, _32{}))))', `ptr[32b] o ${PART}`],
    [
      'Tiled{}.thrfrg_C(composition(Swizzle<1,0,1>{}, make_layout(make_shape(_32{}, _32{}))))',
      `Sw<1,0,1> o _0 o ${PART}`,
    ],
    ['Tiled{}.thrfrg_C(_32{})', OPEN],
    ['Tiled{}.get_slice(0).partition_C(make_layout(make_shape(_32{}, _32{})))', OPEN],
    ['MMA_Atom<Mma>{}.with(1)', 'SM80_16x8x8_F32F16F16F32_TN: 16×8×8'],
    ['Copy{}.with(1)', 'UniversalCopy<float>, float'],
    ['Copy{}.without(1)', OPEN],
    ['MMA_Atom<Mma>{}.without(1)', OPEN],
  ]));

test('widths of types with arguments', () =>
  printed([
    ['sizeof_bits_v<uint_bit_t<64>>', '64'],
    ['sizeof_bits_v<cutlass::Array<half_t, 8>>', '128'],
    ['sizeof_bits_v<cutlass::AlignedArray<half_t, 4>>', '64'],
  ]));
