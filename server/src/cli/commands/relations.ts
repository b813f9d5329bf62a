// Relations on the command line: what an expression evaluates to is read by libisl before it is written.

import { printMarked, printPlain } from '../../algebra/layout/print.ts';
import type { Ask } from '../../algebra/relation/question.ts';
import { type Reading, readRelationValue } from '../../algebra/relation/reading.ts';
import { isRelationValue } from '../../algebra/relation/value.ts';
import type { EmitResult } from './emit.ts';
import type { EvalResult, Evaluator } from './eval.ts';

/** Evaluates an expression; a relation, or a question about some, is looked up. */
export async function evaluateWithRelations(
  evaluator: Evaluator,
  expression: string,
  ask: Ask,
): Promise<EvalResult> {
  const { result, value } = evaluator.result(expression);
  if (!result.ok || !isRelationValue(value)) return result;
  return resultOf(await readRelationValue(value, ask), result);
}

function resultOf(reading: Reading, result: EvalResult & { ok: true }): EvalResult {
  if (!('kind' in reading)) return { ok: false, code: 'undecided', message: reading.message };
  if (reading.kind === 'decision') {
    const { holds, why } = reading;
    return { ...result, value: holds, raw: holds, ...(why === null ? {} : { why }) };
  }
  if (reading.kind === 'layout')
    return { ...result, value: printPlain(reading.layout), raw: printMarked(reading.layout) };
  if (reading.kind === 'value')
    return { ...result, value: printPlain(reading.value), raw: printMarked(reading.value) };
  if (reading.kind === 'none')
    return { ok: false, code: reading.violation.code, message: reading.violation.message };
  const { text, undecided } = reading;
  if (undecided === null) return { ...result, value: text, raw: text };
  if (undecided.why !== 'limit') return { ok: false, code: 'undecided', message: undecided.message };
  const warning = { code: 'undecided', message: `not simplified: ${undecided.message}` };
  return { ...result, value: text, raw: text, warnings: [...result.warnings, warning] };
}

/** The relation of a layout as ISL writes it, or its inverse. */
export async function emitRelation(
  evaluator: Evaluator,
  expression: string,
  { inverse }: { readonly inverse: boolean },
  ask: Ask,
): Promise<EmitResult> {
  const call = `relation(${expression})`;
  const result = await evaluateWithRelations(evaluator, inverse ? `inverse(${call})` : call, ask);
  return result.ok
    ? { ok: true, lines: [String(result.value)], operations: null }
    : { ok: false, code: result.code, message: result.message };
}
