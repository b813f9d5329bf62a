// Whatever changes behind an open document, it then says what a document says that is opened with it.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { TestClient } from './client.ts';
import { RawClient } from './raw.ts';

const KERNEL = `using namespace cute;
template <int kRows, class Element>
struct Kernel {
  using Tile = Layout<Shape<Int<kRows>, _8>>;
  static constexpr int kBytes = kRows * sizeof(Element);
  auto split() { return logical_divide(Tile{}, Int<kBytes>{}); }
};
// (4,8):(8,1)
auto wide = composition(Layout<Shape<_4, _6>, Stride<_6, _1>>{}, Int<8>{});
auto at = wide(3);
auto sum = wide(3) + wide(4);
`;

/** All that an editor shows of a document, but for pictures. */
async function said(client: TestClient, uri: string, text: string): Promise<unknown> {
  const hovers: string[] = [];
  for (const [line, content] of text.split('\n').entries())
    for (const { index } of content.matchAll(/\b[A-Za-z]\w*/g))
      hovers.push(await client.hoverText(uri, line, index));
  const hints = (await client.inlayHints(uri)).map(({ label, position }) => [label, position]);
  return { hovers, hints, diagnostics: await client.diagnostics(uri) };
}

const CUTE = 'import cutlass.cute as cute\n';

const SETTINGS: readonly object[] = [
  {},
  { parameters: { kRows: 16, Element: 'float' } },
  { parameters: { kRows: 6, Element: 'half_t' } },
  { parameters: { kRows: 16 }, inlayHints: { values: false } },
  { diagnostics: { severity: { 'shape-divisibility': 'hint' } }, inlayHints: { maximumLength: 12 } },
  { hover: { derivation: false, picture: false }, diagnostics: { run: 'off' } },
  { inlayHints: { offsets: false } },
  {},
];

test('after every change of settings', async () => {
  const uri = 'file:///kernel.cu';
  const client = await TestClient.start({ markdown: false, configuration: SETTINGS[0] });
  await client.open(uri, 'cuda-cpp', KERNEL);
  const answers = new Set<string>();
  for (const settings of SETTINGS) {
    client.configuration = settings;
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    const fresh = await TestClient.start({ markdown: false, configuration: settings });
    await fresh.open(uri, 'cuda-cpp', KERNEL);
    const expected = await said(fresh, uri, KERNEL);
    assert.equal(await fresh.stop(), 0);
    assert.deepEqual(await said(client, uri, KERNEL), expected, JSON.stringify(settings));
    answers.add(JSON.stringify(expected));
  }
  assert.equal(answers.size, SETTINGS.length - 1, 'each setting shows');
  assert.equal(await client.stop(), 0);
});

describe('after every change of another file', () => {
  let path: string;
  let client: TestClient;
  const uri = (name: string): string => pathToFileURL(join(path, name)).href;
  const write = (name: string, text: string | null): void => {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    if (text === null) rmSync(join(path, name));
    else writeFileSync(join(path, name), text);
  };
  before(async () => {
    path = mkdtempSync(join(tmpdir(), 'layout-lens-changes-'));
    write('.git/HEAD', '');
    client = await TestClient.start({ markdown: false, rootUri: pathToFileURL(path).href, refresh: true });
  });
  after(async () => {
    assert.equal(await client.stop(), 0);
    rmSync(path, { recursive: true });
  });

  /** The kinds of change: 1 made, 2 changed, 3 removed. */
  const follows = async (
    main: readonly [name: string, language: string, text: string, line: number, character: number],
    memos: readonly (readonly [name: string, text: string | null, kind: number, shown: RegExp])[],
  ): Promise<void> => {
    const [name, language, text, line, character] = main;
    await client.open(uri(name), language, text);
    for (const [file, content, type, shown] of memos) {
      write(file, content);
      await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
        changes: [{ uri: uri(file), type }],
      });
      await client.answered(() => client.hoverText(uri(name), line, character), shown);
    }
    await client.close(uri(name));
  };

  test('a header is made, changed, hidden by a nearer one, and removed', () =>
    follows(
      ['src/a.cu', 'cuda-cpp', '#include "n.h"\nusing namespace cute;\nauto l = Layout<Int<kN>>{};\n', 2, 5],
      [
        ['include/n.h', 'constexpr int kN = 4;\n', 1, /^_4:_1/],
        ['include/n.h', 'constexpr int kN = 12;\n', 2, /^_12:_1/],
        ['src/n.h', 'constexpr int kN = 20;\n', 1, /^_20:_1/],
        ['src/n.h', 'constexpr int kN = 28;\n', 2, /^_28:_1/],
        ['src/n.h', null, 3, /^_12:_1/],
      ],
    ));

  test('a header that a header includes', () =>
    follows(
      [
        'b.cu',
        'cuda-cpp',
        '#include "outer.h"\nusing namespace cute;\nauto l = Layout<Int<kOuter>>{};\n',
        2,
        5,
      ],
      [
        ['inner.h', 'constexpr int kInner = 2;\n', 1, /./],
        ['outer.h', '#include "inner.h"\nconstexpr int kOuter = kInner * 3;\n', 1, /^_6:_1/],
        ['inner.h', 'constexpr int kInner = 5;\n', 2, /^_15:_1/],
        ['outer.h', '#include "inner.h"\nconstexpr int kOuter = kInner + 1;\n', 2, /^_6:_1/],
        ['inner.h', 'constexpr int kInner = 8;\n', 2, /^_9:_1/],
      ],
    ));

  test('a module of Python', () =>
    follows(
      ['main.py', 'python', `${CUTE}from sizes import N\nl = cute.make_layout((N, 8))\n`, 2, 0],
      [
        ['sizes.py', `${CUTE}N = 4\n`, 1, /^\(4,8\):\(1,4\)/],
        ['sizes.py', `${CUTE}N = 4 * 3\n`, 2, /^\(12,8\):\(1,12\)/],
        ['sizes.py', `${CUTE}M = 1\nN = M + 1\n`, 2, /^\(2,8\):\(1,2\)/],
      ],
    ));
});

test('a request that is cancelled before its document is read is not answered with a result', async () => {
  const client = new RawClient();
  try {
    await client.initialize();
    const uri = 'file:///long.cu';
    const text = Array.from(
      { length: 400 },
      (_, i) =>
        `auto l${i} = logical_divide(cute::Layout<cute::Shape<cute::_4, cute::Int<${2 * i + 2}>>>{}, cute::_2{});`,
    ).join('\n');
    const params = { textDocument: { uri }, position: { line: 0, character: 5 } };
    // The message that takes it back is there before any work is begun.
    const body = (message: object): string => {
      const written = JSON.stringify({ jsonrpc: '2.0', ...message });
      return `Content-Length: ${Buffer.byteLength(written)}\r\n\r\n${written}`;
    };
    const item = { uri, languageId: 'cuda-cpp', version: 1, text };
    client.write(
      body({ method: 'textDocument/didOpen', params: { textDocument: item } }) +
        body({ id: 'taken back', method: 'textDocument/hover', params }) +
        body({ method: '$/cancelRequest', params: { id: 'taken back' } }) +
        body({ id: 'kept', method: 'textDocument/hover', params }),
    );
    const cancelled = await client.answer(({ id }) => id === 'taken back');
    assert.equal(cancelled.error?.code, -32800, JSON.stringify(cancelled));
    const kept = await client.answer(({ id }) => id === 'kept');
    assert.match((kept.result as { contents: { value: string } }).contents.value, /_2/);
    assert.equal(await client.stop(), 0);
  } finally {
    client.process.kill();
  }
});
