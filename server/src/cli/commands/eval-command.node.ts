// `layout-lens eval`: the values of expressions.

import { createInterface } from 'node:readline';
import type { Ask } from '../../algebra/relation/question.ts';
import { isNotationDialect } from '../../evaluate/notation/dialects.ts';
import { nodeIslHost } from '../../isl/host.node.ts';
import { UsageError } from '../common/arguments.ts';
import type { Command } from '../common/command.ts';
import { Evaluator, resultText } from './eval.ts';
import { evaluateWithRelations } from './relations.ts';

export const evaluate: Command = async (
  { operands, flags, values },
  grammars,
  { write, complain, streams },
) => {
  const dialect = values.get('dialect') ?? 'cute';
  if (!isNotationDialect(dialect)) throw new UsageError(`--dialect is cute, dsl or pycute, not ${dialect}`);
  await grammars.ready('notation');
  const staticMarks = flags.has('static-marks');
  const evaluator = new Evaluator(grammars, { staticMarks, dialect });
  const { ask } = nodeIslHost();
  let failed = false;
  if (flags.has('jsonl')) {
    if (operands.length > 0) throw new UsageError('eval --jsonl reads its expressions from standard input');
    for await (const line of createInterface({ input: streams.input, crlfDelay: Infinity })) {
      if (line.trim() === '') continue;
      write(`${JSON.stringify(await evaluateLine(evaluator, line, ask))}\n`);
    }
    return 0;
  }
  if (operands.length === 0) throw new UsageError('eval needs an expression');
  for (const expression of operands) {
    const result = await evaluateWithRelations(evaluator, expression, ask);
    failed ||= !result.ok;
    if (flags.has('json')) write(`${JSON.stringify(result)}\n`);
    else if (!result.ok) complain(resultText(result, staticMarks));
    else {
      write(`${resultText(result, staticMarks)}\n`);
      for (const { code, message } of result.warnings) complain(`warning[${code}]: ${message}`);
    }
  }
  return failed ? 1 : 0;
};

async function evaluateLine(evaluator: Evaluator, line: string, ask: Ask): Promise<unknown> {
  let expression: unknown;
  try {
    expression = JSON.parse(line);
  } catch {
    return { ok: false, code: 'malformed-json', message: 'the line is not a JSON string' };
  }
  if (typeof expression !== 'string')
    return { ok: false, code: 'malformed-json', message: 'the line is not a JSON string' };
  return evaluateWithRelations(evaluator, expression, ask);
}
