// The program of a worker of libisl: takes the library first, then one question after the other.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { set } from '../../server/src/algebra/relation/term.ts';
import { libraryPath } from '../../server/src/isl/host.node.ts';
import type { FromWorker, ToWorker } from '../../server/src/isl/messages.ts';
import { serve } from '../../server/src/isl/serve.ts';
import { endless } from './endless.ts';

/** What a worker says to messages, each after the one before. */
function answersTo(...messages: readonly ToWorker[]): Promise<readonly FromWorker[]> {
  const answers: FromWorker[] = [];
  return new Promise((resolve) => {
    const take = serve((answer) => {
      answers.push(answer);
      const next = messages[answers.length];
      if (next === undefined) resolve(answers);
      else take(next);
    });
    take(messages[0]!);
  });
}

const library: ToWorker = { library: new Uint8Array(readFileSync(libraryPath())) };
const count = (text: string, operations = 100_000): ToWorker => ({
  question: { ask: 'count', of: set(text) },
  operations,
});

test('the library is said to be ready, and questions are answered or said to be undecided', async () => {
  const answers = await answersTo(
    library,
    count('{ [c] : 0 <= c < 8 }'),
    count('{ [c] : '),
    { question: endless, operations: 10_000 },
    count('{ [c] : 0 <= c < 3 }'),
  );
  assert.deepEqual([answers[0], answers[1], answers[4]], [{ ready: true }, { value: 8 }, { value: 3 }]);
  const why = (answer: FromWorker | undefined) =>
    answer !== undefined && 'undecided' in answer ? answer.undecided.why : JSON.stringify(answer);
  assert.deepEqual([why(answers[2]), why(answers[3])], ['malformed', 'limit']);
});

test('without its library, or with what is none, a worker fails', async () => {
  assert.deepEqual(await answersTo(count('{ [c] : 0 <= c < 8 }')), [
    { failed: 'libisl has not been handed over' },
  ]);
  const [answer] = await answersTo({ library: new Uint8Array(8) });
  assert.match((answer as { failed: string }).failed, /WebAssembly/);
});
