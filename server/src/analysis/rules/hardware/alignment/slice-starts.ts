// Parts of PyTorch's tensors that begin where CuTe DSL is told that memory is aligned, and it is not:
// `from_dlpack(x[:, 4:], assumed_align=16)` of halves begins 8 bytes behind x.

import { TorchTensor } from '../../../../evaluate/python/dsl/host/torch.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { settledNumberAt, settledValueOf } from '../../../document/extents.ts';
import { argumentAt, type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { memberAt } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

type Model = RuleContext['model'];

/** Bytes between where the memory of a tensor was allocated, aligned, and where it begins; null where that is not known. */
function startOf(model: Model, site: Site): number | null {
  const value = settledValueOf(model, site);
  if (!(value instanceof TorchTensor) || value.part?.offset == null) return null;
  const bits = value.element?.bits ?? null;
  return bits === null ? null : (value.part.offset * bits) / 8;
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
  if (!mentions(text, 'assumed_align')) return [];
  return callsOf(model, 'from_dlpack', 'make_ptr').flatMap(({ site, call }): readonly RuleFinding[] => {
    const handed = site.dialect === 'python' ? handedTensor(call) : null;
    const bytes = handed === null ? null : startOf(model, handed.tensor);
    const align = handed === null ? undefined : settledNumberAt(model, handed.align);
    if (bytes === null || align === undefined || align < 1) return [];
    if (bytes % align === 0 || model.neverRuns(site)) return [];
    const { span } = handed!.tensor;
    const message = `${text.slice(span.start, span.end)} begins ${bytes} bytes behind its tensor, which is no multiple of ${align}: the kernel is told that it is aligned to ${align} bytes`;
    return [{ span: handed!.align.span, message }];
  });
}
