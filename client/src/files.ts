// Reads and finds files for a server that cannot: in a browser, and in virtual workspaces.

import { Uri, workspace } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { findFiles } from './find-files.ts';

/** Only files where the workspace itself is are handed out, whatever is asked for. */
const isReadable = (uri: Uri): boolean =>
  workspace.workspaceFolders?.some(
    (folder) => folder.uri.scheme === uri.scheme && folder.uri.authority === uri.authority,
  ) ?? false;

export function answerFileRequests(client: BaseLanguageClient): void {
  client.onRequest('layoutLens/readFile', async ({ uri }: { uri: string }): Promise<string | null> => {
    const file = Uri.parse(uri);
    if (!isReadable(file)) return null;
    try {
      return new TextDecoder().decode(await workspace.fs.readFile(file));
    } catch {
      // There is no such file: the server asks to find out.
      return null;
    }
  });
  client.onRequest('layoutLens/findFiles', async ({ pattern }: { pattern: string }): Promise<string[]> => {
    const found = await findFiles(pattern);
    return found.map((uri) => uri.toString());
  });
}
