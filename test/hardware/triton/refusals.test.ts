// What Gluon's constructors and Triton's conversions refuse: the kind and the whole sentence, as `eval` writes them. The
// conditions are the assertions of Gluon and the verifiers of Triton.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Evaluator, resultText } from '../../../server/src/cli/commands/eval.ts';
import { type Grammars, loadGrammars } from '../../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../../server/src/workspace/host/files.node.ts';

let grammars: Grammars;
before(async () => {
  grammars = await loadGrammars(grammarFiles);
  await grammars.ready('notation');
});

/** Expressions after names for layouts that several of them take; each with what is written for it. */
function check(expected: Readonly<Record<string, string>>, names: readonly string[] = []): void {
  const evaluator = new Evaluator(grammars, { staticMarks: false });
  for (const name of names) evaluator.evaluate(name);
  const told = Object.keys(expected).map((expression) => [
    expression,
    resultText(evaluator.evaluate(expression), false),
  ]);
  assert.deepEqual(Object.fromEntries(told), expected);
}

test('arguments are those that the constructor has, each of its kind', () => {
  check({
    'BlockedLayout([1],[32],[4],[0],[],1)':
      'error[wrong-kind]: BlockedLayout takes 5 arguments, and 6 are given',
    'BlockedLayout([1],[32],[4],[0],order=[0])': 'error[wrong-kind]: BlockedLayout: order is given twice',
    'BlockedLayout([1],[32],[4])': 'error[wrong-kind]: BlockedLayout: order is missing',
    'BlockedLayout([1],[32],[4],[0],turn=1)': 'error[wrong-kind]: BlockedLayout has no parameter turn',
    'BlockedLayout(1,[32],[4],[0])':
      'error[wrong-kind]: BlockedLayout: size_per_thread is a list of integers',
    'BlockedLayout([1],[32],[4],[0],7)':
      'error[wrong-kind]: BlockedLayout: cga_layout is a list of lists of integers',
    'SliceLayout(0, 4)': 'error[wrong-kind]: SliceLayout: parent is a layout',
    'SliceLayout([0], BlockedLayout([1],[32],[4],[0]))': 'error[wrong-kind]: SliceLayout: dim is an integer',
    'NVMMASharedLayout(64, 16, 2, [1])': 'error[wrong-kind]: NVMMASharedLayout: transposed is a bool',
  });
});

test('distributed layouts: lengths, powers of two, orders, dimensions', () => {
  check({
    'BlockedLayout([1,2],[32],[4,1],[1,0])':
      'error[rank-mismatch]: threads_per_warp [32] has 1 dimensions, and order [1, 0] has 2',
    'BlockedLayout([1,3],[4,8],[4,1],[1,0])':
      'error[not-a-power-of-two]: size_per_thread is [1, 3]: 3 is not a power of two',
    'BlockedLayout([1,2],[4,8],[4,1],[2,0])':
      'error[order-permutation]: order [2, 0] is no permutation of 0 to 1',
    'BlockedLayout([1,2],[4,8],[4,1],[1,0],[[1]])':
      'error[basis-length]: the basis [1] of cga_layout has 1 number, and the rank is 2',
    'BlockedLayout([1,2],[4,8],[4,1],[1,0],[[0,1,0]])':
      'error[basis-length]: the basis [0, 1, 0] of cga_layout has 3 numbers, and the rank is 2',
    'SliceLayout(0, BlockedLayout([1],[32],[4],[0]))':
      'error[rank-mismatch]: the parent of a SliceLayout has 2 dimensions or more, not 1',
    'SliceLayout(2, BlockedLayout([1,2],[4,8],[4,1],[1,0]))':
      'error[out-of-range]: dim 2 is no dimension of a parent of rank 2',
    'SliceLayout(-1, BlockedLayout([1,2],[4,8],[4,1],[1,0]))':
      'error[out-of-range]: dim -1 is no dimension of a parent of rank 2',
    'DotOperandLayout(2, BlockedLayout([1,2],[4,8],[4,1],[1,0]), 0)':
      'error[unsupported]: operand_index is 2: it is one of 0, 1',
    'DotOperandLayout(0, BlockedLayout([1,2],[4,8],[4,1],[1,0]), 3)':
      'error[not-a-power-of-two]: k_width is [3]: 3 is not a power of two',
  });
});

test('blocks by their numbers, as versions before 3.6 wrote them', () => {
  const blocked = (splits: string): string => `BlockedLayout([1,1],[4,8],[4,1],[1,0],${splits})`;
  check({
    [blocked('[2,1],[1],[1,0]')]:
      'error[rank-mismatch]: ctas_per_cga, cta_split_num and cta_order have different lengths',
    [blocked('[2],[1,1],[1,0]')]:
      'error[rank-mismatch]: ctas_per_cga, cta_split_num and cta_order have different lengths',
    [blocked('[2,1],[4,1],[1,0]')]:
      'error[indivisible]: cta_split_num 4 does not divide ctas_per_cga 2 in dimension 0',
    [blocked('[2,1],[1,1],[2,0]')]: 'error[order-permutation]: cta_order has 2, and the rank is 2',
  });
});

test('matrix instructions of AMD: versions, shapes, widths, ranks', () => {
  const names = [
    'M = AMDMFMALayout(3, [32,32,8], True, [2,2])',
    'W = AMDWMMALayout(1, True, [2,2])',
    'L = AMDWMMALayout(3, True, [[0,1],[1,0]], [], [16,16,32])',
    'N = AMDMFMALayout(4, [64,4,4], False, [1,1])',
  ];
  check(
    {
      'AMDMFMALayout(5, [32,32,8], True, [2,2])': 'error[unsupported]: version is 5: it is one of 1, 2, 3, 4',
      'AMDMFMALayout(3, [32,32,8,1], True, [2,2])':
        'error[rank-mismatch]: instr_shape is [32, 32, 8, 1]: it is [M, N, K]',
      'AMDMFMALayout(3, [32,16,8], True, [2,2])':
        'error[unsupported]: MFMA has no instruction of 32 × 16: there are 32 × 32, 16 × 16, 64 × 4, 4 × 64',
      'AMDMFMALayout(3, [32,32,8], True, [2,2], 16)':
        'error[unsupported]: element_bitwidth is 16: it is one of 32, 64',
      'to_linear_layout(N, [64,64])': 'error[unsupported]: an MFMA of 64 × 4 is always transposed',
      'to_linear_layout(DotOperandLayout(0, M, 0), [64,64])':
        'error[unsupported]: k_width is 0: an operand of AMDMFMALayout has one of 1 or more',
      'to_linear_layout(AMDMFMALayout(3, [32,32,8], True, [2]), [64])':
        'error[unsupported]: AMDMFMALayout of rank 1: it has 2 dimensions, or 3 with a batch',
      'AMDWMMALayout(4, True, [2,2])': 'error[unsupported]: version is 4: it is one of 1, 2, 3',
      'AMDWMMALayout(1, True, [2,2], [16,16,32])':
        'error[unsupported]: WMMA version 1 has no instruction of [16, 16, 32]: [16, 16, 16]',
      'AMDWMMALayout(2, True, [2,2], [16,16,64])':
        'error[unsupported]: WMMA version 2 has no instruction of [16, 16, 64]: [16, 16, 16], [16, 16, 32]',
      'AMDWMMALayout(3, True, [2,2], [16,16,16])':
        'error[unsupported]: WMMA version 3 has no instruction of [16, 16, 16]: [16, 16, 4], [16, 16, 32], [16, 16, 64], [16, 16, 128]',
      'to_linear_layout(W, [8,64])':
        'error[unsupported]: AMDWMMALayout has tiles of 16 in dimension 0, and the tensor has 8 there',
      'to_linear_layout(W, [64,4])':
        'error[unsupported]: AMDWMMALayout has tiles of 16 in dimension 1, and the tensor has 4 there',
      'to_linear_layout(AMDWMMALayout(1, True, [2]), [64])':
        'error[unsupported]: AMDWMMALayout of rank 1: it has 2 dimensions, or 3 with a batch',
      'to_linear_layout(AMDWMMALayout(1, True, [2,2,1,1]), [2,2,16,16])':
        'error[unsupported]: AMDWMMALayout of rank 4: it has 2 dimensions, or 3 with a batch',
      'to_linear_layout(DotOperandLayout(1, AMDWMMALayout(1, True, [2,2,1,1]), 16), [2,2,16,16])':
        'error[unsupported]: AMDWMMALayout of rank 4: it has 2 dimensions, or 3 with a batch',
      'to_linear_layout(AMDWMMALayout(3, True, [[0],[1]], [], [16,16,32], [], 1), [64])':
        'error[unsupported]: AMDWMMALayout of rank 1: it has 2 dimensions, or 3 with a batch',
      'DotOperandLayout(0, W, 4)': 'error[unsupported]: k_width for WMMA version 1 is 4: it is one of 8, 16',
      'DotOperandLayout(0, AMDWMMALayout(2, True, [2,2]), 2)':
        'error[unsupported]: k_width for WMMA version 2 is 2: it is one of 4, 8, 16',
      'DotOperandLayout(0, AMDWMMALayout(3, True, [2,2], [16,16,4]), 4)':
        'error[unsupported]: k_width for WMMA version 3 is 4: it is one of 2, 8, 16',
    },
    names,
  );
});

test('matrix instructions of NVIDIA: versions, shapes, operands', () => {
  const mma = (version: string, warps: string, shape: string): string =>
    `NVMMADistributedLayout(${version}, ${warps}, ${shape})`;
  const ampere = mma('[2,0]', '[2,2]', '[16,8]');
  const hopper = mma('[3,0]', '[4,1]', '[16,64,16]');
  check({
    [`to_linear_layout(${mma('[4,0]', '[2,2]', '[16,8]')}, [64,64])`]:
      'error[unsupported]: NVMMADistributedLayout has version 2 or 3, not 4',
    [`to_linear_layout(DotOperandLayout(0, ${mma('[1,0]', '[2,2]', '[16,8]')}, 2), [64,64])`]:
      'error[unsupported]: NVMMADistributedLayout has version 2 or 3, not 1',
    [`to_linear_layout(${mma('[2,0]', '[2,2]', '[16,8,4]')}, [64,64])`]:
      'error[rank-mismatch]: instr_shape [16, 8, 4] is not for a tensor of rank 2',
    [`to_linear_layout(${mma('[2,0]', '[4]', '[8]')}, [64])`]:
      'error[rank-mismatch]: instr_shape [8] is not for a tensor of rank 1',
    [`to_linear_layout(${mma('[2,0]', '[2,2]', '[4,8]')}, [64,64])`]:
      "error[indivisible]: the instruction's tile of 4 × 8 is no multiple of 8 × 8",
    [`to_linear_layout(${mma('[2,0]', '[2,2]', '[16,4]')}, [64,64])`]:
      "error[indivisible]: the instruction's tile of 16 × 4 is no multiple of 8 × 8",
    [`to_linear_layout(DotOperandLayout(1, ${hopper}, 2), [64,64])`]:
      'error[unsupported]: wgmma takes its second operand from shared memory: operand_index must be 0',
    [`to_linear_layout(DotOperandLayout(0, ${ampere}, 0), [64,64])`]:
      'error[unsupported]: k_width is 0: an operand of NVMMADistributedLayout has one of 1 or more',
    [`to_linear_layout(DotOperandLayout(0, AutoLayout(), 0), [64,64])`]:
      'error[unsupported]: AutoLayout is no layout of a product: it has no operands',
  });
});

test('layouts of shared memory', () => {
  check({
    'SwizzledSharedLayout(3,1,8,[1,0])': 'error[not-a-power-of-two]: vec is [3]: 3 is not a power of two',
    'SwizzledSharedLayout(4,3,8,[1,0])':
      'error[not-a-power-of-two]: per_phase is [3]: 3 is not a power of two',
    'SwizzledSharedLayout(4,1,6,[1,0])':
      'error[not-a-power-of-two]: max_phase is [6]: 6 is not a power of two',
    'SwizzledSharedLayout(4,1,8,[1,1])': 'error[order-permutation]: order [1, 1] is no permutation of 0 to 1',
    'NVMMASharedLayout(64, 12)': 'error[unsupported]: element_bitwidth is 12: it is one of 8, 16, 32, 64',
    'NVMMASharedLayout(16, 16)': 'error[unsupported]: swizzle_byte_width is 16: it is one of 0, 32, 64, 128',
    'to_linear_layout(NVMMASharedLayout(128, 16), [64,32])':
      'error[swizzle-width]: a row of 32 elements is 64 bytes, narrower than the swizzle of 128 bytes',
    'to_linear_layout(NVMMASharedLayout(128, 16), [4,64])':
      'error[swizzle-width]: the tensor is 4 × 64 for the swizzle, which needs at least 8 × 64',
    'to_linear_layout(NVMMASharedLayout(32, 16, 1), [64])':
      'error[rank-mismatch]: a swizzled NVMMASharedLayout has 2 dimensions or more',
    'PaddedSharedLayout([], [[1],[2]], [], [4])':
      'error[inadmissible]: a PaddedSharedLayout has one pair of interval and padding or more',
    'PaddedSharedLayout([[4]], [[1],[2]], [], [4])': 'error[basis-length]: interval_padding_pairs are pairs',
    'PaddedSharedLayout([[2,2],[4,2,1]], [[1],[2]], [], [4])':
      'error[basis-length]: interval_padding_pairs are pairs',
    'PaddedSharedLayout([[4,3]], [[1],[2]], [], [4])':
      'error[not-a-power-of-two]: interval_padding_pairs is [4, 3]: 3 is not a power of two',
    'PaddedSharedLayout([[4,1],[4,2]], [[1],[2]], [], [4])':
      'error[inadmissible]: the intervals [4, 4] must differ',
    'PaddedSharedLayout([[4,1]], [[1,0],[2]], [], [4])':
      'error[basis-length]: the basis [1, 0] of offset_bases has 2 numbers, and the rank is 1',
    'SharedLinearLayout([])': 'error[inadmissible]: offset_bases must not be empty',
    'SharedLinearLayout([[1],[2]], [], 12)':
      'error[not-a-power-of-two]: alignment is [12]: 12 is not a power of two',
    'to_linear_layout(SharedLinearLayout([[1],[2]]), [8])':
      'error[inadmissible]: the bases are those of a tensor of [4], not [8]',
    'to_linear_layout(DistributedLinearLayout([[2]],[[4]],[],[],[8]), [8])':
      'error[inadmissible]: the bases reach 4 of 8 elements of the tensor',
    'to_linear_layout(DistributedLinearLayout([[1]],[[3]],[],[],[4]), [2])':
      'error[unsupported]: the layout is larger than the tensor in dim0, and its basis 3 is no power of two',
  });
});

test('layouts of tensor memory', () => {
  check({
    'TensorMemoryLayout([128], 1)': 'error[rank-mismatch]: block has 2 numbers, not 1',
    'TensorMemoryLayout([128,48], 1)':
      'error[not-a-power-of-two]: block is [128, 48]: 48 is not a power of two',
    'TensorMemoryLayout([128,32], 3)':
      'error[not-a-power-of-two]: col_stride is [3]: 3 is not a power of two',
    'TensorMemoryLayout([128,32], 1, [1,1,1])': 'error[rank-mismatch]: cta_split_num has 2 numbers, not 3',
    'to_linear_layout(TensorMemoryLayout([32,32], 1), [128,64])':
      'error[unsupported]: a block of tensor memory has 64 or 128 rows, not 32',
    'to_linear_layout(TensorMemoryLayout([128,32], 1), [64,32])':
      'error[unsupported]: the tensor is smaller than the block of 128 × 32',
    'to_linear_layout(TensorMemoryLayout([64,1], 1, [2,1], True), [128,1])':
      'error[unsupported]: the block has no column to exchange',
    'to_linear_layout(TensorMemoryLayout([128,32], 1, cga_layout=[[1,0]]), [256,32])':
      'error[unknown]: how blocks cut tensor memory by cga_layout is not computed',
    'to_linear_layout(TensorMemoryLayout([128,32], 1, fp4_padded=True), [128,32])':
      'error[unknown]: tensor memory padded for fp4 is not computed',
    'to_linear_layout(TensorMemoryScalesLayout([[1,0]]), [128,4])':
      'error[unknown]: how blocks cut tensor memory by cga_layout is not computed',
  });
});

test('what only other versions of Triton have is not computed', () => {
  const EARLIER = 'is of an earlier version of Triton than 3.6';
  check({
    'AMDMFMALayout(3, [32,32], True, [2,2])': `error[unknown]: instr_shape without K ${EARLIER}`,
    'TensorMemoryLayout([128,32], True)': `error[unknown]: the second argument of TensorMemoryLayout ${EARLIER}`,
    'TensorMemoryLayout([128,32], unpacked=True)': `error[unknown]: unpacked of TensorMemoryLayout ${EARLIER}`,
    'to_linear_layout(AMDWMMALayout(3, True, [[0,1],[1,0]], [], [32,16,32]), [64,64])':
      'error[unknown]: a WMMA of 32 × 16 is not computed',
    'to_linear_layout(DotOperandLayout(0, AMDWMMALayout(3, True, [[0,1],[1,0]], [], [16,32,32]), 8), [64,64])':
      'error[unknown]: a WMMA of 16 × 32 is not computed',
    'to_linear_layout(CoalescedLayout(), [64])':
      'error[unsupported]: CoalescedLayout is the compiler’s to choose',
  });
});
