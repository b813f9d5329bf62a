import { TritonTensor } from '../../../hardware/triton/value.ts';
import { knownValueOf } from '../../document/extents.ts';
import { expansionAt, gluonLayoutOf } from '../../document/gluon-layouts.ts';
import { argumentAt } from '../../document/written-call.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';

/** `x[:, None]` inserts the dimension that the SliceLayout of x has taken out; of tensors that are known evaluation tells. */
function checkCall({ site }: CalledSite, { model, text }: RuleContext): readonly RuleFinding[] {
  const expansion = site.dialect === 'python' ? expansionAt(site) : null;
  if (expansion === null || expansion.rank !== 2) return [];
  const { of, dimension } = expansion;
  const layout = gluonLayoutOf(model, of);
  if (layout?.layout !== 'SliceLayout' || layout.dim === dimension) return [];
  if (knownValueOf(model, of) instanceof TritonTensor) return [];
  const name = text.slice(of.span.start, of.span.end);
  return [
    {
      span: site.span,
      message: `dimension ${dimension} is inserted into ${name}, which lies as SliceLayout(${layout.dim}, …): it needs SliceLayout(${dimension}, …)`,
    },
  ];
}

/** `mma_v2(a, b, acc)`: a lies as operand 0 of the product, b as operand 1. */
function checkOperands({ site, call }: CalledSite, { model, text }: RuleContext): readonly RuleFinding[] {
  if (site.dialect !== 'python' || call.name !== 'mma_v2') return [];
  return ['a', 'b'].flatMap((operand, index) => {
    const given = argumentAt(call, index, operand);
    const layout = given === undefined ? null : gluonLayoutOf(model, given);
    if (given === undefined || layout?.layout !== 'DotOperandLayout' || layout.operand_index === index)
      return [];
    const name = text.slice(given.span.start, given.span.end);
    const message = `${name} is operand ${index} of the product and lies as operand ${layout.operand_index}: it needs DotOperandLayout(operand_index=${index}, …)`;
    return [{ span: given.span, message }];
  });
}

export const layoutMismatch: Rule = {
  id: 'layout-mismatch',
  severity: 'error',
  title: 'Two layouts that differ',
  description:
    'Gluon computes element by element where both tensors lie alike, and refuses what lies otherwise: one of the two is converted first. A dimension is inserted where the SliceLayout of the tensor has taken one out. The operands of a product lie as operand 0 and 1 of it.',
  checkCall: (called, context) => [...checkCall(called, context), ...checkOperands(called, context)],
};
