// What the commands of the extension do: those of the palette, and the panel that one of them opens.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fakeCompiler, printedProbe } from '../support/compilers.ts';
import { document, extensionTests, TEXT } from './extension.ts';
import { FakeEditor } from './fake-vscode.ts';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const { within } = extensionTests();

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

test('messages, the status and the lists are in the language of the editor', () => {
  const bundle = new URL('../../l10n/bundle.l10n.zh-cn.json', import.meta.url);
  return within(
    async (editor) => {
      const show = editor.commands.get('layoutLens.showReasons')!;
      await show();
      assert.deepEqual(editor.messages, ['此处没有可统计的布局。']);
      editor.activeTextEditor = { document: editor.documents[0]!, selection: null };
      editor.activeEditorChanged.fire(editor.activeTextEditor);
      while (!editor.status.text!.includes('已知')) await new Promise((resolve) => setTimeout(resolve, 20));
      assert.equal(editor.status.text, '$(symbol-array) Layout Lens 1 个已知, 1 个未知');
      await show();
      const [items, { title }] = editor.asked.at(-1) as [{ description: string }[], { title: string }];
      assert.equal(title, '1 个已知，0 个部分已知，1 个未知');
      assert.deepEqual(
        items.map(({ description }) => description),
        ['第 3 行'],
      );
    },
    Object.assign(new FakeEditor(), {
      bundle: JSON.parse(readFileSync(bundle, 'utf8')),
      documents: [document('file:///w/a.cu', `${TEXT}auto lost = make_layout(nobody::knows);\n`)],
    }),
  );
});

test("the editor's menu has the commands where a file has layouts", () => {
  const documents = [document('file:///w/a.cu', TEXT), document('file:///w/b.cu', 'int main() {}\n')];
  return within(
    async (editor) => {
      const told: unknown[] = [];
      for (const [at, expected] of [true, false, true].entries()) {
        editor.activeTextEditor = { document: documents[at % 2]!, selection: null };
        editor.activeEditorChanged.fire(editor.activeTextEditor);
        const last = (): unknown[] | undefined =>
          editor.executed.findLast(([command]) => command === 'setContext');
        while (last()?.[2] !== expected) await new Promise((resolve) => setTimeout(resolve, 20));
        told.push(last());
      }
      const context = (hasLayouts: boolean) => ['setContext', 'layoutLens.hasLayouts', hasLayouts];
      assert.deepEqual(told, [context(true), context(false), context(true)]);
    },
    Object.assign(new FakeEditor(), { documents }),
  );
});
