// NVMMASharedLayouts of Gluon for elements of another width than those that are allocated, or that a descriptor's tensor has:
// swizzle and TMA count in these.

import { TypeValue } from '../../../../evaluate/model/value.ts';
import { TritonLayout } from '../../../../hardware/triton/encoding.ts';
import { settledValueOf } from '../../../document/extents.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { BLOCK_ARGUMENTS } from '../../../tiles/descriptors.ts';
import type { Site } from '../../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';

/** What makes a tensor of PyTorch of elements that it is told. */
const MAKES =
  /^(?:empty|zeros|ones|full|rand|randn|randint|arange|empty_strided|(?:empty|zeros|ones|rand|randn)_like)$/;

/** The element type that a tensor of PyTorch is made with, `torch.empty(m, n, dtype=torch.float32)`. */
function madeOf(tensor: Site | undefined): Site | undefined {
  const call = tensor === undefined ? null : writtenCall(initialiserOf(tensor) ?? tensor);
  return call !== null && MAKES.test(call.name) ? call.keywords.get('dtype') : undefined;
}

interface Elements {
  readonly type: Site | undefined;
  readonly layout: Site | undefined;
}

/** `gl.allocate_shared_memory(dtype, shape, layout)`, `TensorDescriptor.from_tensor(tensor, block, layout)` */
function elementsAt({ call }: CalledSite): Elements | null {
  if (call.name === 'allocate_shared_memory')
    return { type: argumentAt(call, 0, 'element_ty'), layout: argumentAt(call, 2, 'layout') };
  const block = BLOCK_ARGUMENTS.get(call.name);
  if (block === undefined) return null;
  const tensor = argumentAt(call, 0, call.name === 'from_tensor' ? 'tensor' : 'base');
  return { type: madeOf(tensor), layout: argumentAt(call, block + 1, 'layout') };
}

export function checkElementBits(called: CalledSite, { model }: RuleContext): readonly RuleFinding[] {
  const { site } = called;
  const elements = site.dialect === 'python' ? elementsAt(called) : null;
  const at = elements?.layout;
  const type = settledValueOf(model, elements?.type);
  const layout = settledValueOf(model, at);
  if (!(type instanceof TypeValue) || type.bits === null || at === undefined) return [];
  if (!(layout instanceof TritonLayout) || layout.encoding.layout !== 'NVMMASharedLayout') return [];
  const { element_bitwidth: bits, fp4_padded: isPadded } = layout.encoding;
  if (bits === type.bits || isPadded || model.neverRuns(site)) return [];
  const message = `the layout is for elements of ${bits} bits, and these have ${type.bits}: element_bitwidth=${type.bits}`;
  return [{ span: at.span, message, severity: 'warning' as const }];
}
