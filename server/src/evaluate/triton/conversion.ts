// `convert_layout(A, B, …)` in the notation: what moves between two layouts, and its fields.

import { type Failure, isFailure, refuse } from '../../algebra/integer/failure.ts';
import { LinearLayout } from '../../algebra/linear/layout.ts';
import { convertLayout, type LayoutConversion } from '../../hardware/triton/conversion/conversion.ts';
import { conversionFields } from '../../hardware/triton/conversion/words.ts';
import { TritonLayout } from '../../hardware/triton/encoding.ts';
import { toLinearLayout } from '../../hardware/triton/to-linear-layout.ts';
import { NamedValues } from '../../hardware/triton/value.ts';
import type { BuiltinCall } from '../model/builtin.ts';
import type { Value } from '../model/value.ts';
import { asElement, asIntegers } from './arguments.ts';

const argument = ({ args, keywords }: BuiltinCall, index: number, name: string): Value | undefined =>
  args[index] ?? keywords.get(name);

function linearOf(value: Value | undefined, shape: Value | undefined, which: string): LinearLayout | Failure {
  if (value instanceof LinearLayout) return value;
  if (!(value instanceof TritonLayout)) return refuse('wrong-kind', `${which} is a layout of Triton`);
  const { encoding } = value;
  const own = encoding.layout === 'DistributedLinearLayout' ? encoding.shape : null;
  if (shape === undefined && own === null) {
    refuse('wrong-kind', `shape is missing: ${encoding.layout} says nothing of the tensor’s extents`);
  }
  return toLinearLayout(encoding, shape === undefined ? own! : asIntegers(shape, 'shape'));
}

/** `convert_layout(source, target, shape, bits)`; linear layouts know their shape, and `bits` tells of shared memory. */
export function conversionOf(call: BuiltinCall): Value | Failure {
  const shape = argument(call, 2, 'shape');
  const source = linearOf(argument(call, 0, 'source'), shape, 'the first argument of convert_layout');
  const target = linearOf(argument(call, 1, 'target'), shape, 'the second argument of convert_layout');
  if (isFailure(source)) return source;
  if (isFailure(target)) return target;
  const bits = argument(call, 3, 'bits');
  const element = asElement(bits);
  if (bits !== undefined && element === null) refuse('wrong-kind', 'bits is the width of an element');
  return convertLayout(source, target, element?.bits ?? null);
}

/** `conversion.in_warp` */
export function conversionAttribute(conversion: LayoutConversion, name: string): Value | undefined {
  const field = conversionFields(conversion).get(name);
  return field instanceof Map ? new NamedValues(field) : (field as number | string | undefined);
}
