// Keeps the include path that the reader has chosen in the settings of the workspace, and that the note about it was shown.

import { ConfigurationTarget, type Memento, workspace } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';

const KEY = 'layoutLens.toldOfIncludePaths';

export const knowsIncludePaths = (state: Memento): boolean => state.get(KEY, false);

/** Takes what the server says is chosen, and that it has asked. */
export function keepIncludePath(client: BaseLanguageClient, state: Memento): void {
  client.onNotification('layoutLens/toldOfIncludePaths', async () => {
    await state.update(KEY, true);
  });
  client.onNotification('layoutLens/includePath', async ({ folder }: { readonly folder: string }) => {
    const settings = workspace.getConfiguration('layoutLens');
    const named = settings.get<readonly string[]>('includePaths', []);
    await settings.update('includePaths', [...named, folder], ConfigurationTarget.Workspace);
  });
}
