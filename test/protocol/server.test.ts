// The server over a real connection: what it announces, edits, hovers, hints, diagnostics, actions.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ErrorCodes } from 'vscode-languageserver-protocol';
import { applyEdit, TestClient } from './client.ts';

let client: TestClient;
before(async () => {
  client = await TestClient.start({ initializationOptions: { commandLinks: true, images: true } });
});
after(async () => {
  assert.equal(await client.stop(), 0);
  assert.equal(client.errors, '');
});

let counter = 0;
const uriOf = (extension: string) => `file:///test/${++counter}.${extension}`;

test('what the server announces', () => {
  const { capabilities, serverInfo } = client.initialized;
  assert.equal(serverInfo?.name, 'layout-lens');
  assert.equal((capabilities.textDocumentSync as { change: number }).change, 2);
  assert.ok(capabilities.hoverProvider && capabilities.inlayHintProvider && capabilities.diagnosticProvider);
  const tokens = capabilities.semanticTokensProvider as { documentSelector: { language: string }[] };
  assert.deepEqual(tokens.documentSelector, [{ language: 'layout' }]);
});

test('hover over notation: value, picture, derivation', async () => {
  const uri = uriOf('layout');
  await client.open(uri, 'layout', 'composition((4,6,8,10):(2,3,5,7), 6:12)\n');
  const text = await client.hoverText(uri, 0, 3);
  assert.match(text, /^```layout\n\(2,3\):\(9,5\)\n```/);
  assert.match(text, /size 6/);
  assert.match(text, /!\[[^\]]*\]\(data:image\/svg\+xml;base64,/);
  assert.match(text, /= `composition\(/);
  assert.match(text, /command:layoutLens\.copyText/);
});

test('hover over C++: as cute::print shows it', async () => {
  const uri = uriOf('cu');
  await client.open(
    uri,
    'cuda-cpp',
    'using namespace cute;\nauto L = make_layout(Shape<_4, _8>{}, LayoutRight{});\n',
  );
  assert.match(
    await client.hoverText(uri, 1, 5),
    /^```layout\n\(_4,_8\):\(_8,_1\)\n```\n\n!\[.*```cpp\nLayout<Shape<_4,_8>,Stride<_8,_1>>\{\}/s,
  );
});

test('the steps of a divide are folded with a picture of its tiles, for clients that fold', async () => {
  const folding = await TestClient.start({ initializationOptions: { images: true, folds: true } });
  try {
    const uri = uriOf('layout');
    await folding.open(uri, 'layout', 'zipped_divide((8,16):(20,1), <4:1, 8:2>)\n');
    const text = await folding.hoverText(uri, 0, 3);
    const fold = /<details><summary>(\d+) steps, and a picture<\/summary>\n\n(.*?)\n\n<\/details>/s.exec(
      text,
    );
    assert.ok(fold !== null, text);
    const [, data = ''] =
      /^!\[The tiles that [^\]]*\]\(data:image\/svg\+xml;base64,([^|]*)/.exec(fold[2]!) ?? [];
    assert.match(Buffer.from(data, 'base64').toString(), /colour: tile/);
    assert.equal(fold[2]!.match(/^ *- /gm)!.length, Number(fold[1]));
  } finally {
    await folding.stop();
  }
});

test('pictures are drawn for the theme that the editor tells', async () => {
  const uri = uriOf('layout');
  await client.open(uri, 'layout', 'A = (4,8):(8,1)\n');
  const paper = async (): Promise<string | undefined> => {
    const [, data = ''] = /base64,([^|]*)/.exec(await client.hoverText(uri, 0, 0)) ?? [];
    return /<rect [^>]*fill="(#[0-9a-f]+)"/.exec(Buffer.from(data, 'base64').toString())?.[1];
  };
  const told: (string | undefined)[] = [await paper()];
  for (const theme of ['dark', 'high-contrast', 'mauve', 'light']) {
    await client.connection.sendNotification('layoutLens/theme', { theme });
    told.push(await paper());
  }
  assert.deepEqual(told, ['#ffffff', '#1f1f1f', '#000000', '#ffffff', '#ffffff']);
});

test('incremental edits, several in one notification, and a whole text', async () => {
  const uri = uriOf('layout');
  await client.open(uri, 'layout', 'A = (4,8):(8,1)\nsize(A)\n');
  const value = async () => /```layout\n(.*)/.exec(await client.hoverText(uri, 1, 1))?.[1];
  assert.equal(await value(), '32');
  await client.edit(uri, [{ range: [0, 5, 0, 6], text: '16' }]);
  assert.equal(await value(), '128');
  await client.edit(uri, [
    { range: [0, 0, 0, 0], text: '# é\n' },
    { range: [1, 5, 1, 7], text: '2' },
    { range: [0, 0, 1, 0], text: '' },
  ]);
  assert.equal(await value(), '16');
  await client.edit(uri, [{ text: 'A = (3,3):(3,1)\nsize(A)\n' }]);
  assert.equal(await value(), '9');
});

test('pulled diagnostics name rule, mode and numbers', async () => {
  const uri = uriOf('layout');
  await client.open(uri, 'layout', '(4,6,8):(2,3,5) o 6:1\n(4,6,8):(2,3,5) o 6:3\n(4,8):(8,1)\n');
  const [refused, wrong, ...rest] = await client.diagnostics(uri);
  assert.deepEqual(
    rest.filter((d) => d.range.start.line === 2),
    [],
  );
  assert.equal(refused?.code, 'shape-divisibility');
  assert.equal(refused?.severity, 1);
  assert.match(String(refused!.message), /4/);
  assert.equal(wrong?.code, 'wrong-composition');
  assert.equal(wrong?.severity, 2);
  assert.match(String(wrong!.message), /at 2\b/);
});

test('a directive silences the next line; a quick fix writes it', async () => {
  const uri = uriOf('layout');
  const text = '(4,6,8):(2,3,5) o 6:1\n';
  await client.open(uri, 'layout', text);
  const [refused] = await client.diagnostics(uri);
  const actions = await client.codeActions(uri, refused!.range, [refused!], ['quickfix']);
  const ignore = actions.find((a) => a.title.startsWith('Ignore'));
  assert.ok(ignore?.edit);
  const edited = applyEdit(text, ignore.edit, uri);
  assert.equal(edited, '# layout-lens: ignore[shape-divisibility]\n(4,6,8):(2,3,5) o 6:1\n');
  await client.edit(uri, [{ text: edited }]);
  assert.deepEqual(await client.diagnostics(uri), []);
});

test('inlay hints are short, whole in the tooltip, and skip what stands there', async () => {
  const uri = uriOf('layout');
  await client.open(
    uri,
    'layout',
    'A = (4,8):(8,1)\nB = coalesce((2,2,2,2,2,2,2,2,2):(1,4,16,64,256,1024,4096,16384,65536))\nC = complement(A, 64)\n',
  );
  const hints = await client.inlayHints(uri);
  assert.equal(hints.length, 2);
  const [long, short] = hints;
  assert.ok(String(short!.label).includes('2:32'));
  assert.ok(String(long!.label).length <= 43 && String(long!.label).endsWith('…'));
  assert.ok(String(long!.tooltip).includes('65536'));
});

test('code actions insert results that evaluate to the same', async () => {
  const uri = uriOf('cu');
  const text =
    'using namespace cute;\nauto R = composition(Layout<Shape<_4,_8>,Stride<_8,_1>>{}, Int<16>{});\n';
  await client.open(uri, 'cuda-cpp', text);
  const at = { start: { line: 1, character: 12 }, end: { line: 1, character: 12 } };
  const actions = await client.codeActions(uri, at);
  const replace = actions.find((a) => a.title.startsWith('Replace by its value'));
  assert.ok(replace?.edit, actions.map((a) => a.title).join(', '));
  assert.match(replace.kind!, /^refactor\.rewrite\.layoutLens\.insertResult/);
  const before = /```layout\n(.*)/.exec(await client.hoverText(uri, 1, 5))![1];
  await client.edit(uri, [{ text: applyEdit(text, replace.edit, uri) }]);
  assert.equal(/```layout\n(.*)/.exec(await client.hoverText(uri, 1, 5))![1], before);
});

test('document symbols carry the value', async () => {
  const uri = uriOf('layout');
  await client.open(uri, 'layout', 'A = (4,8):(8,1)\nB = right_inverse(A)\n');
  const symbols = await client.request<{ name: string; detail: string }[]>(
    'textDocument/documentSymbol',
    uri,
  );
  assert.deepEqual(
    symbols.map(({ name, detail }) => `${name} ${detail}`),
    ['A (4,8):(8,1)', 'B (8,4):(4,1)'],
  );
});

test('semantic tokens and completion for .layout only', async () => {
  const uri = uriOf('layout');
  await client.open(uri, 'layout', 'A = size((4,8):(8,1))\n\n');
  const { data } = await client.request<{ data: number[] }>('textDocument/semanticTokens/full', uri);
  assert.deepEqual(data.slice(0, 10), [0, 0, 1, 1, 1, 0, 4, 4, 0, 0]);
  const items = await client.request<{ label: string }[]>('textDocument/completion', uri, {
    position: { line: 1, character: 0 },
  });
  assert.ok(items.some((i) => i.label === 'A') && items.some((i) => i.label === 'composition'));
  const other = uriOf('cu');
  await client.open(other, 'cuda-cpp', 'auto x = 1;\n\n');
  assert.equal(
    await client.request('textDocument/completion', other, { position: { line: 1, character: 0 } }),
    null,
  );
});

test('names in .layout files lead to their last binding above', async () => {
  const uri = uriOf('layout');
  await client.open(uri, 'layout', 'A = 4:1\nB = A o 2:1\nA = coalesce(A)\nsize(A)\n');
  const at = (line: number, character: number) => ({ position: { line, character } });
  const definition = (line: number, character: number) =>
    client
      .request<{ range: { start: { line: number } } } | null>(
        'textDocument/definition',
        uri,
        at(line, character),
      )
      .then((location) => location?.range.start.line ?? null);
  assert.equal(await definition(1, 4), 0);
  assert.equal(await definition(3, 5), 2);
  assert.equal(await definition(2, 13), 0);
  assert.equal(await definition(3, 1), null);
  const references = await client.request<unknown[]>('textDocument/references', uri, {
    ...at(0, 0),
    context: { includeDeclaration: true },
  });
  assert.equal(references.length, 3);
});

test('huge layouts neither crash nor hang', async () => {
  const askedOf = async (text: string): Promise<number> => {
    const uri = uriOf('layout');
    await client.open(uri, 'layout', text);
    const start = performance.now();
    await Promise.all([
      client.diagnostics(uri),
      client.inlayHints(uri),
      client.hoverText(uri, 0, 0),
      client.hoverText(uri, 1, 1),
      client.hoverText(uri, 2, 1),
      client.hoverText(uri, 3, 1),
    ]);
    return performance.now() - start;
  };
  const small = await askedOf(
    'A = (10,10):(10,1)\ncoalesce(A)\ncomposition(A, (5,2):(2,1))\nright_inverse((2,2,2,2):(4,1,2,8))\n',
  );
  const huge = await askedOf(
    'A = (1000000,1000000):(1000000,1)\ncoalesce(A)\ncomposition(A, (999983,1000):(7,3))\nright_inverse((1000,1000,1000,1000):(1000000000,1,1000,1000000))\n',
  );
  // A busy machine has the small ones wait as well.
  assert.ok(huge < Math.max(5000, 20 * small), `${huge} ms, small ones ${small} ms`);
});

test('documents that are not open, positions that do not exist, wrong parameters', async () => {
  assert.equal(await client.hover('file:///nowhere.cu', 3, 4), null);
  assert.deepEqual(await client.diagnostics('file:///nowhere.cu'), []);
  const uri = uriOf('layout');
  await client.open(uri, 'layout', '4:1');
  await client.hover(uri, 999, 999);
  await client.hover(uri, 0, 99);
  const at = { line: 0, character: 0 };
  for (const [params, message] of [
    [{ position: at }, /textDocument\.uri/],
    [{ textDocument: { uri: 7 }, position: at }, /textDocument\.uri/],
    [{ textDocument: { uri }, position: null }, /position/],
    [{ textDocument: { uri }, position: { line: -1, character: 0 } }, /position/],
    [{ textDocument: { uri }, position: { line: '0', character: 0 } }, /position/],
  ] as const)
    await assert.rejects(client.connection.sendRequest('textDocument/hover', params), {
      code: ErrorCodes.InvalidParams,
      message,
    });
  await assert.rejects(
    client.connection.sendRequest('textDocument/inlayHint', { textDocument: { uri }, range: { start: at } }),
    { code: ErrorCodes.InvalidParams, message: /range/ },
  );
  await assert.rejects(client.connection.sendRequest('layoutLens/noSuchRequest', {}));
  await client.edit('file:///never-opened.layout', [{ text: 'x' }]);
  await client.close('file:///never-opened.layout');
  assert.match(await client.hoverText(uri, 0, 0), /4:1|size 4/);
});
