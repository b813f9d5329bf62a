// Expressions of the notation as the command line evaluates them.

import assert from 'node:assert/strict';
import { Evaluator } from '../../../server/src/cli/commands/eval.ts';
import { loadGrammars } from '../../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../../server/src/workspace/host/files.node.ts';

const grammars = await loadGrammars(grammarFiles);
await grammars.ready('notation');
const evaluator = new Evaluator(grammars, { staticMarks: false });

/** `expected`: values, or code and message of what is refused, by expression. */
export function check(expected: Readonly<Record<string, unknown>>): void {
  const found = Object.keys(expected).map((expression) => {
    const result = evaluator.evaluate(expression);
    return [expression, result.ok ? result.value : `${result.code}: ${result.message}`];
  });
  assert.deepEqual(Object.fromEntries(found), expected);
}
