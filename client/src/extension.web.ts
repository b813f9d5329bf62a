// VS Code in a browser: the server runs in a worker, made from a bundle that carries its grammars.

import { type ExtensionContext, Uri } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/browser';
import { activateLayoutLens } from './activate.ts';
import type { ClientFactory } from './session.ts';

export function activate(context: ExtensionContext): Promise<void> {
  const bundle = Uri.joinPath(context.extensionUri, 'server', 'dist', 'main.web.js');

  const createClient: ClientFactory = async (id, name, options) => {
    // The extension host wraps this address in a blob, so that it may come from another origin.
    const worker = new Worker(bundle.toString(true), { name });
    const client = new LanguageClient(id, name, worker, options);
    return {
      client,
      dispose: async () => {
        await client.dispose().finally(() => worker.terminate());
      },
    };
  };
  return activateLayoutLens(context, createClient);
}
