// Parts of PyTorch's tensors, which share their memory: `x[:, 4:]`, `x.narrow(1, 0, 8)`, `x.select(0, i)`.

import { Dynamic, type Int } from '../../../../algebra/integer/integer.ts';
import { multiply } from '../../../../algebra/integer/operations.ts';
import { Layout, Underscore } from '../../../../algebra/layout/layout.ts';
import type { Expr } from '../../../../frontends/common/expression.ts';
import type { Builtin } from '../../../model/builtin.ts';
import type { Environment } from '../../../model/environment.ts';
import type { Evaluation } from '../../../model/evaluation.ts';
import { Unknown, type Value } from '../../../model/value.ts';
import { isInteger } from '../../../values/arithmetic.ts';
import { known } from '../../plain/call.ts';
import { PythonSlice } from '../../plain/types.ts';
import { TorchTensor } from './torch.ts';

const RUN_TIME = new Dynamic(null);
const unsupported = (): Unknown =>
  new Unknown('unsupported', 'this part of a tensor of PyTorch is not computed');

/** A dimension of a part: where it begins, in elements of the dimension, how many it has, and which step it takes. */
interface Range {
  readonly start: number | null;
  readonly extent: Int;
  readonly step: number;
}

/** One dimension after the other as it is taken. */
class Parts {
  readonly shape: Int[] = [];
  readonly stride: Int[] = [];
  offset: number | null;
  constructor(offset: number | null) {
    this.offset = offset;
  }

  moveBy(start: number | null, stride: Int): void {
    const isKnown = this.offset !== null && start !== null && (start === 0 || typeof stride === 'number');
    this.offset = isKnown ? this.offset! + (start === 0 ? 0 : start! * (stride as number)) : null;
  }

  keep({ start, extent, step }: Range, stride: Int): void {
    this.moveBy(start, stride);
    this.shape.push(extent);
    this.stride.push(multiply(stride, step));
  }
}

/** An index, from the end where it is below zero; null where it is not known; undefined where there is none such. */
function placeIn(extent: Int, at: Int): number | null | undefined {
  if (typeof at !== 'number') return null;
  if (typeof extent !== 'number') return at >= 0 ? at : null;
  const place = at < 0 ? at + extent : at;
  return place >= 0 && place < extent ? place : undefined;
}

const isOpen = (v: Value | undefined): boolean => v === undefined || v instanceof Underscore;

/** `a:b:c` of a dimension; null where it has no elements or no meaning. What lies beyond the end is left out. */
function rangeOf(extent: Int, { parts }: PythonSlice): Range | null {
  const [first, last, by] = parts;
  const step = isOpen(by) ? 1 : by;
  if (typeof step !== 'number' || step < 1) return null;
  const bound = (v: Value | undefined, open: Int): Int | null => {
    if (isOpen(v)) return open;
    if (!isInteger(v!)) return null;
    if (typeof v !== 'number' || typeof extent !== 'number') return v === 0 ? 0 : RUN_TIME;
    return Math.min(Math.max(v < 0 ? v + extent : v, 0), extent);
  };
  const [from, to] = [bound(first, 0), bound(last, extent)];
  if (from === null || to === null) return null;
  const start = typeof from === 'number' ? from : null;
  if (start === 0 && to === extent && step === 1) return { start, extent, step };
  if (start === null || typeof to !== 'number') return { start, extent: RUN_TIME, step };
  return start < to ? { start, extent: Math.ceil((to - start) / step), step } : null;
}

const made = ({ shape, stride, offset }: Parts, { element }: TorchTensor): TorchTensor =>
  new TorchTensor(new Layout(shape, stride), element, { offset });

const dimensionsOf = ({ layout }: TorchTensor) => ({
  shape: layout.shape as readonly Int[],
  stride: layout.stride as readonly Int[],
});

const begun = ({ part }: TorchTensor): Parts => new Parts(part === null ? 0 : part.offset);

/** `x[i, 4:, None]`; null where something else is indexed. */
export function indexTorch(
  ev: Evaluation,
  of: Value,
  exprs: readonly Expr[],
  env: Environment,
): Value | null {
  if (!(of instanceof TorchTensor)) return null;
  const { shape, stride } = dimensionsOf(of);
  const parts = begun(of);
  const [only] = exprs;
  const items = exprs.length === 1 && only?.kind === 'tuple' ? only.items : exprs;
  let at = 0;
  for (const item of items) {
    const value = ev.value(item, env);
    // None, also by a name, is a dimension of its own, whose stride nobody asks for.
    const isNone = value instanceof Underscore && !(item.kind === 'underscore' && item.isNone !== true);
    const [extent, step] = [shape[at], stride[at++]];
    if (isNone || extent === undefined || step === undefined) return unsupported();
    if (value instanceof Underscore) parts.keep({ start: 0, extent, step: 1 }, step);
    else if (value instanceof PythonSlice) {
      const range = rangeOf(extent, value);
      if (range === null) return unsupported();
      parts.keep(range, step);
    } else {
      const place = isInteger(value) ? placeIn(extent, value) : undefined;
      if (place === undefined) return unsupported();
      parts.moveBy(place, step);
    }
  }
  for (; at < shape.length; at++) parts.keep({ start: 0, extent: shape[at]!, step: 1 }, stride[at]!);
  return parts.shape.length === 0 ? unsupported() : made(parts, of);
}

/** One dimension taken in another way than the whole of it, and the others as they are; `range` null: it is left out. */
function taken(of: TorchTensor, dim: Value | undefined, place: Int, range: Range | null): Value {
  const { shape, stride } = dimensionsOf(of);
  const at = typeof dim === 'number' && dim < 0 ? dim + shape.length : dim;
  const parts = begun(of);
  if (typeof at !== 'number' || shape[at] === undefined) return unsupported();
  const start = placeIn(shape[at], place);
  if (start === undefined) return unsupported();
  for (const [i, extent] of shape.entries()) {
    if (i !== at) parts.keep({ start: 0, extent, step: 1 }, stride[i]!);
    else if (range === null) parts.moveBy(start, stride[i]!);
    else parts.keep({ ...range, start }, stride[i]!);
  }
  return parts.shape.length === 0 ? unsupported() : made(parts, of);
}

/** Methods that a part is taken by. */
export function partMethod(of: TorchTensor, name: string): Builtin | undefined {
  if (name === 'select')
    return known('select(dim, index)', ([dim, at]) =>
      at !== undefined && isInteger(at) ? taken(of, dim, at, null) : unsupported(),
    );
  if (name !== 'narrow') return undefined;
  return known('narrow(dim, start, length)', ([dim, start, length]) =>
    start !== undefined && length !== undefined && isInteger(start) && isInteger(length)
      ? taken(of, dim, start, { start: null, extent: length, step: 1 })
      : unsupported(),
  );
}
