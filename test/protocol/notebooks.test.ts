// Notebooks: the cells of Python are one program, in their order.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CodeAction, CodeLens, DocumentSymbol } from 'vscode-languageserver-protocol';
import { TestClient } from './client.ts';

let client: TestClient;
before(async () => {
  client = await TestClient.start({ markdown: false });
});
after(() => client.stop());

let notebooks = 0;

/** A notebook as an editor keeps it, told to the server cell by cell. */
class Notebook {
  readonly uri: string;
  version = 1;
  #made = 0;
  cells: { uri: string; text: string }[] = [];

  constructor() {
    this.uri = `file:///notebooks/${++notebooks}.ipynb`;
  }

  static async open(...texts: readonly string[]): Promise<Notebook> {
    const notebook = new Notebook();
    notebook.cells = texts.map((text) => notebook.#cell(text));
    await client.connection.sendNotification('notebookDocument/didOpen', {
      notebookDocument: {
        uri: notebook.uri,
        notebookType: 'jupyter-notebook',
        version: 1,
        cells: notebook.cells.map(({ uri }) => ({ kind: 2, document: uri })),
      },
      cellTextDocuments: notebook.cells.map((cell) => opened(cell)),
    });
    return notebook;
  }

  #cell(text: string): { uri: string; text: string } {
    return { uri: `vscode-notebook-cell:/notebooks/${notebooks}.ipynb#c${++this.#made}`, text };
  }

  #change(cells: object): Promise<void> {
    return client.connection.sendNotification('notebookDocument/didChange', {
      notebookDocument: { uri: this.uri, version: ++this.version },
      change: { cells },
    });
  }

  edit(index: number, text: string): Promise<void> {
    const cell = this.cells[index]!;
    cell.text = text;
    const document = { uri: cell.uri, version: this.version + 1 };
    return this.#change({ textContent: [{ document, changes: [{ text }] }] });
  }

  insert(start: number, text: string): Promise<void> {
    const cell = this.#cell(text);
    this.cells.splice(start, 0, cell);
    const cells = [{ kind: 2, document: cell.uri }];
    return this.#change({ structure: { array: { start, deleteCount: 0, cells }, didOpen: [opened(cell)] } });
  }

  remove(start: number): Promise<void> {
    const { uri } = this.cells.splice(start, 1)[0]!;
    return this.#change({ structure: { array: { start, deleteCount: 1 }, didClose: [{ uri }] } });
  }

  /** Exchanges a cell with the next one: both are named again, without their texts. */
  swap(start: number): Promise<void> {
    const moved = this.cells.slice(start, start + 2).reverse();
    this.cells.splice(start, 2, ...moved);
    const cells = moved.map(({ uri }) => ({ kind: 2, document: uri }));
    return this.#change({ structure: { array: { start, deleteCount: 2, cells } } });
  }

  close(): Promise<void> {
    return client.connection.sendNotification('notebookDocument/didClose', {
      notebookDocument: { uri: this.uri },
      cellTextDocuments: this.cells.map(({ uri }) => ({ uri })),
    });
  }

  /** The hover at a mark in a cell. */
  hover(index: number, mark: string): Promise<string> {
    const { uri, text } = this.cells[index]!;
    const before = text.slice(0, text.indexOf(mark)).split('\n');
    return client.hoverText(uri, before.length - 1, before.at(-1)!.length);
  }
}

const opened = ({ uri, text }: { uri: string; text: string }) => ({
  uri,
  languageId: 'python',
  version: 1,
  text,
});

const IMPORTS = '%load_ext autoreload\n!nvidia-smi\nimport cutlass\nimport cutlass.cute as cute\n';

test('a later cell sees the names of those before it, wherever the cursor stands', async () => {
  const notebook = await Notebook.open(
    IMPORTS,
    'tile = cute.make_layout((4, 8), stride=(8, 1))',
    '%%bash\nls *.py',
    'rows = cute.size(tile, mode=[0])\nother = cute.composition(tile, cute.make_layout(4))\n',
  );
  assert.match(await notebook.hover(1, 'tile'), /^\(4,8\):\(8,1\)/);
  assert.match(await notebook.hover(1, 'make_layout'), /^\(4,8\):\(8,1\)/);
  assert.match(await notebook.hover(3, 'other'), /^\(4\):\(8\)|^4:8/);
  assert.match(await notebook.hover(3, 'tile, cute'), /^\(4,8\):\(8,1\)/);
  assert.equal(await notebook.hover(2, 'ls'), '');
  assert.equal(await notebook.hover(0, 'nvidia'), '');
  const hints = await client.inlayHints(notebook.cells[3]!.uri);
  assert.deepEqual(
    hints.map(({ position, label }) => [position.line, label]),
    [[1, ': 4:8']],
  );
  const range = (await client.hover(notebook.cells[3]!.uri, 1, 1))!.range!;
  assert.deepEqual(range, { start: { line: 1, character: 0 }, end: { line: 1, character: 5 } });
});

test('an edit of an earlier cell changes what later ones show, as do cells that come, move and go', async () => {
  const notebook = await Notebook.open(IMPORTS, 'n = 4', 'tile = cute.make_layout((n, 8))', '');
  const last = (): Promise<string> => notebook.hover(notebook.cells.length - 1, 'again');
  await notebook.edit(3, 'again = cute.coalesce(tile)');
  assert.match(await last(), /^\(?32\)?:\(?1\)?/);
  await notebook.edit(1, 'n = 16');
  assert.match(await last(), /^\(?128\)?:/);
  await notebook.insert(2, 'n = 2');
  assert.match(await last(), /^\(?16\)?:/);
  // n = 2 stands before n = 16 now.
  await notebook.swap(1);
  assert.match(await last(), /^\(?128\)?:/);
  await notebook.remove(2);
  assert.match(await last(), /^\(?16\)?:/);
  await notebook.remove(1);
  assert.doesNotMatch(await last(), /^\(?16\)?:/);
});

test('a cell that cannot be read leaves the others as they were', async () => {
  const notebook = await Notebook.open(
    IMPORTS,
    'tile = cute.make_layout((4, 8))',
    'x = )',
    'y = cute.size(tile)\nz = tile',
  );
  assert.match(await notebook.hover(3, 'z ='), /^\(4,8\):/);
  await notebook.edit(2, 'x = (');
  assert.match(await notebook.hover(1, 'tile'), /^\(4,8\):/);
});

test('findings, symbols and lenses stand in their own cells', async () => {
  const notebook = await Notebook.open(
    IMPORTS,
    'bad = cute.composition(cute.make_layout((4, 6, 8), stride=(2, 3, 5)), cute.make_layout(6))',
    `class Gemm:
    def __init__(self, tile):
        self.tile = tile

    @cute.kernel
    def kernel(self):
        staged = cute.make_layout((self.tile, 8))
`,
    'Gemm(64).kernel()\nGemm(128).kernel()\nplain = cute.make_layout(4)\n',
  );
  const [, bad, gemm, calls] = notebook.cells as [unknown, { uri: string }, { uri: string }, { uri: string }];
  const found = await client.diagnostics(bad.uri);
  assert.ok(found.length > 0);
  assert.ok(found.every(({ range }) => range.start.line === 0));
  assert.deepEqual(await client.diagnostics(calls.uri), []);
  const symbols = await client.request<DocumentSymbol[]>('textDocument/documentSymbol', calls.uri);
  assert.deepEqual(
    symbols.map(({ name, range }) => [name, range.start.line]),
    [['plain', 2]],
  );
  const [lens, ...more] = await client.request<CodeLens[]>('textDocument/codeLens', gemm.uri);
  assert.deepEqual(more, []);
  assert.equal(lens!.range.start.line, 0);
  assert.match(lens!.command!.title, /tile = 64.*tile = 128/);
  assert.deepEqual(await client.request('textDocument/codeLens', calls.uri), []);
  // Where it is instantiated is told by the cell.
  assert.match(await notebook.hover(2, 'staged'), /tile = 64: \(64,8\)[\s\S]*tile = 128: \(128,8\)/);
  const argument = { ...(lens!.command!.arguments![0] as object), choice: '(tile=128)' };
  await client.connection.sendRequest('workspace/executeCommand', {
    command: lens!.command!.command,
    arguments: [argument],
  });
  assert.match(
    await notebook.hover(2, 'staged'),
    /^\(128,8\)[\s\S]*from instantiation Gemm\(tile=128\), cell 4, line 2/,
  );
});

test('an edit that is offered in a cell changes that cell alone', async () => {
  const notebook = await Notebook.open(
    IMPORTS,
    'tile = cute.make_layout((4, 8))',
    'flat = cute.coalesce(tile)',
  );
  const at = { line: 0, character: 2 };
  const actions = await client.codeActions(notebook.cells[2]!.uri, { start: at, end: at });
  assert.ok(actions.length > 0);
  for (const { edit } of actions as CodeAction[])
    for (const [uri, edits] of Object.entries(edit!.changes!)) {
      assert.equal(uri, notebook.cells[2]!.uri);
      for (const { range } of edits)
        assert.ok(range.start.line >= 0 && range.end.line <= 1, JSON.stringify(range));
    }
});

test('what is closed is forgotten, and messages that make no sense break nothing', async () => {
  const notebook = await Notebook.open(IMPORTS, 'tile = cute.make_layout((4, 8))');
  const send = (change: unknown) =>
    client.connection.sendNotification('notebookDocument/didChange', {
      notebookDocument: { uri: notebook.uri, version: 9 },
      change,
    });
  await send({
    cells: { textContent: [{ document: { uri: 'file:///none', version: 3 }, changes: [{ text: 'x' }] }] },
  });
  await send({
    cells: {
      structure: { array: { start: 77, deleteCount: 5, cells: [{ kind: 2, document: 'file:///new' }] } },
    },
  });
  await send({ metadata: {} });
  assert.match(await notebook.hover(1, 'tile'), /^\(4,8\):/);
  // Nobody knows what the text is now.
  await send({ cells: { structure: { array: { start: 'x' } } } });
  assert.equal(await notebook.hover(1, 'tile'), '');
  const other = await Notebook.open(IMPORTS, 'tile = cute.make_layout((4, 8))');
  assert.match(await other.hover(1, 'tile'), /^\(4,8\):/);
  await other.close();
  assert.equal(await other.hover(1, 'tile'), '');
});
