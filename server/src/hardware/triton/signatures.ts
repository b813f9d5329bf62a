// The parameters of Gluon's layout constructors: their order, what they take, and what they are when left out.

import type { EncodingName } from './encoding.ts';

type ParameterKind = 'int' | 'bool' | 'ints' | 'bases' | 'layout';

export interface Parameter {
  readonly name: string;
  readonly kind: ParameterKind;
  /** What it is when left out; undefined: it must be given. `null` is Python's None. */
  readonly value?: number | boolean | readonly never[] | null;
}

const required = (kind: ParameterKind, ...names: readonly string[]): readonly Parameter[] =>
  names.map((name) => ({ name, kind }));
const optional = (kind: ParameterKind, name: string, value: Parameter['value']): Parameter => ({
  name,
  kind,
  value: value ?? null,
});
const CGA = optional('bases', 'cga_layout', []);

export const SIGNATURES: Readonly<Record<EncodingName, readonly Parameter[]>> = {
  AutoLayout: [],
  CoalescedLayout: [],
  BlockedLayout: [...required('ints', 'size_per_thread', 'threads_per_warp', 'warps_per_cta', 'order'), CGA],
  SliceLayout: [...required('int', 'dim'), ...required('layout', 'parent')],
  DotOperandLayout: [
    ...required('int', 'operand_index'),
    ...required('layout', 'parent'),
    ...required('int', 'k_width'),
  ],
  NVMMADistributedLayout: [...required('ints', 'version', 'warps_per_cta', 'instr_shape'), CGA],
  AMDMFMALayout: [
    ...required('int', 'version'),
    ...required('ints', 'instr_shape'),
    ...required('bool', 'transposed'),
    ...required('ints', 'warps_per_cta'),
    optional('int', 'element_bitwidth', null),
    optional('ints', 'tiles_per_warp', null),
    CGA,
  ],
  AMDWMMALayout: [
    ...required('int', 'version'),
    ...required('bool', 'transposed'),
    ...required('ints', 'warps_per_cta'),
    optional('ints', 'instr_shape', null),
    optional('ints', 'tiles_per_warp', null),
    CGA,
  ],
  DistributedLinearLayout: [
    ...required('bases', 'reg_bases', 'lane_bases', 'warp_bases', 'block_bases'),
    ...required('ints', 'shape'),
  ],
  SwizzledSharedLayout: [
    ...required('int', 'vec', 'per_phase', 'max_phase'),
    ...required('ints', 'order'),
    CGA,
  ],
  NVMMASharedLayout: [
    ...required('int', 'swizzle_byte_width', 'element_bitwidth'),
    optional('int', 'rank', 2),
    optional('bool', 'transposed', false),
    optional('bool', 'fp4_padded', false),
    CGA,
  ],
  PaddedSharedLayout: [
    ...required('bases', 'interval_padding_pairs', 'offset_bases', 'block_bases'),
    ...required('ints', 'shape'),
  ],
  SharedLinearLayout: [
    ...required('bases', 'offset_bases'),
    optional('bases', 'block_bases', []),
    optional('int', 'alignment', 16),
  ],
  TensorMemoryLayout: [
    ...required('ints', 'block'),
    ...required('int', 'col_stride'),
    optional('ints', 'cta_split_num', null),
    optional('bool', 'two_ctas', false),
  ],
  TensorMemoryScalesLayout: [optional('ints', 'cta_split_num', null)],
};

/** Constructors that versions after 3.6 have with other parameters: those of 3.8. */
export const LATER_SIGNATURES: Partial<Readonly<Record<EncodingName, readonly Parameter[]>>> = {
  AMDWMMALayout: [
    ...required('int', 'version'),
    ...required('bool', 'transposed'),
    ...required('bases', 'warp_bases'),
    optional('bases', 'reg_bases', null),
    optional('ints', 'instr_shape', null),
    CGA,
    optional('int', 'rank', 2),
  ],
  TensorMemoryLayout: [
    ...required('ints', 'block'),
    ...required('int', 'col_stride'),
    CGA,
    optional('bool', 'two_ctas', false),
    optional('bool', 'fp4_padded', false),
  ],
  TensorMemoryScalesLayout: [CGA],
  PaddedSharedLayout: [
    ...required('bases', 'interval_padding_pairs', 'offset_bases', 'cga_layout'),
    ...required('ints', 'shape'),
  ],
};

/** The parameters by which Triton before 3.6 said how blocks divide the tensor, in place of `cga_layout`. */
export const SPLIT_PARAMETERS = ['ctas_per_cga', 'cta_split_num', 'cta_order'] as const;

export const isEncodingName = (name: string): name is EncodingName => Object.hasOwn(SIGNATURES, name);
