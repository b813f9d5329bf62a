import { TritonTensor } from '../../../hardware/triton/value.ts';
import { knownValueOf } from '../../document/extents.ts';
import { expansionAt, gluonLayoutOf } from '../../document/gluon-layouts.ts';
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

export const layoutMismatch: Rule = {
  id: 'layout-mismatch',
  severity: 'error',
  title: 'Two layouts that differ',
  description:
    'Gluon computes element by element where both tensors lie alike, and refuses what lies otherwise: one of the two is converted first. A dimension is inserted where the SliceLayout of the tensor has taken one out.',
  checkCall,
};
