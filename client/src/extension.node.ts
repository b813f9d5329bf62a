// VS Code on the desktop: the server runs as a Node process of its own.

import { type ExtensionContext, Uri } from 'vscode';
import { LanguageClient, type NodeModule, TransportKind } from 'vscode-languageclient/node';
import { activateLayoutLens } from './activate.ts';
import { restarting } from './crash.ts';
import type { ClientFactory } from './session.ts';

export function activate(context: ExtensionContext): Promise<void> {
  const module = Uri.joinPath(context.extensionUri, 'server', 'dist', 'main.node.js').fsPath;
  const run: NodeModule = { module, transport: TransportKind.ipc };
  const debug: NodeModule = { ...run, options: { execArgv: ['--inspect=6009'] } };

  const createClient: ClientFactory = async (id, name, options) => {
    const errorHandler = restarting(() => client);
    const client = new LanguageClient(id, name, { run, debug }, { ...options, errorHandler });
    return { client, dispose: () => client.dispose() };
  };
  return activateLayoutLens(context, createClient);
}
