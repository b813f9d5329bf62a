// Keeps which instantiations the reader has chosen to see, in the state of the workspace. It is for the server to read.

import type { Memento } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';

const KEY = 'layoutLens.choices';

interface Kept {
  readonly choices: readonly unknown[];
}

export const keptChoices = (state: Memento): readonly unknown[] => state.get<readonly unknown[]>(KEY, []);

/** Takes what the server says is chosen from now on. */
export function keepChoices(client: BaseLanguageClient, state: Memento): void {
  client.onNotification('layoutLens/choices', async ({ choices }: Kept) => {
    await state.update(KEY, choices);
  });
}
