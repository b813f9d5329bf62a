// An exception ends the request or the piece of work that it arose in: it is logged, and everything else goes on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CancellationToken, ErrorCodes, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import { documentRequest } from '../../server/src/features/feature.ts';
import { SyntaxDocument } from '../../server/src/syntax/document.ts';
import { ServerDocument } from '../../server/src/workspace/documents/documents.ts';
import type { Session } from '../../server/src/workspace/documents/session.ts';
import { HeaderScheduler } from '../../server/src/workspace/imports/header-scheduler.ts';
import type { HeaderIndex } from '../../server/src/workspace/imports/index.ts';
import { grammars } from '../evaluate/cpp/support.ts';

function fakeSession(ready: () => unknown): { readonly session: Session; readonly logged: string[] } {
  const logged: string[] = [];
  const session = {
    texts: new Map(),
    ready: async () => ready(),
    failed: (what: string, error: unknown) => logged.push(`${what}: ${String(error)}`),
  };
  return { session: session as unknown as Session, logged };
}

const params = { textDocument: { uri: 'file:///a.cu' } };

test('a defect is the error of its request, without the words of JavaScript, and is logged', async () => {
  for (const [ready, answer] of [
    [
      () => ({}),
      () => {
        throw new TypeError('t.map is not a function');
      },
    ],
    [
      () => {
        throw new TypeError('t.map is not a function');
      },
      () => 1,
    ],
    [() => ({}), () => Promise.reject(new TypeError('t.map is not a function'))],
  ] as const) {
    const { session, logged } = fakeSession(ready);
    const handler = documentRequest('hover', () => session, null, answer as () => null);
    await assert.rejects(handler(params, CancellationToken.None), (error) => {
      assert.ok(error instanceof ResponseError);
      assert.equal(error.code, ErrorCodes.InternalError);
      assert.doesNotMatch(error.message, /map|TypeError/);
      return true;
    });
    assert.equal(logged.length, 1);
    assert.match(logged[0]!, /hover of file:\/\/\/a\.cu.*t\.map is not a function/);
  }
});

test('what the protocol provides for is no defect', async () => {
  const { session, logged } = fakeSession(() => ({}));
  const handler = documentRequest(
    'hover',
    () => session,
    null,
    () => {
      throw new ResponseError(LSPErrorCodes.ContentModified, 'the document has changed');
    },
  );
  await assert.rejects(handler(params, CancellationToken.None), { code: LSPErrorCodes.ContentModified });
  assert.deepEqual(logged, []);
});

test('a document whose included files cannot be worked on leaves the others theirs', async () => {
  const done: string[] = [];
  const failed: string[] = [];
  const all = new Promise<void>((resolve) => {
    const work = new HeaderScheduler({
      index: { arrived: () => undefined } as unknown as HeaderIndex,
      step: (uri) => {
        if (uri === 'b') throw new Error('a defect');
        return false;
      },
      completed: (uri) => {
        done.push(uri);
        if (done.length === 2) resolve();
      },
      isWaiting: () => false,
      failed: (uri) => failed.push(uri),
    });
    for (const uri of ['a', 'b', 'c']) work.add(uri);
  });
  await all;
  assert.deepEqual([done, failed], [['a', 'c'], ['b']]);
});

test('an edit that fails leaves no analysis of another text', async () => {
  const all = await grammars();
  const document = new ServerDocument('file:///a.layout', 'layout', 'notation', 1, 'a = 1\n');
  await document.ready(all, {});
  const { update } = SyntaxDocument.prototype;
  const errors: unknown[] = [];
  SyntaxDocument.prototype.update = () => {
    throw new Error('a defect');
  };
  try {
    document.apply(
      [
        { range: { start: { line: 0, character: 4 }, end: { line: 0, character: 5 } }, text: '2' },
        { range: { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } }, text: 'b = a\n' },
      ],
      2,
      (error) => errors.push(error),
    );
  } finally {
    SyntaxDocument.prototype.update = update;
  }
  assert.equal(errors.length, 1);
  assert.equal(document.getText(), 'a = 2\nb = a\n');
  assert.equal((await document.ready(all, {}))?.text, 'a = 2\nb = a\n');
  document.close();
});
