// Expectations that libisl is needed for: that two layouts or relations are equal, and layouts that are worked out
// through relations. They are asked for before the rules run.

import type { Ask } from '../../algebra/relation/question.ts';
import { type Reading, readRelationValue } from '../../algebra/relation/reading.ts';
import { DerivedValue, RelationQuestion, relationValueText } from '../../algebra/relation/value.ts';
import type { RuleContext } from '../rules/rule.ts';

/** Answers by the texts of their questions. */
export async function expectationReadings(
  { directives, model }: Pick<RuleContext, 'directives' | 'model'>,
  ask: Ask,
): Promise<ReadonlyMap<string, Reading>> {
  const readings = new Map<string, Reading>();
  for (const { directive } of directives) {
    if (directive.kind !== 'expect' || directive.value.kind !== 'call') continue;
    const value = model.evaluateExpected(directive)?.value;
    if (value instanceof RelationQuestion || value instanceof DerivedValue)
      readings.set(relationValueText(value), await readRelationValue(value, ask));
  }
  return readings;
}
