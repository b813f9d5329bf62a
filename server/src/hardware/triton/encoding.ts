// The layouts of Triton and Gluon as their constructors make them. Fields have Gluon's names, and the values that
// Gluon fills in for what is left out.

type Ints = readonly number[];
/** Bases: each the coordinate to which a power of two goes. */
export type IntLists = readonly Ints[];

export interface Blocked {
  readonly layout: 'BlockedLayout';
  readonly size_per_thread: Ints;
  readonly threads_per_warp: Ints;
  readonly warps_per_cta: Ints;
  readonly order: Ints;
  readonly cga_layout: IntLists;
}

export interface Slice {
  readonly layout: 'SliceLayout';
  readonly dim: number;
  readonly parent: Distributed;
}

export interface DotOperand {
  readonly layout: 'DotOperandLayout';
  readonly operand_index: number;
  readonly parent: Distributed;
  readonly k_width: number;
}

/** The accumulator of mma.sync (version 2) and of wgmma (version 3). */
export interface NvidiaMma {
  readonly layout: 'NVMMADistributedLayout';
  readonly version: Ints;
  readonly warps_per_cta: Ints;
  readonly instr_shape: Ints;
  readonly cga_layout: IntLists;
}

export interface AmdMfma {
  readonly layout: 'AMDMFMALayout';
  readonly version: number;
  readonly instr_shape: Ints;
  readonly transposed: boolean;
  readonly warps_per_cta: Ints;
  readonly element_bitwidth: number;
  readonly tiles_per_warp: Ints;
  readonly cga_layout: IntLists;
}

export interface AmdWmma {
  readonly layout: 'AMDWMMALayout';
  readonly version: number;
  readonly transposed: boolean;
  readonly warps_per_cta: Ints;
  readonly instr_shape: Ints;
  readonly tiles_per_warp: Ints;
  readonly cga_layout: IntLists;
}

/** The same as later versions than 3.6 write it: warps and repetitions as bases, in tiles of one instruction. */
export interface AmdWmmaOfBases {
  readonly layout: 'AMDWMMALayout';
  readonly version: number;
  readonly transposed: boolean;
  readonly warp_bases: IntLists;
  readonly reg_bases: IntLists;
  readonly instr_shape: Ints;
  readonly cga_layout: IntLists;
  readonly rank: number;
}

export interface DistributedLinear {
  readonly layout: 'DistributedLinearLayout';
  readonly reg_bases: IntLists;
  readonly lane_bases: IntLists;
  readonly warp_bases: IntLists;
  readonly block_bases: IntLists;
  readonly shape: Ints;
}

export interface SwizzledShared {
  readonly layout: 'SwizzledSharedLayout';
  readonly vec: number;
  readonly per_phase: number;
  readonly max_phase: number;
  readonly order: Ints;
  readonly cga_layout: IntLists;
}

export interface NvmmaShared {
  readonly layout: 'NVMMASharedLayout';
  /** 0, 32, 64 or 128. */
  readonly swizzle_byte_width: number;
  readonly element_bitwidth: number;
  readonly rank: number;
  readonly transposed: boolean;
  readonly fp4_padded: boolean;
  readonly cga_layout: IntLists;
}

export interface PaddedShared {
  readonly layout: 'PaddedSharedLayout';
  readonly interval_padding_pairs: IntLists;
  readonly offset_bases: IntLists;
  readonly block_bases: IntLists;
  readonly shape: Ints;
}

export interface SharedLinear {
  readonly layout: 'SharedLinearLayout';
  readonly offset_bases: IntLists;
  readonly block_bases: IntLists;
  readonly alignment: number;
}

export interface TensorMemory {
  readonly layout: 'TensorMemoryLayout';
  readonly block: Ints;
  readonly col_stride: number;
  readonly cta_split_num: Ints | null;
  readonly two_ctas: boolean;
}

/** The same as later versions than 3.6 write it. */
export interface TensorMemoryOfBases {
  readonly layout: 'TensorMemoryLayout';
  readonly block: Ints;
  readonly col_stride: number;
  readonly cga_layout: IntLists;
  readonly two_ctas: boolean;
  readonly fp4_padded: boolean;
}

export interface TensorMemoryScalesOfBases {
  readonly layout: 'TensorMemoryScalesLayout';
  readonly cga_layout: IntLists;
}

export interface TensorMemoryScales {
  readonly layout: 'TensorMemoryScalesLayout';
  readonly cta_split_num: Ints | null;
}

/** Layouts that the compiler chooses. */
interface Chosen {
  readonly layout: 'AutoLayout' | 'CoalescedLayout';
}

/** How a tensor in registers lies in the threads. */
type Distributed =
  | Blocked
  | Slice
  | DotOperand
  | NvidiaMma
  | AmdMfma
  | AmdWmma
  | AmdWmmaOfBases
  | DistributedLinear
  | Chosen;
type Shared = SwizzledShared | NvmmaShared | PaddedShared | SharedLinear;
type InTensorMemory = TensorMemory | TensorMemoryOfBases | TensorMemoryScales | TensorMemoryScalesOfBases;
export type Encoding = Distributed | Shared | InTensorMemory;
export type EncodingName = Encoding['layout'];

/** An encoding as a value. */
export class TritonLayout {
  readonly encoding: Encoding;
  constructor(encoding: Encoding) {
    this.encoding = encoding;
  }
}

/** The number of dimensions of the tensors that the layout is for; null where it says nothing of it. */
export function rankOf(encoding: Encoding): number | null {
  switch (encoding.layout) {
    case 'BlockedLayout':
    case 'SwizzledSharedLayout':
      return encoding.order.length;
    case 'SliceLayout': {
      const parent = rankOf(encoding.parent);
      return parent === null ? null : parent - 1;
    }
    case 'DotOperandLayout':
      return rankOf(encoding.parent);
    case 'NVMMADistributedLayout':
    case 'AMDMFMALayout':
      return encoding.warps_per_cta.length;
    case 'AMDWMMALayout':
      return 'rank' in encoding ? encoding.rank : encoding.warps_per_cta.length;
    case 'DistributedLinearLayout':
    case 'PaddedSharedLayout':
      return encoding.shape.length;
    case 'NVMMASharedLayout':
      return encoding.rank;
    case 'SharedLinearLayout':
      return encoding.offset_bases[0]?.length ?? null;
    case 'TensorMemoryLayout':
    case 'TensorMemoryScalesLayout':
      return 2;
    default:
      return null;
  }
}

export const isChosen = (encoding: Encoding): encoding is Chosen =>
  encoding.layout === 'AutoLayout' || encoding.layout === 'CoalescedLayout';
