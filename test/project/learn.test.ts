// The notebooks that teach: behind a line stands its value, `# = 19; why`, and it is what the line is worth.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { Evaluator, resultText } from '../../server/src/cli/commands/eval.ts';
import { evaluateWithRelations } from '../../server/src/cli/commands/relations.ts';
import { nodeIslHost } from '../../server/src/isl/host.node.ts';
import { type Grammars, loadGrammars } from '../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../server/src/workspace/host/files.node.ts';

const folder = new URL('../../examples/learn/', import.meta.url);
const { ask } = nodeIslHost();
let grammars: Grammars;
before(async () => {
  grammars = await loadGrammars(grammarFiles);
  await grammars.ready('notation');
});

const lessons = readdirSync(folder).filter((name) => name.endsWith('.layout'));

test('there are lessons on all five systems', () => assert.equal(lessons.length, 9));

for (const name of lessons) {
  test(`examples/learn/${name} says what its lines are worth`, async () => {
    const evaluator = new Evaluator(grammars, { staticMarks: false });
    let count = 0;
    for (const line of readFileSync(new URL(name, folder), 'utf8').split('\n')) {
      const [expression = '', comment = ''] = line.split('  # ');
      if (expression === '' || expression.startsWith('#')) continue;
      const result = await evaluateWithRelations(evaluator, expression, ask);
      const told = /^= (.*?)(?:;|$)/.exec(comment)?.[1];
      if (told !== undefined) count++;
      if (told === undefined || told === 'refused') assert.equal(result.ok, told === undefined, line);
      else assert.equal(resultText(result, false), told, line);
    }
    assert.ok(count >= 5, name);
  });
}
