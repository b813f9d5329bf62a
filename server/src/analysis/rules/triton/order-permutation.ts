import { knownValueOf } from '../../document/extents.ts';
import { argumentAt } from '../../document/written/call.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';

/** `tile_to_shape(atom, shape, order)` of CuTe DSL, where a release takes what the open CuTe IR refuses. */
function checkCall({ site, call }: CalledSite, { model }: RuleContext): readonly RuleFinding[] {
  const written = argumentAt(call, 2, 'order');
  if (site.dialect !== 'python' || call.name !== 'tile_to_shape' || written === undefined) return [];
  const order = knownValueOf(model, written);
  if (!Array.isArray(order) || !order.every((n) => typeof n === 'number')) return [];
  const numbers = order as readonly number[];
  // From which number they are counted is not asked.
  const twice = numbers.find((n, i) => numbers.indexOf(n) !== i);
  if (twice === undefined) return [];
  return [
    {
      span: written.span,
      message: `the order (${numbers.join(', ')}) is no permutation of the modes: it names ${twice} twice`,
      severity: 'warning',
    },
  ];
}

export const orderPermutation: Rule = {
  id: 'order-permutation',
  severity: 'error',
  title: 'No permutation',
  checkCall,
};
