// The functions of CuTe DSL that take tuples as well as layouts, and those on integers.

import { type Failure, isFailure, Violation } from '../../../algebra/integer/failure.ts';
import { Dynamic, type Int } from '../../../algebra/integer/integer.ts';
import { type AnyLayout, ComposedLayout, Layout, Underscore } from '../../../algebra/layout/layout.ts';
import { ScaledBasis } from '../../../algebra/layout/stride.ts';
import type { HTuple } from '../../../algebra/tuple/htuple.ts';
import { unflattenTuple } from '../../../algebra/tuple/operations.ts';
import { isLayout } from '../../cute/operations.ts';
import type { BuiltinCall } from '../../model/builtin.ts';
import { Tensor, Unknown, type Value } from '../../model/value.ts';
import { isInteger } from '../../values/arithmetic.ts';
import { pythonBinary } from '../plain/arithmetic.ts';
import {
  type Arguments,
  algebra,
  type DslFunction,
  hasPycute,
  isSequence,
  ofMode,
  pathOf,
  unsupported,
} from './support.ts';
import { sliceTensor } from './tensors.ts';
import { selectUnranked, UnrankedLayout, UnrankedTensor } from './unranked.ts';

export function groupModes([of, begin, end]: Arguments, call: BuiltinCall): Value | Failure {
  const count = rank([of], call);
  if (typeof count !== 'number') return count;
  const last = end === undefined || end instanceof Underscore ? count : end;
  if (typeof begin !== 'number' || typeof last !== 'number')
    return unsupported('group_modes of such a range');
  const from = begin < 0 ? Math.max(begin + count, 0) : begin;
  const to = last < 0 ? last + count : last;
  if (from >= to)
    return new Violation('out-of-range', `group_modes needs begin < end, and gets ${from} and ${to}`);
  if (isInteger(of!)) return [of];
  if (isSequence(of)) return [...of.slice(0, from), of.slice(from, to), ...of.slice(to)];
  return algebra('group', [of!], call, [from, to]);
}

export function rank([of, mode]: Arguments, call: BuiltinCall): Value | Failure {
  if (!isSequence(of)) return ofMode('rank')([of, mode], call);
  const item = get([of, mode], call);
  if (isFailure(item) || item instanceof Unknown) return item;
  return isSequence(item) ? item.length : 1;
}

export const depthOf = (v: Value): number => (isSequence(v) ? 1 + Math.max(0, ...v.map(depthOf)) : 0);

/** select(x, mode=[0, 2]) */
export function select([of, mode]: Arguments, call: BuiltinCall): Value | Failure {
  if (of instanceof UnrankedTensor || of instanceof UnrankedLayout) return selectUnranked(of, mode);
  const modes = pathOf(mode);
  if (modes === null) return unsupported('select of such modes');
  if (isSequence(of)) {
    const items = modes.map((m) => of[m]);
    if (!items.includes(undefined)) return items as readonly Value[];
  }
  if (of instanceof ComposedLayout) {
    if (hasPycute(of)) return unsupported('select of this');
    // Modes are those of the layout that is applied first.
    const inner = select([of.inner, mode], call);
    return isFailure(inner) || !isLayout(inner) ? inner : new ComposedLayout(of.outer, of.offset, inner);
  }
  if (of instanceof Tensor && of.layout instanceof ComposedLayout) {
    const layout = select([of.layout, mode], call);
    return isFailure(layout) || !isLayout(layout) ? layout : new Tensor(of.engine, layout);
  }
  return algebra('select', [of!], call, modes);
}

export function get([of, mode]: Arguments, call: BuiltinCall): Value | Failure {
  const path = pathOf(mode);
  if (path === null) return unsupported('get of such a mode');
  if (path.length === 0 || isInteger(of!)) return of!;
  if (!isSequence(of)) return algebra('get', [of!], call, path);
  const [first, ...rest] = path;
  const item = of[first!];
  return item === undefined
    ? new Violation('out-of-range', `there is no mode ${first} in a tuple of ${of.length}`)
    : get([item, rest], call);
}

/** The parts of a tuple at which the coordinate is None, or is not. */
function pick(coordinate: Value, of: Value, wanted: 'none' | 'some'): readonly Value[] | null {
  if (isSequence(coordinate)) {
    if (!isSequence(of) || of.length !== coordinate.length) return null;
    const parts = coordinate.map((c, i) => pick(c, of[i]!, wanted));
    return parts.includes(null) ? null : (parts as readonly (readonly Value[])[]).flat();
  }
  return coordinate instanceof Underscore === (wanted === 'none') ? [of] : [];
}

export const slicing =
  (wanted: 'none' | 'some'): DslFunction =>
  ([of, coordinate], call) => {
    const name = wanted === 'none' ? 'slice' : 'dice';
    if (of instanceof Tensor) {
      return wanted === 'none' ? sliceTensor(of, coordinate!, call) : unsupported('dice of a tensor');
    }
    if (isLayout(of!)) return algebra(name, [coordinate!, of], call);
    if (!isSequence(of) && !isInteger(of!)) return unsupported(`${name} of this`);
    if (!isSequence(coordinate)) {
      const keeps = coordinate instanceof Underscore === (wanted === 'none');
      return keeps ? of : [];
    }
    return (
      pick(coordinate, of, wanted) ??
      new Violation('coordinate-mismatch', `the coordinate of ${name} has another profile`)
    );
  };

export const extend =
  (name: 'append' | 'prepend'): DslFunction =>
  ([of, elem, upTo], call) => {
    const template = upTo === undefined || upTo instanceof Underscore ? [] : [upTo];
    if (template.some((n) => typeof n !== 'number')) return unsupported(`${name} up to such a rank`);
    if (isLayout(of!)) return algebra(name, [of, ...(elem === undefined ? [] : [elem])], call, template);
    const items = isSequence(of) ? of : [of!];
    const count = template.length === 0 ? 1 : (template[0] as number) - items.length;
    if (count < 0)
      return new Violation('rank-mismatch', `${name} to a rank of ${template[0]} of ${items.length} modes`);
    const added = Array.from({ length: Math.min(count, 64) }, () => elem ?? 1);
    return name === 'append' ? [...items, ...added] : [...added, ...items];
  };

/** Integers as Python divides them; shapes by a tiler as the algebra does. */
export function ceilDiv([a, b]: Arguments, call: BuiltinCall): Value | Failure {
  if (typeof a === 'number' && typeof b === 'number') {
    return b === 0 ? unsupported('division by zero') : Math.floor((a + b - 1) / b);
  }
  return algebra('ceil_div', [a!, b!], call);
}

export function roundUp(a: Value, b: Value, call: BuiltinCall): Value | Failure {
  if (isSequence(a)) {
    if (!isSequence(b)) return new Violation('wrong-kind', 'round_up of a tuple needs a tuple');
    if (a.length < b.length) return new Violation('rank-mismatch', 'round_up by a tuple of higher rank');
    const items = a.map((x, i) => roundUp(x, b[i] ?? 1, call));
    return items.find(isFailure) ?? items.find((x) => x instanceof Unknown) ?? (items as readonly Value[]);
  }
  if (isSequence(b)) return new Violation('wrong-kind', 'round_up of an integer by a tuple');
  const quotient = ceilDiv([a, b], call);
  return isFailure(quotient) || quotient instanceof Unknown ? quotient : pythonBinary('*', quotient, b);
}

export function product(v: Value): Value {
  if (!isSequence(v)) return isInteger(v) ? v : unsupported('the product of this');
  let result: Value = 1;
  for (const item of v) {
    const next = pythonBinary('*', result, product(item));
    if (isFailure(next) || next instanceof Unknown) return unsupported('the product of this');
    result = next;
  }
  return result;
}

/** `E(0)`, `E([0, 1])` */
export function basisElement([mode]: Arguments): Value | Failure {
  const path = pathOf(mode);
  if (path === null) return unsupported('E of such a mode');
  return path.length === 0 ? 1 : new ScaledBasis(1, path);
}

/** `ScaledBasis(value, mode)`: value · E(mode). */
export function scaledBasis([value, mode]: Arguments): Value | Failure {
  const path = pathOf(mode);
  if (!isInteger(value!) || path === null || path.length === 0) return unsupported('this basis element');
  return new ScaledBasis(value as Int, path);
}

/** `tuple_cat(a, b, …)`: what is no tuple is one item. */
export const tupleCat = (tuples: readonly Value[]): Value => tuples.flatMap((t) => (isSequence(t) ? t : [t]));

/** `append_ones(t, up_to_rank?)`: modes 1:0. */
export const appendOnes = ([of, upTo]: Arguments, call: BuiltinCall): Value | Failure =>
  isLayout(of!) || of instanceof Tensor
    ? algebraOnLayout(of, (layout) => extend('append')([layout, new Layout(1, 0), upTo], call))
    : unsupported('append_ones of this');

function algebraOnLayout(of: AnyLayout | Tensor, f: (layout: AnyLayout) => Value | Failure): Value | Failure {
  if (!(of instanceof Tensor)) return f(of);
  const layout = f(of.layout);
  return isFailure(layout) || !isLayout(layout) ? layout : new Tensor(of.engine, layout);
}

/** The next coordinate in the colexicographic order; the last mode does not wrap around. */
export function incrementCoordinate([coordinate, shape]: Arguments, call: BuiltinCall): Value | Failure {
  const isSame = algebra('congruent', [coordinate!, shape!], call);
  if (isSame !== true)
    return isSame === false
      ? new Violation('coordinate-mismatch', 'increment_coord needs a coordinate of the profile of the shape')
      : isSame;
  const [at, sizes] = [flattenTuple(coordinate!), flattenTuple(shape!)];
  if (![...at, ...sizes].every((n) => typeof n === 'number'))
    return repeatLike(new Dynamic(null), coordinate!);
  let carry = 1;
  const next = (at as readonly number[]).map((c, i) => {
    const [sum, size] = [c + carry, sizes[i] as number];
    if (i === at.length - 1) return sum;
    if (size === 1) return 0;
    carry = sum < size ? 0 : 1;
    return sum < size ? sum : 0;
  });
  return unflattenTuple<Int>(next, coordinate as HTuple<unknown>) as Value;
}

export const repeated = (x: Value, n: Value | undefined): readonly Value[] | null =>
  typeof n === 'number' && n >= 1 && n <= 64 ? Array.from({ length: n }, () => x) : null;

export const repeatLike = (x: Value, target: Value): Value =>
  isSequence(target) ? target.map((t) => repeatLike(x, t)) : x;

export const flattenTuple = (v: Value): readonly Value[] => (isSequence(v) ? v.flatMap(flattenTuple) : [v]);

/** Whether everything in a value is known when the kernel is compiled. */
export function isStatic(v: Value): boolean {
  if (isSequence(v)) return v.every(isStatic);
  if (v instanceof Dynamic) return false;
  if (v instanceof Layout) return isStatic(v.shape as Value) && isStatic(v.stride as Value);
  if (v instanceof ComposedLayout)
    return isStatic(v.offset as Value) && isStatic(v.inner) && isStatic(v.outer as Value);
  if (v instanceof ScaledBasis) return isStatic(v.value as Value);
  return true;
}

export function assume([of, by]: Arguments): Value | Failure {
  if (of instanceof Dynamic && typeof by === 'number' && by > 0) {
    return typeof of.value === 'number' ? of : new Dynamic(of.value, Math.max(of.divisor, by));
  }
  if (typeof of === 'number' && typeof by === 'number' && of % by !== 0) {
    return new Violation('indivisible', `${of} is assumed to be a multiple of ${by}, and is none`);
  }
  return of!;
}
