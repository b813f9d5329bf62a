// CuTe DSL's tensors on the host: made from PyTorch's, or made up for compiling, and what of their layouts the
// compiled kernel sees as static. After the documentation of `from_dlpack`, `mark_layout_dynamic`,
// `mark_compact_shape_dynamic` and `make_fake_compact_tensor`.

import { type Failure, isFailure, Violation } from '../../../../algebra/integer/failure.ts';
import { Dynamic, type Int } from '../../../../algebra/integer/integer.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import { multiply } from '../../../../algebra/integer/operations.ts';
import { Layout, UNDERSCORE, Underscore, VersionedLayout } from '../../../../algebra/layout/layout.ts';
import { cosize } from '../../../../algebra/layout/measure.ts';
import type { BuiltinCall } from '../../../model/builtin.ts';
import { type Engine, Pointer, Tensor, TypeValue, Unknown, type Value } from '../../../model/value.ts';
import { isInteger } from '../../../values/arithmetic.ts';
import { pythonTruth } from '../../plain/arithmetic.ts';
import { type Arguments, NO_KEYWORDS, unsupported } from '../support.ts';
import { alignedTo } from '../tensors.ts';
import { MarkedExtent } from './marked-extent.ts';
import { DEFAULT_TYPE, isTorchType, TorchTensor, torchFunction, torchMethod, torchType } from './torch.ts';

const engineOf = (element: TypeValue | null): Engine => ({
  space: 'gmem',
  bits: element?.bits ?? null,
  element: element?.name ?? null,
  offset: null,
});

/**
 * Versions of PyTorch differ in whether a dimension of one element is handed over with its own stride or with 1. No offset
 * depends on it.
 */
function handedOver(of: TorchTensor): Layout {
  const { layout } = of;
  const { shape, stride } = layout as { readonly shape: unknown; readonly stride: unknown };
  if (!Array.isArray(shape) || !Array.isArray(stride)) return layout;
  const other = stride.map((s: Int, i) => (shape[i] === 1 ? 1 : s));
  return other.some((s, i) => s !== stride[i])
    ? new VersionedLayout(layout.shape, layout.stride, other)
    : layout;
}

/** `from_dlpack(t, assumed_align)`: everything is static. */
export function fromDlpack([of, align]: Arguments): Value {
  if (of instanceof Unknown) return of;
  if (of instanceof Tensor) return of;
  if (!(of instanceof TorchTensor)) return unsupported('from_dlpack of this');
  const engine = { ...engineOf(of.element), ...alignedTo(align) };
  return new Tensor({ ...engine, ...roomOf(of, engine) }, handedOver(of));
}

const roomOf = ({ layout, part }: TorchTensor, engine: Engine): Pick<Engine, 'room'> =>
  part === null ? roomFor(layout, engine) : {};

/** What has memory of its own has as many elements in it as its layout takes. */
function roomFor(layout: Layout, { bits, element }: Engine): Pick<Engine, 'room'> {
  const count = cosize(layout);
  const elements = isFailure(count) ? undefined : knownNumber(count);
  return elements === undefined ? {} : { room: { elements, bits, element } };
}

function fakeOf(dtype: TypeValue, layout: Layout): Tensor {
  const engine = engineOf(dtype);
  return new Tensor({ ...engine, ...roomFor(layout, engine) }, layout);
}

/** How a compiled function takes a tensor of PyTorch that is handed to it as it is: nothing says there that its type is PyTorch's. */
export const adapted = (of: TorchTensor): Value =>
  withDynamicLayout(new Tensor(engineOf(of.element === DEFAULT_TYPE ? null : of.element), of.layout));

/** The compiled kernel knows nothing of a run-time integer's value, whatever it is on the host. */
const RUN_TIME = new Dynamic(null);
const MARKED = new MarkedExtent();

/** The mode whose stride is 1: the only one, or the only one of those that has more than one element. */
function leadingMode({ shape, stride }: FlatLayout): number | null | undefined {
  const ones = stride.flatMap((s, i) => (s === 1 ? [i] : []));
  if (ones.length <= 1) return ones[0] ?? null;
  const wide = ones.filter((i) => shape[i] !== 1);
  return wide.length === 1 ? wide[0]! : undefined;
}

/** Shape and strides are known at run time, but for the stride 1 of the leading mode, and strides of 0. */
export function markLayoutDynamic(of: Tensor, leading: Value | undefined): Value | Failure {
  if (leading === undefined || leading instanceof Underscore) return withDynamicLayout(of);
  const flat = flatLayout(of);
  if (flat === null) return unsupported('mark_layout_dynamic of this');
  if (typeof leading !== 'number') return unsupported('the leading mode of this tensor');
  const at = leading < 0 ? leading + flat.shape.length : leading;
  return notLeading(at, flat) ?? dynamicBut(of, flat, at);
}

/** With the leading mode that follows from the strides. */
function withDynamicLayout(of: Tensor): Value {
  const flat = flatLayout(of);
  if (flat === null) return unsupported('mark_layout_dynamic of this');
  const at = leadingMode(flat);
  return at === undefined ? unsupported('the leading mode of this tensor') : dynamicBut(of, flat, at);
}

/** Of tensors of any size: how much memory one of them has says nothing of the others. */
const dynamicBut = (of: Tensor, { shape, stride }: FlatLayout, leading: number | null): Tensor =>
  new Tensor(
    { ...of.engine, room: undefined },
    new Layout(
      shape.map(() => MARKED),
      stride.map((s, i) => (i === leading ? 1 : s === 0 ? 0 : RUN_TIME)),
    ),
  );

/** Why this is not the leading mode: it has another stride than 1, which matters where it has several elements. */
function notLeading(at: number, { shape, stride }: FlatLayout): Violation | null {
  const own = stride[at];
  if (own === undefined) return noMode(at, shape.length);
  return typeof own !== 'number' || own === 1 || shape[at] === 1
    ? null
    : new Violation(
        'inadmissible',
        `mode ${at} has the stride ${own}, and the leading mode has the stride 1`,
      );
}

const noMode = (at: number, rank: number): Violation =>
  new Violation('out-of-range', `there is no mode ${at} in a tensor of ${rank}`);

interface FlatLayout {
  readonly shape: readonly Int[];
  readonly stride: readonly Int[];
}

function flatLayout(of: Tensor): FlatLayout | null {
  const { layout } = of;
  if (!(layout instanceof Layout) || !Array.isArray(layout.shape) || !Array.isArray(layout.stride))
    return null;
  const shape = layout.shape as readonly Value[];
  const stride = layout.stride as readonly Value[];
  return shape.every(isInteger) && stride.every(isInteger)
    ? { shape: shape as readonly Int[], stride: stride as readonly Int[] }
    : null;
}

/** The extent of one mode is known at run time, and so are the strides of the modes that are outside of it. */
export function markCompactShapeDynamic(of: Tensor, [mode, order, divisibility]: Arguments): Value | Failure {
  const flat = flatLayout(of);
  if (flat === null || typeof mode !== 'number') return unsupported('mark_compact_shape_dynamic of this');
  const extent = flat.shape[mode];
  if (extent === undefined) return noMode(mode, flat.shape.length);
  const div = divisibility === undefined || divisibility instanceof Underscore ? 1 : divisibility;
  if (typeof div !== 'number' || div < 1) return unsupported('this divisibility');
  if (typeof extent === 'number' && extent % div !== 0)
    return new Violation('indivisible', `the extent ${extent} of mode ${mode} is not divisible by ${div}`);
  // PyTorch's order of dimensions is outermost first.
  const given = Array.isArray(order) ? (order as readonly Value[]) : null;
  const byStride = sortedByStride(flat.stride);
  const places = given === null ? byStride : [...(given as readonly number[])].reverse();
  if (
    places === null ||
    places.length !== flat.shape.length ||
    !flat.shape.every((_, i) => places.includes(i))
  )
    return unsupported('the order of these strides');
  if (!isCompact(flat, places))
    return unsupported('the extent of a mode of strides in another order or with gaps');
  const shape = flat.shape.map((n, i) => (i === mode ? dividedBy(n, div) : n));
  const stride: Int[] = [];
  let step: Int = 1;
  // Modes of one element get the stride 0.
  for (const i of places) {
    stride[i] = shape[i] === 1 ? 0 : step;
    step = multiply(step, shape[i]!);
  }
  return new Tensor({ ...of.engine, room: undefined }, new Layout(shape, stride));
}

/** Whether the strides, as far as they are known, are those of modes without gaps in this order, innermost first. */
function isCompact({ shape, stride }: FlatLayout, places: readonly number[]): boolean {
  let step: Int = 1;
  for (const i of places.filter((at) => shape[at] !== 1)) {
    const own = stride[i];
    if (typeof own === 'number' && own !== step && (own === 1 || typeof step === 'number')) return false;
    step = multiply(step, shape[i]!);
  }
  return true;
}

const dividedBy = (n: Int, div: number): Int =>
  new MarkedExtent(n instanceof Dynamic ? Math.max(n.divisor, div) : div);

/** Modes, innermost first; null where strides are equal or not known, but for one beside the stride 1. */
function sortedByStride(stride: readonly Int[]): readonly number[] | null {
  const open = stride.flatMap((s, i) => (typeof s === 'number' ? [] : [i]));
  const isPair = stride.length === 2 && stride.includes(1);
  if (open.length > 0 && !isPair) return null;
  const values = stride.map((s) => (typeof s === 'number' ? s : Number.POSITIVE_INFINITY));
  if (new Set(values).size !== values.length) return null;
  return values.map((_, i) => i).sort((a, b) => values[a]! - values[b]!);
}

/** `make_fake_compact_tensor(dtype, shape, stride_order=…)`: 0 is the innermost mode. */
export function fakeCompactTensor([dtype, shape, order]: Arguments): Value {
  if (!(dtype instanceof TypeValue) || !Array.isArray(shape)) return unsupported('a tensor of this');
  const extents = shape as readonly Value[];
  if (!extents.every(isInteger))
    return extents.find((v) => v instanceof Unknown) ?? unsupported('this shape');
  const ranks =
    order === undefined || order instanceof Underscore
      ? extents.map((_, i) => i)
      : (order as readonly Value[]);
  if (!Array.isArray(ranks) || ranks.length !== extents.length) return unsupported('this order of strides');
  const stride: Int[] = [];
  let step: Int = 1;
  for (let rank = 0; rank < ranks.length; rank++) {
    const at = ranks.indexOf(rank);
    if (at < 0) return unsupported('this order of strides');
    stride[at] = step;
    step = multiply(step, extents[at] as Int);
  }
  return fakeOf(dtype, new Layout([...extents] as Int[], stride));
}

/** `make_fake_tensor(dtype, shape, stride)` */
export function fakeTensor([dtype, shape, stride]: Arguments): Value {
  const isKnown =
    dtype instanceof TypeValue &&
    Array.isArray(shape) &&
    Array.isArray(stride) &&
    [...(shape as readonly Value[]), ...(stride as readonly Value[])].every(isInteger) &&
    shape.length === stride.length;
  if (!isKnown) return unsupported('a tensor of this');
  return fakeOf(dtype, new Layout(shape as unknown as Int[], stride as unknown as Int[]));
}

/** `cute.sym_int(divisibility=8)`: a run-time integer. */
export const symInt = ([divisibility]: Arguments): Value =>
  new MarkedExtent(typeof divisibility === 'number' && divisibility > 0 ? divisibility : 1);

/** `make_ptr(dtype, value, mem_space)` */
export function hostPointer([dtype, , space]: Arguments): Value {
  if (!(dtype instanceof TypeValue)) return unsupported('a pointer of this');
  const known = space === 'AddressSpace.gmem' ? 'gmem' : space === 'AddressSpace.smem' ? 'smem' : 'unknown';
  return new Pointer({ ...engineOf(dtype), space: known });
}

/** A size that the host works out, where it is not known here. */
const sizeOf = (v: Value | undefined): Value => (v instanceof Unknown ? RUN_TIME : (v ?? UNDERSCORE));

/** `cutlass.torch.matrix(l, mode0, mode1, is_mode0_major, dtype)`: modes 0, 1 and the batch, the batch outermost. */
export function torchMatrix([batch, rows, columns, isFirstMajor]: Arguments): Value {
  const sizes = [batch, rows, columns].map(sizeOf);
  const isFirst = isFirstMajor === undefined ? undefined : pythonTruth(isFirstMajor);
  if (!sizes.every(isInteger) || isFirst === undefined) return unsupported('this matrix');
  const [l, m, n] = sizes as unknown as readonly [Int, Int, Int];
  const stride: Int[] = isFirst ? [1, m, multiply(m, n)] : [n, 1, multiply(m, n)];
  return new TorchTensor(new Layout([m, n, l], stride), null);
}

/** `cutlass.torch.cute_tensor_like(data, dtype, is_dynamic_layout)`: the tensor, and PyTorch's. */
export function tensorLike([data, dtype, isDynamic]: Arguments): Value | Failure {
  if (!(data instanceof TorchTensor) || !(dtype instanceof TypeValue) || typeof isDynamic !== 'boolean')
    return unsupported('a tensor like this');
  const stride = data.layout.stride as readonly Int[];
  const isOpen = (data.layout.shape as readonly Int[]).some((n) => n instanceof Dynamic && n.value === null);
  if (!isDynamic && isOpen) return unsupported('a static tensor of a size that is not known');
  const tensor = new Tensor(engineOf(dtype), data.layout);
  const leading = stride.indexOf(1);
  const made = isDynamic ? markLayoutDynamic(tensor, leading < 0 ? undefined : leading) : tensor;
  return isFailure(made) ? made : [made, new TorchTensor(data.layout, dtype)];
}

/** `cutlass.torch.convert_cute_tensor(data, tensor, dtype, is_dynamic_layout)` fills the tensor and hands it back. */
export const convertedTensor = ([, tensor]: Arguments): Value =>
  tensor instanceof Tensor ? tensor : unsupported('the conversion of this');

/** `cutlass.torch.create_and_permute_torch_tensor(shape, dtype, permute_order)` */
export function permutedTensor([shape, dtype, order]: Arguments, call: BuiltinCall): Value | Failure {
  const made = torchFunction('empty')!({ ...call, args: [shape!], keywords: NO_KEYWORDS });
  if (!(made instanceof TorchTensor)) return made;
  const typed = new TorchTensor(made.layout, dtype instanceof TypeValue ? dtype : null);
  if (order === undefined || order instanceof Underscore) return typed;
  return torchMethod(typed, 'permute')!({ ...call, args: [order], keywords: NO_KEYWORDS });
}

/** A tensor on the host whose element type is assigned. */
export const withElementType = ([tensor, type]: Arguments): Value =>
  tensor instanceof Tensor && type instanceof TypeValue && type.bits !== null
    ? new Tensor({ ...tensor.engine, bits: type.bits, element: type.name, room: undefined }, tensor.layout)
    : unsupported('an element type of this');

/** `cutlass.utils.is_fp8_dtype(type)` */
export const isFloat8 = ([type]: Arguments): Value =>
  type instanceof TypeValue
    ? type.name === 'Float8E5M2' || type.name === 'Float8E4M3FN'
    : unsupported('this type');

/** `cutlass.utils.create_cute_tensor_for_fp8(storage, dtype, leading_dim)`: run-time extents, of what is stored. */
export function typedTensor([storage, type, leading]: Arguments): Value | Failure {
  if (!(storage instanceof TorchTensor) || !(type instanceof TypeValue) || typeof leading !== 'number')
    return unsupported('a tensor of this');
  const isFixed = isFloat8([type]) === true || type.name === 'TFloat32';
  return markLayoutDynamic(new Tensor(engineOf(isFixed ? type : storage.element), storage.layout), leading);
}

/** `cutlass.torch.dtype(type)`: PyTorch has no TF32. */
export function torchTypeOf([type]: Arguments): Value {
  if (!(type instanceof TypeValue)) return unsupported('this type');
  if (type.name === 'TFloat32') return torchType('float32')!;
  return isTorchType(type) ? type : unsupported('this type');
}
