// How the language client talks to the server, and what it lets the server's hovers do.

import { type LogOutputChannel, type Memento, workspace } from 'vscode';
import { type LanguageClientOptions, RevealOutputChannelOn } from 'vscode-languageclient';
import { keptChoices } from './choices.ts';
import { HOVER_COMMANDS } from './commands.ts';
import { LANGUAGES, literalLanguages } from './languages.ts';
import { themeName } from './theme.ts';

export function clientOptions(output: LogOutputChannel, state: Memento): LanguageClientOptions {
  return {
    // No scheme: documents of virtual workspaces and unsaved ones are read through the protocol alike.
    documentSelector: [...LANGUAGES, ...literalLanguages(configuration().get('literals.languages'))].map(
      (language) => ({ language }),
    ),
    outputChannel: output,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    markdown: { isTrusted: { enabledCommands: HOVER_COMMANDS }, supportHtml: true },
    initializationOptions: {
      commandLinks: true,
      images: true,
      folds: true,
      theme: themeName(),
      readsFiles: true,
      picksFromLists: true,
      choices: keptChoices(state),
      trusted: workspace.isTrusted,
      settings: settings(),
    },
  };
}

const configuration = () => workspace.getConfiguration('layoutLens');

/** The section as plain data: VS Code's own object refuses to be sent to a worker. */
function settings(): unknown {
  return JSON.parse(JSON.stringify(workspace.getConfiguration().get('layoutLens') ?? {}));
}
