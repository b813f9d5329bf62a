// layoutLens/confirm: a compiler is asked when the user says so, in trusted workspaces alone, and hovers are marked.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { fakeCompiler, printedProbe } from '../support/compilers.ts';
import { TestClient } from './client.ts';

const TEXT = `#include "n.h"
using namespace cute;
auto outside = make_layout(_2{});
void f(int n) {
  auto a = make_layout(make_shape(_8{}, n));
  auto b = make_layout(_8{}, _4{});
  auto c = make_layout(kN);
  auto d = nobody::knows(a);
}
`;

const ANSWERS = [
  printedProbe(0, 'cute::Layout<cute::tuple<cute::C<8>, int>, cute::tuple<cute::C<1>, cute::C<8> > >'),
  printedProbe(1, 'cute::Layout<cute::C<8>, cute::C<5> >'),
  printedProbe(2, 'cute::Layout<int, cute::C<1> >'),
  printedProbe(3, 'cute::Layout<cute::C<3>, cute::C<1> >'),
];

interface Answer {
  readonly ok: boolean;
  readonly message: string;
  readonly reproduction?: string | null;
}

async function withServer(
  options: { readonly compiler?: string; readonly trusted?: boolean },
  work: (server: {
    readonly client: TestClient;
    readonly uri: string;
    readonly header: string;
    readonly confirm: (line?: number) => Promise<Answer>;
    readonly wasAsked: () => boolean;
  }) => Promise<void>,
): Promise<void> {
  const lines = ANSWERS.map((line) => `echo "${line}" >&2`);
  const fake = fakeCompiler(['touch "$0.asked"', ...lines].join('\n'));
  const folder = mkdtempSync(join(tmpdir(), 'layout-lens-test-'));
  const header = pathToFileURL(join(folder, 'n.h')).href;
  const uri = pathToFileURL(join(folder, 'a.cu')).href;
  writeFileSync(join(folder, 'n.h'), 'constexpr int kN = 4;\n');
  writeFileSync(join(folder, 'a.cu'), TEXT);
  const { compiler = fake.path, trusted } = options;
  const client = await TestClient.start({
    markdown: false,
    rootUri: pathToFileURL(`${folder}/`).href,
    initializationOptions: { ...(trusted === undefined ? {} : { trusted }) },
    configuration: { compiler },
  });
  try {
    await client.open(uri, 'cuda-cpp', TEXT);
    await work({
      client,
      uri,
      header,
      confirm: (line = 5) =>
        client.connection.sendRequest<Answer>('layoutLens/confirm', {
          textDocument: { uri },
          position: { line, character: 8 },
        }),
      wasAsked: () => existsSync(`${fake.path}.asked`),
    });
  } finally {
    await client.stop();
    fake.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

test('hovers of the function at the cursor are marked, until the text changes', () =>
  withServer({}, async ({ client, uri, confirm, wasAsked }) => {
    assert.ok(!/12\.2/.test(await client.hoverText(uri, 4, 7)));
    assert.ok(!wasAsked(), 'no compiler is asked by itself');
    const { ok, message, reproduction } = await confirm();
    assert.ok(ok && wasAsked());
    assert.equal(
      message,
      'g++ 12.2: 2 confirmed, 1 completed, 0 not asked. It differs on b: a defect of Layout Lens.',
    );
    assert.match(reproduction ?? '', /^Layout Lens \d.* and g\+\+ 12\.2 differ\.$/m);
    assert.match(reproduction ?? '', /^auto b = make_layout\(_8\{\}, _4\{\}\);$/m);
    assert.match(reproduction ?? '', /^Layout Lens shows of b: _8:_4$/m);
    assert.match(reproduction ?? '', /^g\+\+ 12\.2 says: cute::Layout<cute::C<8>, cute::C<5> >$/m);
    assert.ok(!(reproduction ?? '').includes('auto a'), 'nothing else of the code is in it');
    assert.match(
      await client.hoverText(uri, 4, 7),
      /^confirmed by: g\+\+ 12\.2, but for run-time integers$/m,
    );
    assert.match(
      await client.hoverText(uri, 5, 7),
      /^differs from g\+\+ 12\.2: it says _8:_5: a defect of Layout Lens$/m,
    );
    assert.match(await client.hoverText(uri, 7, 7), /^_3:_1\n\ncompleted by: g\+\+ 12\.2$/);
    assert.ok(!/12\.2/.test(await client.hoverText(uri, 2, 7)), 'another function was not asked about');
    await client.edit(uri, [{ range: [8, 1, 8, 1], text: ' // end' }]);
    assert.ok(!/12\.2/.test(await client.hoverText(uri, 4, 7)), 'the text is another one');
  }));

test('a mark goes when an included file changes', () =>
  withServer({}, async ({ client, uri, header, confirm }) => {
    await client.open(header, 'cuda-cpp', 'constexpr int kN = 4;\n');
    await client.hoverText(uri, 6, 7);
    await confirm();
    assert.match(await client.hoverText(uri, 4, 7), /confirmed by/);
    await client.edit(header, [{ text: 'constexpr int kN = 4; // the same\n' }]);
    assert.ok(!/confirmed by/.test(await client.hoverText(uri, 4, 7)));
  }));

test('nothing is asked in a workspace that is not trusted, until it is', () =>
  withServer({ trusted: false }, async ({ client, confirm, wasAsked }) => {
    assert.deepEqual(await confirm(), {
      ok: false,
      message: 'No compiler is asked in a workspace that is not trusted.',
    });
    assert.ok(!wasAsked());
    await client.connection.sendNotification('layoutLens/trusted', {});
    assert.ok((await confirm()).ok && wasAsked());
  }));

test('nothing is asked where no compiler is set, and what is wrong is said', async () => {
  await withServer({ compiler: '' }, async ({ confirm }) => {
    assert.deepEqual(await confirm(), {
      ok: false,
      message: 'No compiler is set: layoutLens.compiler names one.',
    });
  });
  await withServer({ compiler: '/nowhere/g++' }, async ({ confirm }) => {
    assert.deepEqual(await confirm(), { ok: false, message: '/nowhere/g++ cannot be started.' });
  });
});
