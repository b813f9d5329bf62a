// Shared memory of Gluon whose NVMMASharedLayout is for elements of another width: swizzle and TMA count in these.

import { TypeValue } from '../../../../evaluate/model/value.ts';
import { TritonLayout } from '../../../../hardware/triton/encoding.ts';
import { settledValueOf } from '../../../document/extents.ts';
import { argumentAt } from '../../../document/written/call.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';

/** `gl.allocate_shared_memory(dtype, shape, layout)` */
export function checkElementBits({ site, call }: CalledSite, { model }: RuleContext): readonly RuleFinding[] {
  if (call.name !== 'allocate_shared_memory' || site.dialect !== 'python') return [];
  const type = settledValueOf(model, argumentAt(call, 0, 'element_ty'));
  const at = argumentAt(call, 2, 'layout');
  const layout = settledValueOf(model, at);
  if (!(type instanceof TypeValue) || type.bits === null || at === undefined) return [];
  if (!(layout instanceof TritonLayout) || layout.encoding.layout !== 'NVMMASharedLayout') return [];
  const { element_bitwidth: bits, fp4_padded: isPadded } = layout.encoding;
  if (bits === type.bits || isPadded || model.neverRuns(site)) return [];
  const message = `the layout is for elements of ${bits} bits, and these have ${type.bits}: element_bitwidth=${type.bits}`;
  return [{ span: at.span, message, severity: 'warning' as const }];
}
