// Tensors of PyTorch, as far as their shapes and strides say what CuTe DSL sees of them.

import type { Failure } from '../../../../algebra/integer/failure.ts';
import { Dynamic, type Int } from '../../../../algebra/integer/integer.ts';
import { multiply } from '../../../../algebra/integer/operations.ts';
import { Layout, Underscore } from '../../../../algebra/layout/layout.ts';
import type { Expr } from '../../../../frontends/common/expression.ts';
import type { Builtin, BuiltinCall } from '../../../model/builtin.ts';
import { TypeValue, Unknown, type Value } from '../../../model/value.ts';
import { isInteger } from '../../../values/arithmetic.ts';
import { PythonFloat } from '../../plain/floats.ts';
import { CUTLASS_TYPES, isIntegerType } from '../../plain/types.ts';

/** `torch.empty(…)`: its strides count elements. The element type is null where nothing says it. */
export class TorchTensor extends TypeValue {
  /** Flat: one integer a dimension. */
  readonly layout: Layout;
  readonly element: TypeValue | null;
  /** What it is a part of has its memory, from so many elements on (null: not known); null: its memory is its own. */
  readonly part: { readonly offset: number | null } | null;
  constructor(layout: Layout, element: TypeValue | null, part: TorchTensor['part'] = null) {
    super('torch.Tensor', null);
    this.layout = layout;
    this.element = element;
    this.part = part;
  }

  override get identity(): string | null {
    return null;
  }
}

const unsupported = (what: string): Unknown => new Unknown('unsupported', `${what} is not computed`);

/** PyTorch's names of element types, and what `from_dlpack` makes of them. */
const DTYPES: Readonly<Record<string, string>> = {
  float64: 'Float64',
  double: 'Float64',
  float32: 'Float32',
  float: 'Float32',
  float16: 'Float16',
  half: 'Float16',
  bfloat16: 'BFloat16',
  int8: 'Int8',
  int16: 'Int16',
  int32: 'Int32',
  int: 'Int32',
  int64: 'Int64',
  long: 'Int64',
  uint8: 'Uint8',
};

/** `torch.float16`, as the type that CuTe DSL has for it. */
export const torchType = (name: string): TypeValue | undefined => CUTLASS_TYPES.get(DTYPES[name] ?? '');

/** The type of elements that none is written for, told from the type that is: `from_dlpack` says so where it hands them on. */
export const DEFAULT_TYPE = new TypeValue('Float32', null, 32);

/** Whether PyTorch has the type too. */
export const isTorchType = (type: TypeValue): boolean => Object.values(DTYPES).includes(type.name);

const isSequence = (v: Value | undefined): v is readonly Value[] => Array.isArray(v);
const integers = (v: Value): readonly Int[] | null => {
  const items = isSequence(v) ? v : [v];
  return items.every(isInteger) ? (items as readonly Int[]) : null;
};

/** Row-major, as PyTorch makes its tensors. */
export function rowMajor(shape: readonly Int[], element: TypeValue | null): TorchTensor {
  const strides: Int[] = [];
  let step: Int = 1;
  for (let i = shape.length - 1; i >= 0; i--) {
    strides[i] = step;
    step = multiply(step, shape[i]!);
  }
  return new TorchTensor(new Layout([...shape], strides), element);
}

const sizesOf = (args: readonly Value[]): readonly Int[] | null =>
  integers(args.length === 1 ? args[0]! : args);

const dtypeOf = ({ keywords }: BuiltinCall): TypeValue | null => {
  const dtype = keywords.get('dtype');
  return dtype instanceof TypeValue && !(dtype instanceof TorchTensor) ? dtype : null;
};

/** `torch.empty(2, 3)`, `torch.empty((2, 3), dtype=…)`. Without a type it is PyTorch's default, which can be changed. */
const made: Builtin = (call) => {
  const size = call.keywords.get('size');
  const shape = sizesOf(size === undefined ? call.args : [size]);
  if (shape === null) return unsupported('a tensor of this size');
  return rowMajor(shape, dtypeOf(call));
};

/** `like` keeps the strides of a tensor that has no gaps. */
const madeLike: Builtin = (call) => {
  const [of] = call.args;
  if (!(of instanceof TorchTensor)) return unsupported('a tensor like this');
  return copied(of, call.keywords.has('dtype') ? dtypeOf(call) : of.element);
};

/** The elements of a tensor in memory of their own: in the same order, and of a part without its gaps. */
function copied({ layout, part }: TorchTensor, element: TypeValue | null): Value {
  if (part === null) return new TorchTensor(layout, element);
  const stride = layout.stride as readonly Int[];
  const isRowMajor = stride.every((s, i) => i === 0 || isAtMost(s, stride[i - 1]!));
  return isRowMajor
    ? rowMajor(layout.shape as readonly Int[], element)
    : unsupported('a copy of a part whose dimensions are permuted');
}

const isAtMost = (a: Int, b: Int): boolean => typeof a === 'number' && typeof b === 'number' && a <= b;

/** What may be copied, or stay as it is where it is so already: of a part, nobody knows its strides then. */
const perhapsCopied = (of: TorchTensor, element: TypeValue | null): Value =>
  of.part === null
    ? new TorchTensor(of.layout, element)
    : unsupported('what may be a copy of a part, or the part itself,');

const FUNCTIONS: Readonly<Record<string, Builtin>> = {
  empty: made,
  zeros: made,
  ones: made,
  rand: made,
  randn: made,
  randint: (call) => made({ ...call, args: call.args.slice(-1) }),
  full: (call) => made({ ...call, args: call.args.slice(0, 1) }),
  empty_like: madeLike,
  zeros_like: madeLike,
  ones_like: madeLike,
  randn_like: madeLike,
  rand_like: madeLike,
};

/** Which one it is decides about no layout. */
const DEVICE = new TypeValue('torch.device', null);

/** What is only known on the device, or by what is in a tensor. */
const RUN_TIME: Readonly<Record<string, Value>> = {
  device: DEVICE,
  max: new Dynamic(null),
  min: new Dynamic(null),
  'distributed.get_world_size': new Dynamic(null),
  'distributed.get_rank': new Dynamic(null),
};

export const torchFunction = (name: string): Builtin | undefined =>
  Object.hasOwn(FUNCTIONS, name)
    ? FUNCTIONS[name]
    : Object.hasOwn(RUN_TIME, name)
      ? () => RUN_TIME[name]!
      : undefined;

/** Methods that change what is in a tensor, and not where it is. */
const KEEPS = new Set([
  'detach',
  'random_',
  'normal_',
  'uniform_',
  'fill_',
  'zero_',
  'copy_',
  'requires_grad_',
  'clamp_',
]);
/** Functions and methods of which numbers that are no integers may be arguments. */
export const FILLS: ReadonlySet<string> = new Set([
  'random_',
  'normal_',
  'uniform_',
  'fill_',
  'clamp_',
  'ScalarInitConfig',
  'RandomInitConfig',
  'GaussianInitConfig',
]);
const CASTS: ReadonlySet<string> = new Set(['float', 'half', 'bfloat16', 'double', 'int', 'long']);

export function torchMethod(of: TorchTensor, name: string): Builtin | undefined {
  if (KEEPS.has(name)) return () => of;
  if (CASTS.has(name)) return () => perhapsCopied(of, torchType(name) ?? null);
  switch (name) {
    case 'cuda':
    case 'cpu':
      return () => perhapsCopied(of, of.element);
    case 'clone':
      return () => copied(of, of.element);
    case 'to':
      return (call) => converted(of, call);
    case 'permute':
      return ({ args }) => permuted(of, integers(args.length === 1 ? args[0]! : args));
    case 'transpose':
      return ({ args }) => swapped(of, args);
    case 't':
      return () => swapped(of, [0, 1]);
    case 'contiguous':
      return () => rowMajor(of.layout.shape as readonly Int[], of.element);
    case 'unsqueeze':
      return ({ args }) => unsqueezed(of, args[0]);
    case 'stride':
      return ({ args }) => entry(of.layout.stride as Value, args[0]);
    case 'size':
      return ({ args }) => entry(of.layout.shape as Value, args[0]);
    case 'numel':
      return () => (of.layout.shape as readonly Int[]).reduce<Int>((n, size) => multiply(n, size), 1);
    case 'dim_order':
      return () => dimOrder(of);
    case 'dim':
      return () => (of.layout.shape as readonly unknown[]).length;
    default:
      return undefined;
  }
}

/** `t.to(torch.float16)`, `t.to("cuda")`, `t.to(dtype=…)`. */
function converted(of: TorchTensor, { args, keywords }: BuiltinCall): Value {
  const dtype = keywords.get('dtype') ?? args.find((a) => typeof a !== 'string');
  const isType = dtype instanceof TypeValue && dtype.bits !== null;
  return perhapsCopied(of, dtype === undefined ? of.element : isType ? dtype : null);
}

function permuted(of: TorchTensor, order: readonly Int[] | null): Value {
  const shape = of.layout.shape as readonly Int[];
  const stride = of.layout.stride as readonly Int[];
  const places = order?.map((i) => (typeof i === 'number' && i < 0 ? i + shape.length : i)) ?? [];
  const isPermutation =
    places.length === shape.length &&
    new Set(places).size === shape.length &&
    places.every((i) => shape[i as number] !== undefined);
  if (!isPermutation) return unsupported('this permutation');
  return new TorchTensor(
    new Layout(
      places.map((i) => shape[i as number]!),
      places.map((i) => stride[i as number]!),
    ),
    of.element,
    of.part,
  );
}

function swapped(of: TorchTensor, [a, b]: readonly Value[]): Value {
  const rank = (of.layout.shape as readonly Int[]).length;
  if (typeof a !== 'number' || typeof b !== 'number') return unsupported('this transposition');
  const [i, j] = [a < 0 ? a + rank : a, b < 0 ? b + rank : b];
  const order = Array.from({ length: rank }, (_, n) => (n === i ? j : n === j ? i : n));
  return permuted(of, order);
}

/** A dimension of size 1: its stride is that of the dimension behind it times its size. */
function unsqueezed(of: TorchTensor, at: Value | undefined): Value {
  const shape = [...(of.layout.shape as readonly Int[])];
  const stride = [...(of.layout.stride as readonly Int[])];
  if (typeof at !== 'number') return unsupported('unsqueeze at this place');
  const place = at < 0 ? at + shape.length + 1 : at;
  if (place < 0 || place > shape.length) return unsupported('unsqueeze at this place');
  const step = place === shape.length ? 1 : multiply(shape[place]!, stride[place]!);
  shape.splice(place, 0, 1);
  stride.splice(place, 0, step);
  return new TorchTensor(new Layout(shape, stride), of.element, of.part);
}

/** The dimensions, outermost first. */
function dimOrder(of: TorchTensor): Value {
  const stride = of.layout.stride as readonly Int[];
  const isKnown = stride.every((s) => typeof s === 'number') && new Set(stride).size === stride.length;
  if (!isKnown) return unsupported('the order of these dimensions');
  return stride.map((_, i) => i).sort((a, b) => (stride[b] as number) - (stride[a] as number));
}

function entry(of: Value, at: Value | undefined): Value {
  if (at === undefined || at instanceof Underscore) return of;
  const items = of as readonly Value[];
  const item = typeof at === 'number' ? items[at < 0 ? at + items.length : at] : undefined;
  return item ?? unsupported('this dimension');
}

/** A tensor and a number: every element is changed, or compared, by itself, and the strides of a tensor without gaps are kept. */
export function torchBinary(operator: string, left: Value, right: Value): Value | undefined {
  const [tensor, other] = left instanceof TorchTensor ? [left, right] : [right, left];
  if (!(tensor instanceof TorchTensor) || !(isInteger(other) || other instanceof PythonFloat))
    return undefined;
  return withNumber(operator, tensor, operator === '/' || other instanceof PythonFloat) ?? undefined;
}

/** `t * 0.02`, `1.0 - t` */
export const besideNumber = (operator: string, tensor: Value, other: Expr): Value | null =>
  tensor instanceof TorchTensor && isFloat(other) ? withNumber(operator, tensor, true) : null;

const isFloat = (e: Expr): boolean =>
  (e.kind === 'opaque' && e.isFloat === true) || (e.kind === 'unary' && isFloat(e.operand));

/** `toFloat`: integers become floating-point numbers, of PyTorch's default type. */
function withNumber(operator: string, tensor: TorchTensor, toFloat: boolean): Value | null {
  if (/^(?:[<>]=?|[=!]=)$/.test(operator)) return copied(tensor, null);
  if (!/^(?:[-+*%]|\/\/?)$/.test(operator)) return null;
  const isKept = !toFloat || (tensor.element !== null && !isIntegerType(tensor.element));
  return copied(tensor, isKept ? tensor.element : null);
}

export function torchMember(of: TorchTensor, name: string): Value | Failure | undefined {
  if (name === 'shape') return of.layout.shape as Value;
  if (name === 'device') return DEVICE;
  if (name === 'ndim') return (of.layout.shape as readonly unknown[]).length;
  if (name === 'dtype') return of.element ?? new Unknown('unsupported', 'the element type is not known');
  return name === 'T' && (of.layout.shape as readonly unknown[]).length === 2
    ? swapped(of, [0, 1])
    : undefined;
}
