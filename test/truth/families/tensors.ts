// Tensors, their slices, tiles and partitions, and the layouts of atoms.

import { recipes, type Writer } from '../snippet.ts';
import { anyInt, staticInt } from './literals.ts';

function slices(writer: Writer): void {
  const { random } = writer;
  const power = (): number => 2 ** random.between(1, 4);
  const [m, n] = [power(), power()];
  const element = random.pick(['float', 'half_t', 'int', 'uint8_t']);
  const layout = random.pick([
    `make_layout(make_shape(${anyInt(random, m)}, ${anyInt(random, n)}))`,
    `make_layout(make_shape(${anyInt(random, m)}, ${anyInt(random, n)}), GenRowMajor{})`,
    `make_layout(make_shape(Int<${m}>{}, Int<${n}>{}, ${anyInt(random)}))`,
    `Layout<Shape<Int<${m}>, Int<${n}>>, Stride<Int<${n}>, _1>>{}`,
    `make_layout(make_shape(make_shape(Int<${m}>{}, _2{}), ${anyInt(random, n)}))`,
  ]);
  const t = writer.name();
  writer.inside(`${element}* p_${t} = nullptr;`);
  const engine = random.pick([`p_${t}`, `make_gmem_ptr(p_${t})`, `make_smem_ptr(p_${t})`]);
  writer.inside(`${random.pick(['auto', 'Tensor'])} ${t} = make_tensor(${engine}, ${layout});`, {
    name: t,
    kind: 'value',
    access: t,
  });
  const k = random.pick([1, 2]);
  const has3 = layout.startsWith('make_layout(make_shape(Int<');
  const uses = [
    `${t}.layout()`,
    `${t}.shape()`,
    `${t}.stride()`,
    `size(${t})`,
    `size<0>(${t})`,
    `rank(${t})`,
    `shape<1>(${t})`,
    `stride(${t})`,
    `${t}(${has3 ? '_, 0, 0' : '_, 0'}).layout()`,
    `${t}(${has3 ? '0, _, _' : '1, _'})`,
    `${t}(${has3 ? '_, _, 0' : '_, 1'})`,
    `local_tile(${t}, Shape<Int<${k}>, Int<${k}>${has3 ? ', _1' : ''}>{}, make_coord(0, _${has3 ? ', 0' : ''}))`,
    `local_tile(${t}, make_shape(Int<${k}>{}, Int<${k}>{}${has3 ? ', _1{}' : ''}), make_coord(_, _${has3 ? ', _' : ''})).layout()`,
    `zipped_divide(${t}, Shape<Int<${k}>, Int<${k}>>{}).layout()`,
    `flat_divide(${t}, Shape<Int<${k}>, Int<${k}>>{}).layout()`,
    `tiled_divide(${t}, Shape<Int<${k}>>{}).layout()`,
    `logical_divide(${t}, Shape<Int<${k}>>{}).layout()`,
    `local_partition(${t}, Layout<Shape<Int<${k}>, Int<${k}>>>{}, ${random.below(k * k)})`,
    `coalesce(${t}).layout()`,
    `flatten(${t}).layout()`,
    `group_modes<0, 2>(${t}).layout()`,
    // Registers have static layouts alone.
    ...(layout.startsWith('Layout<') ? [`make_tensor_like(${t}).layout()`] : []),
    `composition(${t}, make_tile(Layout<_2>{})).layout()`,
    `take<0, 1>(${t}).layout()`,
    `domain_offset(make_coord(1, ${has3 ? '0, 0' : '0'}), ${t}).layout()`,
    `make_identity_tensor(${t}.shape()).layout()`,
    `make_identity_tensor(shape(${t}))(${has3 ? '1, 0, 0' : '1, 1'})`,
    `recast<${random.pick(['uint8_t', 'float', 'uint16_t'])}>(${t}).layout()`,
    `filter_zeros(${t}).layout()`,
    `select<0>(${t}.layout())`,
    `tensor<0>(${t}).layout()`,
    `append<4>(${t}.layout())`,
  ];
  for (let i = random.between(3, 6); i > 0; i--) writer.variable(random.pick(uses));
}

const MMA_ATOMS = [
  'SM80_16x8x16_F32F16F16F32_TN',
  'SM80_16x8x8_F32F16F16F32_TN',
  'SM80_16x8x16_F16F16F16F16_TN',
  'SM75_16x8x8_F32F16F16F32_TN',
  'SM80_16x8x8_F32TF32TF32F32_TN',
  'SM70_8x8x4_F32F16F16F32_TN',
  'UniversalFMA<float>',
  'SM80_16x8x32_S32S8S8S32_TN',
  'SM80_8x8x4_F64F64F64F64_TN',
];

function tiledMma(writer: Writer): void {
  const { random } = writer;
  const atom = random.pick(MMA_ATOMS);
  const [a, b] = [random.pick([1, 2, 4]), random.pick([1, 2])];
  const t = writer.name();
  writer.inside(
    `auto ${t} = make_tiled_mma(${atom}{}, Layout<Shape<_${a}, _${b}, _1>>{}${random.pick(['', '', `, Tile<Int<${a * 32}>, Int<${b * 32}>, _16>{}`])});`,
  );
  const uses = [
    `size(${t})`,
    `tile_size<0>(${t})`,
    `tile_size<1>(${t})`,
    `tile_size<2>(${t})`,
    `tile_shape(${t})`,
    `${t}.get_layoutA_TV()`,
    `${t}.get_layoutB_TV()`,
    `${t}.get_layoutC_TV()`,
    `${t}.get_thr_layout_vmnk()`,
    `partition_shape_C(${t}, Shape<_128, _128>{})`,
    `partition_shape_A(${t}, Shape<_128, _64>{})`,
    `partition_fragment_C(${t}, Shape<_128, _128>{}).layout()`,
    `${t}.get_slice(${random.below(8)}).partition_C(make_identity_tensor(Shape<_128, _128>{})).layout()`,
    `${t}.get_slice(0).partition_A(make_tensor((half_t*)nullptr, Layout<Shape<_128, _64>>{})).layout()`,
    `${t}.get_thread_slice(1).partition_fragment_C(make_tensor((float*)nullptr, Layout<Shape<_128, _128>>{})).layout()`,
    `permutation_mnk<0>(${t})`,
    `typename MMA_Traits<${atom}>::Shape_MNK{}`,
    `typename MMA_Traits<${atom}>::ALayout{}`,
    `typename MMA_Traits<${atom}>::CLayout{}`,
    `typename decltype(${t})::AtomShape_MNK{}`,
  ];
  for (let i = random.between(2, 5); i > 0; i--) writer.variable(random.pick(uses));
}

function tiledCopy(writer: Writer): void {
  const { random } = writer;
  const element = random.pick(['half_t', 'float', 'uint8_t']);
  const bits = element === 'half_t' ? 16 : element === 'float' ? 32 : 8;
  const atom = random.pick([
    `Copy_Atom<UniversalCopy<cute::uint128_t>, ${element}>{}`,
    `Copy_Atom<DefaultCopy, ${element}>{}`,
    `Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<cute::uint128_t>, ${element}>{}`,
    `Copy_Atom<AutoVectorizingCopyWithAssumedAlignment<128>, ${element}>{}`,
  ]);
  const v = atom.includes('Default') ? random.pick([1, 2, 4]) : 128 / bits;
  const t = writer.name();
  writer.inside(
    `auto ${t} = make_tiled_copy(${atom}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, Int<${v}>>>{});`,
  );
  const uses = [
    `size(${t})`,
    `${t}.get_layoutS_TV()`,
    `${t}.get_layoutD_TV()`,
    `typename decltype(${t})::Tiler_MN{}`,
    `${t}.get_slice(${random.below(8)}).partition_S(make_tensor((${element}*)nullptr, Layout<Shape<_128, Int<${8 * v}>>, Stride<Int<${8 * v}>, _1>>{})).layout()`,
    `${t}.get_slice(0).partition_D(make_tensor((${element}*)nullptr, Layout<Shape<_64, Int<${16 * v}>>>{})).layout()`,
    `${t}.get_thread_slice(3).partition_S(make_identity_tensor(Shape<_128, Int<${8 * v}>>{}))`,
    `make_fragment_like(${t}.get_slice(0).partition_S(make_tensor((${element}*)nullptr, Layout<Shape<_32, Int<${8 * v}>>, Stride<Int<${8 * v}>, _1>>{}))).layout()`,
  ];
  for (let i = random.between(2, 4); i > 0; i--) writer.variable(random.pick(uses));
}

function sharedMemory(writer: Writer): void {
  const { random } = writer;
  const element = random.pick(['half_t', 'float', 'uint8_t', 'cutlass::float_e4m3_t']);
  const atom = random.pick([
    'GMMA::Layout_K_SW128_Atom',
    'GMMA::Layout_K_SW64_Atom',
    'GMMA::Layout_MN_SW128_Atom',
    'GMMA::Layout_K_INTER_Atom',
    'GMMA::Layout_MN_SW32_Atom',
    'UMMA::Layout_K_SW128_Atom',
  ]);
  const l = writer.variable(
    `tile_to_shape(${atom}<${element}>{}, Shape<_128, _128${random.pick(['', ', _3', ', Int<2>'])}>{}${random.pick(['', '', ', LayoutRight{}', ', LayoutLeft{}'])})`,
  );
  for (let i = random.between(1, 3); i > 0; i--)
    writer.variable(
      random.pick([
        `size(${l})`,
        `cosize(${l})`,
        `shape(${l})`,
        `shape<0>(${l})`,
        `${l}.layout_b()`,
        `make_tensor(make_smem_ptr((${element}*)nullptr), ${l}).layout()`,
        `rank(${l})`,
        `${atom}<${element}>{}`,
        `as_position_independent_swizzle_layout(${l})`,
        `get_nonswizzle_portion(${l})`,
        `coalesce(${l})`,
        `${l}.layout_a()`,
      ]),
    );
  if (random.oneIn(3)) writer.variable(staticInt(random));
}

export const tensors = recipes('tensors', [slices, slices, tiledMma, tiledCopy, sharedMemory], 1);
