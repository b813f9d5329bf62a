// The panel in an editor, at a place of which the server has a view.

import type { PictureView } from '../../../server/src/render/panel/view.ts';
import { document } from '../extension.ts';
import { FakeEditor } from '../fake-vscode.ts';
import { itemOf } from '../picture-source.ts';
import { type Clock, type ScriptedServer, scripted, settled } from './scripted.ts';

export const ADDRESS = 'file:///w/a.cu';
export const OPEN = document(ADDRESS, 'text', 7);
export const OTHER = document('file:///w/b.cu', 'other', 1);
export const VIEW: PictureView = {
  uri: ADDRESS,
  version: 7,
  position: { line: 2, character: 4 },
  title: 'get<0>(m) o n',
  value: [],
  summary: null,
  problem: null,
  instances: ['a', 'b'],
  instance: 1,
  pictures: [itemOf([4, 8], [8, 1])],
  steps: [],
  made: [],
};
export const ABOUT = { textDocument: { uri: ADDRESS }, position: VIEW.position, instance: 1, version: 7 };

export const cursorAt = (line: number, character: number, of = OPEN) => ({
  document: of,
  selection: { active: { line, character } },
});

/** The panel at a place, of which the server has a view. */
export const opened = (
  work: (editor: FakeEditor, server: ScriptedServer, clock: Clock) => Promise<void>,
  facts: Partial<FakeEditor> = {},
): Promise<void> =>
  scripted(
    async (editor, server, clock) => {
      server.answers.set('layoutLens/picture', () => VIEW);
      editor.commands.get('layoutLens.openPicture')!({ uri: ADDRESS, position: VIEW.position });
      await settled();
      editor.panel.posted.length = 0;
      await work(editor, server, clock);
    },
    Object.assign(new FakeEditor(), { documents: [OPEN, OTHER] }, facts),
  );

export const kinds = ({ panel }: FakeEditor): readonly string[] =>
  panel.posted.splice(0).map(({ kind }) => kind);
export const asked = (server: ScriptedServer): readonly unknown[] => server.of('layoutLens/picture');
