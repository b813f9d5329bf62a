// Tensors whose data are coordinates: make_identity_tensor, make_coord_tensor.

import { asFailure, isFailure, type Outcome, Violation } from '../../algebra/integer/failure.ts';
import type { Int } from '../../algebra/integer/integer.ts';
import { Layout } from '../../algebra/layout/layout.ts';
import { ArithTuple, ScaledBasis, type Stride } from '../../algebra/layout/stride.ts';
import { addStrides } from '../../algebra/layout/stride-operations.ts';
import { leavesOf } from '../../algebra/tuple/operations.ts';
import type { Builtin } from '../model/builtin.ts';
import { Tensor, Unknown, type Value } from '../model/value.ts';
import { operate } from './operations.ts';

/** The coordinate of all zeros with the shape's profile. */
const origin = (shape: Value): Value => (Array.isArray(shape) ? (shape as readonly Value[]).map(origin) : 0);

/** `make_identity_tensor(shape)`: coordinates as data. */
export const makeIdentityTensor: Builtin = (call) => {
  const layout = operate('make_identity_layout', call);
  if (isFailure(layout) || !(layout instanceof Layout)) return layout;
  const zero = origin(layout.shape as Value);
  const entries = Array.isArray(zero) ? (zero as never) : [zero as Int];
  return new Tensor(
    { space: 'counting', bits: null, element: null, offset: new ArithTuple(entries) },
    layout,
  );
};

/** `make_coord_tensor(layout)`: the layout's own values as data, counted from zeros of their profile. */
export const makeCoordTensor: Builtin = ({ args: [layout] }) => {
  if (!(layout instanceof Layout))
    return new Unknown('unsupported', 'make_coord_tensor of this is not computed');
  const sum = sumOf(leavesOf<Stride>(layout.stride));
  if (isFailure(sum)) return sum instanceof Violation ? sum : new Unknown('undetermined', sum.reason);
  const zero = zerosLike(sum);
  return zero === null
    ? new Unknown('unsupported', 'the profile of these strides is not worked out')
    : new Tensor({ space: 'counting', bits: null, element: null, offset: zero }, layout);
};

/** A failure where a coordinate of one stride is a tuple in another. */
function sumOf(strides: readonly Stride[]): Outcome<Stride> {
  try {
    return strides.reduce((sum, d) => addStrides(sum, d), 0 as Stride);
  } catch (e) {
    return asFailure(e);
  }
}

/** Zeros of a stride's profile: as many coordinates as a basis or a sum of them needs. */
function zerosLike(d: Stride): ArithTuple | null {
  if (d instanceof ArithTuple) return new ArithTuple(origin(d.entries as Value) as ArithTuple['entries']);
  // The result for an integer is one, which C++ prints in another way.
  if (!(d instanceof ScaledBasis)) return null;
  const [at, ...deeper] = d.path;
  return at === undefined || deeper.length > 0
    ? null
    : new ArithTuple(Array.from({ length: at + 1 }, () => 0));
}
