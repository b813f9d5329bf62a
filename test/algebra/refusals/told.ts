// Expressions in the notation, and what `eval` writes for them: the kind of a refusal and its whole sentence.

import assert from 'node:assert/strict';
import { Evaluator, resultText } from '../../../server/src/cli/commands/eval.ts';
import { type Grammars, loadGrammars } from '../../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../../server/src/workspace/host/files.node.ts';

type Options = ConstructorParameters<typeof Evaluator>[1];

let loaded: Promise<Grammars> | null = null;

async function grammarsOnce(): Promise<Grammars> {
  const grammars = await loadGrammars(grammarFiles);
  await grammars.ready('notation');
  return grammars;
}

/** Integers are static, unless the options ask for marks: there, those without `_` are of the run time. */
export async function check(
  expected: Readonly<Record<string, string>>,
  options: Options = { staticMarks: false },
): Promise<void> {
  loaded ??= grammarsOnce();
  const evaluator = new Evaluator(await loaded, options);
  const told = Object.keys(expected).map((expression) => [
    expression,
    resultText(evaluator.evaluate(expression), options.staticMarks),
  ]);
  assert.deepEqual(Object.fromEntries(told), expected);
}

export const MARKED: Options = { staticMarks: true };
export const DSL: Options = { staticMarks: false, dialect: 'dsl' };
