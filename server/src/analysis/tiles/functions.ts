// What Triton's functions make of the shapes of tiles, by their names.

import type { Expr } from '../../frontends/common/expression.ts';
import type { ElementType } from './elements.ts';
import {
  broadcast,
  differs,
  type Extent,
  elementsOf,
  extentOf,
  isUnlike,
  SCALAR,
  type TileShape,
} from './shape.ts';

/** What a function is given. Tiles, integers and lists of integers are asked for by place or name. */
export interface TileArguments {
  /** Without those that are given by name. */
  readonly count: number;
  tile(at: number, name: string): TileShape | null;
  /** The type of the elements of a tile. */
  element(at: number, name: string): ElementType;
  /** Null: not known; undefined: not given. */
  integer(at: number, name: string): number | null | undefined;
  /** A list, or all integers from the place on; null where not even its length is known. */
  extents(at: number, name: string): readonly Extent[] | null;
  /** A list that is written there, or given to the name there; null for others. */
  listed(at: number, name: string): readonly Extent[] | null;
  /** The items of such a list, as they are written. */
  items(at: number, name: string): readonly Expr[] | null;
  /** A place of -1: by its name alone. */
  isGiven(at: number, name: string): boolean;
}

type Made = (given: TileArguments) => TileShape | null;

const first: Made = (given) => given.tile(0, 'input');

/** `arange(start, end)` */
const arange: Made = (given) => {
  const [, end] = given.extents(0, 'start') ?? [];
  const start = given.integer(0, 'start');
  const last = given.integer(1, 'end');
  if (start === 0 && end !== undefined && last === null) return [end];
  if (typeof start !== 'number' || typeof last !== 'number') return [extentOf(null)];
  return [{ ...extentOf(last - start), defaults: end?.defaults ?? [] }];
};

/** Element by element of all tiles. */
const together =
  (count: number, names: readonly string[]): Made =>
  (given) => {
    let shape: TileShape = SCALAR;
    for (let i = 0; i < count; i++) {
      const next = given.tile(i, names[i] ?? '');
      const both = next === null ? null : broadcast(shape, next);
      if (both === null || isUnlike(both)) return null;
      shape = both;
    }
    return shape;
  };

/** Releases before 2.1 could turn the operands themselves. */
export const isTurned = (given: TileArguments): boolean =>
  given.isGiven(-1, 'trans_a') || given.isGiven(-1, 'trans_b');

/** Two tiles of two dimensions, or a batch of such. */
const dot: Made = (given) => {
  if (isTurned(given)) return null;
  const [a, b] = [given.tile(0, 'input'), given.tile(1, 'other')];
  if (a === null || b === null || a.length !== b.length || a.length < 2) return null;
  if (differs(a.at(-1)!, b.at(-2)!)) return null;
  return [...a.slice(0, -1), b.at(-1)!];
};

/** The dimensions in another order: the last two turned where none is given. */
export function turnedOrder(given: TileArguments, rank: number): readonly number[] | null {
  if (!given.isGiven(1, 'dims')) {
    if (rank < 2) return null;
    return [...Array.from({ length: rank - 2 }, (_, i) => i), rank - 1, rank - 2];
  }
  const order = given.extents(1, 'dims')?.map(({ size }) => size) ?? null;
  return order === null || order.includes(null) ? null : (order as readonly number[]);
}

const turned: Made = (given) => {
  const shape = given.tile(0, 'input');
  const order = shape === null ? null : turnedOrder(given, shape.length);
  if (shape === null || order === null || order.length !== shape.length) return null;
  return order.every((d, i) => shape[d] !== undefined && order.indexOf(d) === i)
    ? order.map((d) => shape[d]!)
    : null;
};

/** `x.T` */
export const turnedOf = (tile: TileShape | null): TileShape | null =>
  turned({
    count: 1,
    tile: () => tile,
    element: () => null,
    integer: () => undefined,
    extents: () => null,
    listed: () => null,
    items: () => null,
    isGiven: (at) => at === 0,
  });

const reshaped: Made = (given) => given.extents(1, 'shape');

/** Without a dimension, or with one element in it. */
const reduced: Made = (given) => {
  const shape = given.tile(0, 'input');
  // Two tiles, or the dimension kept with one element.
  if (given.count > 2 || given.isGiven(-1, 'return_indices') || given.isGiven(-1, 'keep_dims')) return null;
  if (!given.isGiven(1, 'axis')) return SCALAR;
  const axis = given.integer(1, 'axis');
  if (shape === null || typeof axis !== 'number') return null;
  const at = axis < 0 ? axis + shape.length : axis;
  return at < shape.length && at >= 0 ? shape.filter((_, i) => i !== at) : null;
};

/** `join(a, b)`: a dimension of two behind the others. */
const joined: Made = (given) => {
  const shape = together(2, ['a', 'b'])(given);
  return shape === null ? null : [...shape, extentOf(2)];
};

const flat: Made = (given) => {
  const shape = given.tile(0, 'x');
  return shape === null ? null : [extentOf(elementsOf(shape))];
};

const expanded: Made = (given) => {
  const shape = given.tile(0, 'input');
  const axis = given.integer(1, 'axis');
  if (shape === null || typeof axis !== 'number') return null;
  const at = axis < 0 ? axis + shape.length + 1 : axis;
  return [...shape.slice(0, at), extentOf(1), ...shape.slice(at)];
};

const scalar: Made = () => SCALAR;

const MADE: ReadonlyMap<string, Made> = new Map<string, Made>([
  ['arange', arange],
  ['zeros', (given) => given.extents(0, 'shape')],
  ['full', (given) => given.extents(0, 'shape')],
  ['zeros_like', first],
  ['make_block_ptr', (given) => given.extents(4, 'block_shape')],
  ['allocate_shared_memory', (given) => given.extents(1, 'shape')],
  ['advance', (given) => given.tile(0, 'base')],
  ['load', (given) => given.tile(0, 'pointer')],
  ['dot', dot],
  ['trans', turned],
  ['permute', turned],
  ['reshape', reshaped],
  ['view', reshaped],
  ['broadcast_to', reshaped],
  ['expand_dims', expanded],
  ['ravel', flat],
  ['join', joined],
  ['where', together(3, ['condition', 'x', 'y'])],
  ['maximum', together(2, ['x', 'y'])],
  ['minimum', together(2, ['x', 'y'])],
  ['fma', together(3, ['x', 'y', 'z'])],
  ...['sum', 'max', 'min', 'xor_sum', 'argmax', 'argmin'].map((name) => [name, reduced] as const),
  ...['program_id', 'num_programs', 'cdiv'].map((name) => [name, scalar] as const),
  ...[
    ...['exp', 'exp2', 'log', 'log2', 'sqrt', 'sqrt_rn', 'rsqrt', 'sin', 'cos', 'erf', 'abs', 'floor'],
    ...['ceil', 'sigmoid', 'cast', 'to', 'multiple_of', 'max_contiguous', 'max_constancy', 'tanh'],
    ...['cumsum', 'cumprod', 'softmax', 'flip', 'sort'],
  ].map((name) => [name, first] as const),
]);

/** What a tile has methods for, of the functions; `store` and `load` are those of Gluon's shared memory. */
const METHODS: ReadonlySet<string> = new Set([
  ...['reshape', 'view', 'trans', 'permute', 'broadcast_to', 'expand_dims', 'ravel', 'to', 'cast'],
  ...['sum', 'max', 'min', 'xor_sum', 'argmax', 'argmin', 'exp', 'log', 'abs', 'sigmoid', 'softmax'],
  ...['store', 'load'],
]);

export const isMethod = (name: string): boolean => METHODS.has(name);

/** Null for a function of which nothing is known. */
export const madeBy = (name: string): Made | null => MADE.get(name) ?? null;

/** What Python itself makes of numbers. */
export const OF_NUMBERS: ReadonlySet<string> = new Set([
  'float',
  'int',
  'min',
  'max',
  'abs',
  'triton.cdiv',
  'triton.next_power_of_2',
]);

/** The operators that take tiles element by element. */
export const ELEMENTWISE: ReadonlySet<string> = new Set([
  '+',
  '-',
  '*',
  '/',
  '//',
  '%',
  '&',
  '|',
  '^',
  '<<',
  '>>',
  '<',
  '<=',
  '>',
  '>=',
  '==',
  '!=',
]);
