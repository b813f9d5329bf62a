// Boxes that a TMA descriptor does not take.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { boxFault, swizzleFault } from '../../../hardware/tma/descriptor.ts';
import { MAKES_TMA, tmaOperationOf } from '../../accesses/tma.ts';
import { operationName } from '../../values/verdicts.ts';
import type { EvaluatedSite, Rule, RuleFinding } from '../rule.ts';

function checkSite({ site, evaluation: { origin, value } }: EvaluatedSite): readonly RuleFinding[] {
  if (origin === null || isFailure(value) || !MAKES_TMA.test(operationName(origin))) return [];
  const operation = tmaOperationOf(value);
  if (operation === null) return [];
  const span = site.valueSpan ?? site.span;
  const unknown = site.dialect === 'python' ? null : swizzleFault(operation);
  if (unknown !== null) return [{ span, message: unknown }];
  const message = boxFault(operation);
  return message === null ? [] : [{ span, message }];
}

export const tmaBox: Rule = {
  id: 'tma-box',
  severity: 'warning',
  title: 'A box that TMA does not take',
  checkSite,
};
