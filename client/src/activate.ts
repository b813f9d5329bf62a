// What activation does, whichever host the server runs in.

import { type ExtensionContext, window } from 'vscode';
import { registerCommands } from './commands.ts';
import { clientOptions } from './options.ts';
import { type ClientFactory, Session } from './session.ts';
import { createStatus } from './status.ts';
import { themeName } from './theme.ts';

export async function activateLayoutLens(
  context: ExtensionContext,
  createClient: ClientFactory,
): Promise<void> {
  const output = window.createOutputChannel('Layout Lens', { log: true });
  const status = createStatus();
  const session = new Session(createClient, () => clientOptions(output), status, output);
  context.subscriptions.push(output, status, session, ...registerCommands(session, output));
  context.subscriptions.push(
    window.onDidChangeActiveColorTheme(() => session.notify('layoutLens/theme', { theme: themeName() })),
  );
  await session.start();
}
