// What the extension tells a server and shows of it, with a server that says what a test has it say.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { URI } from 'vscode-uri';
import { document } from '../extension.ts';
import { FakeEditor } from '../fake-vscode.ts';
import { ScriptedServer, scripted, settled } from './scripted.ts';

const OPEN = document('file:///w/a.cu', 'text', 7);
const atCursor = { document: OPEN, selection: { active: { line: 1, character: 6 } } };
const withOpen = (facts: Partial<FakeEditor> = {}): FakeEditor =>
  Object.assign(new FakeEditor(), { documents: [OPEN], activeTextEditor: atCursor }, facts);

test('a server is told what the editor can do, and what was chosen before', async () => {
  const optionsIn = async (editor: FakeEditor): Promise<Record<string, unknown>> => {
    const server = new ScriptedServer();
    await scripted(async () => undefined, editor, server);
    const [params] = server.of('initialize') as [{ initializationOptions: Record<string, unknown> }];
    return params.initializationOptions;
  };
  const settings = { hover: true, literals: { languages: ['markdown', 3] } };
  const editor = withOpen({ settings, isTrusted: false, theme: { kind: 2 } });
  const can = { commandLinks: true, images: true, folds: true, readsFiles: true, picksFromLists: true };
  const files = 'https://host/ext/server/dist';
  const isl = { worker: `${files}/isl.web.js`, library: `${files}/isl.wasm` };
  assert.deepEqual(await optionsIn(editor), {
    ...can,
    isl,
    keepsIncludePaths: true,
    knowsIncludePaths: false,
    theme: 'dark',
    choices: [],
    trusted: false,
    settings,
  });
  editor.kept.set('layoutLens.choices', '[{"uri":"x"}]');
  editor.kept.set('layoutLens.toldOfIncludePaths', 'true');
  Object.assign(editor, { settings: undefined, isTrusted: true });
  const later = await optionsIn(editor);
  assert.deepEqual(
    [later['choices'], later['knowsIncludePaths'], later['trusted'], later['settings']],
    [[{ uri: 'x' }], true, true, {}],
  );
});

test('what a reader has chosen is kept for the next server', () =>
  scripted(
    async (editor, server) => {
      server.notify('layoutLens/choices', { choices: [1, 2] });
      server.notify('layoutLens/toldOfIncludePaths', {});
      server.notify('layoutLens/includePath', { folder: 'include' });
      await settled();
      assert.deepEqual(Object.fromEntries(editor.kept), {
        'layoutLens.choices': '[1,2]',
        'layoutLens.toldOfIncludePaths': 'true',
      });
      const [[name, folders]] = editor.configured as [[string, readonly string[]]];
      assert.deepEqual([name, folders], ['includePaths', ['other', 'include']]);
    },
    withOpen({ settings: { includePaths: ['other'] } }),
  ));

test('a theme that is chosen is told by its name', () =>
  scripted(async (editor, server) => {
    for (const kind of [1, 2, 3, 4]) editor.chooseTheme(kind);
    await settled();
    assert.deepEqual(
      server.of('layoutLens/theme'),
      ['light', 'dark', 'high-contrast', 'high-contrast-light'].map((theme) => ({ theme })),
    );
  }));

test('a list is shown for a question of the server', () =>
  scripted(async (editor, server) => {
    const items = [{ label: 'a', description: 'first' }];
    assert.equal(await server.ask('layoutLens/pick', { title: 'Which?', items }), null);
    assert.deepEqual(editor.asked, [[items, { title: 'Which?', matchOnDescription: true }]]);
    editor.picked = { label: 'a' };
    assert.equal(await server.ask('layoutLens/pick', { title: 'Which?', items }), 'a');
  }));

test('the status counts what is known of the file at hand, when the hands rest', () =>
  scripted(async (editor, server, clock) => {
    const count = (known: number, partly: number, unknown: number): void =>
      void server.answers.set('layoutLens/coverage', () => ({ known, partly, unknown, places: [] }));
    const asked = (): number => server.of('layoutLens/coverage').length;
    const { status } = editor;
    const output = { command: 'layoutLens.showOutput', title: 'Show output' };
    assert.deepEqual([status.text, status.command], ['$(symbol-array) Layout Lens', output]);
    const type = (of: typeof OPEN) => editor.panel.edited.fire({ document: of, contentChanges: [] });
    let before = asked();
    for (const [[known, partly, unknown], text] of [
      [[3, 2, 1], ' 3 known, 2 partly, 1 unknown'],
      [[0, 2, 0], ' 0 known, 2 partly'],
      [[1, 0, 0], ' 1 known'],
      [[0, 0, 4], ' 0 known, 4 unknown'],
      [[0, 0, 0], ''],
      [[2, 0, 0], ' 2 known'],
    ] as const) {
      count(known, partly, unknown);
      type(OPEN);
      await clock.pass(700);
      type(OPEN);
      type(document('file:///w/b.cu', ''));
      await clock.pass(799);
      assert.equal(asked(), before);
      await clock.pass(1);
      assert.equal(asked(), ++before);
      assert.equal(status.text, `$(symbol-array) Layout Lens${text}`);
      const reasons = { command: 'layoutLens.showReasons', title: 'Show reasons' };
      assert.deepEqual(status.command, text === '' ? output : reasons);
    }
    const menu = editor.executed.filter(([name]) => name === 'setContext');
    assert.deepEqual(
      menu.map(([, key, has]) => [key, has]),
      [true, false, true].map((has) => ['layoutLens.hasLayouts', has]),
    );
    // Other editors are not asked about.
    editor.activeTextEditor = { ...atCursor, document: { ...OPEN, languageId: 'plaintext' } };
    editor.activeEditorChanged.fire(undefined);
    await clock.pass(0);
    assert.deepEqual([asked(), status.text], [before, '$(symbol-array) Layout Lens']);
    assert.equal(status.detail, '7');
  }, withOpen()));

test('an answer about an editor that is at the front no more does not count', () =>
  scripted(async (editor, server, clock) => {
    let answer: (counts: object) => void = () => undefined;
    server.answers.set('layoutLens/coverage', () => new Promise((resolve) => (answer = resolve)));
    editor.activeEditorChanged.fire(undefined);
    await clock.pass(0);
    editor.activeTextEditor = undefined;
    editor.activeEditorChanged.fire(undefined);
    answer({ known: 1, partly: 0, unknown: 0, places: [] });
    await clock.pass(0);
    assert.equal(editor.status.text, '$(symbol-array) Layout Lens');
    assert.equal(server.cancelled.length, 1);
  }, withOpen()));

test('the reasons are listed, and one that is chosen is gone to', () =>
  scripted(async (editor, server) => {
    const show = editor.commands.get('layoutLens.showReasons')!;
    await show();
    const range = { start: { line: 4, character: 2 }, end: { line: 5, character: 3 } };
    const counts = { known: 5, partly: 1, unknown: 1 };
    const place = (source: string, isPartly: boolean) => ({
      source,
      isPartly,
      reason: `of ${source}`,
      range,
    });
    server.answers.set('layoutLens/coverage', () => ({ ...counts, places: [] }));
    await show();
    assert.deepEqual(editor.messages, [
      'No layouts are counted here.',
      'All 5 layouts of this file are known.',
    ]);
    server.answers.set('layoutLens/coverage', () => ({
      ...counts,
      places: [place('a$(x)', true), place('b', false)],
    }));
    await show();
    const [items, options] = editor.asked.at(-1) as [object[], object];
    assert.deepEqual(items, [
      { label: '$(circle-outline) a$ (x)', description: 'line 5', detail: 'of a$(x)', range },
      { label: '$(question) b', description: 'line 5', detail: 'of b', range },
    ]);
    const title = '5 known, 1 partly, 1 unknown';
    assert.deepEqual(options, { title, matchOnDescription: true, matchOnDetail: true });
    assert.deepEqual(editor.revealed, []);
    editor.picked = items[1] as never;
    await show();
    assert.deepEqual(
      [editor.revealed, JSON.parse(JSON.stringify(editor.selected))],
      [['file:///w/a.cu'], [range]],
    );
  }, withOpen()));

test('what the compiler says is shown, and what differs is copied where the reader wants it', () =>
  scripted(async (editor, server) => {
    const confirm = async (answer: unknown): Promise<readonly string[]> => {
      server.answers.set('layoutLens/confirm', () => answer);
      await editor.commands.get('layoutLens.confirm')!();
      return editor.log.splice(0);
    };
    assert.deepEqual(await confirm(null), []);
    assert.deepEqual(editor.messages, [
      '$(sync~spin) Asking the compiler…',
      'There is no compiler to ask here.',
    ]);
    assert.deepEqual(server.of('layoutLens/confirm'), [
      { textDocument: { uri: 'file:///w/a.cu' }, position: { line: 1, character: 6 } },
    ]);
    assert.deepEqual(await confirm({ ok: true, message: 'It agrees.' }), ['told: It agrees.']);
    assert.deepEqual(await confirm({ ok: false, message: 'It fails.', reproduction: 'r' }), [
      'shown: It fails.',
    ]);
    assert.deepEqual(editor.copied, []);
    assert.deepEqual(await confirm({ ok: true, message: 'It differs.', reproduction: 'r' }), [
      'shown: It differs.',
    ]);
    assert.deepEqual(editor.copied, ['r']);
    editor.presses = false;
    await confirm({ ok: true, message: 'It differs.', reproduction: 'other' });
    assert.deepEqual(editor.copied, ['r']);
    editor.grantTrust();
    await settled();
    assert.deepEqual(server.of('layoutLens/trusted'), [{}]);
  }, withOpen()));

test('a server that fails at a question is said to, and the question has no answer', () =>
  scripted(async (editor, server) => {
    server.answers.set('layoutLens/confirm', () => Promise.reject(new Error('it is lost')));
    await editor.commands.get('layoutLens.confirm')!();
    assert.deepEqual(editor.log, ['warn: layoutLens/confirm: Error: it is lost']);
    assert.equal(editor.messages.at(-1), 'There is no compiler to ask here.');
  }, withOpen()));

test('files are found by the search of the editor, else in the folders of a virtual workspace', () => {
  const files = [
    'a.cu',
    'inner/b.cuh',
    'inner/deep/c.cu',
    'inner/c+cu',
    'inner/link.cu@',
    'node_modules/d.cu',
    '.git/e.cu',
    'inner.cu/f.py',
    'x.cuda',
  ];
  return scripted(
    async (editor, server, clock) => {
      const find = (pattern: string) => server.ask('layoutLens/findFiles', { pattern });
      assert.deepEqual(await find('**/*.{cu,cuh}'), [
        'vfs://host/w/a.cu',
        'vfs://host/w/inner/b.cuh',
        'vfs://host/w/inner/deep/c.cu',
      ]);
      assert.deepEqual(await find('*.cu'), ['vfs://host/w/a.cu']);
      assert.deepEqual(await find('**/inner/*'), ['vfs://host/w/inner/b.cuh', 'vfs://host/w/inner/c%2Bcu']);
      editor.folders = [{ uri: URI.parse('vfs://host/lost') }, { uri: URI.parse('file:///w') }];
      editor.files.set('file:///w/g.cu', '');
      assert.deepEqual(await find('**/*.cu'), [], 'on disk the search has looked everywhere');
      const searched: unknown[] = [];
      editor.search = (...words) => {
        searched.push(words.slice(0, 3));
        return [URI.parse('file:///w/g.cu')];
      };
      assert.deepEqual(await find('**/*.cu'), ['file:///w/g.cu']);
      assert.deepEqual(searched, [['**/*.cu', undefined, 20_000]]);
      // A search that fails, and one that has no end.
      editor.folders = [{ uri: URI.parse('vfs://host/w') }];
      editor.search = () => Promise.reject(new Error('no search'));
      assert.deepEqual(await find('*.cu'), ['vfs://host/w/a.cu']);
      editor.search = () => new Promise(() => undefined);
      let found: unknown = null;
      void find('*.cu').then((all) => {
        found = all;
      });
      await clock.pass(2999);
      assert.equal(found, null);
      await clock.pass(1);
      assert.deepEqual(found, ['vfs://host/w/a.cu']);
    },
    Object.assign(new FakeEditor(), {
      files: new Map(files.map((file) => [`vfs://host/w/${file}`, ''])),
      folders: [{ uri: URI.parse('vfs://host/w') }],
      search: () => [],
    }),
  );
});

test('only files where the workspace is are read for the server', () =>
  scripted(
    async (editor, server) => {
      const read = (uri: string) => server.ask('layoutLens/readFile', { uri });
      assert.equal(await read('vfs://host/w/inner/a.cu'), 'text');
      assert.equal(await read('vfs://host/w/b.cu'), null);
      assert.equal(await read('vfs://x/w/a.cu'), null);
      assert.equal(await read('file://host/w/a.cu'), null);
      editor.folders = undefined;
      assert.equal(await read('vfs://host/w/inner/a.cu'), null);
    },
    Object.assign(new FakeEditor(), {
      files: new Map(
        ['vfs://host/w/inner/a.cu', 'vfs://x/w/a.cu', 'file://host/w/a.cu'].map((uri) => [uri, 'text']),
      ),
      folders: [{ uri: URI.parse('vfs://other/w') }, { uri: URI.parse('vfs://host/w') }],
    }),
  ));

test('a result is not inserted into a text that has changed meanwhile', () => {
  const open = { ...OPEN };
  return scripted(
    async (editor) => {
      const actions = ['first', 'second'].map((title) => ({ title, edit: { title } }));
      editor.answers.set('vscode.executeCodeActionProvider', actions);
      Object.defineProperty(editor, 'picked', {
        get() {
          open.version++;
          return { label: 'second', edit: actions[1]!.edit };
        },
      });
      await editor.commands.get('layoutLens.insertResult')!();
      assert.deepEqual(
        [editor.applied, editor.messages],
        [[], ['The text has changed meanwhile; try again.']],
      );
      const [items, { title }] = editor.asked[0] as [{ label: string }[], { title: string }];
      assert.deepEqual(
        [items.map(({ label }) => label), title],
        [['first', 'second'], 'Insert which result?'],
      );
    },
    withOpen({ documents: [open], activeTextEditor: { ...atCursor, document: open } }),
  );
});

test('what links carry is copied and gone to, and nothing is done by others', () =>
  scripted(async (editor) => {
    const run = (name: string, argument: unknown) => editor.commands.get(`layoutLens.${name}`)!(argument);
    await run('copyText', { text: 'plain' });
    await run('copyText', { text: 'named', label: 'a $(icon)' });
    await run('copyText', { label: 'nothing' });
    assert.deepEqual(editor.copied, ['plain', 'named']);
    assert.deepEqual(editor.messages, ['Copied', 'Copied as a $ (icon)']);
    await run('goTo', { uri: 'file:///w/c.cu', start: 3, end: 9 });
    await run('goTo', { uri: 'file:///w/c.cu' });
    assert.deepEqual(editor.revealed, ['file:///w/c.cu']);
    assert.deepEqual(JSON.parse(JSON.stringify(editor.selected)), [
      { start: { line: 0, character: 3 }, end: { line: 0, character: 9 } },
    ]);
    await run('insertResult', { uri: 'file:///w/c.cu' });
    assert.deepEqual([editor.applied, editor.messages.length], [[], 2]);
  }));
