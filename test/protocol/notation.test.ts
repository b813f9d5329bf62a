// What editors ask of names and calls in `.layout` files, wherever the cursor stands; and that nothing of it is answered in
// host languages, which have servers for it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type {
  CompletionItem,
  FoldingRange,
  Location,
  SignatureHelp,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import { applyEdit, TestClient } from './client.ts';

let client: TestClient;
before(async () => {
  client = await TestClient.start();
});
after(() => client.stop());

let documents = 0;
/** A text with `|` where the cursor stands. */
async function open(marked: string): Promise<{ uri: string; text: string; position: object }> {
  const at = marked.indexOf('|');
  const text = marked.slice(0, at) + marked.slice(at + 1);
  const lines = marked.slice(0, at).split('\n');
  const uri = `file:///notation/${++documents}.layout`;
  await client.open(uri, 'layout', text);
  return { uri, text, position: { line: lines.length - 1, character: lines.at(-1)!.length } };
}

const CHAIN = `tile = (4,8):(8,1)
other = composition(tile, 4:2)
tile = coalesce(tile)  # tile in a comment is not renamed
size(tile)
`;

async function renamed(marked: string, newName: string): Promise<string> {
  const { uri, text, position } = await open(marked);
  const edit = await client.request<WorkspaceEdit | null>('textDocument/rename', uri, { position, newName });
  return edit === null ? text : applyEdit(text, edit, uri);
}

const refusal = (marked: string, newName: string): Promise<string> =>
  renamed(marked, newName).then(
    () => 'renamed',
    (error: Error) => error.message,
  );

test('a name is renamed with those that mean the same binding, at its declaration and at each use', async () => {
  const first = CHAIN.replaceAll('tile', 'A')
    .replace('A = coalesce', 'tile = coalesce')
    .replace('size(A)', 'size(tile)')
    .replace('# A', '# tile');
  for (const marked of ['ti|le = (4,8)', '|tile = (4,8)', 'tile| = (4,8)'])
    assert.equal(await renamed(CHAIN.replace('tile = (4,8)', marked), 'A'), first);
  assert.equal(await renamed(CHAIN.replace('(tile, 4:2)', '(ti|le, 4:2)'), 'A'), first);
  // `tile = coalesce(tile)`: the right side is the one before.
  assert.equal(await renamed(CHAIN.replace('coalesce(tile)', 'coalesce(tile|)'), 'A'), first);
  assert.equal(
    await renamed(CHAIN.replace('size(tile)', 'size(|tile)'), 'B'),
    CHAIN.replace('tile = coalesce', 'B = coalesce').replace('size(tile)', 'size(B)'),
  );
});

test('what is no variable of the file keeps its name', async () => {
  // Variables of an index expression, parameters, and the definitions behind a chain are their own.
  const text = `i = 4
x = layout_of(i*2 + j, i=4, j=2)
p(i, j) = i + j
G = GroupBy([3,2]).OrderBy(GenP([3,2], p)), p(i,j) = j*3 + 2-i
y = (i,8):(8,1)
`;
  assert.equal(
    await renamed(text.replace('i = 4', '|i = 4'), 'rows'),
    text.replace('i = 4', 'rows = 4').replace('y = (i', 'y = (rows'),
  );
  const prepare = async (marked: string) => {
    const { uri, position } = await open(marked);
    return client.request<{ placeholder: string } | null>('textDocument/prepareRename', uri, { position });
  };
  assert.equal(await prepare(CHAIN.replace('4:2', '4|:2')), null);
  assert.equal(await prepare(CHAIN.replace('composition', 'compo|sition')), null);
  assert.equal(await prepare(CHAIN.replace('# tile', '# ti|le')), null);
  assert.equal((await prepare(CHAIN.replace('size(tile)', 'size(ti|le)')))!.placeholder, 'tile');
});

test('a name that would change a value, or is none, is refused', async () => {
  const marked = CHAIN.replace('ti', 't|i');
  assert.match(await refusal(marked, '4x'), /“4x” is no name/);
  // A basis element.
  assert.match(await refusal(marked, 'e0'), /^with the name e0, line 1 would have another value$/);
  assert.match(
    await refusal(CHAIN.replace('other', 'ot|her'), 'tile'),
    /tile means something else|another value/,
  );
  // A symbol further down would become the layout.
  assert.match(
    await refusal(`M| = 4\nx = (8,K):(K,1)\n`, 'K'),
    /with the name K, line 2 would have another value/,
  );
  assert.match(await refusal(`a| = 4:1\nb = size(a)\n`, 'size'), /size/);
});

test('references and the definition of a name, and none of another binding', async () => {
  const { uri, position } = await open(CHAIN.replace('(tile, 4', '(ti|le, 4'));
  const lines = async (includeDeclaration: boolean): Promise<readonly number[]> =>
    (
      await client.request<Location[]>('textDocument/references', uri, {
        position,
        context: { includeDeclaration },
      })
    ).map(({ range }) => range.start.line);
  assert.deepEqual(await lines(true), [0, 1, 2]);
  assert.deepEqual(await lines(false), [1, 2]);
  const definition = await client.request<Location>('textDocument/definition', uri, { position });
  assert.deepEqual(definition.range.start, { line: 0, character: 0 });
});

test('comments, sections and statements of several lines fold', async () => {
  const { uri } = await open(`# A heading
# of two lines.
A = (4,8):(8,1)
B = composition(A,
  4:2)

# Another one.
C = 8:1|
`);
  const ranges = await client.request<FoldingRange[]>('textDocument/foldingRange', uri);
  assert.deepEqual(
    ranges.map(({ startLine, endLine, kind }) => [startLine, endLine, kind]),
    [
      [0, 1, 'comment'],
      [1, 4, 'region'],
      [3, 4, undefined],
      [6, 7, 'region'],
    ],
  );
});

/** The active way of calling, with the active parameter in brackets, and what it is. */
async function help(marked: string): Promise<string> {
  const { uri, position } = await open(marked);
  const found = await client.request<SignatureHelp | null>('textDocument/signatureHelp', uri, { position });
  if (found === null) return '';
  const { label, parameters } = found.signatures[found.activeSignature!]!;
  const parameter = parameters![found.activeParameter!];
  if (parameter === undefined) return label;
  const [start, end] = parameter.label as [number, number];
  return `${label.slice(0, start)}[${label.slice(start, end)}]${label.slice(end)} ${parameter.documentation}`;
}

test('signature help says which parameter is being typed, and what it is', async () => {
  assert.match(await help('composition(|'), /^composition\(\[a\], b\) A layout/);
  assert.match(await help('x = composition((4,8):(8,1), |'), /^composition\(a, \[b\]\)/);
  assert.match(await help('x = composition((4,|8):(8,1), 4:2)'), /^composition\(\[a\], b\)/);
  assert.match(
    await help('logical_divide(A, <2:1, |'),
    /^logical_divide\(layout, \[tiler\]\) What one tile is/,
  );
  assert.match(await help('size(coalesce(A|'), /^coalesce\(\[layout or shape\], profile\?\)/);
  assert.match(await help('size(coalesce(A), |'), /^size\(layout or tuple, \[i\], …\) A mode/);
  assert.match(await help('make_layout(4:1, 8:4, 2:32|'), /^make_layout\(\[layouts…\]\) Layouts, one/);
  assert.match(await help('composition(A,\n  |'), /^composition\(a, \[b\]\)/);
  assert.match(
    await help('gl.BlockedLayout([1, 4], |'),
    /^BlockedLayout\(size_per_thread, \[threads_per_warp\]/,
  );
  // More arguments than parameters: none of them is active.
  assert.equal(await help('complement(A, 32, 7|)'), 'complement(layout, cotarget?)');
  for (const none of [
    '|',
    'A = (4,|8):(8,1)',
    'composition(A, B)|',
    '# composition(|',
    'nothing_known(|',
    'composition(A,\nB = |',
  ])
    assert.equal(await help(none), '', none);
});

async function candidate(marked: string, label: string): Promise<CompletionItem | null> {
  const { uri, position } = await open(marked);
  const items = await client.request<CompletionItem[] | null>('textDocument/completion', uri, { position });
  const item = items?.find((each) => each.label === label);
  return item === undefined ? null : client.connection.sendRequest('completionItem/resolve', item);
}

test('completion says what each candidate yields where it is offered', async () => {
  const text = 'A = (4,8):(8,1)\nB = 4:2\n';
  const said = async (line: string, label: string): Promise<string> =>
    String((await candidate(text + line, label))?.documentation ?? '');
  assert.equal(await said('composition(A, |', 'B'), 'composition(A, B) = (2,2):(16,1)');
  assert.equal(await said('x = composition(A, B|', 'B'), 'composition(A, B) = (2,2):(16,1)');
  assert.equal(await said('A o |', 'B'), 'A o B = (2,2):(16,1)');
  assert.match(await said('|', 'coalesce'), /\n\ncoalesce\(B\) = 4:2$/);
  assert.match(await said('x = comp|', 'composition'), /\n\ncomposition\(A, B\) = \(2,2\):\(16,1\)$/);
  // What has no value is not told, nor what says nothing.
  assert.equal(await said('C = (3,5):(1,7)\ncomposition(A, |', 'C'), '');
  assert.equal(await said('|', 'A'), '');
  assert.doesNotMatch(await said('|', 'idx2crd'), / = /);
  assert.equal((await candidate(`${text}|`, 'A'))!.detail, '(4,8):(8,1)');
});

test('a candidate of a text that is gone says what it said', async () => {
  const { uri, position } = await open('A = (4,8):(8,1)\ncoalesce(|');
  const items = await client.request<CompletionItem[]>('textDocument/completion', uri, { position });
  const item = items.find(({ label }) => label === 'A')!;
  await client.edit(uri, [{ text: '' }]);
  assert.deepEqual(await client.connection.sendRequest('completionItem/resolve', item), item);
  await client.close(uri);
  assert.deepEqual(await client.connection.sendRequest('completionItem/resolve', item), item);
});

test('host languages are left to their own servers', async () => {
  const texts = {
    cpp: 'using namespace cute;\nauto tile = make_layout(_4{});\nauto other = coalesce(tile);\n',
    python: 'import cutlass.cute as cute\ntile = cute.make_layout(4)\nother = cute.size(tile)\n',
  };
  for (const [language, text] of Object.entries(texts)) {
    const uri = `file:///notation/host.${language}`;
    await client.open(uri, language, text);
    const line = text.split('\n')[2]!;
    const position = { line: 2, character: line.indexOf('tile') + 1 };
    for (const method of ['definition', 'prepareRename', 'signatureHelp', 'completion'])
      assert.equal(await client.request(`textDocument/${method}`, uri, { position }), null, method);
    assert.equal(await client.request('textDocument/rename', uri, { position, newName: 'x' }), null);
    assert.equal(await client.request('textDocument/foldingRange', uri), null);
    assert.deepEqual(await client.request('textDocument/documentHighlight', uri, { position }), []);
    const context = { includeDeclaration: true };
    assert.deepEqual(await client.request('textDocument/references', uri, { position, context }), []);
  }
});
