// The functions of CuTe DSL that make layouts, and what they occupy.

import { type Failure, isFailure, Violation } from '../../../algebra/integer/failure.ts';
import { Dynamic, type Int } from '../../../algebra/integer/integer.ts';
import { ceilDivide, multiply } from '../../../algebra/integer/operations.ts';
import {
  ComposedLayout,
  Layout,
  type Shape,
  type Strides,
  Swizzle,
  Underscore,
} from '../../../algebra/layout/layout.ts';
import { ScaledBasis } from '../../../algebra/layout/stride.ts';
import { sameProfile } from '../../../algebra/tuple/operations.ts';
import { isLayout } from '../../cute/operations.ts';
import type { BuiltinCall } from '../../model/builtin.ts';
import { TypeValue, Unknown, type Value } from '../../model/value.ts';
import { isInteger } from '../../values/arithmetic.ts';
import { firstUnknownPart } from '../plain/call.ts';
import { isPycute } from '../pycute/pycute.ts';
import { type Arguments, algebra, isSequence, unsupported } from './support.ts';
import { unrankedLayout } from './unranked.ts';
import { layoutOfStrides } from './versions.ts';

export function makeLayout([shape, stride]: Arguments, call: BuiltinCall): Value | Failure {
  if (isSequence(shape) && shape.length > 0 && shape.every(isLayout))
    return algebra('make_layout', shape, call);
  const open = unrankedLayout(shape, stride instanceof Underscore ? undefined : stride);
  if (open !== null) return open;
  const unknown = firstUnknownPart(shape) ?? firstUnknownPart(stride);
  if (unknown !== null) {
    const known =
      firstUnknownPart(shape) === null &&
      stride !== undefined &&
      sameProfile(shape as Shape, stride as Strides);
    return (known ? layoutOfStrides(shape as Shape, stride as Strides) : null) ?? unknown;
  }
  const given = stride === undefined || stride instanceof Underscore ? [] : [stride];
  return algebra('make_layout', [shape!, ...given], call);
}

/** The identity swizzle has one form. */
export function makeSwizzle([b, m, s]: Arguments): Value | Failure {
  if (typeof b !== 'number' || typeof m !== 'number' || typeof s !== 'number') {
    const numbers = [b, m, s];
    // Integers of plain Python have names where nobody says them.
    return numbers.every((v) => isInteger(v!)) && numbers.some((v) => v instanceof Dynamic)
      ? new Violation('wrong-kind', 'the numbers of a swizzle must be Python integers')
      : unsupported('this swizzle');
  }
  if (b < 0 || m < 0 || Math.abs(s) < b) {
    return new Violation('inadmissible', `S<${b},${m},${s}> needs b ≥ 0, m ≥ 0 and |s| ≥ b`);
  }
  return b === 0 ? new Swizzle(0, 4, 3) : new Swizzle(b, m, s);
}

/** `inner o offset o outer`: the DSL calls outer what is applied first. */
export function makeComposed([inner, offset, outer]: Arguments): Value | Failure {
  if (!(outer instanceof Layout) || isPycute(outer)) return unsupported('this composed layout');
  if (!(inner instanceof Swizzle || inner instanceof Layout))
    return unsupported('a composed layout of a function');
  if (!isInteger(offset!)) return unsupported('a composed layout with this offset');
  const basis = (v: unknown): boolean => (Array.isArray(v) ? v.some(basis) : v instanceof ScaledBasis);
  if (inner instanceof Swizzle && basis(outer.stride)) {
    return new Violation('wrong-kind', 'a swizzle takes integers, and this layout gives coordinates');
  }
  return new ComposedLayout(inner, offset as Int, outer);
}

/** CuTe DSL asks for the layouts of threads and of values, and refuses a shape. */
export function shapeForLayout(name: string, layouts: Arguments): Violation | null {
  const at = layouts.findIndex((v) => Array.isArray(v) || (v !== undefined && isInteger(v)));
  if (at < 0) return null;
  const message = `${name} takes a layout of threads and one of values, and is given a shape as ${['thr_layout', 'val_layout'][at]}: make_layout of it`;
  return new Violation('wrong-kind', message);
}

/** (tiler, layout) of thread and value layouts: right_inverse(raked_product(thr, val)) over (threads, values). */
export function makeLayoutTv([threads, values]: Arguments, call: BuiltinCall): Value | Failure {
  const refused = shapeForLayout('make_layout_tv', [threads, values]);
  if (refused !== null) return refused;
  if (!(threads instanceof Layout) || !(values instanceof Layout))
    return unsupported('make_layout_tv of these');
  const step = (name: string, args: readonly (Value | Failure)[]): Value | Failure =>
    args.find(isFailure) ?? args.find((a) => a instanceof Unknown) ?? algebra(name, args as Value[], call);
  const whole = step('raked_product', [threads, values]);
  const sizes = [algebra('size', [threads], call), algebra('size', [values], call)];
  const failed = sizes.find(isFailure);
  if (failed !== undefined) return failed;
  const domain = step('make_layout', [sizes as readonly Value[]]);
  const layout = step('composition', [step('right_inverse', [whole]), domain]);
  const shape = step('shape', [whole]);
  const tiler = step('product_each', [shape]);
  const problem = [layout, tiler].find((v) => isFailure(v) || v instanceof Unknown);
  return problem ?? [tiler as Value, layout as Value];
}

/** Bytes of so many elements, rounded up. A swizzle does not change the size. */
export function sizeInBytes([type, of]: Arguments, call: BuiltinCall): Value | Failure {
  if (!(type instanceof TypeValue) || type.bits === null) return unsupported('the size of this type');
  if (of instanceof Underscore) return 0;
  const plain = of instanceof ComposedLayout ? (of.outer instanceof Swizzle ? of.inner : of.outer) : of;
  if (!(plain instanceof Layout)) return unsupported('the size of this');
  const elements = algebra('cosize', [plain], call);
  if (isFailure(elements) || !isInteger(elements)) return elements;
  if (typeof elements === 'number') return Math.ceil((elements * type.bits) / 8);
  return ceilDivide(multiply(elements, type.bits), 8);
}
