// The editor's side of the panel: its page, and when it asks the server for another view.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PictureView } from '../../../server/src/render/panel/view.ts';
import { FakeEditor } from '../fake-vscode.ts';
import { ADDRESS, asked, cursorAt, kinds, OPEN, OTHER, opened, VIEW } from './panel.ts';
import { scripted, settled } from './scripted.ts';

test('the page may take its program and its style from the extension alone', () =>
  opened(async ({ panel }) => {
    const html = panel.webview!.html;
    const [, nonce] = /script-src 'nonce-([\da-f]{32})'/.exec(html)!;
    const policy = [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      'style-src https://resource',
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; ');
    assert.ok(html.startsWith('<!DOCTYPE html>\n<html lang="en">'));
    assert.ok(html.includes(`<meta http-equiv="Content-Security-Policy" content="${policy}">`));
    const files = 'https://host/ext/client/dist';
    assert.ok(html.includes(`<script nonce="${nonce}" src="${files}/picture.js"></script>`));
    assert.ok(html.includes(`<link rel="stylesheet" href="${files}/picture.css">`));
    const [kind, title, place, options] = panel.opened[0]!;
    assert.deepEqual([kind, title], ['layoutLens.picture', 'Layout Lens: Picture']);
    assert.equal((place as { preserveFocus: boolean }).preserveFocus, true);
    const { enableScripts, localResourceRoots } = options as never;
    assert.deepEqual([enableScripts, String(localResourceRoots)], [true, files]);
  }));

test('the panel opens at the cursor, and comes to the front when it is open', () =>
  scripted(
    async (editor, server) => {
      const open = editor.commands.get('layoutLens.openPicture')!;
      server.answers.set('layoutLens/picture', () => VIEW);
      open();
      await settled();
      assert.deepEqual([asked(server), editor.panel.opened.length], [[], 1], 'there is no cursor');
      editor.activeTextEditor = cursorAt(3, 5);
      open();
      await settled();
      assert.deepEqual([editor.panel.opened.length, editor.panel.revealed], [1, 1]);
      assert.deepEqual(asked(server), [
        { textDocument: { uri: ADDRESS }, position: { line: 3, character: 5 }, instance: 0 },
      ]);
      assert.deepEqual(kinds(editor), ['working', 'view']);
      editor.panel.received.fire({ kind: 'ready' });
      await settled();
      assert.equal(asked(server).length, 2);
      assert.deepEqual(editor.panel.posted, [
        { kind: 'working' },
        { kind: 'view', view: VIEW, isPinned: false },
      ]);
      // A panel that was closed is another one, at its place.
      editor.panel.received.fire({ kind: 'pin', isPinned: true });
      editor.panel.closed.fire();
      editor.activeTextEditor = undefined;
      kinds(editor);
      open();
      await settled();
      assert.deepEqual(editor.panel.opened.length, 2);
      assert.deepEqual(editor.panel.posted.at(-1), { kind: 'view', view: VIEW, isPinned: false });
    },
    Object.assign(new FakeEditor(), { documents: [OPEN] }),
  ));

test('the panel goes with the cursor when that rests', () =>
  opened(async (editor, server, clock) => {
    const { panel } = editor;
    const [first] = asked(server);
    assert.deepEqual(first, { textDocument: { uri: ADDRESS }, position: VIEW.position, instance: 0 });
    panel.received.fire({ kind: 'instance', instance: 1 });
    await settled();
    assert.deepEqual(asked(server).at(-1), { ...(first as object), instance: 1 });
    panel.cursor.fire({ textEditor: cursorAt(2, 4) });
    editor.activeEditorChanged.fire(undefined);
    await clock.pass(1000);
    assert.equal(asked(server).length, 2, 'the cursor is where it was');
    for (const character of [5, 6, 7]) {
      panel.cursor.fire({ textEditor: cursorAt(2, character) });
      await clock.pass(119);
    }
    assert.equal(asked(server).length, 2, 'it has not rested');
    await clock.pass(1);
    const at = (uri: string, line: number, character: number) => ({
      textDocument: { uri },
      position: { line, character },
      instance: 0,
    });
    assert.deepEqual(asked(server).slice(2), [at(ADDRESS, 2, 7)]);
    for (const [line, character, of] of [
      [3, 7, OPEN],
      [3, 7, OTHER],
    ] as const) {
      editor.activeEditorChanged.fire(cursorAt(line, character, of));
      await clock.pass(120);
      assert.deepEqual(asked(server).at(-1), at(of.uri.toString(), line, character));
    }
    panel.received.fire({ kind: 'pin', isPinned: true });
    assert.deepEqual(panel.posted.at(-1), { kind: 'view', view: VIEW, isPinned: true });
    panel.cursor.fire({ textEditor: cursorAt(9, 9) });
    await clock.pass(1000);
    assert.equal(asked(server).length, 5);
  }));

test('typing makes the picture out of date, and it is drawn anew when that rests', () =>
  opened(async (editor, server, clock) => {
    const { panel } = editor;
    const type = (of: typeof OPEN, line: number, text: string): void =>
      panel.edited.fire({
        document: of,
        contentChanges: [{ range: { start: { line, character: 0 }, end: { line, character: 0 } }, text }],
      });
    panel.edited.fire({ document: OPEN, contentChanges: [] });
    await clock.pass(1000);
    assert.deepEqual([asked(server).length, kinds(editor)], [1, []]);
    type(OPEN, 2, 'ab');
    assert.deepEqual(kinds(editor), ['working']);
    await clock.pass(249);
    type(OPEN, 0, '\n');
    type(OTHER, 0, 'ab\n');
    await clock.pass(249);
    assert.equal(asked(server).length, 1);
    await clock.pass(1);
    // Only what was typed in its own document moves the place.
    assert.deepEqual((asked(server)[1] as { position: object }).position, { line: 3, character: 6 });
    assert.deepEqual(kinds(editor), ['working', 'working', 'working', 'view']);
  }));

test('where there is nothing to be drawn the picture stays while it is right', () =>
  opened(async (editor, server, clock) => {
    const { panel } = editor;
    const move = async (character: number): Promise<void> => {
      panel.cursor.fire({ textEditor: cursorAt(5, character) });
      await clock.pass(120);
    };
    for (const [character, nothing] of [
      [1, null],
      [2, { ...VIEW, pictures: [] }],
    ] as const) {
      server.answers.set('layoutLens/picture', () => nothing);
      await move(character);
      assert.deepEqual(panel.posted.splice(0).slice(1), [{ kind: 'stopped', isOutdated: false }]);
    }
    panel.edited.fire({
      document: OTHER,
      contentChanges: [
        { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: 'x' },
      ],
    });
    await move(3);
    assert.deepEqual(panel.posted.splice(0).at(-1), {
      kind: 'view',
      view: { ...VIEW, pictures: [] },
      isPinned: false,
    });
    await move(4);
    assert.equal(panel.posted.splice(0).at(-1)!.kind, 'stopped', 'it is not outdated any more');
    panel.received.fire({ kind: 'ready' });
    await settled();
    assert.equal(panel.posted.at(-1)!.kind, 'view', 'who asks for it is told');
  }));

test('only the last question counts, and a question can be cancelled', () =>
  opened(async (editor, server, clock) => {
    const { panel } = editor;
    const answers: ((view: unknown) => void)[] = [];
    server.answers.set('layoutLens/picture', () => new Promise((resolve) => answers.push(resolve)));
    panel.cursor.fire({ textEditor: cursorAt(3, 1) });
    await clock.pass(120);
    panel.cursor.fire({ textEditor: cursorAt(3, 2) });
    await clock.pass(120);
    assert.equal(server.cancelled.length, 1);
    answers[1]!({ ...VIEW, title: 'second' });
    await settled();
    answers[0]!({ ...VIEW, title: 'first' });
    await settled();
    assert.deepEqual(
      panel.posted.splice(0).map(({ kind, view }) => [kind, (view as PictureView | undefined)?.title]),
      [
        ['working', undefined],
        ['working', undefined],
        ['view', 'second'],
      ],
    );
    panel.cursor.fire({ textEditor: cursorAt(3, 3) });
    await clock.pass(120);
    panel.received.fire({ kind: 'cancel' });
    assert.equal(server.cancelled.length, 2);
    answers[2]!(VIEW);
    await settled();
    assert.deepEqual(panel.posted.splice(0), [{ kind: 'working' }, { kind: 'stopped', isOutdated: false }]);
    panel.received.fire({ kind: 'cancel' });
    panel.cursor.fire({ textEditor: cursorAt(3, 4) });
    await clock.pass(120);
    panel.closed.fire();
    assert.equal(server.cancelled.length, 3, 'nobody waits for it');
    const before = asked(server).length;
    panel.cursor.fire({ textEditor: cursorAt(3, 5) });
    panel.received.fire({ kind: 'instance', instance: 0 });
    await clock.pass(1000);
    assert.equal(asked(server).length, before);
  }));

test('a panel that was closed asks no more, also not for what it was about to', () =>
  opened(async ({ panel }, server, clock) => {
    panel.cursor.fire({ textEditor: cursorAt(3, 1) });
    panel.closed.fire();
    await clock.pass(1000);
    assert.equal(asked(server).length, 1);
  }));
