// The built extension in an editor of its own, with the real server behind it.

import { after, before } from 'node:test';
import { URI } from 'vscode-uri';
import { extensionFolder, loadExtension } from './bundle.ts';
import { FakeEditor } from './fake-vscode.ts';

interface ExtensionTests {
  /** Does something with the extension in an editor, and ends it. */
  within(work: (editor: FakeEditor) => Promise<void>, editor?: FakeEditor): Promise<void>;
  /** Where the extension is. */
  folder(): URI;
}

/** What the tests of a file have in common: the server is built before them, and removed behind them. */
export function extensionTests(): ExtensionTests {
  let folder: Awaited<ReturnType<typeof extensionFolder>>;
  before(async () => {
    folder = await extensionFolder();
  });
  after(() => folder.remove());
  return {
    folder: () => folder.uri,
    async within(work, editor = new FakeEditor()) {
      const subscriptions: { dispose(): unknown }[] = [];
      const { activate } = await loadExtension('extension.node', editor);
      await activate({ extensionUri: folder.uri, subscriptions, workspaceState: editor.state });
      try {
        await work(editor);
      } finally {
        for (const each of subscriptions) await each.dispose();
      }
    },
  };
}

export const document = (path: string, text: string, version = 1) => ({
  uri: URI.parse(path),
  languageId: 'cuda-cpp',
  version,
  getText: () => text,
});

/** A composition, and its name on the second line. */
export const TEXT = 'using namespace cute;\nauto l = composition(Layout<_8,_1>{}, Layout<_4,_1>{});\n';
