// VS Code in a browser: the server runs in a worker, made from a bundle that carries its grammars.

import { type ExtensionContext, Uri } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/browser';
import { activateLayoutLens } from './activate.ts';
import type { ClientFactory } from './session.ts';

export function activate(context: ExtensionContext): Promise<void> {
  const addressOf = (name: string) =>
    Uri.joinPath(context.extensionUri, 'server', 'dist', name).toString(true);

  const createClient: ClientFactory = async (id, name, options) => {
    // The extension host wraps this address in a blob, so that it may come from another origin.
    const worker = new Worker(addressOf('main.web.js'), { name });
    // A worker that is a blob does not know what lies beside the file that it is made from.
    const isl = { worker: addressOf('isl.web.js'), library: addressOf('isl.wasm') };
    const client = new LanguageClient(id, name, worker, {
      ...options,
      initializationOptions: { ...options.initializationOptions, isl },
    });
    return {
      client,
      dispose: async () => {
        await client.dispose().finally(() => worker.terminate());
      },
    };
  };
  return activateLayoutLens(context, createClient);
}
