// Gluon's tensors, of which shape, elements and layout are known: how they are made, and what their methods leave.

import { type Failure, refuse, Violation } from '../../algebra/integer/failure.ts';
import { Underscore } from '../../algebra/layout/layout.ts';
import { type Encoding, isChosen, rankOf, TritonLayout } from '../../hardware/triton/encoding.ts';
import { toLinearLayout } from '../../hardware/triton/to-linear-layout.ts';
import { TritonTensor } from '../../hardware/triton/value.ts';
import { requirePowersOfTwo } from '../../hardware/triton/verify.ts';
import type { BuiltinCall } from '../model/builtin.ts';
import { TypeValue, Unknown, type Value } from '../model/value.ts';
import { NONE } from '../python/plain/none.ts';
import { asElement, asEncoding, asInteger, asIntegers } from './arguments.ts';

type Run = (call: BuiltinCall) => Value | Failure;

const argument = ({ args, keywords }: BuiltinCall, index: number, name: string): Value | undefined =>
  args[index] ?? keywords.get(name);

/** A layout that is left out is the compiler's to choose. */
const layoutOf = (value: Value | undefined): Encoding | null =>
  value === undefined || value instanceof Underscore ? null : asEncoding(value, 'layout');

const arange: Run = (call) => {
  const [start, end] = [
    asInteger(argument(call, 0, 'start'), 'start'),
    asInteger(argument(call, 1, 'end'), 'end'),
  ];
  return laidOut(
    new TritonTensor(
      'register',
      [end - start],
      { name: 'int32', bits: 32 },
      layoutOf(argument(call, 2, 'layout')),
    ),
  );
};

/** A function of a shape, an element type and a layout, in the places given. */
const made =
  (
    space: TritonTensor['space'],
    shapeAt: number,
    elementAt: number,
    layoutAt: number,
    elementName: string,
  ): Run =>
  (call) =>
    laidOut(
      new TritonTensor(
        space,
        asIntegers(argument(call, shapeAt, 'shape'), 'shape'),
        asElement(argument(call, elementAt, elementName)),
        layoutOf(argument(call, layoutAt, 'layout')),
      ),
    );

/** The tensor, where its layout may be that of its shape; throws the violation. Buffers have a dimension more. */
function laidOut(tensor: TritonTensor): Value | Failure {
  const { space, shape, layout } = tensor;
  if (space === 'register') requirePowersOfTwo(shape, 'shape');
  if (space === 'register' && shape.length === 0) {
    return new Unknown('run-time', 'a scalar is only known at run time');
  }
  const rank = layout === null ? null : rankOf(layout);
  if (layout === null || rank === null) return tensor;
  const more = space === 'register' ? 0 : 1;
  if (rank !== shape.length && rank + more !== shape.length) {
    refuse(
      'rank-mismatch',
      `${layout.layout} has ${rank} dimensions, and the tensor [${shape.join(', ')}] has ${shape.length}`,
    );
  }
  const linear = layout.layout === 'NVMMASharedLayout' ? toLinearLayout(layout, shape.slice(-rank)) : null;
  return linear instanceof Violation && linear.code === 'swizzle-width' ? linear : tensor;
}

function tensorOrThrow(value: Value | undefined): TritonTensor {
  return value instanceof TritonTensor ? value : refuse('wrong-kind', 'a tensor is expected');
}

const convert: Run = (call) => {
  const { shape, element } = tensorOrThrow(argument(call, 0, 'value'));
  return laidOut(new TritonTensor('register', shape, element, layoutOf(argument(call, 1, 'layout'))));
};

/** `x[:, None]`: only a slice of a layout can be given its dimension back. */
function expanded(tensor: TritonTensor, at: number): Value | Failure {
  const { layout, shape, element } = tensor;
  const axis = at < 0 ? at + shape.length + 1 : at;
  const wider = [...shape.slice(0, axis), 1, ...shape.slice(axis)];
  if (layout === null || isChosen(layout)) return new TritonTensor('register', wider, element, layout);
  if (layout.layout !== 'SliceLayout') {
    return refuse('inadmissible', `expand_dims takes a SliceLayout, and this is a ${layout.layout}`);
  }
  if (layout.dim !== axis) {
    return refuse(
      'inadmissible',
      `the layout is sliced in dimension ${layout.dim}, and dimension ${axis} is added`,
    );
  }
  return new TritonTensor('register', wider, element, layout.parent);
}

const FUNCTIONS: Readonly<Record<string, Run>> = {
  arange,
  zeros: made('register', 0, 1, 2, 'dtype'),
  full: made('register', 0, 2, 3, 'dtype'),
  allocate_shared_memory: made('shared', 1, 0, 2, 'element_ty'),
  allocate_tensor_memory: made('tensor', 1, 0, 2, 'element_ty'),
  convert_layout: convert,
  expand_dims: (call) => {
    const [tensor, axis] = [argument(call, 0, 'input'), argument(call, 1, 'axis')];
    // Triton itself takes numbers, and several dimensions at once.
    if (!(tensor instanceof TritonTensor) || Array.isArray(axis))
      return tensor instanceof Unknown
        ? tensor
        : new Unknown('unsupported', 'expand_dims of this is not computed');
    return expanded(tensor, asInteger(axis, 'axis'));
  },
};

/** Neither what a tensor is filled with nor which of several is meant says anything of its layout. */
export const TENSOR_FUNCTIONS: ReadonlySet<string> = new Set([
  'full',
  'index',
  'allocate_shared_memory',
  'allocate_tensor_memory',
]);

export const tensorFunction = (name: string): Run | undefined =>
  Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;

/** `buffers.index(i)`: one of several, without the first dimension. */
const indexed = ({ space, shape, element, layout }: TritonTensor): Value =>
  new TritonTensor(space, shape.slice(1), element, layout);

const INFERRED = new Unknown('unsupported', 'the layout that Triton infers for it is not computed');

function sliced(tensor: TritonTensor, call: BuiltinCall): Value {
  const start = argument(call, 0, 'start');
  if (start === undefined) refuse('wrong-kind', 'start is missing');
  const length = asInteger(argument(call, 1, 'length'), 'length');
  if (tensor.space === 'tensor') return slicedColumns(tensor, length);
  const dim = asInteger(argument(call, 2, 'dim') ?? 0, 'dim');
  const at = dim < 0 ? dim + tensor.shape.length : dim;
  if (tensor.shape[at] === undefined) refuse('out-of-range', `there is no dimension ${dim}`);
  const shape = tensor.shape.map((size, i) => (i === at ? length : size));
  return new TritonTensor(tensor.space, shape, tensor.element, tensor.layout, tensor.allocated);
}

/** Tensor memory is sliced along its last dimension, and its blocks are no wider than what is left. */
function slicedColumns({ space, shape, element, layout, allocated }: TritonTensor, length: number): Value {
  // Versions differ in what they keep of a layout for two blocks of threads.
  if (layout?.layout !== 'TensorMemoryLayout' || layout.two_ctas) return INFERRED;
  const [rows, columns] = layout.block;
  const block = [rows!, Math.min(columns!, length)];
  return new TritonTensor(space, [...shape.slice(0, -1), length], element, { ...layout, block }, allocated);
}

/** The layout of a tensor whose dimensions are permuted, where it is one of the same kind. */
function permutedLayout(layout: Encoding, order: readonly number[]): Encoding | null {
  const place = (dim: number): number => order.indexOf(dim);
  const moved = (list: readonly number[]): readonly number[] => order.map((dim) => list[dim]!);
  switch (layout.layout) {
    case 'SwizzledSharedLayout':
      return { ...layout, order: layout.order.map(place), cga_layout: layout.cga_layout.map(moved) };
    case 'BlockedLayout':
      return {
        ...layout,
        size_per_thread: moved(layout.size_per_thread),
        threads_per_warp: moved(layout.threads_per_warp),
        warps_per_cta: moved(layout.warps_per_cta),
        order: layout.order.map(place),
        cga_layout: layout.cga_layout.map(moved),
      };
    case 'NVMMASharedLayout':
      return layout.rank === 2 && order.join() === '1,0'
        ? { ...layout, transposed: !layout.transposed, cga_layout: layout.cga_layout.map(moved) }
        : null;
    default:
      return null;
  }
}

function permuted(tensor: TritonTensor, order: readonly number[]): Value {
  const { shape, layout, allocated } = tensor;
  const isPermutation = order.length === shape.length && shape.every((_, i) => order.includes(i));
  if (!isPermutation)
    refuse('order-permutation', `[${order.join(', ')}] is no permutation of 0 to ${shape.length - 1}`);
  if (layout === null) return INFERRED;
  const turned = order.every((dim, i) => dim === i) ? layout : permutedLayout(layout, order);
  if (turned === null) return INFERRED;
  const prefix = allocated.length - shape.length;
  const allocation = [...allocated.slice(0, prefix), ...order.map((dim) => allocated[prefix + dim]!)];
  return new TritonTensor(
    tensor.space,
    order.map((dim) => shape[dim]!),
    tensor.element,
    turned,
    allocation,
  );
}

/** `permute((1, 0))`, `permute(1, 0)`, `permute(order=(1, 0))` */
const orderOf = ({ args, keywords }: BuiltinCall): Value | undefined =>
  args.length === 0 ? (keywords.get('order') ?? keywords.get('dims')) : args.length === 1 ? args[0] : args;

const METHODS: Readonly<Record<string, (tensor: TritonTensor, call: BuiltinCall) => Value | Failure>> = {
  index: indexed,
  slice: sliced,
  permute: (tensor, call) => permuted(tensor, asIntegers(orderOf(call), 'order')),
  reshape: () => INFERRED,
  expand_dims: (tensor, call) => {
    const axis = argument(call, 0, 'axis');
    return Array.isArray(axis) ? INFERRED : expanded(tensor, asInteger(axis, 'axis'));
  },
  /** What is loaded from memory has the layout that is asked for. */
  load: ({ space, shape, element }, call) =>
    space === 'register'
      ? INFERRED
      : new TritonTensor('register', shape, element, layoutOf(argument(call, 0, 'layout'))),
  to: ({ space, shape, layout, allocated }, call) =>
    new TritonTensor(space, shape, asElement(argument(call, 0, 'dtype')), layout, allocated),
};

export const tensorMethod = (
  name: string,
): ((tensor: TritonTensor, call: BuiltinCall) => Value | Failure) | undefined =>
  Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;

/** `x[:, None]` and `x[None, :]`; anything else of a tensor is known at run time only. */
export function tensorIndex(tensor: TritonTensor, items: readonly Value[]): Value | Failure {
  const added = items.flatMap((item, i) => (item === NONE ? [i] : []));
  const isRest = items.every((item) => item instanceof Underscore);
  if (isRest && added.length === 1 && items.length === tensor.shape.length + 1)
    return expanded(tensor, added[0]!);
  return new Unknown('unsupported', 'this index of a tensor is not computed');
}

export function tensorAttribute(tensor: TritonTensor, name: string): Value | undefined {
  switch (name) {
    case 'shape':
      return tensor.shape;
    case 'layout':
      return tensor.layout === null ? undefined : new TritonLayout(tensor.layout);
    case 'dtype':
      return tensor.element === null
        ? undefined
        : new TypeValue(tensor.element.name, null, tensor.element.bits);
    case 'rank':
      return tensor.shape.length;
    case 'numel':
      return tensor.shape.reduce((n, size) => n * size, 1);
    default:
      return undefined;
  }
}
