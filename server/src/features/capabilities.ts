// The capabilities that the server announces to an editor.

import { CodeActionKind, type ServerCapabilities, TextDocumentSyncKind } from 'vscode-languageserver';
import type { Client } from '../workspace/host/client.ts';
import { CHOOSE_INSTANTIATION } from './assume/choose.ts';
import { PIN_INSTANTIATION } from './assume/pin.ts';
import { semanticTokensLegend } from './notation/semantic-tokens.ts';

/** Diagnostics are pulled by editors that can, and pushed to the others. */
export function capabilitiesFor(client: Client): ServerCapabilities {
  return {
    textDocumentSync: {
      openClose: true,
      change: TextDocumentSyncKind.Incremental,
      save: { includeText: false },
    },
    notebookDocumentSync: { notebookSelector: [{ notebook: '*', cells: [{ language: 'python' }] }] },
    hoverProvider: true,
    inlayHintProvider: { resolveProvider: false },
    codeActionProvider: {
      codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite],
      resolveProvider: false,
    },
    documentSymbolProvider: true,
    codeLensProvider: { resolveProvider: false },
    executeCommandProvider: { commands: [CHOOSE_INSTANTIATION, PIN_INSTANTIATION] },
    // These answer in `.layout` files alone: host languages have servers of their own.
    definitionProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
    renameProvider: { prepareProvider: true },
    foldingRangeProvider: true,
    signatureHelpProvider: { triggerCharacters: ['(', ','], retriggerCharacters: [')'] },
    completionProvider: { triggerCharacters: [], resolveProvider: true },
    // Only for our own language: tokens for C++ or Python would replace those of the user's other servers.
    semanticTokensProvider: {
      documentSelector: [{ language: 'layout' }],
      legend: semanticTokensLegend,
      full: true,
    },
    ...(client.pullsDiagnostics
      ? {
          diagnosticProvider: {
            identifier: 'layout-lens',
            interFileDependencies: true,
            workspaceDiagnostics: false,
          },
        }
      : {}),
  };
}
