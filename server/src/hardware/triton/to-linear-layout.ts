// An encoding as the linear layout of a tensor of a given shape, as Triton 3.6 makes it.

import { asFailure, type Outcome, refuse, Violation } from '../../algebra/integer/failure.ts';
import { bitsOrThrow, type LinearLayout } from '../../algebra/linear/layout.ts';
import { mfmaLayout, mfmaOperandLayout } from './amd-mfma.ts';
import { wmmaLayout, wmmaOperandLayout } from './amd-wmma.ts';
import { blockedLayout, blockedOperandLayout } from './blocked.ts';
import { type DotOperand, type Encoding, rankOf } from './encoding.ts';
import { distributedLayout, offsetLayout } from './linear.ts';
import { mmaLayout, mmaOperandLayout } from './nvidia-mma.ts';
import { nvmmaSharedLayout, swizzledLayout } from './shared.ts';
import { parentShape, sliceLayout } from './slice.ts';
import { scalesLayout, tensorMemoryLayout } from './tensor-memory.ts';

export function toLinearLayout(encoding: Encoding, shape: readonly number[]): Outcome<LinearLayout> {
  try {
    for (const [i, size] of shape.entries()) bitsOrThrow(size, `the tensor’s extent in dimension ${i}`);
    return linearOrThrow(encoding, shape);
  } catch (e) {
    return asFailure(e);
  }
}

/** Why a layout that the compiler chooses has no bases here. */
export const chosenByCompiler = (name: string): string => `${name} is the compiler’s to choose`;

function linearOrThrow(encoding: Encoding, shape: readonly number[]): LinearLayout {
  const rank = rankOf(encoding);
  if (rank !== null && rank !== shape.length) {
    refuse(
      'rank-mismatch',
      `${encoding.layout} has ${rank} dimensions, and the tensor [${shape.join(', ')}] has ${shape.length}`,
    );
  }
  switch (encoding.layout) {
    case 'BlockedLayout':
      return blockedLayout(encoding, shape);
    case 'SliceLayout':
      return sliceLayout(linearOrThrow(encoding.parent, parentShape(shape, encoding.dim)), encoding.dim);
    case 'DotOperandLayout':
      return operandLayout(encoding, shape);
    case 'NVMMADistributedLayout':
      return mmaLayout(encoding, shape);
    case 'AMDMFMALayout':
      return mfmaLayout(encoding, shape);
    case 'AMDWMMALayout':
      return wmmaLayout(encoding, shape);
    case 'DistributedLinearLayout':
      return distributedLayout(encoding, shape);
    case 'SwizzledSharedLayout':
      return swizzledLayout(encoding, shape);
    case 'NVMMASharedLayout':
      return nvmmaSharedLayout(encoding, shape);
    case 'PaddedSharedLayout':
    case 'SharedLinearLayout':
      return offsetLayout(encoding, shape);
    case 'TensorMemoryLayout':
      return tensorMemoryLayout(encoding, shape);
    case 'TensorMemoryScalesLayout':
      return scalesLayout(encoding, shape);
    default:
      throw new Violation('unsupported', chosenByCompiler(encoding.layout));
  }
}

function operandLayout(dot: DotOperand, shape: readonly number[]): LinearLayout {
  const { parent } = dot;
  switch (parent.layout) {
    case 'BlockedLayout':
      return blockedOperandLayout(dot, parent, shape);
    case 'NVMMADistributedLayout':
      return mmaOperandLayout(dot, parent, shape);
    case 'AMDMFMALayout':
      return mfmaOperandLayout(dot, parent, shape);
    case 'AMDWMMALayout':
      return wmmaOperandLayout(dot, parent, shape);
    default:
      return refuse('unsupported', `${parent.layout} is no layout of a product: it has no operands`);
  }
}
