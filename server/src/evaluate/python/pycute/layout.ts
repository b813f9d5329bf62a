// pycute's layouts and the operations on them. See int-tuple.ts.

import type { HTuple } from '../../../algebra/tuple/htuple.ts';
import {
  add,
  type Coordinate,
  coordinateToIndex,
  demand,
  flatten,
  floorDivide,
  hasNone,
  type IntTuple,
  isTuple,
  modulo,
  multiply,
  prefixProduct,
  product,
  slice,
} from './int-tuple.ts';

/** A layout whose integers are all known, as every layout of pycute is. */
export interface PyLayout {
  readonly shape: IntTuple;
  readonly stride: IntTuple;
}

/** A tiler: None keeps a mode, an integer n stands for n:1. */
export type PyTiler = HTuple<null | number | PyLayout>;

/** A profile of coalesce and filter: only tuples in it matter. */
export type Profile = HTuple<null | number>;

export const isLayout = (value: unknown): value is PyLayout =>
  typeof value === 'object' && value !== null && 'shape' in value;

export function layout(shape: IntTuple, stride: IntTuple = prefixProduct(shape)): PyLayout {
  return { shape, stride };
}

export const concatenate = (modes: readonly PyLayout[]): PyLayout => {
  demand(modes.length > 0, 'a layout of no modes');
  return { shape: modes.map(({ shape }) => shape), stride: modes.map(({ stride }) => stride) };
};

export const rank = ({ shape }: PyLayout): number => (isTuple(shape) ? shape.length : 1);

/** `L[i]`; negative indices count from the end, as in Python. */
export function mode({ shape, stride }: PyLayout, i: number): PyLayout {
  if (!isTuple(shape)) {
    demand(i === 0, `mode ${i} of a layout of one mode`);
    return { shape, stride };
  }
  const at = i < 0 ? i + shape.length : i;
  demand(at >= 0 && at < shape.length && isTuple(stride) && at < stride.length, `no mode ${i}`);
  return { shape: shape[at]!, stride: stride[at]! };
}

const modes = (a: PyLayout): readonly PyLayout[] => Array.from({ length: rank(a) }, (_, i) => mode(a, i));

export const size = (a: PyLayout | IntTuple): number => product(isLayout(a) ? a.shape : a);

export const cosize = (a: PyLayout): number => add(coordinateToIndex(size(a) - 1, a.shape, a.stride), 1);

/** `L(…)`: the index of a coordinate, or the sublayout where a coordinate is None. */
export function apply(a: PyLayout, args: readonly Coordinate[]): number | PyLayout {
  const coordinate: Coordinate = args.length === 1 ? args[0]! : args;
  return hasNone(args)
    ? { shape: slice(coordinate, a.shape), stride: slice(coordinate, a.stride) }
    : coordinateToIndex(coordinate, a.shape, a.stride);
}

export function sliceAndOffset(coordinate: Coordinate, a: PyLayout): readonly [PyLayout, number] {
  return [
    { shape: slice(coordinate, a.shape), stride: slice(coordinate, a.stride) },
    coordinateToIndex(coordinate, a.shape, a.stride),
  ];
}

interface FlatMode {
  readonly shape: number;
  readonly stride: number;
}

function flatModes({ shape, stride }: PyLayout): readonly FlatMode[] {
  const strides = flatten(stride);
  const shapes = flatten(shape);
  demand(shapes.length === strides.length, 'shape and stride are not congruent');
  return shapes.map((n, i) => ({ shape: n, stride: strides[i]! }));
}

const ofFlatModes = (found: readonly FlatMode[]): PyLayout =>
  found.length === 1
    ? { shape: found[0]!.shape, stride: found[0]!.stride }
    : { shape: found.map((m) => m.shape), stride: found.map((m) => m.stride) };

/** `each` on the modes that the tuple reaches; the modes beyond it stay as they are. */
function byMode<T>(a: PyLayout, tuple: readonly T[], each: (part: PyLayout, item: T) => PyLayout): PyLayout {
  demand(rank(a) >= tuple.length, `${tuple.length} entries for a layout of rank ${rank(a)}`);
  return concatenate(modes(a).map((part, i) => (i < tuple.length ? each(part, tuple[i]!) : part)));
}

export function coalesce(a: PyLayout, profile: Profile = null): PyLayout {
  if (isTuple(profile)) return byMode<Profile>(a, profile, coalesce);
  const found: FlatMode[] = [{ shape: 1, stride: 0 }];
  for (const next of flatModes(a)) {
    const last = found.at(-1)!;
    if (next.shape === 1) continue;
    if (last.shape === 1) found[found.length - 1] = next;
    else if (multiply(last.shape, last.stride) === next.stride) {
      found[found.length - 1] = { shape: multiply(last.shape, next.shape), stride: last.stride };
    } else found.push(next);
  }
  return ofFlatModes(found);
}

export function filter(a: PyLayout, profile: Profile = null): PyLayout {
  if (isTuple(profile)) return byMode<Profile>(a, profile, filter);
  const found = flatModes(a).filter(({ shape, stride }) => shape !== 1 && stride !== 0);
  if (found.length === 0) return { shape: 1, stride: 0 };
  return coalesce({ shape: found.map((m) => m.shape), stride: found.map((m) => m.stride) });
}

export function composition(a: PyLayout, b: PyTiler): PyLayout {
  if (b === null) return a;
  if (typeof b === 'number') return composition(a, layout(b));
  if (!isLayout(b)) return byMode<PyTiler>(a, b, composition);
  if (isTuple(b.shape)) return concatenate(modes(b).map((part) => composition(a, part)));
  const stride = b.stride as number;
  if (stride === 0) return { shape: b.shape, stride: 0 };
  return composeMode(flatModes(coalesce(a)), b.shape as number, stride);
}

/** One mode of B, walked through the modes of A except its last, which takes what is left. */
function composeMode(a: readonly FlatMode[], shape: number, stride: number): PyLayout {
  const found: FlatMode[] = [];
  let rest = { shape, stride };
  for (const [i, current] of a.slice(0, -1).entries()) {
    const divides = modulo(current.shape, rest.stride) === 0 || modulo(rest.stride, current.shape) === 0;
    demand(divides, `${rest.stride} and ${current.shape} do not divide (mode ${i})`);
    const taken = Math.min(Math.max(1, floorDivide(current.shape, rest.stride)), rest.shape);
    if (taken !== 1) found.push({ shape: taken, stride: multiply(rest.stride, current.stride) });
    rest = {
      shape: floorDivide(rest.shape, taken),
      stride: 0 - floorDivide(0 - rest.stride, current.shape),
    };
  }
  if (rest.shape !== 1 || found.length === 0) {
    found.push({ shape: rest.shape, stride: multiply(rest.stride, a.at(-1)!.stride) });
  }
  return ofFlatModes(found);
}

const byStride = (a: FlatMode, b: FlatMode): number => a.stride - b.stride || a.shape - b.shape;

export function complement(a: PyLayout | number, bound = 1): PyLayout {
  if (typeof a === 'number') return complement(layout(a));
  const found: FlatMode[] = [];
  let covered = 1;
  for (const { shape, stride } of [...flatModes(a)].sort(byStride)) {
    if (stride === 0 || shape === 1) continue;
    const reach = multiply(shape, stride);
    demand(covered <= reach, `${shape}:${stride} lies inside the ${covered} that are covered`);
    found.push({ shape: floorDivide(stride, covered), stride: covered });
    covered = reach;
  }
  found.push({ shape: floorDivide(add(bound, covered) - 1, covered), stride: covered });
  return coalesce({ shape: found.map((m) => m.shape), stride: found.map((m) => m.stride) });
}

export function rightInverse(a: PyLayout | number | null): PyLayout | null {
  if (a === null) return null;
  if (typeof a === 'number') return layout(a);
  const source = flatModes(a);
  const weights = prefixProduct(source.map(({ shape }) => shape)) as readonly number[];
  const sorted = source
    .map((m, i) => ({ ...m, weight: weights[i]! }))
    .sort((x, y) => byStride(x, y) || x.weight - y.weight);
  const found: FlatMode[] = [];
  let next = 1;
  for (const { shape, stride, weight } of sorted) {
    if (shape === 1) continue;
    if (stride !== next) break;
    found.push({ shape, stride: weight });
    next = multiply(shape, stride);
  }
  return coalesce({ shape: found.map((m) => m.shape), stride: found.map((m) => m.stride) });
}

export function leftInverse(a: PyLayout | number | null): PyLayout | null {
  if (a === null) return null;
  if (typeof a === 'number') return layout(a);
  return rightInverse(concatenate([a, complement(a)]));
}
