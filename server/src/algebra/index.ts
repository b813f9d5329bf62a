// The public face of the algebra: values, operations, verdicts, properties. Nothing in it needs an
// editor, a parser or a file.

export {
  type Alternative,
  compositionAlternatives,
  divideAlternatives,
} from './alternatives.ts';
export { asBinary, composeBinary, hasBinaryStride } from './binary.ts';
export { type ApplyOptions, applyOperation, catalog, type Operation } from './catalog.ts';
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
} from './check-composition.ts';
export {
  type DivideVerdict,
  divideVerdict,
  type OverTiling,
  type PartVerdict,
  productVerdict,
} from './check-divide.ts';
export { coalesce, coalesceShape } from './coalesce.ts';
export { domainDistribute, maxCommonLayout, maxCommonVector } from './common.ts';
export { complement } from './complement.ts';
export { evaluateAny, makeComposed } from './composed.ts';
export { composition } from './composition.ts';
export { flatDivide, logicalDivide, tiledDivide, tileUnzip, zippedDivide } from './divide.ts';
export { enumerateOffsets } from './enumerate.ts';
export {
  crd2crd,
  crd2idx,
  evaluate,
  get1dCoord,
  getFlatCoord,
  idx2crd,
  idx2crdByStride,
} from './evaluate.ts';
export {
  type Failure,
  isFailure,
  type Outcome,
  Undetermined,
  Violation,
  type ViolationCode,
} from './failure.ts';
export { filter, filterZeros, flatten, nullspace } from './filter.ts';
export type { HTuple } from './htuple.ts';
export { Dynamic, type Int, isKnownStatic, isStatic, knownValue, StaticSymbol } from './integer.ts';
export { dynamicSymbol, staticSymbol } from './integer-ops.ts';
export { leftInverse, rightInverse } from './inverse.ts';
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
} from './layout.ts';
export { groupBy, type LegoLayout, legoApply, legoInv, type OrderBy, tileBy } from './lego.ts';
export {
  antidiagonal,
  columnMajorPermutation,
  type Permutation,
  regularPermutation,
  reversal,
  rowMajor,
} from './lego-permutation.ts';
export {
  concatenate,
  makeFragmentLike,
  makeIdentityLayout,
  makeLayout,
  makeLayoutLeft,
  makeLayoutLike,
  makeLayoutRight,
  makeOrderedLayout,
} from './make.ts';
export { coprofile, coshape, cosize, depth, rank, size } from './measure.ts';
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
} from './modes.ts';
export { unboundedComplement } from './paper-complement.ts';
export { isBeyondCute, paperLeftInverse, paperRightInverse } from './paper-inverse.ts';
export { printMarked, printPlain } from './print.ts';
export {
  blockedProduct,
  flatProduct,
  logicalProduct,
  rakedProduct,
  tiledProduct,
  tileToShape,
  zippedProduct,
} from './product.ts';
export { describe, type LayoutProperties, properties } from './properties.ts';
export { downcast, maxAlignment, recastLayout, upcast } from './recast.ts';
export { callLayout, dice, domainOffset, type SliceCoordinate, slice, sliceAndOffset } from './slice.ts';
export { ArithTuple, Binary, Fraction, ScaledBasis, type Stride } from './stride.ts';
export { applySwizzle, composeSwizzles, makeSwizzle, swizzleFromMasks } from './swizzle.ts';
export { type Step, Trace } from './trace.ts';
export { type AlgebraValue, LAYOUT_LEFT, LAYOUT_RIGHT, LayoutMajor } from './value.ts';
