// What a hover shows in an editor, and where its links lead.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { URI } from 'vscode-uri';
import { document, extensionTests, TEXT } from './extension.ts';
import { FakeEditor } from './fake-vscode.ts';

const { within } = extensionTests();

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
