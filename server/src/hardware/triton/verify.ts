// What Gluon's constructors assert and what Triton's verifiers refuse.

import { refuse } from '../../algebra/integer/failure.ts';
import { isPowerOfTwo } from '../../algebra/linear/layout.ts';
import {
  type AmdMfma,
  type AmdWmma,
  type AmdWmmaOfBases,
  type Blocked,
  type DotOperand,
  type Encoding,
  type IntLists,
  type NvmmaShared,
  type PaddedShared,
  rankOf,
  type Slice,
} from './encoding.ts';

const listed = (values: readonly number[]): string => `[${values.join(', ')}]`;

export function requirePowersOfTwo(values: readonly number[], name: string): void {
  const other = values.find((value) => !isPowerOfTwo(value));
  if (other !== undefined)
    refuse('not-a-power-of-two', `${name} is ${listed(values)}: ${other} is not a power of two`);
}

function requirePermutation(order: readonly number[], name: string): void {
  const isPermutation = order.every((_, i) => order.includes(i));
  if (!isPermutation) {
    refuse('order-permutation', `${name} ${listed(order)} is no permutation of 0 to ${order.length - 1}`);
  }
}

/** Refuses bases of another length than the rank. */
function requireBases(bases: IntLists, rank: number, name: string): void {
  const other = bases.find((basis) => basis.length !== rank);
  if (other !== undefined) {
    refuse(
      'basis-length',
      `the basis ${listed(other)} of ${name} has ${other.length === 1 ? '1 number' : `${other.length} numbers`}, and the rank is ${rank}`,
    );
  }
}

function requireOneOf(value: number, choices: readonly number[], name: string): void {
  if (!choices.includes(value))
    refuse('unsupported', `${name} is ${value}: it is one of ${choices.join(', ')}`);
}

function verifyBlocked(blocked: Blocked): void {
  const { order } = blocked;
  const lists = { size_per_thread: 0, threads_per_warp: 0, warps_per_cta: 0 };
  for (const name of Object.keys(lists) as (keyof typeof lists)[]) {
    if (blocked[name].length !== order.length) {
      refuse(
        'rank-mismatch',
        `${name} ${listed(blocked[name])} has ${blocked[name].length} dimensions, and order ${listed(order)} has ${order.length}`,
      );
    }
    requirePowersOfTwo(blocked[name], name);
  }
  requirePermutation(order, 'order');
}

function verifySlice({ dim, parent }: Slice): void {
  const rank = rankOf(parent);
  if (rank === null) return;
  if (rank < 2) refuse('rank-mismatch', `the parent of a SliceLayout has 2 dimensions or more, not ${rank}`);
  if (dim < 0 || dim >= rank)
    refuse('out-of-range', `dim ${dim} is no dimension of a parent of rank ${rank}`);
}

const WMMA_WIDTHS: Readonly<Record<number, readonly number[]>> = { 1: [8, 16], 2: [4, 8, 16], 3: [2, 8, 16] };

function verifyOperand({ operand_index: operand, parent, k_width: width }: DotOperand): void {
  requireOneOf(operand, [0, 1], 'operand_index');
  if (width !== 0) requirePowersOfTwo([width], 'k_width');
  if (parent.layout === 'AMDWMMALayout' && !('warp_bases' in parent)) {
    requireOneOf(width, WMMA_WIDTHS[parent.version] ?? [], `k_width for WMMA version ${parent.version}`);
  }
}

const MFMA_TILES = ['32 × 32', '16 × 16', '64 × 4', '4 × 64'];

function verifyMfma(mfma: AmdMfma): void {
  requireOneOf(mfma.version, [1, 2, 3, 4], 'version');
  if (mfma.instr_shape.length !== 3) {
    refuse('rank-mismatch', `instr_shape is ${listed(mfma.instr_shape)}: it is [M, N, K]`);
  }
  const tile = mfma.instr_shape.slice(0, 2).join(' × ');
  if (!MFMA_TILES.includes(tile)) {
    refuse('unsupported', `MFMA has no instruction of ${tile}: there are ${MFMA_TILES.join(', ')}`);
  }
  requireOneOf(mfma.element_bitwidth, [32, 64], 'element_bitwidth');
}

const WMMA_SHAPES: Readonly<Record<number, readonly string[]>> = {
  1: ['16, 16, 16'],
  2: ['16, 16, 16', '16, 16, 32'],
  3: ['16, 16, 4', '16, 16, 32', '16, 16, 64', '16, 16, 128'],
};

function verifyWmma(wmma: AmdWmma | AmdWmmaOfBases): void {
  requireOneOf(wmma.version, [1, 2, 3], 'version');
  // Later versions of Triton have more of them.
  if ('warp_bases' in wmma) return;
  const shape = wmma.instr_shape.join(', ');
  const shapes = WMMA_SHAPES[wmma.version]!;
  if (!shapes.includes(shape)) {
    refuse(
      'unsupported',
      `WMMA version ${wmma.version} has no instruction of [${shape}]: [${shapes.join('], [')}]`,
    );
  }
}

function verifyNvmmaShared(shared: NvmmaShared): void {
  requireOneOf(shared.element_bitwidth, [8, 16, 32, 64], 'element_bitwidth');
  requireOneOf(shared.swizzle_byte_width, [0, 32, 64, 128], 'swizzle_byte_width');
}

function verifyPadded(padded: PaddedShared): void {
  const pairs = padded.interval_padding_pairs;
  if (pairs.length === 0)
    refuse('inadmissible', 'a PaddedSharedLayout has one pair of interval and padding or more');
  if (pairs.some((pair) => pair.length !== 2)) refuse('basis-length', 'interval_padding_pairs are pairs');
  requirePowersOfTwo(pairs.flat(), 'interval_padding_pairs');
  const intervals = pairs.map(([interval]) => interval!);
  if (new Set(intervals).size !== intervals.length) {
    refuse('inadmissible', `the intervals ${listed(intervals)} must differ`);
  }
}

/** Throws the violation. */
export function verify(encoding: Encoding): void {
  switch (encoding.layout) {
    case 'BlockedLayout':
      verifyBlocked(encoding);
      break;
    case 'SliceLayout':
      verifySlice(encoding);
      break;
    case 'DotOperandLayout':
      verifyOperand(encoding);
      break;
    case 'AMDMFMALayout':
      verifyMfma(encoding);
      break;
    case 'AMDWMMALayout':
      verifyWmma(encoding);
      break;
    case 'SwizzledSharedLayout':
      requirePermutation(encoding.order, 'order');
      requirePowersOfTwo([encoding.vec], 'vec');
      requirePowersOfTwo([encoding.per_phase], 'per_phase');
      requirePowersOfTwo([encoding.max_phase], 'max_phase');
      break;
    case 'NVMMASharedLayout':
      verifyNvmmaShared(encoding);
      break;
    case 'PaddedSharedLayout':
      verifyPadded(encoding);
      break;
    case 'SharedLinearLayout':
      if (encoding.offset_bases.length === 0) refuse('inadmissible', 'offset_bases must not be empty');
      requirePowersOfTwo([encoding.alignment], 'alignment');
      break;
    case 'TensorMemoryLayout':
      requirePowersOfTwo(encoding.block, 'block');
      requirePowersOfTwo([encoding.col_stride], 'col_stride');
      break;
    default:
      break;
  }
  verifyRanks(encoding);
}

/** Bases are as long as the tensor has dimensions. */
function verifyRanks(encoding: Encoding): void {
  const rank = rankOf(encoding);
  if (rank === null) return;
  for (const [name, value] of Object.entries(encoding)) {
    if (name.endsWith('_bases') || name === 'cga_layout') requireBases(value as IntLists, rank, name);
  }
  for (const name of ['block', 'cta_split_num'] as const) {
    const value = (encoding as Partial<Record<typeof name, unknown>>)[name];
    if (Array.isArray(value) && value.length !== 2)
      refuse('rank-mismatch', `${name} has 2 numbers, not ${value.length}`);
  }
}
