// libisl in a thread: limits, a worker that is ended, and one that fails.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OUT_OF_OPERATIONS, type Question, Undecided } from '../../server/src/algebra/relation/question.ts';
import { map, set } from '../../server/src/algebra/relation/term.ts';
import { nodeIslHost } from '../../server/src/isl/host.node.ts';
import { IslHost, LIMITS, type WorkerHandle } from '../../server/src/isl/host.ts';
import { endless } from './endless.ts';

const easy = { ask: 'count', of: set('{ [c] : 0 <= c < 8 }') } as const;

test('a thread answers questions in their order', async () => {
  const host = nodeIslHost();
  const inverse = { op: 'inverse', of: map('{ [c] -> [c + 1] : 0 <= c < 4 }') } as const;
  const answers = await Promise.all([
    host.ask(easy),
    host.ask({ ask: 'text', of: inverse }),
    host.ask({ ask: 'text', of: set('{ [c] : ') }),
  ]);
  host.close();
  assert.deepEqual(answers.slice(0, 2), [8, '{ [i0] -> [(-1 + i0)] : 0 < i0 <= 4 }']);
  assert.ok(answers[2] instanceof Undecided && answers[2].why === 'malformed');
});

test('operations are limited, and after the limit the next question is answered', async () => {
  const host = nodeIslHost({ ...LIMITS, operations: 10_000 });
  const answers = await Promise.all([host.ask(endless), host.ask(easy)]);
  host.close();
  assert.deepEqual(answers, [OUT_OF_OPERATIONS, 8]);
});

test('a worker that takes too long is ended, and what waits behind it is answered by another', async () => {
  const host = nodeIslHost({ operations: 0xffffffff, milliseconds: 400 });
  const answers = await Promise.all([host.ask(endless), host.ask(easy), host.ask(easy)]);
  host.close();
  assert.deepEqual(answers, [OUT_OF_OPERATIONS, 8, 8]);
});

test('a worker that fails is replaced; one that cannot be started is told', async () => {
  let started = 0;
  const sent: Question[] = [];
  const host = new IslHost(async (events): Promise<WorkerHandle> => {
    started++;
    if (started === 3) throw new Error('there is no file');
    const fails = started === 1;
    queueMicrotask(() => events.message({ ready: true }));
    return {
      send(message) {
        if (!('question' in message)) return;
        sent.push(message.question);
        queueMicrotask(() => events.message(fails ? { failed: 'unreachable' } : { value: 8 }));
      },
      end: () => undefined,
    };
  });
  const [first, second] = await Promise.all([host.ask(easy), host.ask(easy)]);
  assert.ok(first instanceof Undecided && first.message === 'libisl has failed: unreachable');
  assert.equal(second, 8);
  host.close();
  const third = await host.ask({ ask: 'empty', of: easy.of });
  assert.ok(third instanceof Undecided && third.message === 'libisl has failed: there is no file');
  assert.deepEqual([started, sent.length], [3, 2]);
});

test('what was answered is known, as far as so many answers are kept; that there was no answer is asked anew', async () => {
  let started = 0;
  const sent: Question[] = [];
  const host = new IslHost(async (events): Promise<WorkerHandle> => {
    const fails = ++started === 1;
    queueMicrotask(() => events.message({ ready: true }));
    return {
      send(message) {
        if (!('question' in message)) return;
        sent.push(message.question);
        const isLong = message.question.ask === 'empty';
        const value = isLong
          ? { undecided: { why: 'limit', message: 'too long' } as const }
          : { value: sent.length };
        queueMicrotask(() => events.message(fails ? { failed: 'unreachable' } : value));
      },
      end: () => undefined,
    };
  });
  assert.ok((await host.ask(easy)) instanceof Undecided);
  assert.equal(await host.ask(easy), 2);
  assert.equal(await host.ask({ ...easy }), 2);
  const others = (count: number) => set(`{ [c] : 0 <= c < ${count} }`);
  for (let count = 1; count < 500; count++) await host.ask({ ask: 'count', of: others(count + 10) });
  assert.deepEqual([await host.ask(easy), sent.length], [2, 501]);
  await host.ask({ ask: 'count', of: others(1000) });
  assert.deepEqual([await host.ask(easy), sent.length], [503, 503]);
  // What was too long for the limit is so again.
  const long = { ask: 'empty', of: easy.of } as const;
  assert.deepEqual(await host.ask(long), await host.ask(long));
  assert.equal(sent.length, 504);
  host.close();
});
