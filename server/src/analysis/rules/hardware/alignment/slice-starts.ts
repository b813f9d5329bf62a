// Parts of PyTorch's tensors that begin where CuTe DSL is told that memory is aligned, and it is not:
// `from_dlpack(x[:, 4:], assumed_align=16)` of halves begins 8 bytes behind x.

import { knownNumber } from '../../../../algebra/integer/known.ts';
import type { Value } from '../../../../evaluate/model/value.ts';
import { TorchTensor } from '../../../../evaluate/python/dsl/host/torch.ts';
import { isInteger } from '../../../../evaluate/values/arithmetic.ts';
import { settledNumberAt, settledValueOf } from '../../../document/extents.ts';
import { argumentAt, type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { itemsAt, memberAt, placeholderAt } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

type Model = RuleContext['model'];

/** A tensor, or a part of one, whose memory begins aligned as PyTorch allocates it. */
interface Part {
  readonly bits: number;
  readonly extents: readonly number[];
  readonly strides: readonly number[];
  /** Elements of the tensor that stand before it. */
  readonly offset: number;
}

/** How many parts are taken of parts. */
const MAXIMUM_DEPTH = 8;

const numbersIn = (value: unknown): readonly number[] | null => {
  if (!Array.isArray(value)) return null;
  const numbers = (value as readonly Value[]).map((v) => (isInteger(v) ? knownNumber(v) : undefined));
  return numbers.includes(undefined) ? null : (numbers as readonly number[]);
};

function partAt(model: Model, site: Site, depth = 0): Part | null {
  if (depth > MAXIMUM_DEPTH) return null;
  const value = settledValueOf(model, site);
  if (value instanceof TorchTensor) {
    const { shape, stride } = value.layout;
    const [extents, strides, bits] = [numbersIn(shape), numbersIn(stride), value.element?.bits ?? null];
    return extents === null || strides === null || bits === null
      ? null
      : { bits, extents, strides, offset: 0 };
  }
  const given = initialiserOf(site);
  if (given !== null) return partAt(model, given, depth + 1);
  const call = writtenCall(site);
  const whole = call?.object == null ? null : partAt(model, call.object, depth + 1);
  if (call === null || whole === null) return null;
  if (call.name === '[]') return sliced(model, whole, call);
  if (call.name === 'detach') return whole;
  if (call.name !== 'narrow' && call.name !== 'select') return null;
  const [dim, start] = [
    argumentAt(call, 0, 'dim'),
    argumentAt(call, 1, call.name === 'narrow' ? 'start' : 'index'),
  ];
  const at = settledNumberAt(model, dim);
  return at === undefined
    ? null
    : begunAt(whole, at, settledNumberAt(model, start), call.name === 'narrow', 1);
}

/** The part that begins at an index of a dimension; null where the index is not known, or there is none such. */
function begunAt(
  part: Part,
  dim: number,
  start: number | undefined,
  isKept: boolean,
  step: number,
): Part | null {
  const at = dim < 0 ? dim + part.extents.length : dim;
  const extent = part.extents[at];
  if (extent === undefined || start === undefined) return null;
  const first = start < 0 ? start + extent : start;
  if (first < 0 || first >= extent) return null;
  const kept = (numbers: readonly number[], of: (n: number) => number): readonly number[] =>
    numbers.flatMap((n, i) => (i !== at ? [n] : isKept ? [of(n)] : []));
  return {
    bits: part.bits,
    offset: part.offset + first * part.strides[at]!,
    strides: kept(part.strides, (n) => n * step),
    extents: kept(part.extents, (n) => n - first),
  };
}

function sliced(model: Model, whole: Part, { args }: WrittenCall): Part | null {
  const [only] = args;
  const items = args.length === 1 && only !== undefined ? (itemsAt(only) ?? args) : args;
  let part: Part | null = whole;
  let dim = 0;
  for (const item of items) {
    if (part === null) return null;
    const placeholder = placeholderAt(item);
    if (placeholder === 'None') return null;
    if (placeholder === ':') {
      dim++;
      continue;
    }
    const range = writtenCall(item);
    if (range?.name === 'slice') {
      const [start, , step] = range.args;
      const by = step === undefined || placeholderAt(step) !== null ? 1 : settledNumberAt(model, step);
      if (by === undefined || by < 1) return null;
      const first = start === undefined || placeholderAt(start) !== null ? 0 : settledNumberAt(model, start);
      part = begunAt(part, dim, first, true, by);
      dim++;
    } else part = begunAt(part, dim, settledNumberAt(model, item), false, 1);
  }
  return part;
}

/** The tensor that is handed over, and how it is said to be aligned. */
function handedTensor(call: WrittenCall): { readonly tensor: Site; readonly align: Site } | null {
  const isPointer = call.name === 'make_ptr';
  const align = argumentAt(call, isPointer ? 3 : 1, 'assumed_align');
  const given = isPointer ? argumentAt(call, 1, 'value') : argumentAt(call, 0, 'tensor_dlpack');
  if (align === undefined || given === undefined) return null;
  if (!isPointer) return { tensor: given, align };
  const asked = writtenCall(initialiserOf(given) ?? given);
  const owner = asked?.name === 'data_ptr' ? (memberAt(asked.callee)?.object ?? null) : null;
  return owner === null ? null : { tensor: owner, align };
}

/** Findings of `vector-alignment` about parts of tensors that are handed to a kernel. */
export function checkSliceStarts({ model, text }: RuleContext): readonly RuleFinding[] {
  if (!text.includes('assumed_align')) return [];
  return callsOf(model, 'from_dlpack', 'make_ptr').flatMap(({ site, call }): readonly RuleFinding[] => {
    const handed = site.dialect === 'python' ? handedTensor(call) : null;
    const part = handed === null ? null : partAt(model, handed.tensor);
    const align = handed === null ? undefined : settledNumberAt(model, handed.align);
    if (part === null || align === undefined || align < 1) return [];
    const bytes = (part.offset * part.bits) / 8;
    if (bytes % align === 0 || model.neverRuns(site)) return [];
    const { span } = handed!.tensor;
    const message = `${text.slice(span.start, span.end)} begins ${bytes} bytes behind its tensor, which is no multiple of ${align}: the kernel is told that it is aligned to ${align} bytes`;
    return [{ span: handed!.align.span, message }];
  });
}
