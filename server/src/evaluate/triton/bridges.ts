// Between CuTe's layouts and linear layouts, in the notation.

import { type Failure, refuse } from '../../algebra/integer/failure.ts';
import { ComposedLayout, Layout } from '../../algebra/layout/layout.ts';
import { linearOfLayout, linearOfThreadValues } from '../../algebra/linear/from-layout.ts';
import { LinearLayout } from '../../algebra/linear/layout.ts';
import { layoutOfLinear } from '../../algebra/linear/to-layout.ts';
import type { BuiltinCall } from '../model/builtin.ts';
import type { Value } from '../model/value.ts';
import { asIntegers, asLinear } from './arguments.ts';

function asCute(value: Value | undefined, what: string): Layout | ComposedLayout {
  if (value instanceof LinearLayout) refuse('wrong-kind', `${what} is a linear layout already`);
  return value instanceof Layout || value instanceof ComposedLayout
    ? value
    : refuse('wrong-kind', `${what} is a layout of CuTe`);
}

/** Functions by name. */
export const BRIDGES: Readonly<Record<string, (call: BuiltinCall) => Value | Failure>> = {
  to_linear: ({ args }) => linearOfLayout(asCute(args[0], 'the argument of to_linear')),
  tv_to_linear: ({ args, keywords }) =>
    linearOfThreadValues(
      asCute(args[0], 'the first argument of tv_to_linear'),
      asIntegers(args[1] ?? keywords.get('shape'), 'shape'),
    ),
};

/** `to_cute(L)` of a linear layout. */
export const cuteOfLinear = ({ args }: BuiltinCall): Value | Failure =>
  layoutOfLinear(asLinear(args[0], 'the argument of to_cute'));
