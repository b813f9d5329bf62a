// Messages as clients send them, and as none should: other types, other orders, broken frames.

import type { Random } from '../../test/support/random.ts';

/** A message, or bytes as they are. */
export type Sent = { readonly message: Readonly<Record<string, unknown>> } | { readonly bytes: string };

const CELLS = ['cell:0', 'cell:1', 'cell:2'];
const URIS = [
  ...['file:///f/a.cu', 'file:///f/b.py', 'file:///f/c.layout', 'file:///f/d.txt', 'untitled:e'],
  ...CELLS,
];
const TEXTS = [
  'using namespace cute;\nauto a = make_layout(make_shape(4, _8{}));\nauto b = composition(a, Layout<_2>{});\n',
  'import cutlass.cute as cute\nl = cute.make_layout((4, 8), stride=(8, 1))\n',
  'A = (4,8):(8,1)\nB = composition(A, 2:1)\n',
  '',
  '{{{{ ((((',
];
const LANGUAGES = ['cpp', 'cuda-cpp', 'python', 'layout', 'plaintext', '__proto__', 'constructor'];
const REQUESTS = [
  'hover',
  'definition',
  'references',
  'documentHighlight',
  'completion',
  'codeAction',
  'codeLens',
  'inlayHint',
  'documentSymbol',
  'semanticTokens/full',
  'diagnostic',
  'signatureHelp',
  'foldingRange',
  'prepareRename',
  'rename',
].map((name) => `textDocument/${name}`);
const OTHERS = [
  'workspace/executeCommand',
  'workspace/symbol',
  'no/such',
  '$/no',
  'toString',
  '',
  'initialize',
];
const WRONG: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e300,
  '',
  'text',
  [],
  {},
  [null],
  { toString: null },
  { __proto__: null, length: 5 },
  '\ud800',
  'x'.repeat(5000),
];

const position = (random: Random): unknown => ({ line: random.below(5), character: random.below(40) });
const range = (random: Random): unknown => ({ start: position(random), end: position(random) });

/** Parameters that fit most requests. */
const parameters = (random: Random): Record<string, unknown> => ({
  textDocument: { uri: random.pick(URIS) },
  position: position(random),
  range: range(random),
  context: { diagnostics: [], includeDeclaration: random.below(2) === 0 },
  newName: random.pick(['A', 'x', '4', '']),
});

const NOTEBOOK = 'file:///notebook.ipynb';

/** Cells come, go and change, also such as are not there. */
function notebookNotification(random: Random, version: number): Record<string, unknown> {
  const cells = CELLS.map((uri) => ({
    uri,
    languageId: 'python',
    version,
    text: random.pick(TEXTS),
  }));
  const documents = cells.map(({ uri }) => ({ kind: 2, document: uri }));
  const notebookDocument = { uri: NOTEBOOK, version, notebookType: 'x', cells: documents };
  switch (random.below(4)) {
    case 0:
      return { method: 'notebookDocument/didOpen', params: { notebookDocument, cellTextDocuments: cells } };
    case 1:
      return { method: 'notebookDocument/didClose', params: { notebookDocument, cellTextDocuments: [] } };
    case 2: {
      const document = { uri: random.pick(cells).uri, version };
      const changes = [{ range: range(random), text: random.pick(TEXTS) }];
      const change = { cells: { textContent: [{ document, changes }] } };
      return { method: 'notebookDocument/didChange', params: { notebookDocument, change } };
    }
    default: {
      const array = { start: random.below(4), deleteCount: random.below(3), cells: [random.pick(documents)] };
      const change = { cells: { structure: { array, didOpen: random.below(2) === 0 ? cells : [] } } };
      return { method: 'notebookDocument/didChange', params: { notebookDocument, change } };
    }
  }
}

/** The same with one of its parts replaced by something of another type. */
function spoilt(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.below(4) === 0) return random.pick(WRONG);
  const keys = Object.keys(value);
  if (keys.length === 0) return random.pick(WRONG);
  const key = random.pick(keys);
  const part = (value as Record<string, unknown>)[key];
  if (random.below(5) === 0) {
    const { [key]: _, ...rest } = value as Record<string, unknown>;
    return rest;
  }
  return Array.isArray(value)
    ? value.with(Number(key), spoilt(random, part))
    : { ...value, [key]: spoilt(random, part) };
}

function notification(random: Random, version: number): Record<string, unknown> {
  const uri = random.pick(URIS);
  switch (random.below(8)) {
    case 7:
      return notebookNotification(random, version);
    case 0:
    case 1:
      return {
        method: 'textDocument/didOpen',
        params: {
          textDocument: { uri, languageId: random.pick(LANGUAGES), version, text: random.pick(TEXTS) },
        },
      };
    case 2:
    case 3: {
      const text = random.pick(['(', '}', '_4', '\n', 'x', '', random.pick(TEXTS)]);
      const change = random.below(5) === 0 ? { text } : { range: range(random), text };
      return {
        method: 'textDocument/didChange',
        params: { textDocument: { uri, version }, contentChanges: [change] },
      };
    }
    case 4:
      return { method: 'textDocument/didClose', params: { textDocument: { uri } } };
    case 5:
      return { method: 'textDocument/didSave', params: { textDocument: { uri } } };
    default:
      return random.pick([
        {
          method: 'workspace/didChangeConfiguration',
          params: { settings: { layoutLens: { parameters: { kM: 4 } } } },
        },
        {
          method: 'workspace/didChangeWatchedFiles',
          params: { changes: [{ uri, type: 1 + random.below(3) }] },
        },
        { method: '$/cancelRequest', params: { id: random.below(200) } },
        { method: '$/setTrace', params: { value: 'verbose' } },
        { method: 'no/such', params: {} },
      ]);
  }
}

/** None is shorter than it says: that would take from the message behind it. */
const BROKEN = [
  'Content-Length: x\r\n\r\n',
  'Content-Length: -5\r\n\r\n{}',
  'X-Nothing: 1\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'Content-Length: 2\r\n\r\n{}and more',
  'Content-Length: 2\r\n\r\n{]',
  'Content-Length: 0\r\n\r\n',
  '\r\n\r\n\r\n\r\n',
  'Content-Length: 2\r\nContent-Type: application/x; charset=latin1\r\n\r\n{}',
];

/** One thing that is sent. Requests have the number as their id. */
export function randomSent(random: Random, number: number): Sent {
  const dice = random.below(20);
  if (dice === 0) return { bytes: random.pick(BROKEN) };
  if (dice < 9) return { message: { jsonrpc: '2.0', ...notification(random, number) } };
  if (dice < 11) {
    const { method, params } = notification(random, number);
    return { message: { jsonrpc: '2.0', method, params: spoilt(random, params) } };
  }
  const method = random.below(10) === 0 ? random.pick(OTHERS) : random.pick(REQUESTS);
  const params = parameters(random);
  return {
    message: { jsonrpc: '2.0', id: number, method, params: dice < 14 ? spoilt(random, params) : params },
  };
}
