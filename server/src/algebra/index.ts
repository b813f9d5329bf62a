// The public face of the algebra: values, operations, verdicts, properties. Nothing in it needs an
// editor, a parser or a file.

export {
  type Alternative,
  compositionAlternatives,
  divideAlternatives,
} from './admissibility/alternatives.ts';
export {
  type CompositionVerdict,
  compositionVerdict,
  coordinateText,
  type FailedCondition,
  type ModeVerdict,
  type OutOfDomain,
  outOfDomain,
  type Truth,
  tilerVerdicts,
  type Witness,
  witnessText,
} from './admissibility/composition.ts';
export {
  type DivideVerdict,
  divideVerdict,
  type OverTiling,
  type PartVerdict,
  productVerdict,
} from './admissibility/divide.ts';
export { type ApplyOptions, applyOperation, catalog } from './catalog/catalog.ts';
export type { Operation } from './catalog/operation.ts';
export { evaluateAny, makeComposed } from './composed/composed.ts';
export {
  type Failure,
  isFailure,
  NeedsValue,
  type Outcome,
  Violation,
  type ViolationCode,
} from './integer/failure.ts';
export { Dynamic, type Int, isKnownStatic, isStatic, knownValue, StaticSymbol } from './integer/integer.ts';
export { dynamicSymbol, staticSymbol } from './integer/operations.ts';
export { type Step, Trace } from './integer/trace.ts';
export {
  crd2crd,
  crd2idx,
  evaluate,
  get1dCoord,
  getFlatCoord,
  idx2crd,
  idx2crdByStride,
} from './layout/evaluate.ts';
export {
  type AnyLayout,
  ComposedLayout,
  Layout,
  type Shape,
  SmemPtrFlag,
  type Strides,
  Swizzle,
  type Tiler,
  UNDERSCORE,
  Underscore,
} from './layout/layout.ts';
export { coprofile, coshape, cosize, depth, rank, size } from './layout/measure.ts';
export { printMarked, printPlain } from './layout/print.ts';
export {
  callLayout,
  dice,
  domainOffset,
  type SliceCoordinate,
  slice,
  sliceAndOffset,
} from './layout/slice.ts';
export { ArithTuple, Binary, Fraction, ScaledBasis, type Stride } from './layout/stride.ts';
export { applySwizzle, composeSwizzles, makeSwizzle, swizzleFromMasks } from './layout/swizzle.ts';
export { type AlgebraValue, LAYOUT_LEFT, LAYOUT_RIGHT, LayoutMajor } from './layout/value.ts';
export {
  expandBy,
  groupBy,
  LegoLayout,
  legoApply,
  legoInv,
  legoTable,
  type OrderBy,
  tileBy,
} from './lego/lego.ts';
export { antidiagonal, hilbert, morton, reversal } from './lego/named.ts';
export {
  columnMajorPermutation,
  Permutation,
  regularPermutation,
  rowMajor,
  tablePermutation,
} from './lego/permutation.ts';
export { legoOf, strided } from './lego/strided.ts';
export { coalesce, coalesceShape } from './operation/coalesce.ts';
export { domainDistribute, maxCommonLayout, maxCommonVector } from './operation/common.ts';
export { complement } from './operation/complement.ts';
export { composition } from './operation/composition.ts';
export { flatDivide, logicalDivide, tiledDivide, tileUnzip, zippedDivide } from './operation/divide.ts';
export { filter, filterZeros, flatten, nullspace } from './operation/filter.ts';
export { leftInverse, rightInverse } from './operation/inverse.ts';
export {
  concatenate,
  makeFragmentLike,
  makeIdentityLayout,
  makeLayout,
  makeLayoutLeft,
  makeLayoutLike,
  makeLayoutRight,
  makeOrderedLayout,
} from './operation/make.ts';
export {
  append,
  getMode,
  group,
  prepend,
  replace,
  selectModes,
  take,
  unflatten,
  zip,
  zip2,
} from './operation/modes.ts';
export { unboundedComplement } from './operation/paper-complement.ts';
export { isBeyondCute, paperLeftInverse, paperRightInverse } from './operation/paper-inverse.ts';
export {
  blockedProduct,
  flatProduct,
  logicalProduct,
  rakedProduct,
  tiledProduct,
  tileToShape,
  zippedProduct,
} from './operation/product.ts';
export { downcast, maxAlignment, recastLayout, upcast } from './operation/recast.ts';
export { describe, type LayoutProperties, properties } from './property/properties.ts';
export {
  complementByFunction,
  compositionByFunction,
  logicalDivideByFunction,
} from './recover/by-function.ts';
export {
  type Failing,
  type Family,
  isRecovered,
  type Recovered,
  type Recovery,
  recoverLayout,
  type Unrecovered,
} from './recover/recover.ts';
export { refusalText } from './recover/text.ts';
export { asBinary, composeBinary, hasBinaryStride } from './semimodule/binary.ts';
export type { HTuple } from './tuple/htuple.ts';
export { enumerateOffsets } from './view/enumerate.ts';
