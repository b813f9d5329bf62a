// Copies of `cute.nvgpu` by the names that CuTe DSL has for them, and which helper stands in which module.

import { isFailure } from '../../../../algebra/integer/failure.ts';
import { copyOperation } from '../../../../hardware/copy/copy-atom.ts';
import { tmaInstruction } from '../../../../hardware/tma/tma.ts';
import type { Value } from '../../../model/value.ts';
import { operandMajorMode, repetition } from '../../plain/enumerators.ts';
import { refuse, step, steps, stop } from '../steps.ts';
import type { DslFunction } from '../support.ts';
import {
  blackwellStore,
  epilogueTile,
  geforceStore,
  hopperEpilogueTile,
  hopperStore,
  loadAtom,
} from './epilogue.ts';
import {
  TCGEN05_MMAS,
  trivialScaledUmma,
  trivialUltraUmma,
  trivialUmma,
  trivialWgmma,
  WARP_MMAS,
  WARPGROUP_MMAS,
} from './mma-operations.ts';
import { geforcePermutation } from './scale-factors.ts';
import { BLACKWELL_LAYOUTS, HOPPER_LAYOUTS, makeSmemLayoutAtom, tileToMmaShape } from './smem-layouts.ts';
import type { Table } from './table.ts';

/** Where it is fewer than 128: all have as many registers at most. */
const MOST_REPETITIONS: Readonly<Record<string, number>> = { '16dp128b': 64, '16dp256b': 32 };

/** `tcgen05.Ld32x32bOp(repeat, pack)` and its kin: datapaths × bits of a column, repeated. */
const tensorMemory = (stem: string, packed: string): DslFunction =>
  steps(([repeat = 'Repetition.x1', pack]) => {
    const count = /^Repetition\.x(\d+)$/.exec(String(repeat))?.[1] ?? stop('this repetition');
    const most = MOST_REPETITIONS[/\d+dp\d+b$/.exec(stem)![0]];
    if (most !== undefined && Number(count) > most)
      return refuse(`the instruction of this shape is repeated ${most} times at most, not ${count}`);
    const none = pack === undefined || pack === `${packed.split('.')[0]}.NONE`;
    if (!none && pack !== packed) return stop('this packing');
    const operation = copyOperation(`SM100_TMEM_${stem}${count}x${none ? '' : '_16b'}`);
    return isFailure(operation) ? stop('this copy of tensor memory') : operation;
  });

const LOADS: Table = [
  ['Ld16x64bOp', '16dp64b'],
  ['Ld16x128bOp', '16dp128b'],
  ['Ld16x256bOp', '16dp256b'],
  ['Ld16x32bx2Op', '16dp32b'],
  ['Ld32x32bOp', '32dp32b'],
].map(([name, stem]) => [`${name}(repeat?, pack?)`, tensorMemory(`LOAD_${stem}`, 'Pack.PACK_16b_IN_32b')]);
const STORES: Table = [
  ['St16x64bOp', '16dp64b'],
  ['St16x128bOp', '16dp128b'],
  ['St16x256bOp', '16dp256b'],
  ['St16x32bx2Op', '16dp32b'],
  ['St32x32bOp', '32dp32b'],
].map(([name, stem]) => [
  `${name}(repeat?, unpack?)`,
  tensorMemory(`STORE_${stem}`, 'Unpack.UNPACK_32b_IN_16b'),
]);

/** A TMA load, by one CTA or for two; `isShared`: multicast. */
export const loadInstruction = (ctas: 1 | 2, isShared: boolean): Value => instruction(ctas, 'LOAD', isShared);

const tma =
  (kind: 'LOAD' | 'STORE' | 'REDUCE_ADD', multicast: boolean): DslFunction =>
  ([group = 'CtaGroup.ONE']) => {
    const isPair = kind === 'LOAD' && group === 'CtaGroup.TWO';
    return instruction(isPair ? 2 : 1, kind, multicast);
  };

const instruction = (ctas: 1 | 2, kind: string, multicast: boolean): Value =>
  tmaInstruction(`${ctas === 2 ? 'SM100_TMA_2SM' : 'SM90_TMA'}_${kind}${multicast ? '_MULTICAST' : ''}`)!;

/** The mode of a cluster along which a load of the operand is shared; scale factors of B are shared by the pair too. */
const SHARED_ALONG = { A: 1, B: 0, SFB: 0 } as const;

/** The load that a cluster needs: of as many CTAs as the MMA has, multicast along the mode that the operand lacks. */
const clusterLoad = (operand: 'A' | 'B' | 'SFB'): DslFunction =>
  steps(([cluster, threads]) => {
    const ctas = step('size', [threads!]);
    const shared = step('size', [cluster!], [SHARED_ALONG[operand]]);
    const first = step('size', [cluster!], [0]);
    if ((ctas !== 1 && ctas !== 2) || typeof shared !== 'number' || typeof first !== 'number')
      return stop('a TMA load for this cluster');
    if (first % ctas !== 0) return stop('a cluster that the CTAs of the MMA do not divide');
    const alone = operand === 'B' ? ctas : 1;
    return instruction(ctas, 'LOAD', shared !== alone);
  });

/** By module behind `cute.nvgpu.`. */
export const NVGPU_OPERATIONS: Readonly<Record<string, Table>> = {
  warp: WARP_MMAS,
  warpgroup: [['make_smem_layout_atom(kind, element_type)', makeSmemLayoutAtom], ...WARPGROUP_MMAS],
  cpasync: [
    ['CopyBulkTensorTileG2SOp(cta_group?)', tma('LOAD', false)],
    ['CopyBulkTensorTileG2SMulticastOp(cta_group?)', tma('LOAD', true)],
    ['CopyBulkTensorTileS2GOp()', () => instruction(1, 'STORE', false)],
    ['CopyReduceBulkTensorTileS2GOp(reduction_kind?)', () => instruction(1, 'REDUCE_ADD', false)],
  ],
  tcgen05: [
    ...LOADS,
    ...STORES,
    ['Repetition(count)', ([count]) => repetition(count)],
    ['OperandMajorMode(name)', ([name]) => operandMajorMode(name)],
    ['make_smem_layout_atom(kind, element_type)', makeSmemLayoutAtom],
    ['tile_to_mma_shape(atom, mma_tile_shape, order?)', tileToMmaShape],
    ...TCGEN05_MMAS,
  ],
};

const TRIVIAL_UMMA =
  'make_trivial_tiled_mma(a_dtype, b_dtype, a_leading_mode, b_leading_mode, acc_dtype, cta_group?, mma_tiler_mn?, a_source?)';

/** Functions of `cutlass.utils.hopper_helpers`. */
export const HOPPER_HELPERS: Table = [
  ...HOPPER_LAYOUTS,
  ['make_smem_layout_atom(kind, element_type)', makeSmemLayoutAtom],
  ['get_smem_store_op(layout_d, elem_ty_d, elem_ty_acc)', hopperStore],
  ['sm90_get_smem_store_op(layout_d, elem_ty_d, elem_ty_acc)', hopperStore],
  [
    'make_trivial_tiled_mma(a_dtype, b_dtype, a_leading_mode, b_leading_mode, acc_dtype, atom_layout_mnk, tiler_mn, a_source?)',
    trivialWgmma,
  ],
  [
    'compute_tile_shape_or_override(tile_shape_mnk, element_type, is_cooperative?, epi_tile_override?)',
    hopperEpilogueTile,
  ],
];

/** Functions of `cutlass.utils.blackwell_helpers`. */
export const BLACKWELL_HELPERS: Table = [
  ...BLACKWELL_LAYOUTS,
  ['make_smem_layout_atom(kind, element_type)', makeSmemLayoutAtom],
  ['tile_to_mma_shape(atom, mma_tile_shape, order?)', tileToMmaShape],
  [TRIVIAL_UMMA, trivialUmma],
  [
    'make_blockscaled_trivial_tiled_mma(a_dtype, b_dtype, a_leading_mode, b_leading_mode, sf_dtype, sf_vec_size, cta_group?, mma_tiler_mn?, a_source?)',
    trivialScaledUmma,
  ],
  [
    'sm103_make_blockscaled_trivial_tiled_mma(sf_dtype, sf_vec_size, cta_group, mma_tiler_mn, a_source?)',
    trivialUltraUmma,
  ],
  ['get_permutation_mnk(tile_shape_mnk, sf_vec_size, use_mxf8f6f4)', geforcePermutation],
  ['sm120_get_smem_store_op(layout_d, elem_ty_d, elem_ty_acc)', geforceStore],
  ['cluster_shape_to_tma_atom_SFB(cluster_shape_mnk, atom_thr_id)', clusterLoad('SFB')],
  ['cluster_shape_to_tma_atom_A(cluster_shape_mnk, atom_thr_id)', clusterLoad('A')],
  ['cluster_shape_to_tma_atom_B(cluster_shape_mnk, atom_thr_id)', clusterLoad('B')],
  [
    'compute_epilogue_tile_shape(cta_tile_shape, use_2cta_instrs, layout_d, elem_ty_d, *, layout_c?, elem_ty_c?, tmem_warp_shape_mn?)',
    epilogueTile,
  ],
  [
    'get_tmem_load_op(cta_tile_shape, layout_d, elem_ty_d, elem_ty_acc, epi_tile, use_2cta_instrs, tmem_warp_shape_mn?)',
    loadAtom,
  ],
  ['get_smem_store_op(layout_d, elem_ty_d, elem_ty_acc, tiled_tmem_load)', blackwellStore],
];
