// Values as Python code prints them: pycute as Python prints its tuples, CuTe DSL as its compiler
// prints types, where a run-time integer is `?` and a swizzle `S<3,4,3>`.

import { Dynamic, type Int } from '../../../algebra/integer/integer.ts';
import {
  type AnyLayout,
  type ComposedLayout,
  Layout,
  Swizzle,
  Underscore,
} from '../../../algebra/layout/layout.ts';
import { printPlain } from '../../../algebra/layout/print.ts';
import { isLegoValue, legoValueText } from '../../../algebra/lego/value.ts';
import { isTritonValue, tritonText } from '../../../hardware/triton/value.ts';
import { isHardwareValue } from '../../../hardware/value.ts';
import { OneOf, Pointer, Tensor, TypeValue, Unknown, type Value } from '../../model/value.ts';
import { mapDynamic } from '../../values/structure.ts';
import { isPycute } from '../pycute/pycute.ts';

export function printPython(value: Value): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Underscore) return 'None';
  if (value instanceof Unknown) return '?';
  if (value instanceof OneOf) return value.alternatives.map(printPython).join(' or ');
  if (value instanceof TypeValue) return value.name;
  if (value instanceof Tensor) return `tensor<${pointer(value.engine)} o ${printPython(value.layout)}>`;
  if (value instanceof Pointer) return pointer(value.engine);
  if (isTritonValue(value)) return tritonText(value);
  if (isLegoValue(value)) return legoValueText(value);
  if (isHardwareValue(value)) return '…';
  if (isPycute(value)) return printPycute(value);
  if (Array.isArray(value)) {
    const items = (value as readonly Value[]).map(printPython);
    return items.length === 1 ? `(${items[0]},)` : `(${items.join(', ')})`;
  }
  return printDsl(value as AnyLayout | Int);
}

/** `ptr<Float16, smem, S<3,4,3>>`; a swizzle of which nothing but its being there is known is `S<?>`. */
function pointer({ element, space, swizzle }: Tensor['engine']): string {
  const parts = [element ?? '?'];
  if (space !== 'unknown') parts.push(space);
  if (swizzle !== undefined) parts.push(swizzle === null ? 'S<?>' : printPython(swizzle));
  return `ptr<${parts.join(', ')}>`;
}

function printPycute(value: Layout | ComposedLayout): string {
  if (value instanceof Layout)
    return `${printPython(value.shape as Value)}:${printPython(value.stride as Value)}`;
  const { outer, offset, inner } = value;
  const first =
    outer instanceof Swizzle ? `SW_${outer.bits}_${outer.base}_${outer.shift}` : printPycute(outer);
  return `${first} o ${printPython(offset as Value)} o ${printPycute(inner)}`;
}

/** The compiler knows no values of run-time integers, only what divides them. */
function printDsl(value: AnyLayout | Int): string {
  const hidden = mapDynamic(value, (n) => new Dynamic(null, n.divisor));
  return printPlain(hidden as AnyLayout | Int).replaceAll('Sw<', 'S<');
}
