// The built extension without an editor: what it registers, what its commands do, how it starts, fails and recovers.

import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, renameSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { URI } from 'vscode-uri';
import { fakeCompiler, printedProbe } from '../support/compilers.ts';
import { extensionFolder, loadExtension } from './bundle.ts';
import { FakeEditor } from './fake-vscode.ts';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

let folder: Awaited<ReturnType<typeof extensionFolder>>;
before(async () => {
  folder = await extensionFolder();
});
after(() => folder.remove());

/** Does something with the extension in an editor, and ends it. */
async function within(work: (editor: FakeEditor) => Promise<void>, editor = new FakeEditor()): Promise<void> {
  const subscriptions: { dispose(): unknown }[] = [];
  const { activate } = await loadExtension('extension.node', editor);
  await activate({ extensionUri: folder.uri, subscriptions, workspaceState: editor.state });
  try {
    await work(editor);
  } finally {
    for (const each of subscriptions) await each.dispose();
  }
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null;

const document = (path: string, text: string, version = 1) => ({
  uri: URI.parse(path),
  languageId: 'cuda-cpp',
  version,
  getText: () => text,
});

test('the extension starts a server, says so, and ends it', async () => {
  const editor = new FakeEditor();
  await within(async ({ status, processes, commands }) => {
    assert.equal(processes.length, 1);
    assert.ok(isRunning(processes[0]!));
    assert.deepEqual(editor.log, []);
    const { severity, text, busy, command } = status;
    assert.deepEqual(
      { severity, text, busy },
      { severity: 0, text: '$(symbol-array) Layout Lens', busy: false },
    );
    assert.deepEqual(command, { command: 'layoutLens.showOutput', title: 'Show output' });
    commands.get('layoutLens.showOutput')!();
  }, editor);
  assert.equal(editor.shown, 1);
  assert.deepEqual(editor.log, []);
  if (isRunning(editor.processes[0]!)) await once(editor.processes[0]!, 'exit');
  assert.equal(editor.commands.size, 0, 'nothing stays registered');
});

test('the commands of the palette are registered, and besides what links run', () =>
  within(async ({ commands }) => {
    const palette = manifest.contributes.commands.map(({ command }: { command: string }) => command);
    assert.deepEqual(
      [...commands.keys()].sort(),
      [
        ...palette,
        'layoutLens.chooseInstantiation',
        'layoutLens.copyText',
        'layoutLens.goTo',
        'layoutLens.pinInstantiation',
      ].sort(),
    );
  }));

const TEXT = 'using namespace cute;\nauto l = composition(Layout<_8,_1>{}, Layout<_4,_1>{});\n';

test('a hover comes from the server, and its link inserts the result into the version that it was about', () =>
  within(
    async (editor) => {
      const [open] = editor.documents;
      const hover = await editor.hovers[0]!.provideHover(open!, { line: 1, character: 5 }, {});
      const shown = hover!.contents.map(({ value }) => value).join('\n');
      assert.match(shown, /_4:_1/);
      const [, link = ''] = /\(command:layoutLens\.insertResult\?([^)\s]+)/.exec(shown) ?? [];
      assert.notEqual(link, '', shown);
      const [argument] = [JSON.parse(decodeURIComponent(link))].flat();
      const insert = editor.commands.get('layoutLens.insertResult')!;
      await insert(argument);
      assert.deepEqual(
        editor.applied.map(({ replaced }) => replaced.map(({ uri, text }) => [uri, text])),
        [[[open!.uri.toString(), argument.newText]]],
      );
      // The text has changed since.
      editor.documents = [{ ...open!, version: 8 }];
      await insert(argument);
      editor.documents = [];
      await insert(argument);
      assert.equal(editor.applied.length, 1);
      const stale = 'The text has changed since this hover was shown; hover again.';
      assert.deepEqual(editor.messages, [stale, stale]);
      await insert({ ...argument, version: '7' });
      assert.equal(editor.messages.length, 2, 'what is no insertion is nothing to speak of');
    },
    Object.assign(new FakeEditor(), { documents: [document('file:///w/a.cu', TEXT, 7)] }),
  ));

const TEMPLATE = `using namespace cute;
template <int kRows>
void kernel() {
  auto tile = Layout<Shape<Int<kRows>, _8>>{};
}
void narrow() { kernel<16>(); }
void wide() { kernel<64>(); }
`;

test('the instantiation that is chosen is kept in the state of the workspace, and no text is changed', async () => {
  const editor = Object.assign(new FakeEditor(), { documents: [document('file:///w/a.cu', TEMPLATE)] });
  const shown = async (): Promise<string> => {
    const hover = await editor.hovers
      .at(-1)!
      .provideHover(editor.documents[0]!, { line: 3, character: 7 }, {});
    return hover!.contents.map(({ value }) => value).join('\n');
  };
  await within(async ({ commands }) => {
    assert.match(await shown(), /_kRows,_8/);
    editor.picked = { label: 'wide · kRows = 64' };
    await commands.get('layoutLens.chooseInstantiation')!({
      uri: 'file:///w/a.cu',
      template: 'kernel',
      nth: 0,
    });
    assert.deepEqual(
      (editor.asked[0] as [{ label: string }[]])[0].map(({ label }) => label),
      ['narrow · kRows = 16', 'wide · kRows = 64', 'All of them'],
    );
    assert.match(await shown(), /^```layout\n\(_64,_8\)/);
    await commands.get('layoutLens.restartServer')!();
    assert.match(await shown(), /^```layout\n\(_64,_8\)/);
  }, editor);
  // The next session of the editor.
  await within(async () => assert.match(await shown(), /^```layout\n\(_64,_8\)/), editor);
  assert.deepEqual(editor.applied, []);
});

test('a result is inserted from the palette, where there is one', () =>
  within(
    async (editor) => {
      const insert = editor.commands.get('layoutLens.insertResult')!;
      const [open] = editor.documents;
      await insert();
      editor.activeTextEditor = { document: open!, selection: 'here' };
      await insert();
      assert.deepEqual(editor.messages, [
        'No editor is open to insert a result into.',
        'There is no result to insert at the cursor.',
      ]);
      assert.deepEqual(editor.executed.at(-1), [
        'vscode.executeCodeActionProvider',
        open!.uri,
        'here',
        'refactor.rewrite.layoutLens.insertResult',
      ]);
      const actions = ['first', 'second'].map((title) => ({ title, edit: { title } }));
      editor.answers.set('vscode.executeCodeActionProvider', [actions[0], { title: 'a command' }]);
      await insert();
      assert.deepEqual(editor.applied, [{ title: 'first' }]);
      // Of several one is asked for, and none is inserted where none is chosen.
      editor.answers.set('vscode.executeCodeActionProvider', actions);
      await insert();
      assert.equal(editor.applied.length, 1);
      editor.picked = { label: 'second', edit: actions[1]!.edit };
      await insert();
      assert.deepEqual(editor.applied.at(-1), { title: 'second' });
    },
    Object.assign(new FakeEditor(), { documents: [document('file:///w/a.cu', TEXT)] }),
  ));

test('the command for the compiler asks in trusted workspaces alone, and copies what differs', () => {
  const fake = fakeCompiler(`echo "${printedProbe(0, 'cute::Layout<cute::C<8>, cute::C<5> >')}" >&2`);
  const place = {
    document: document('file:///w/a.cu', TEXT),
    selection: { active: { line: 1, character: 6 } },
  };
  return within(
    async (editor) => {
      const confirm = editor.commands.get('layoutLens.confirm')!;
      await confirm();
      assert.deepEqual(editor.log, [], 'without an editor there is nothing to ask about');
      editor.activeTextEditor = { ...place, document: editor.documents[0]! };
      await confirm();
      assert.deepEqual(editor.log, ['shown: No compiler is asked in a workspace that is not trusted.']);
      editor.grantTrust();
      await confirm();
      assert.match(editor.log.at(-1)!, /^shown: g\+\+ 12\.2: .*It differs on l: a defect of Layout Lens\.$/);
      assert.match(editor.copied.at(-1)!, /^g\+\+ 12\.2 says: cute::Layout<cute::C<8>, cute::C<5> >$/m);
    },
    Object.assign(new FakeEditor(), {
      isTrusted: false,
      documents: [place.document],
      settings: { compiler: fake.path },
    }),
  ).finally(() => fake.remove());
});

test('the status counts what is known, and leads to the reasons', () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
auto known = make_layout(make_shape(_4{}, _8{}));
auto partly = make_layout(make_shape(_4{}, nobody_knows));
auto lost = make_layout(nobody::knows);
`;
  return within(
    async (editor) => {
      const show = editor.commands.get('layoutLens.showReasons')!;
      await show();
      assert.deepEqual(editor.messages, ['No layouts are counted here.']);
      editor.activeTextEditor = { document: editor.documents[0]!, selection: null };
      // The counts follow the editor at the front.
      editor.activeEditorChanged.fire(editor.activeTextEditor);
      for (let i = 0; i < 500 && !editor.status.text!.includes('known'); i++)
        await new Promise((resolve) => setTimeout(resolve, 20));
      assert.equal(editor.status.text, '$(symbol-array) Layout Lens 1 known, 2 unknown');
      assert.deepEqual(editor.status.command, { command: 'layoutLens.showReasons', title: 'Show reasons' });
      await show();
      const [items, { title }] = editor.asked.at(-1) as [
        { label: string; description: string; detail: string; range: object }[],
        { title: string },
      ];
      assert.equal(title, '1 known, 0 partly, 2 unknown');
      assert.deepEqual(
        items.map(({ label, description }) => [label, description]),
        [
          ['$(question) partly = make_layout(make_shape(_4{}, nobody_knows))', 'line 4'],
          ['$(question) lost = make_layout(nobody::knows)', 'line 5'],
        ],
      );
      for (const { detail } of items) assert.match(detail, /nobody/);
      assert.deepEqual(editor.revealed, []);
      editor.picked = items[1];
      await show();
      assert.deepEqual(editor.revealed, ['file:///w/a.cu']);
    },
    Object.assign(new FakeEditor(), { documents: [document('file:///w/a.cu', text)] }),
  );
});

test('a step of a derivation leads to its source', () => {
  const text =
    'using namespace cute;\nusing A = Layout<_8,_2>;\nauto l = composition(A{}, Layout<_4,_1>{});\nauto m = l;\n';
  return within(
    async (editor) => {
      const hover = await editor.hovers[0]!.provideHover(editor.documents[0]!, { line: 3, character: 5 }, {});
      const shown = hover!.contents.map(({ value }) => value).join('\n');
      const targets = [...shown.matchAll(/\(command:layoutLens\.goTo\?([^)\s]+)/g)].map(([, target]) =>
        [JSON.parse(decodeURIComponent(target!))].flat(),
      );
      const spans = targets.map(([{ uri, start, end }]) => [uri, text.slice(start, end)]);
      assert.deepEqual(spans[0], ['file:///w/a.cu', 'composition(A{}, Layout<_4,_1>{})']);
      const go = editor.commands.get('layoutLens.goTo')!;
      await go(targets[0]![0]);
      await go({ uri: 'file:///w/a.cu', start: -1, end: 2 });
      await go('file:///w/a.cu');
      assert.deepEqual(editor.revealed, ['file:///w/a.cu']);
    },
    Object.assign(new FakeEditor(), { documents: [document('file:///w/a.cu', text)] }),
  );
});

test('the panel is opened by a link, follows the cursor until it is pinned, and writes into its version alone', () =>
  within(
    async (editor) => {
      const [open] = editor.documents;
      const { panel, commands, applied } = editor;
      const uri = open!.uri.toString();
      const last = async (kind: string, count: number) => {
        while (panel.posted.filter((message) => message.kind === kind).length < count)
          await new Promise((resolve) => setTimeout(resolve, 10));
        return panel.posted.findLast((message) => message.kind === kind)!;
      };
      const titleOf = (message: object) => (message as { view: { title: string } }).view.title;
      commands.get('layoutLens.openPicture')!({ uri, position: { line: 1, character: 5 } });
      assert.match(panel.webview!.html, /default-src 'none'; script-src 'nonce-\w{32}'; style-src https:/);
      panel.received.fire({ kind: 'ready' });
      assert.equal(titleOf(await last('view', 1)), 'l');

      const window = { row: 0, column: 0, rows: 1, columns: 4, every: 1 };
      panel.received.fire({ kind: 'cells', id: 3, picture: 0, window });
      const { id, cells } = await last('cells', 1);
      assert.equal(id, 3);
      assert.deepEqual((cells as { labels: unknown }).labels, ['0', '1', '2', '3']);

      panel.received.fire({ kind: 'edit', picture: 1, layout: '8:2' });
      while (applied.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      assert.deepEqual(
        applied[0]!.replaced.map(({ uri, text }) => [uri, text]),
        [[uri, '_2']],
      );
      editor.documents = [{ ...open!, version: 8 }];
      panel.received.fire({ kind: 'edit', picture: 1, layout: '8:2' });
      const refused = await last('edit-refused', 1);
      assert.equal(refused['message'], 'The text has changed since the picture was drawn.');

      const at = (character: number) => ({
        textEditor: { document: open, selection: { active: { line: 1, character } } },
      });
      const before = panel.posted.filter(({ kind }) => kind === 'view').length;
      panel.cursor.fire(at(TEXT.split('\n')[1]!.indexOf('Layout<_8')));
      assert.match(titleOf(await last('view', before + 1)), /^Layout<_8/);
      // Where there is nothing to be drawn the picture stays, unless the text has changed.
      panel.cursor.fire(at(TEXT.split('\n')[1]!.length));
      assert.equal((await last('stopped', 1))['isOutdated'], false);
      panel.edited.fire({
        document: open,
        contentChanges: [
          { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: ' ' },
        ],
      });
      panel.cursor.fire(at(TEXT.split('\n')[1]!.length + 1));
      assert.equal((await last('view', before + 2))['view'], null);
      panel.received.fire({ kind: 'pin', isPinned: true });
      assert.equal((await last('view', before + 3))['isPinned'], true);
      const { length } = panel.posted;
      panel.cursor.fire(at(5));
      await new Promise((resolve) => setTimeout(resolve, 300));
      assert.equal(panel.posted.length, length, 'a pinned panel asks for nothing');
      panel.closed.fire();
    },
    Object.assign(new FakeEditor(), { documents: [document('file:///w/a.cu', TEXT, 7)] }),
  ));

test('a link copies its text', () =>
  within(async ({ commands, copied, messages }) => {
    const copy = commands.get('layoutLens.copyText')!;
    await copy({ text: '(4,8):(8,1)', label: 'C++ $(x)' });
    await copy({ text: 'a' });
    await copy('b');
    assert.deepEqual(copied, ['(4,8):(8,1)', 'a']);
    assert.deepEqual(messages, ['Copied as C++ $ (x)', 'Copied']);
  }));

test('files of a workspace that only the editor can read are read through it, and no others', () => {
  const editor = Object.assign(new FakeEditor(), {
    folders: [{ uri: URI.parse('store://w/'), name: 'w', index: 0 }],
    documents: [
      document('store://w/a.cu', '#include "n.h"\nusing namespace cute;\nauto l = Layout<Int<kN>,_1>{};\n'),
    ],
  });
  editor.files.set('store://w/n.h', 'constexpr int kN = 24;\n');
  return within(async ({ hovers, documents }) => {
    const ask = async (): Promise<string> => {
      const hover = await hovers[0]!.provideHover(documents[0]!, { line: 2, character: 5 }, {});
      return hover?.contents.map(({ value }) => value).join('') ?? '';
    };
    // The server asks for the file behind the first answer.
    let shown = await ask();
    for (let i = 0; i < 200 && !shown.includes('_24:_1'); i++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      shown = await ask();
    }
    assert.match(shown, /_24:_1/);
  }, editor);
});

test('pictures are drawn for the theme that was chosen', () =>
  within(
    async (editor) => {
      const paper = async (): Promise<string | undefined> => {
        const hover = await editor.hovers[0]!.provideHover(
          editor.documents[0]!,
          { line: 0, character: 27 },
          {},
        );
        const [, data = ''] = /base64,([^|]*)/.exec(hover!.contents.map(({ value }) => value).join('')) ?? [];
        return /<rect [^>]*fill="(#[0-9a-f]+)"/.exec(Buffer.from(data, 'base64').toString())?.[1];
      };
      const papers = [await paper()];
      for (const kind of [3, 4, 1]) {
        editor.chooseTheme(kind);
        papers.push(await paper());
      }
      assert.deepEqual(papers, ['#1f1f1f', '#000000', '#ffffff', '#ffffff']);
    },
    Object.assign(new FakeEditor(), {
      theme: { kind: 2 },
      documents: [document('file:///w/a.cu', 'using namespace cute; auto l = Layout<_4, _2>{};\n')],
    }),
  ));

test('two quick restarts leave one server', () =>
  within(async ({ commands, processes, status }) => {
    const restart = commands.get('layoutLens.restartServer')!;
    await Promise.all([restart(), restart()]);
    assert.equal(processes.length, 3);
    for (const child of processes.slice(0, 2)) if (isRunning(child)) await once(child, 'exit');
    assert.deepEqual(processes.map(isRunning), [false, false, true]);
    assert.equal(status.text, '$(symbol-array) Layout Lens');
  }));

test('a server that crashes is started anew', () =>
  within(
    async ({ processes, hovers, documents }) => {
      const lost = hovers.splice(0).length;
      processes[0]!.kill('SIGKILL');
      while (hovers.length < lost) await new Promise((resolve) => setTimeout(resolve, 20));
      assert.equal(processes.length, 2);
      assert.ok(isRunning(processes[1]!));
      const hover = await hovers.at(-1)!.provideHover(documents[0]!, { line: 1, character: 5 }, {});
      assert.match(hover!.contents[0]!.value, /_4:_1/);
    },
    Object.assign(new FakeEditor(), { documents: [document('file:///w/a.cu', TEXT)] }),
  ));

test('in a browser the server is a worker, which a restart ends', async () => {
  const workers: FakeWorker[] = [];
  class FakeWorker {
    readonly address: string;
    isEnded = false;
    onmessage: ((event: { data: object }) => void) | null = null;
    constructor(address: string) {
      this.address = address;
      workers.push(this);
    }
    postMessage({ id, method }: { id?: number; method?: string }): void {
      if (id === undefined) return;
      const result =
        method === 'initialize' ? { capabilities: {}, serverInfo: { name: 'x', version: '7' } } : null;
      queueMicrotask(() => this.onmessage?.({ data: { jsonrpc: '2.0', id, result } }));
    }
    addEventListener(): void {}
    terminate(): void {
      this.isEnded = true;
    }
  }
  const editor = new FakeEditor();
  const { activate } = await loadExtension('extension.web', editor, { Worker: FakeWorker });
  const subscriptions: { dispose(): unknown }[] = [];
  await activate({
    extensionUri: URI.parse('https://host/ext'),
    subscriptions,
    workspaceState: editor.state,
  });
  assert.deepEqual(editor.log, []);
  assert.equal(editor.status.detail, '7');
  await editor.commands.get('layoutLens.restartServer')!();
  assert.deepEqual(
    workers.map(({ address, isEnded }) => [address, isEnded]),
    [
      ['https://host/ext/server/dist/main.web.js', true],
      ['https://host/ext/server/dist/main.web.js', false],
    ],
  );
  for (const each of subscriptions) await each.dispose();
  assert.ok(workers[1]!.isEnded);
});

test('a start that fails is said, and can be tried again', async () => {
  const hidden = `${folder.uri.fsPath}-hidden`;
  renameSync(folder.uri.fsPath, hidden);
  let isHidden = true;
  try {
    await within(async ({ status, log, commands }) => {
      assert.equal(status.severity, 2);
      assert.equal(status.detail, 'the server is not running');
      assert.deepEqual(status.command, { command: 'layoutLens.restartServer', title: 'Restart server' });
      assert.ok(
        log.some((line) => line.startsWith('error: The server did not start: ')),
        log.join('\n'),
      );
      renameSync(hidden, folder.uri.fsPath);
      isHidden = false;
      await commands.get('layoutLens.restartServer')!();
      assert.equal(status.severity, 0);
      assert.equal(status.text, '$(symbol-array) Layout Lens');
    });
  } finally {
    if (isHidden) renameSync(hidden, folder.uri.fsPath);
  }
});
