// What is wrong with the shapes of tiles that a function of Triton is given.

import type { CallExpr, Expr } from '../../frontends/common/expression.ts';
import { bitsOf, isType } from './elements.ts';
import { isTurned, type TileArguments, turnedOrder } from './functions.ts';
import { pathText } from './reaching.ts';
import {
  broadcast,
  differs,
  type Extent,
  elementsOf,
  extentText,
  isSame,
  isTold,
  isUnlike,
  shapeText,
  type TileShape,
} from './shape.ts';

/** What is wrong, of shapes that may rest on defaults. */
export interface Mismatch {
  readonly message: string;
  readonly of: readonly TileShape[];
  /** Only some GPUs refuse it. */
  readonly isOfTarget?: boolean;
  /** The extents that are not the same. */
  readonly pair?: readonly [Extent, Extent];
  readonly fix?: { readonly title: string; readonly of: Expr; readonly form: (text: string) => string };
}

type Judge = (given: TileArguments, call: CallExpr) => Mismatch | null;

export const judgeBroadcast = (a: TileShape | null, b: TileShape | null, what: string): Mismatch | null => {
  const both = a === null || b === null ? null : broadcast(a, b);
  if (a === null || b === null || both === null || !isUnlike(both)) return null;
  const message = `${what} ${shapeText(a)} and ${shapeText(b)} do not broadcast`;
  return { message, of: [a, b], pair: both.pair };
};

/** `tl.` of `tl.dot(…)` */
const moduleOf = ({ callee }: CallExpr): string => (pathText(callee) ?? '').replace(/\w+$/, '');

/** What `min_dot_size` of Triton's backend for NVIDIA asks for at least, whatever the elements are: it is 32 of those of 8 bits. */
const LEAST_K = 16;
const LEAST_K_OF_BYTES = 32;

function tooSmall(given: TileArguments, a: TileShape, b: TileShape): Mismatch | null {
  const k = a.at(-1)!.size;
  const types = [given.element(0, 'input'), given.element(1, 'other')];
  if (k !== null && k < LEAST_K_OF_BYTES && types.every((type) => bitsOf(type) === 8)) {
    const message = `the product of ${shapeText(a)} and ${shapeText(b)} sums over ${k}: of elements of 8 bits, ${types.join(' and ')}, Triton takes ${LEAST_K_OF_BYTES} or more on GPUs of NVIDIA`;
    return { message, of: [a, b], isOfTarget: true };
  }
  if (k === null || k >= LEAST_K) return null;
  const message = `the product of ${shapeText(a)} and ${shapeText(b)} sums over ${k}: Triton takes ${LEAST_K} or more on GPUs of NVIDIA, and 32 or more of elements of 8 bits`;
  return { message, of: [a, b], isOfTarget: true };
}

/** Both operands have one type, but for those of floating-point numbers of 8 bits. */
function otherTypes(given: TileArguments): Mismatch | null {
  const types = [given.element(0, 'input'), given.element(1, 'other')];
  const [left, right] = types;
  if (!types.every(isType) || left === right || types.every((type) => /^float8/.test(type!))) return null;
  const message = `the left tile has elements of ${left}, and the right one of ${right}: both operands of a product have one type`;
  return { message, of: [] };
}

/** `dot(a, b, acc)`: as many columns of a as rows of b. */
const judgeDot: Judge = (given, call) => {
  const [a, b, c] = [given.tile(0, 'input'), given.tile(1, 'other'), given.tile(2, 'acc')];
  if (isTurned(given)) return null;
  const types = otherTypes(given);
  if (types !== null || a === null || b === null) return types;
  const [left, right] = [shapeText(a), shapeText(b)];
  if (a.length !== b.length || a.length < 2)
    return {
      message: `a product takes two tiles of two dimensions, or two batches: these are ${left} and ${right}`,
      of: [a, b],
    };
  const [columns, rows] = [a.at(-1)!, b.at(-2)!];
  if (differs(columns, rows)) {
    const other = call.args[1];
    const fix =
      b.length === 2 && isSame(b[1]!, columns) && other !== undefined
        ? {
            fix: {
              title: 'Transpose the right tile',
              of: other,
              form: (text: string) => `${moduleOf(call)}trans(${text})`,
            },
          }
        : {};
    return {
      message: `the product of ${left} and ${right}: the left tile has ${extentText(columns)} columns, and the right one ${extentText(rows)} rows`,
      of: [a, b],
      pair: [columns, rows],
      ...fix,
    };
  }
  const product = [...a.slice(0, -1), b.at(-1)!];
  if (a.length === 3 && differs(a[0]!, b[0]!))
    return {
      message: `the product of ${left} and ${right}: the batches are ${extentText(a[0]!)} and ${extentText(b[0]!)}`,
      of: [a, b],
      pair: [a[0]!, b[0]!],
    };
  if (c === null || c.length === 0) return tooSmall(given, a, b);
  const at = c.findIndex((extent, i) => i < product.length && differs(extent, product[i]!));
  return c.length !== product.length || at >= 0
    ? {
        message: `the product of ${left} and ${right} is ${shapeText(product)}, and the accumulator ${shapeText(c)}`,
        of: [a, b, c],
        ...(c.length === product.length ? { pair: [c[at]!, product[at]!] as const } : {}),
      }
    : tooSmall(given, a, b);
};

const judgeElements: Judge = (given) => {
  const [shape, to] = [given.tile(0, 'input'), given.extents(1, 'shape')];
  const [had, has] = [shape, to].map((s) => (s === null ? null : elementsOf(s)));
  if (shape === null || to === null || had === null || has === null || had === has) return null;
  // A scalar is no tile.
  if (shape.length === 0 || to.some(({ size }) => size! < 0)) return null;
  return {
    message: `${shapeText(shape)} has ${had} elements, and ${shapeText(to)} has ${has}`,
    of: [shape, to],
  };
};

const judgeRepeated: Judge = (given) => {
  const [shape, to] = [given.tile(0, 'input'), given.extents(1, 'shape')];
  if (shape === null || to === null || shape.length === 0) return null;
  const of = [shape, to];
  if (shape.length !== to.length)
    return { message: `${shapeText(shape)} has not as many dimensions as ${shapeText(to)}`, of };
  const at = shape.findIndex((extent, i) => extent.size !== 1 && differs(extent, to[i]!));
  if (at < 0) return null;
  const message = `${shapeText(shape)} cannot be repeated to ${shapeText(to)}: only a dimension of 1 is`;
  return { message, of, pair: [shape[at]!, to[at]!] };
};

const judgeTurned: Judge = (given) => {
  const shape = given.tile(0, 'input');
  if (shape === null) return null;
  const order = turnedOrder(given, shape.length);
  if (order === null) {
    if (given.isGiven(1, 'dims') || shape.length === 0) return null;
    return { message: `a tile of one dimension, ${shapeText(shape)}, has no other order`, of: [shape] };
  }
  const isPermutation = order.length === shape.length && shape.every((_, i) => order.includes(i));
  return isPermutation
    ? null
    : {
        message: `(${order.join(', ')}) is no order of the ${shape.length} dimensions of ${shapeText(shape)}`,
        of: [shape],
      };
};

const judgeReduced: Judge = (given) => {
  const [shape, axis] = [given.tile(0, 'input'), given.integer(1, 'axis')];
  if (
    shape === null ||
    shape.length === 0 ||
    typeof axis !== 'number' ||
    (axis < shape.length && axis >= -shape.length)
  )
    return null;
  return { message: `${shapeText(shape)} has no dimension ${axis}`, of: [shape] };
};

/** `boundary_check=(0, 1)` names dimensions of the block, each once. */
function judgeChecked(given: TileArguments, block: TileShape | null): Mismatch | null {
  const checked = given.listed(3, 'boundary_check')?.map(({ size }) => size) ?? [];
  if (block === null || block.length === 0) return null;
  const beyond = checked.find((d) => d !== null && (d < 0 || d >= block.length));
  if (beyond != null)
    return { message: `boundary_check names dimension ${beyond} of ${shapeText(block)}`, of: [block] };
  const twice = checked.find((d, i) => d !== null && checked.indexOf(d) !== i);
  return twice == null ? null : { message: `boundary_check names dimension ${twice} twice`, of: [block] };
}

/** `make_block_ptr(base, shape, strides, offsets, block_shape, order)`: one number of each for each dimension. */
const judgeBlock: Judge = (given) => {
  const lists = ['shape', 'strides', 'offsets', 'block_shape', 'order'].flatMap((name, i) => {
    const list = given.listed(i + 1, name);
    return list === null ? [] : [{ name, list }];
  });
  const [first] = lists;
  const other = lists.find(({ list }) => list.length !== first!.list.length);
  if (first !== undefined && other !== undefined) {
    const of = [first, other].map(({ name, list }) => `${name} has ${list.length}`);
    return { message: `a block has one number for each dimension: ${of.join(', and ')}`, of: [] };
  }
  const order = lists.find(({ name }) => name === 'order')?.list.map(({ size }) => size) ?? [];
  if (!order.includes(null) && !order.every((_, d) => order.includes(d)))
    return { message: `(${order.join(', ')}) is no order of ${order.length} dimensions`, of: [] };
  const [shape, strides] = ['shape', 'strides'].map((name) => lists.find((l) => l.name === name)?.list);
  return shape === undefined || strides === undefined ? null : judgeStrides(shape, strides);
};

/** Rows that are as far apart as there are rows, not as they are long. */
function judgeStrides(shape: readonly Extent[], strides: readonly Extent[]): Mismatch | null {
  const along = strides.findIndex(({ size }) => size === 1);
  const length = shape[along];
  const across = strides.findIndex(
    (stride, d) => d !== along && stride.size !== 1 && isSame(stride, shape[d]!),
  );
  const stride = strides[across];
  if (length === undefined || stride === undefined || strides.length !== 2 || isSame(stride, length))
    return null;
  if (!isTold(length) || (length.size !== null && stride.size !== null && length.size <= stride.size))
    return null;
  return {
    message: `dimension ${along} has ${extentText(length)} elements, and the stride ${extentText(stride)} of dimension ${across} is its own extent: the stride of rows is their length`,
    of: [[stride, length]],
    isOfTarget: true,
    pair: [stride, length],
  };
}

/** `load(pointer, mask)`, `store(pointer, value, mask)` */
const judgeAccess =
  (others: readonly (readonly [number, string, string])[]): Judge =>
  (given) => {
    const pointer = given.tile(0, 'pointer');
    const checked = judgeChecked(given, pointer);
    if (checked !== null) return checked;
    for (const [at, name, what] of others) {
      const found = judgeBroadcast(pointer, given.tile(at, name), `${what}:`);
      if (found !== null) return found;
    }
    return null;
  };

/** `memory.store(values)` of Gluon: shared memory has the shape of what is stored in it. */
const judgeStored: Judge = (given) => {
  const [memory, values] = [given.tile(0, 'self'), given.tile(1, 'value')];
  if (memory === null || values === null || values.length === 0) return null;
  const of = [memory, values];
  const message = `shared memory of ${shapeText(memory)} holds no ${shapeText(values)}`;
  if (memory.length !== values.length) return { message, of };
  const at = memory.findIndex((extent, i) => differs(extent, values[i]!));
  return at < 0 ? null : { message, of, pair: [memory[at]!, values[at]!] };
};

/** By the names of functions, and of methods behind a point where they are judged otherwise. */
export const JUDGES: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ['dot', judgeDot],
  ['.store', judgeStored],
  ['.load', () => null],
  ['make_block_ptr', judgeBlock],
  ['reshape', judgeElements],
  ['view', judgeElements],
  ['broadcast_to', judgeRepeated],
  ['trans', judgeTurned],
  ['permute', judgeTurned],
  ...['sum', 'max', 'min', 'argmax', 'argmin', 'xor_sum'].map((name) => [name, judgeReduced] as const),
  [
    'load',
    judgeAccess([
      [1, 'mask', 'the addresses and the mask'],
      [2, 'other', 'the addresses and what stands for what is masked'],
    ]),
  ],
  [
    'store',
    judgeAccess([
      [1, 'value', 'the addresses and the values'],
      [2, 'mask', 'the addresses and the mask'],
    ]),
  ],
]);
