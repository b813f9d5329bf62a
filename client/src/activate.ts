// What activation does, whichever host the server runs in.

import { type ExtensionContext, window } from 'vscode';
import { registerCommands } from './commands.ts';
import { registerConfirm } from './confirm.ts';
import { followCoverage } from './coverage.ts';
import { clientOptions } from './options.ts';
import { PicturePanel } from './panel/panel.ts';
import { type ClientFactory, Session } from './session.ts';
import { createStatus } from './status.ts';
import { themeName } from './theme.ts';

export async function activateLayoutLens(
  context: ExtensionContext,
  createClient: ClientFactory,
): Promise<void> {
  const output = window.createOutputChannel('Layout Lens', { log: true });
  const status = createStatus();
  const { workspaceState: state } = context;
  const session = new Session(createClient, () => clientOptions(output, state), status, output, state);
  const panel = new PicturePanel(session, context.extensionUri);
  context.subscriptions.push(output, status, session, panel, ...registerCommands(session, output, panel));
  context.subscriptions.push(
    window.onDidChangeActiveColorTheme(() => session.notify('layoutLens/theme', { theme: themeName() })),
  );
  context.subscriptions.push(...registerConfirm(session));
  await session.start();
  context.subscriptions.push(...followCoverage(session, status));
}
