// Expressions of the notation, read by libisl in the test's own thread.

import { Evaluator, resultText } from '../../../server/src/cli/commands/eval.ts';
import { evaluateWithRelations } from '../../../server/src/cli/commands/relations.ts';
import { loadGrammars } from '../../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../../server/src/workspace/host/files.node.ts';
import { asked } from '../../isl/library.ts';

const grammars = await loadGrammars(grammarFiles);
await grammars.ready('notation');

/** What `layout-lens eval` writes. */
export async function shown(expression: string): Promise<string> {
  const evaluator = new Evaluator(grammars, { staticMarks: false });
  const result = await evaluateWithRelations(evaluator, expression, (question) =>
    Promise.resolve(asked(question)),
  );
  return resultText(result, false);
}
