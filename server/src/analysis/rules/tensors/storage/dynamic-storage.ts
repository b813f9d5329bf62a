import { Dynamic, type Int } from '../../../../algebra/integer/integer.ts';
import { leavesOf } from '../../../../algebra/tuple/operations.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import { operationName, plainLayout } from '../../../values/verdicts.ts';
import type { EvaluatedSite, Rule, RuleFinding } from '../../rule.ts';

/** Of CuTe DSL, where an integer is one of the run although its value is plain; of C++ evaluation tells. */
function checkSite({ site, evaluation: { origin, value } }: EvaluatedSite): readonly RuleFinding[] {
  if (origin === null || site.dialect !== 'python' || !(value instanceof Tensor)) return [];
  if (!/^make_(?:rmem_tensor|fragment)$/.test(operationName(origin))) return [];
  const shape = plainLayout(value)?.shape;
  const dynamic = leavesOf<Int>(shape ?? 1).find((n) => n instanceof Dynamic && typeof n.value === 'number');
  if (!(dynamic instanceof Dynamic)) return [];
  return [
    {
      span: site.valueSpan ?? site.span,
      message: `registers are made for an extent of the run time, which is ${dynamic.value}: the shape must be static, a number of Python`,
    },
  ];
}

export const dynamicStorage: Rule = {
  id: 'dynamic-storage',
  severity: 'error',
  title: 'An owning tensor of a run-time size',
  description:
    'A tensor that owns its elements is an array in registers: its layout must be static. Take the shape of a tile that is known to the compiler, not that of the problem.',
  checkSite,
};
