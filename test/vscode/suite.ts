// What an extension sees of Layout Lens through VS Code's own interface. No test framework: the suite also runs
// in a browser's extension host, and `run` is all that VS Code asks for.

import {
  type CodeAction,
  commands,
  type Diagnostic,
  DiagnosticSeverity,
  type Hover,
  type InlayHint,
  languages,
  type MarkdownString,
  Range,
  type TextDocument,
  Uri,
  window,
  workspace,
} from 'vscode';

const tests: readonly (readonly [name: string, run: () => Promise<void>])[] = [
  [
    'hover: value, facts, picture, and only trusted commands',
    async () => {
      const document = await open('layouts.cpp');
      const text = await hover(document, 'by_rows');
      expect(text.includes('(_4,_8):(_8,_1)'), `the value, in ${text.slice(0, 300)}`);
      expect(text.includes('data:image/svg+xml;base64,'), 'a picture');
      for (const [, command] of text.matchAll(/\]\(command:([\w.]+)/g)) {
        expect(
          /^layoutLens\.(?:copyText|goTo|insertResult|openPicture)$/.test(command ?? ''),
          `command ${command}`,
        );
      }
    },
  ],
  [
    'inlay hints: the values of declarations',
    async () => {
      const document = await open('layouts.cpp');
      const hints = await until('hints', async () => {
        const range = new Range(0, 0, document.lineCount, 0);
        const found = await commands.executeCommand<InlayHint[]>(
          'vscode.executeInlayHintProvider',
          document.uri,
          range,
        );
        return found.length > 5 ? found : null;
      });
      const labels = hints.map(({ label }) =>
        typeof label === 'string' ? label : label.map((part) => part.value).join(''),
      );
      expect(
        labels.some((label) => label.includes('(_4,_8):(_1,_4)')),
        `by_columns, in ${labels.join(' ')}`,
      );
    },
  ],
  [
    'diagnostics: errors for what is refused, warnings for what is wrong',
    async () => {
      const document = await open('layouts.cpp');
      const found = await until('diagnostics', async () => {
        const all = languages.getDiagnostics(document.uri);
        return all.length > 0 ? all : null;
      });
      const at = (text: string): Diagnostic | undefined =>
        found.find(({ range }) => document.lineAt(range.start.line).text.includes(text));
      expect(at('auto refused')?.severity === DiagnosticSeverity.Error, 'refused is an error');
      expect(at('auto wrong')?.severity === DiagnosticSeverity.Warning, 'wrong is a warning');
      expect(at('auto by_rows') === undefined, 'by_rows is fine');
    },
  ],
  [
    'code actions: the computed result is inserted',
    async () => {
      const document = await open('layouts.cpp');
      const start = document.getText().indexOf('zipped_divide(');
      const range = new Range(document.positionAt(start), document.positionAt(start));
      const actions = await until('actions', async () => {
        const offered = await commands.executeCommand<CodeAction[]>(
          'vscode.executeCodeActionProvider',
          document.uri,
          range,
          'refactor.rewrite.layoutLens.insertResult',
          10,
        );
        return offered.length > 0 ? offered : null;
      });
      const action = actions.find(({ edit }) => edit);
      expect(action?.edit !== undefined, 'an action with an edit');
      if (action?.edit) await workspace.applyEdit(action.edit);
      expect(/auto tiles = .*Layout</.test(document.getText()), 'the result stands in the text');
      await commands.executeCommand('workbench.action.files.revert');
    },
  ],
  [
    'Python, CUDA and notation are read',
    async () => {
      for (const [file, word, value] of [
        ['layouts.py', 'nested', '((2,2),8):((1,16),2)'],
        ['gemm.cu', 'CopyThreads', '(_16,_8):(_8,_1)'],
        ['tour.layout', 'matrix', '(4,8):(8,1)'],
      ] as const) {
        const text = await hover(await open(file), word);
        expect(text.includes(value), `${word} of ${file} is ${value}, in ${text.slice(0, 300)}`);
      }
    },
  ],
  [
    'a literal in Markdown, on its own, in a document that is not saved',
    async () => {
      const content = '```cpp\nauto tile = make_layout(make_shape(_4{}, 8));\n```\n';
      const document = await workspace.openTextDocument({ language: 'markdown', content });
      await window.showTextDocument(document);
      const text = await hover(document, 'make_layout', /make_layout/);
      expect(text.includes('(_4,8):(_1,_4)'), `the value, in ${text.slice(0, 300)}`);
      expect(text.includes('a literal on its own: not compiled here'), 'that it is not compiled');
      await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    },
  ],
];

export async function run(): Promise<void> {
  const failures: string[] = [];
  for (const [name, test] of tests) {
    try {
      await test();
      console.log(`ok: ${name}`);
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : error}`);
      console.log(`not ok: ${failures.at(-1)}`);
    }
  }
  console.log(`suite: ${tests.length - failures.length} of ${tests.length} passed`);
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

function expect(condition: boolean, what: string): void {
  if (!condition) throw new Error(`expected ${what}`);
}

async function open(name: string): Promise<TextDocument> {
  const folder = workspace.workspaceFolders?.[0];
  if (!folder) throw new Error('no workspace folder');
  const document = await workspace.openTextDocument(Uri.joinPath(folder.uri, name));
  await window.showTextDocument(document);
  return document;
}

/** The Markdown of the hovers at the first place of a word, of its definition unless another place is given. */
async function hover(
  document: TextDocument,
  word: string,
  place = new RegExp(`\\b${word}\\b(?= ?=)`),
): Promise<string> {
  const position = document.positionAt(document.getText().search(place));
  return await until(`a hover of ${word}`, async () => {
    const hovers = await commands.executeCommand<Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      position,
    );
    const text = hovers
      .flatMap(({ contents }) => contents.map((part) => (part as MarkdownString).value))
      .join('\n');
    return text === '' ? null : text;
  });
}

async function until<T>(what: string, attempt: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await attempt();
    if (answer !== null) return answer;
    await new Promise((resume) => setTimeout(resume, 100));
  }
  throw new Error(`waited for ${what}`);
}
