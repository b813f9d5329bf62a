// pycute, the reference implementation of CuTe's algebra that NVIDIA publishes in plain Python,
// differs from C++ in places. These modules compute what pycute answers, its refusals included, so
// that hovers in pycute code agree with what that code prints.
//
// Here: integers and tuples. Division and remainder round down, as Python's do. A Python exception
// is a `Refusal`, thrown here and caught in pycute.ts; nothing else is thrown.

import { type HTuple, isTuple } from '../../../algebra/tuple/htuple.ts';

export type IntTuple = HTuple<number>;
/** A coordinate: null is Python's None, which keeps a mode. */
export type Coordinate = HTuple<number | null>;

/** Where pycute raises: a failed assertion, a division by zero, an index out of range. */
export class PycuteError extends Error {}

export function demand(condition: boolean, message: string): asserts condition {
  if (!condition) throw new PycuteError(message);
}

export { isTuple };

/** A result that JavaScript can no longer hold exactly is refused rather than rounded. */
const exact = (value: number): number => {
  if (!Number.isSafeInteger(value)) throw new BeyondExactIntegers();
  return value === 0 ? 0 : value;
};

/** Not pycute's refusal but ours: Python's integers have no bound. */
export class BeyondExactIntegers extends Error {}

export const add = (a: number, b: number): number => exact(a + b);
export const multiply = (a: number, b: number): number => exact(a * b);

export function floorDivide(a: number, b: number): number {
  demand(b !== 0, 'division by zero');
  return exact(Math.floor(a / b) * b > a ? Math.floor(a / b) - 1 : Math.floor(a / b));
}

export function modulo(a: number, b: number): number {
  demand(b !== 0, 'modulo by zero');
  return exact(a - floorDivide(a, b) * b);
}

export function flatten(value: IntTuple): readonly number[] {
  return isTuple(value) ? value.flatMap(flatten) : [value];
}

export function product(value: IntTuple): number {
  return isTuple(value) ? value.reduce<number>((size, item) => multiply(size, product(item)), 1) : value;
}

/** The items of a pair of tuples of equal length. */
function pairs<A, B>(a: readonly A[], b: unknown): readonly (readonly [A, B])[] {
  demand(Array.isArray(b) && b.length === a.length, `tuples of ${a.length} and ${lengthOf(b)} items`);
  return a.map((item, i) => [item, (b as readonly B[])[i]!]);
}

const lengthOf = (value: unknown): string => (Array.isArray(value) ? String(value.length) : 'no');

export function innerProduct(a: IntTuple, b: IntTuple): number {
  if (isTuple(a)) {
    return pairs<IntTuple, IntTuple>(a, b).reduce((sum, [x, y]) => add(sum, innerProduct(x, y)), 0);
  }
  demand(!isTuple(b), 'an integer and a tuple');
  return multiply(a as number, b as number);
}

export function tupleMax(value: IntTuple): number {
  if (!isTuple(value)) return value;
  demand(value.length > 0, 'the maximum of an empty tuple');
  return Math.max(...value.map(tupleMax));
}

export function elementScale(a: IntTuple, b: IntTuple): IntTuple {
  if (isTuple(a)) {
    demand(isTuple(b), 'a tuple scaled by an integer');
    return pairs<IntTuple, IntTuple>(a, b).map(([x, y]) => elementScale(x, y));
  }
  return multiply(a, product(b));
}

export function shapeDivide(a: IntTuple, b: IntTuple): IntTuple {
  if (isTuple(a)) {
    if (isTuple(b)) return pairs<IntTuple, IntTuple>(a, b).map(([x, y]) => shapeDivide(x, y));
    let rest: IntTuple = b;
    return a.map((item) => {
      const quotient = shapeDivide(item, rest);
      rest = shapeDivide(rest, product(item));
      return quotient;
    });
  }
  const left = a as number;
  const right = product(b);
  demand(modulo(left, right) === 0 || modulo(right, left) === 0, `${left} and ${right} do not divide`);
  return floorDivide(add(left, right) - 1, right);
}

export function prefixProduct(a: IntTuple, init: IntTuple = 1): IntTuple {
  if (isTuple(a)) {
    if (isTuple(init)) return pairs<IntTuple, IntTuple>(a, init).map(([x, i]) => prefixProduct(x, i));
    let next: number = init as number;
    return a.map((item) => {
      const own = prefixProduct(item, next);
      next = multiply(next, product(item));
      return own;
    });
  }
  demand(!isTuple(init), 'an integer and a tuple');
  return init;
}

export function indexToCoordinate(index: IntTuple, shape: IntTuple, strides?: IntTuple): IntTuple {
  const stride = strides ?? prefixProduct(shape);
  if (isTuple(index)) {
    demand(isTuple(shape), 'a tuple of indices and a shape that is an integer');
    const inner = pairs<IntTuple, IntTuple>(shape, stride);
    return pairs<IntTuple, readonly [IntTuple, IntTuple]>(index, inner).map(([i, [s, d]]) =>
      indexToCoordinate(i, s, d),
    );
  }
  if (isTuple(shape)) {
    return pairs<IntTuple, IntTuple>(shape, stride).map(([s, d]) => indexToCoordinate(index, s, d));
  }
  return modulo(floorDivide(index as number, stride as number), shape as number);
}

export function coordinateToIndex(coordinate: Coordinate, shape: IntTuple, strides?: IntTuple): number {
  const stride = strides ?? prefixProduct(shape);
  if (isTuple(coordinate)) {
    demand(isTuple(shape), 'a tuple of coordinates and a shape that is an integer');
    const inner = pairs<IntTuple, IntTuple>(shape, stride);
    return pairs<Coordinate, readonly [IntTuple, IntTuple]>(coordinate, inner).reduce(
      (sum, [c, [s, d]]) => add(sum, coordinateToIndex(c, s, d)),
      0,
    );
  }
  let rest = (coordinate as number | null) ?? 0;
  if (!isTuple(shape)) {
    demand(!isTuple(stride), 'a stride tuple for a shape that is an integer');
    return multiply(rest, stride as number);
  }
  const modes = pairs<IntTuple, IntTuple>(shape, stride);
  demand(modes.length > 0, 'an empty shape');
  let result = 0;
  for (const [s, d] of modes.slice(0, -1)) {
    const size = product(s);
    result = add(result, coordinateToIndex(modulo(rest, size), s, d));
    rest = floorDivide(rest, size);
  }
  const [shapeLast, strideLast] = modes.at(-1)!;
  return add(result, coordinateToIndex(rest, shapeLast, strideLast));
}

export function coordinateToCoordinate(coordinate: IntTuple, to: IntTuple, from?: IntTuple): IntTuple {
  if (isTuple(coordinate)) {
    if (isTuple(to)) {
      return pairs<IntTuple, IntTuple>(coordinate, to).map(([x, y]) => coordinateToCoordinate(x, y));
    }
    demand(from !== undefined, 'a coordinate tuple needs the shape that it belongs to');
    return coordinateToIndex(coordinate, from);
  }
  if (isTuple(to)) return indexToCoordinate(coordinate, to);
  demand((coordinate as number) < (to as number), `${coordinate} is outside ${to}`);
  return coordinate;
}

/** The parts of `target` at which the coordinate is None. */
export function slice(coordinate: Coordinate, target: IntTuple): readonly IntTuple[] {
  if (isTuple(coordinate)) {
    demand(isTuple(target), 'a coordinate tuple for an integer');
    return pairs<Coordinate, IntTuple>(coordinate, target).flatMap(([c, t]) => slice(c, t));
  }
  return coordinate === null ? [target] : [];
}

export const hasNone = (value: Coordinate): boolean =>
  isTuple(value) ? value.some(hasNone) : value === null;
