// The editor's side of the panel: what it asks for its page, writes into a source, copies and saves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { URI } from 'vscode-uri';
import { ABOUT, ADDRESS, OPEN, OTHER, opened } from './panel.ts';
import { settled } from './scripted.ts';

test('cells, texts and edits are asked for with what the picture is of', () =>
  opened(async (editor, server) => {
    const { panel } = editor;
    const window = { row: 0, column: 0, rows: 1, columns: 4, every: 1 };
    server.answers.set('layoutLens/pictureCells', () => ({ labels: ['0'] }));
    panel.received.fire({ kind: 'cells', id: 3, picture: 2, window });
    await settled();
    assert.deepEqual(server.of('layoutLens/pictureCells'), [{ ...ABOUT, picture: 2, window }]);
    assert.deepEqual(panel.posted.splice(0), [{ kind: 'cells', id: 3, cells: { labels: ['0'] } }]);

    panel.received.fire({ kind: 'copy', picture: 1, format: 'tikz' });
    await settled();
    assert.deepEqual(server.of('layoutLens/pictureText'), [{ ...ABOUT, picture: 1, format: 'tikz' }]);
    assert.deepEqual(panel.posted.splice(0), [
      { kind: 'told', message: 'There is no such picture any more.' },
    ]);
    server.answers.set('layoutLens/pictureText', () => 'the text');
    panel.received.fire({ kind: 'copy', picture: 1, format: 'tikz' });
    await settled();
    assert.deepEqual(editor.copied, ['the text']);
    assert.deepEqual(panel.posted.splice(0), [{ kind: 'told', message: 'Copied as tikz.' }]);
  }));

test('another layout is written where the server says, or it is said why not', () =>
  opened(async (editor, server) => {
    const { panel } = editor;
    const range = { start: { line: 1, character: 2 }, end: { line: 1, character: 4 } };
    const write = async (answer: unknown): Promise<unknown> => {
      server.answers.set('layoutLens/pictureEdit', () => answer);
      panel.received.fire({ kind: 'edit', picture: 1, layout: '8:2' });
      await settled();
      return panel.posted.splice(0)[0];
    };
    const refused = (message: string) => ({ kind: 'edit-refused', message });
    assert.deepEqual(await write(null), refused('The server has no answer.'));
    assert.deepEqual(await write({ ok: false, message: 'No.' }), refused('No.'));
    assert.deepEqual(await write({ ok: true, edits: [] }), refused('The layout is that already.'));
    const answer = { ok: true, edits: [{ range, newText: '_2' }] };
    editor.refusesEdits = true;
    assert.deepEqual(await write(answer), refused('The editor refused the edit.'));
    editor.refusesEdits = false;
    for (const documents of [[{ ...OPEN, version: 8 }], [{ ...OTHER, version: 7 }]]) {
      editor.documents = documents;
      assert.deepEqual(await write(answer), refused('The text has changed since the picture was drawn.'));
    }
    assert.deepEqual(editor.applied, []);
    editor.documents = [OTHER, OPEN];
    assert.equal(await write(answer), undefined);
    assert.deepEqual(JSON.parse(JSON.stringify(editor.applied)), [
      { replaced: [{ uri: ADDRESS, range, text: '_2' }] },
    ]);
    assert.deepEqual(server.of('layoutLens/pictureEdit').at(-1), { ...ABOUT, picture: 1, layout: '8:2' });
  }));

test('a picture is saved where the reader says, under a name and an ending of its own', () =>
  opened(
    async (editor, server) => {
      const { panel } = editor;
      server.answers.set('layoutLens/pictureText', () => 'é');
      for (const [format, ending] of [
        ['svg', 'svg'],
        ['tikz', 'tex'],
        ['markdown', 'md'],
        ['layout', 'layout'],
      ] as const) {
        editor.target = URI.parse(`file:///out/x.${ending}`);
        panel.received.fire({ kind: 'save', picture: 0, format });
        await settled();
        assert.deepEqual(JSON.parse(JSON.stringify(editor.asked.splice(0))), [
          {
            defaultUri: JSON.parse(JSON.stringify(URI.parse(`file:///w/get-0-m-o-n.${ending}`))),
            filters: { [ending]: [ending] },
          },
        ]);
        assert.deepEqual(editor.saved.splice(0), [[`file:///out/x.${ending}`, Uint8Array.of(0xc3, 0xa9)]]);
      }
      editor.folders = undefined;
      panel.received.fire({ kind: 'save-png', name: '((', bytes: btoa('\x89PNG') });
      await settled();
      assert.deepEqual(editor.asked.splice(0), [{ filters: { png: ['png'] } }]);
      assert.deepEqual(editor.saved.splice(0), [['file:///out/x.layout', Uint8Array.of(0x89, 80, 78, 71)]]);
      editor.folders = [{ uri: URI.parse('file:///w') }];
      panel.received.fire({ kind: 'save-png', name: '((', bytes: '' });
      await settled();
      assert.match(String((editor.asked[0] as { defaultUri: URI }).defaultUri), /\/layout\.png$/);
      editor.target = URI.parse('readonly:///x.svg');
      panel.received.fire({ kind: 'save', picture: 0, format: 'svg' });
      await settled();
      assert.deepEqual(editor.log, ['shown: The picture was not saved: it is read-only']);
      editor.target = undefined;
      editor.saved.length = 0;
      panel.received.fire({ kind: 'save', picture: 0, format: 'svg' });
      await settled();
      assert.deepEqual([editor.saved, editor.log.length], [[], 1]);
      assert.deepEqual(editor.copied, []);
    },
    { folders: [{ uri: URI.parse('file:///w') }] },
  ));
