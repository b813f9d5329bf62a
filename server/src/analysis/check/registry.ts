// Every rule, by id.

import { beyondCute } from '../rules/beyond-cute.ts';
import { threadValues } from '../rules/compositions/thread-values.ts';
import { wrongComposition } from '../rules/compositions/wrong-composition.ts';
import { coordinateMismatch } from '../rules/coordinate-mismatch.ts';
import { coordinateRange } from '../rules/coordinates/coordinate-range.ts';
import { uncoveredTiles } from '../rules/coordinates/uncovered-tiles.ts';
import { dynamicComplement } from '../rules/dynamic-complement.ts';
import { arrayAlignment } from '../rules/hardware/alignment/array-alignment.ts';
import { vectorAlignment } from '../rules/hardware/alignment/vector-alignment.ts';
import { bankConflict } from '../rules/hardware/bank-conflict.ts';
import { clusterShape } from '../rules/hardware/cluster-shape.ts';
import { matrixRows } from '../rules/hardware/matrix-rows.ts';
import { multicastMode } from '../rules/hardware/multicast/multicast-mode.ts';
import { narrowCopy } from '../rules/hardware/narrow-copy.ts';
import { operandType } from '../rules/hardware/operand-type.ts';
import { barrierUse } from '../rules/hardware/ordering/barrier-use.ts';
import { unwrittenElements } from '../rules/hardware/ordering/elements/unwritten.ts';
import { unorderedAccess } from '../rules/hardware/ordering/unordered-access.ts';
import { permutationTile } from '../rules/hardware/permutation-tile.ts';
import { leadingDimension } from '../rules/hardware/strides/leading-dimension.ts';
import { tensorMap } from '../rules/hardware/tensor-map.ts';
import { transactionBytes } from '../rules/hardware/transaction-bytes.ts';
import { uncoalesced } from '../rules/hardware/uncoalesced.ts';
import { indivisible } from '../rules/indivisible.ts';
import { wrongKind } from '../rules/kinds/wrong-kind.ts';
import { notBijective } from '../rules/lego/not-bijective.ts';
import { permutationInverse } from '../rules/lego/permutation-inverse.ts';
import { tileDivisibility } from '../rules/lego/tile-divisibility.ts';
import { viewSize } from '../rules/lego/view-size.ts';
import { malformedDirective } from '../rules/malformed-directive.ts';
import { malformedNotation } from '../rules/malformed-notation.ts';
import { nonInjectiveComplement } from '../rules/non-injective-complement.ts';
import { notCongruent } from '../rules/not-congruent.ts';
import { notInvertible } from '../rules/not-invertible.ts';
import { outOfDomain } from '../rules/out-of-domain.ts';
import { outOfRange } from '../rules/out-of-range.ts';
import { overflow } from '../rules/overflow.ts';
import { unclearedResidue } from '../rules/products/uncleared-residue.ts';
import { rankMismatch } from '../rules/rank-mismatch.ts';
import type { Rule } from '../rules/rule.ts';
import { annotatedExtents, shapeAnnotation } from '../rules/shape-annotation.ts';
import { shapeDivisibility } from '../rules/shape-divisibility.ts';
import { strideDivisibility } from '../rules/stride-divisibility.ts';
import { accumulatorView } from '../rules/tensors/accumulator-view.ts';
import { copyShapes } from '../rules/tensors/copies/copy-shapes.ts';
import { copySize } from '../rules/tensors/copies/copy-size.ts';
import { flatTiler } from '../rules/tensors/flat-tiler.ts';
import { gemmShapes } from '../rules/tensors/gemm-shapes.ts';
import { staticCache } from '../rules/tensors/handed/dsl/static-cache.ts';
import { idleSwizzle, swizzleBlock } from '../rules/tensors/idle-swizzle.ts';
import { inadmissible } from '../rules/tensors/inadmissible.ts';
import { launchSize } from '../rules/tensors/launch-size.ts';
import { modeCount } from '../rules/tensors/mode-count.ts';
import { operandMajor } from '../rules/tensors/operand-major.ts';
import { operandPartition } from '../rules/tensors/operand-partition.ts';
import { operandProjection } from '../rules/tensors/operand-projection.ts';
import { predicateShape } from '../rules/tensors/predicate-shape.ts';
import { registerCount } from '../rules/tensors/register-count.ts';
import { dynamicStorage } from '../rules/tensors/storage/dynamic-storage.ts';
import { listSize } from '../rules/tensors/storage/list-size.ts';
import { otherView } from '../rules/tensors/storage/other-view.ts';
import { overlappingStorage } from '../rules/tensors/storage/overlapping/overlapping-storage.ts';
import { overlappingBuffers } from '../rules/tensors/storage/overlapping-buffers.ts';
import { sharedMemorySize } from '../rules/tensors/storage/shared-memory-size.ts';
import { storageSize } from '../rules/tensors/storage/storage-size.ts';
import { tmaBox } from '../rules/tensors/tma-box.ts';
import { tmaStrides } from '../rules/tensors/tma-strides.ts';
import { tmemColumns } from '../rules/tensors/tmem/tmem-columns.ts';
import { tmemLanes } from '../rules/tensors/tmem/tmem-lanes.ts';
import { unclearedAccumulator } from '../rules/tensors/uncleared-accumulator.ts';
import { overTiling } from '../rules/tilings/over-tiling.ts';
import { basisLength } from '../rules/triton/basis-length.ts';
import { blockRange } from '../rules/triton/block-range.ts';
import { gridCover } from '../rules/triton/grid-cover.ts';
import { instructionShape } from '../rules/triton/instruction-shape.ts';
import { handedStrides } from '../rules/triton/launched/handed-strides.ts';
import { offsetOverflow } from '../rules/triton/launched/offset-overflow.ts';
import { shortTile } from '../rules/triton/launched/short-tile.ts';
import { layoutMismatch } from '../rules/triton/layout-mismatch.ts';
import { missingMask } from '../rules/triton/missing-mask.ts';
import { notAPowerOfTwo } from '../rules/triton/not-a-power-of-two.ts';
import { orderPermutation } from '../rules/triton/order-permutation.ts';
import { repeatedValues } from '../rules/triton/repeated-values.ts';
import { swizzleWidth } from '../rules/triton/swizzle-width.ts';
import { tensorDescriptor } from '../rules/triton/tensor-descriptor.ts';
import { threadsPerWarp } from '../rules/triton/threads-per-warp.ts';
import { tileCoordinates } from '../rules/triton/tile-coordinates.ts';
import { tileShapes } from '../rules/triton/tile-shapes.ts';
import { uncoalescedOrder } from '../rules/triton/uncoalesced-order.ts';
import { warpsPerCta } from '../rules/triton/warps-per-cta.ts';
import { undeclaredConstant } from '../rules/undeclared-constant.ts';
import { unmetExpectation } from '../rules/unmet-expectation.ts';
import { unsupported } from '../rules/unsupported.ts';

export const rules: readonly Rule[] = [
  strideDivisibility,
  shapeDivisibility,
  inadmissible,
  nonInjectiveComplement,
  dynamicComplement,
  notInvertible,
  notCongruent,
  rankMismatch,
  coordinateMismatch,
  outOfRange,
  indivisible,
  unsupported,
  wrongKind,
  dynamicStorage,
  copyShapes,
  copySize,
  gemmShapes,
  overflow,
  orderPermutation,
  notAPowerOfTwo,
  basisLength,
  viewSize,
  tileDivisibility,
  notBijective,
  permutationInverse,
  layoutMismatch,
  swizzleWidth,
  threadsPerWarp,
  tileShapes,
  uncoalescedOrder,
  warpsPerCta,
  instructionShape,
  repeatedValues,
  wrongComposition,
  threadValues,
  outOfDomain,
  overTiling,
  flatTiler,
  undeclaredConstant,
  bankConflict,
  storageSize,
  vectorAlignment,
  overlappingStorage,
  idleSwizzle,
  swizzleBlock,
  operandType,
  permutationTile,
  leadingDimension,
  matrixRows,
  arrayAlignment,
  tensorMap,
  coordinateRange,
  uncoveredTiles,
  blockRange,
  tileCoordinates,
  missingMask,
  handedStrides,
  shortTile,
  offsetOverflow,
  gridCover,
  operandProjection,
  overlappingBuffers,
  otherView,
  accumulatorView,
  launchSize,
  tmaStrides,
  tmaBox,
  transactionBytes,
  unorderedAccess,
  unwrittenElements,
  barrierUse,
  multicastMode,
  clusterShape,
  tensorDescriptor,
  uncoalesced,
  narrowCopy,
  listSize,
  sharedMemorySize,
  registerCount,
  predicateShape,
  operandMajor,
  operandPartition,
  unclearedAccumulator,
  unclearedResidue,
  staticCache,
  tmemColumns,
  tmemLanes,
  modeCount,
  beyondCute,
  unmetExpectation,
  shapeAnnotation,
  annotatedExtents,
  malformedNotation,
  malformedDirective,
];

const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));
export const ruleOf = (id: string): Rule | undefined => byId.get(id);
