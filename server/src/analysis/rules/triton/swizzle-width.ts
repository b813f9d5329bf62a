import { Violation } from '../../../algebra/integer/failure.ts';
import { TritonLayout } from '../../../hardware/triton/encoding.ts';
import { toLinearLayout } from '../../../hardware/triton/to-linear-layout.ts';
import { knownValueOf } from '../../document/extents.ts';
import { argumentAt } from '../../document/written/call.ts';
import { BLOCK_ARGUMENTS } from '../../tiles/descriptors.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { checkElementBits } from './gluon/element-bits.ts';

/** `TensorDescriptor.from_tensor(tensor, block, layout)`, `TensorDescriptor(tensor, shape, strides, block, layout)`. */
function checkCall({ site, call }: CalledSite, { model }: RuleContext): readonly RuleFinding[] {
  const at = site.dialect === 'python' ? BLOCK_ARGUMENTS.get(call.name) : undefined;
  if (at === undefined) return [];
  const block = knownValueOf(model, argumentAt(call, at, 'block_shape'));
  const layout = knownValueOf(model, argumentAt(call, at + 1, 'layout'));
  if (!(layout instanceof TritonLayout) || layout.encoding.layout !== 'NVMMASharedLayout') return [];
  if (!Array.isArray(block) || !block.every((n) => typeof n === 'number')) return [];
  const linear = toLinearLayout(layout.encoding, block as readonly number[]);
  if (!(linear instanceof Violation) || linear.code !== 'swizzle-width') return [];
  return [{ span: site.span, message: linear.message }];
}

export const swizzleWidth: Rule = {
  id: 'swizzle-width',
  severity: 'error',
  title: 'A swizzle wider than the tensor',
  checkCall: (called, context) => [...checkCall(called, context), ...checkElementBits(called, context)],
};
