// The layouts that a site makes, for rules that look at them.

import { type Encoding, TritonLayout } from '../../../hardware/triton/encoding.ts';
import type { EvaluatedSite, RuleFinding } from '../rule.ts';

/** The constructor is called here: a name that stands for the layout is not reported again. */
export function madeHere({ evaluation }: EvaluatedSite): Encoding | null {
  const { value, origin } = evaluation;
  if (!(value instanceof TritonLayout) || origin === null) return null;
  return origin.operation.split('.').at(-1) === value.encoding.layout ? value.encoding : null;
}

export const findingAt = ({ site }: EvaluatedSite, message: string): readonly RuleFinding[] => [
  { span: site.valueSpan ?? site.span, message },
];
