// What `axpby` asks of the tensors that it is given (cute/algorithm/axpby.hpp).

import { shapeOf } from '../../../algebra/composed/composed.ts';
import { Violation } from '../../../algebra/integer/failure.ts';
import { wrap } from '../../../algebra/tuple/operations.ts';
import type { Builtin } from '../../model/builtin.ts';
import { Tensor } from '../../model/value.ts';
import { copyInOtherOrder } from './copying.ts';
import { NOTHING, sizeOfModes } from './support.ts';

/** `axpby(alpha, x, beta, y[, pred])`: as many elements as `x` has, in their linear order. */
export const scaling: Builtin = ({ name, args, template }) => {
  const [, x, , y] = args;
  if (template.length > 0 || args.length < 4 || !(x instanceof Tensor) || !(y instanceof Tensor))
    return NOTHING(name);
  const [from, to] = [x, y].map(({ layout }) => shapeOf(layout));
  const [n, m] = [from, to].map((shape) => sizeOfModes(wrap(shape!)));
  if (n == null || m == null) return NOTHING(name);
  if (n === m) return copyInOtherOrder(from!, to!) ?? NOTHING(name);
  return new Violation(
    'copy-size',
    n < m
      ? `the destination has ${m} elements, the source ${n}: only its first ${n} are written`
      : `the source has ${n} elements, the destination ${m}: ${n - m} are written beyond its end`,
  );
};
