// Shows a list to choose from, for a question of the server.

import { window } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';

interface Question {
  readonly title: string;
  readonly items: readonly { readonly label: string; readonly description: string }[];
}

/** Answers with the label of what was chosen; null where nothing was. */
export function answerPickRequests(client: BaseLanguageClient): void {
  client.onRequest('layoutLens/pick', async ({ title, items }: Question): Promise<string | null> => {
    const chosen = await window.showQuickPick(items, { title, matchOnDescription: true });
    return chosen?.label ?? null;
  });
}
