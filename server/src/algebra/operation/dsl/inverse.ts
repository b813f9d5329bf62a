// The inverses of CuTe DSL, for a static shape: those of C++ for integers, and the paper's along each coordinate.

import { asFailure, type Outcome, orThrow, refuse } from '../../integer/failure.ts';
import type { Layout } from '../../layout/layout.ts';
import { printPlain } from '../../layout/print.ts';
import type { Stride } from '../../layout/stride.ts';
import { isStaticTuple, isZeroStride } from '../../layout/stride-operations.ts';
import { leavesOf } from '../../tuple/operations.ts';
import { UNIT } from '../coalesce.ts';
import { paperLeftInverse, paperRightInverse } from '../paper-inverse.ts';

const inverse =
  (name: string, run: (layout: Layout) => Outcome<Layout>) =>
  (layout: Layout): Outcome<Layout> => {
    try {
      if (!isStaticTuple(layout.shape))
        refuse('not-invertible', `${name} needs a static shape, not ${printPlain(layout.shape)}`);
      const reachesZeroOnly = leavesOf<Stride>(layout.stride).every(isZeroStride);
      return reachesZeroOnly ? UNIT : orThrow(run(layout));
    } catch (e) {
      return asFailure(e);
    }
  };

/** The largest R with layout(R(i)) = i. */
export const rightInverseDsl = inverse('right_inverse', paperRightInverse);
/** L with L(layout(i)) = i. */
export const leftInverseDsl = inverse('left_inverse', paperLeftInverse);
