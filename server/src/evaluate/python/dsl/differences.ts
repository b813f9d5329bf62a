// Operations of CuTe DSL that have a value where C++ CuTe refuses to compile.

import { innermostLayout } from '../../../algebra/composed/composed.ts';
import { sameValue } from '../../../algebra/integer/comparison.ts';
import { type Failure, isFailure, Violation } from '../../../algebra/integer/failure.ts';
import { ceilDivide, multiply, remainder } from '../../../algebra/integer/operations.ts';
import { isIntTuple } from '../../../algebra/layout/kinds.ts';
import { Layout, type Shape } from '../../../algebra/layout/layout.ts';
import type { AlgebraValue } from '../../../algebra/layout/value.ts';
import { NOT_ADJACENT } from '../../../algebra/operation/recast.ts';
import { productEach } from '../../../algebra/tuple/int-tuple.ts';
import { leavesOf } from '../../../algebra/tuple/operations.ts';
import { isLayout } from '../../cute/operations.ts';
import type { BuiltinCall } from '../../model/builtin.ts';
import { Unknown, type Value } from '../../model/value.ts';
import { type Arguments, algebra, direct, hasPycute, unsupported } from './support.ts';

/** The shape made so much larger that whole blocks fill it, mode by mode. */
function coveredShape(shape: Shape, block: Shape): Shape {
  const wanted = productEach(shape);
  const size = productEach(block);
  return wanted.map((n, i) => {
    const by = size[i];
    if (by === undefined || sameValue(remainder(n, by), 0) === true) return n;
    return multiply(ceilDivide(n, by), by);
  });
}

/** C++ CuTe asserts that the block divides the shape; the DSL takes as many blocks as cover it. */
export function tileToShape([atom, shape, order]: Arguments, call: BuiltinCall): Value | Failure {
  const target = isLayout(shape!) ? algebra('shape', [shape], call) : shape!;
  if (isFailure(target) || target instanceof Unknown) return target;
  const run = (to: Value): Value | Failure => direct('tile_to_shape')([atom, to, order], call);
  if (!isLayout(atom!) || hasPycute(atom) || !isIntTuple(target as AlgebraValue)) return run(target);
  return run(coveredShape(target as Shape, innermostLayout(atom).shape) as Value);
}

/** Elements of another width. What the DSL makes of narrower ones that do not follow each other, C++ CuTe refuses. */
export function recastLayout(of: Value, from: Value, to: Value, call: BuiltinCall): Value | Failure {
  const recast = algebra('recast_layout', [of], call, [from, to]);
  if (!(recast instanceof Violation) || recast.detail.cute !== NOT_ADJACENT) return recast;
  // Nothing moves where all coordinates are one element.
  if (of instanceof Layout && leavesOf(of.stride).every((d) => d === 0)) return of;
  return unsupported('a recast to narrower elements without a mode of adjacent ones');
}
