// What the parameters of the messages have to be, by the protocol. Clients are other people's programs.

/** What is wrong with a value, beginning with its name; null: nothing. */
type Check = (value: unknown, name: string) => string | null;

type Loose = Readonly<Record<string, unknown>>;
export const isObject = (x: unknown): x is Loose => typeof x === 'object' && x !== null && !Array.isArray(x);

const text: Check = (value, name) => (typeof value === 'string' ? null : `${name} is not a string`);
const truth: Check = (value, name) =>
  typeof value === 'boolean' ? null : `${name} is neither true nor false`;
const integer: Check = (value, name) => (Number.isInteger(value) ? null : `${name} is not an integer`);
const count: Check = (value, name) =>
  Number.isInteger(value) && (value as number) >= 0 ? null : `${name} is not an integer from 0 on`;
const anything: Check = () => null;

const shape =
  (members: Readonly<Record<string, Check>>): Check =>
  (value, name) => {
    if (!isObject(value)) return `${name} is not an object`;
    for (const [key, check] of Object.entries(members)) {
      const fault = check(value[key], name === '' ? key : `${name}.${key}`);
      if (fault !== null) return fault;
    }
    return null;
  };
const list =
  (each: Check): Check =>
  (value, name) => {
    if (!Array.isArray(value)) return `${name} is not a list`;
    for (const [i, item] of value.entries()) {
      const fault = each(item, `${name}[${i}]`);
      if (fault !== null) return fault;
    }
    return null;
  };
/** Absent or null, else as `check` says. */
const maybe =
  (check: Check): Check =>
  (value, name) =>
    value === undefined || value === null ? null : check(value, name);
const either =
  (one: Check, other: Check): Check =>
  (value, name) =>
    one(value, name) === null ? null : other(value, name);

const position = shape({ line: count, character: count });
const range = shape({ start: position, end: position });
const document: Check = (value, name) => text(isObject(value) ? value['uri'] : undefined, `${name}.uri`);
const about = (members: Readonly<Record<string, Check>> = {}): Check =>
  shape({ textDocument: document, ...members });
const at = about({ position });
const ofPicture = (members: Readonly<Record<string, Check>>): Check =>
  about({ position, instance: maybe(count), version: integer, picture: count, ...members });
/** From 1 on. */
const amount: Check = (value, name) =>
  count(value, name) === null && value !== 0 ? null : `${name} is not an integer from 1 on`;
const word =
  (...words: readonly string[]): Check =>
  (value, name) =>
    words.includes(value as string) ? null : `${name} is none of ${words.join(', ')}`;

const opened = shape({ uri: text, languageId: text, version: integer, text });
const change = shape({ text, range: (value, name) => (value === undefined ? null : range(value, name)) });
const cell = shape({ document: text });

/** Groups of capabilities, each of which is an object, or a plain answer. */
const group = maybe((value, name) => {
  if (!isObject(value)) return `${name} is not an object`;
  const wrong = Object.entries(value).find(
    ([, one]) => one !== null && !['object', 'boolean', 'undefined'].includes(typeof one),
  );
  return wrong === undefined ? null : `${name}.${wrong[0]} is not an object`;
});
const supported = (...names: readonly string[]): Check =>
  maybe(shape(Object.fromEntries(names.map((name) => [name, maybe(truth)]))));

const capabilities: Check = (value, name) =>
  shape({
    workspace: group,
    textDocument: group,
    window: group,
    general: group,
    notebookDocument: group,
  })(value, name) ??
  shape({
    textDocument: maybe(
      shape({
        hover: maybe(shape({ contentFormat: maybe(list(text)) })),
        documentSymbol: supported('hierarchicalDocumentSymbolSupport'),
        publishDiagnostics: supported('relatedInformation', 'codeDescriptionSupport'),
      }),
    ),
    workspace: maybe(
      shape({
        configuration: maybe(truth),
        applyEdit: maybe(truth),
        didChangeConfiguration: supported('dynamicRegistration'),
        didChangeWatchedFiles: supported('dynamicRegistration'),
        inlayHint: supported('refreshSupport'),
        codeLens: supported('refreshSupport'),
        diagnostics: supported('refreshSupport'),
        workspaceEdit: supported('documentChanges', 'snippetEditSupport'),
      }),
    ),
  })(value, name);

const CHECKS: ReadonlyMap<string, Check> = new Map(
  Object.entries({
    initialize: shape({
      processId: maybe(integer),
      rootUri: maybe(text),
      workspaceFolders: maybe(list(shape({ uri: text }))),
      trace: maybe(text),
      capabilities: maybe(capabilities),
    }),
    initialized: maybe(shape({})),
    '$/cancelRequest': shape({ id: either(integer, text) }),
    '$/setTrace': shape({ value: text }),
    'textDocument/didOpen': shape({
      textDocument: opened,
    }),
    'textDocument/didChange': shape({
      textDocument: shape({ uri: text, version: maybe(integer) }),
      contentChanges: list(change),
    }),
    'textDocument/didSave': about(),
    'textDocument/didClose': about(),
    'notebookDocument/didOpen': shape({
      notebookDocument: shape({ uri: text, cells: list(cell) }),
      cellTextDocuments: list(opened),
    }),
    'notebookDocument/didChange': shape({
      notebookDocument: shape({ uri: text }),
      change: shape({
        cells: maybe(
          shape({
            structure: maybe(
              shape({
                array: shape({ start: count, deleteCount: count, cells: maybe(list(cell)) }),
                didOpen: maybe(list(opened)),
              }),
            ),
            textContent: maybe(
              list(shape({ document: shape({ uri: text, version: integer }), changes: list(change) })),
            ),
          }),
        ),
      }),
    }),
    'notebookDocument/didSave': shape({ notebookDocument: shape({ uri: text }) }),
    'notebookDocument/didClose': shape({ notebookDocument: shape({ uri: text }) }),
    'workspace/didChangeWatchedFiles': shape({ changes: list(shape({ uri: text, type: integer })) }),
    'workspace/didChangeConfiguration': shape({ settings: anything }),
    'workspace/executeCommand': shape({ command: text, arguments: maybe(list(anything)) }),
    'textDocument/hover': at,
    'textDocument/definition': at,
    'textDocument/documentHighlight': at,
    'textDocument/references': about({ position, context: shape({ includeDeclaration: maybe(truth) }) }),
    'textDocument/completion': at,
    'completionItem/resolve': shape({ label: text }),
    'textDocument/prepareRename': at,
    'textDocument/rename': about({ position, newName: text }),
    'textDocument/foldingRange': about(),
    'textDocument/signatureHelp': at,
    'textDocument/inlayHint': about({ range }),
    'textDocument/codeAction': about({
      range,
      context: shape({
        diagnostics: list(shape({ range, message: anything })),
        only: maybe(list(text)),
      }),
    }),
    'textDocument/codeLens': about(),
    'textDocument/documentSymbol': about(),
    'textDocument/diagnostic': about(),
    'textDocument/semanticTokens/full': about(),
    'layoutLens/coverage': about(),
    'layoutLens/confirm': about({ position }),
    'layoutLens/picture': about({ position, instance: maybe(count) }),
    'layoutLens/pictureCells': ofPicture({
      window: shape({ row: count, column: count, rows: amount, columns: amount, every: amount }),
    }),
    'layoutLens/pictureText': ofPicture({ format: word('svg', 'tikz', 'markdown', 'layout') }),
    'layoutLens/pictureEdit': ofPicture({ layout: text }),
  }),
);

/** What is wrong with the parameters of a message; null: they are as the protocol says, or nobody reads them. */
export const faultOf = (method: string, params: unknown): string | null => {
  const check = CHECKS.get(method);
  if (check === undefined) return null;
  if (params === undefined || params === null)
    return check(null, '') === null ? null : 'there are no parameters';
  return isObject(params) ? check(params, '') : 'the parameters are not an object';
};
