// The server: what it can do, and which feature answers which request.

import {
  CodeActionKind,
  type Connection,
  DidChangeConfigurationNotification,
  type InitializeParams,
  type InitializeResult,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { type GrammarBytes, loadGrammars } from '../syntax/grammars.ts';
import { readClient } from '../workspace/client.ts';
import { dialectOf } from '../workspace/dialects.ts';
import { ServerDocument } from '../workspace/documents.ts';
import { Session } from '../workspace/session.ts';
import { answerCodeActions } from './code-actions.ts';
import { answerCompletion } from './completion.ts';
import { Diagnostics } from './diagnostics.ts';
import { answerDocumentSymbols } from './document-symbols.ts';
import { aboutDocument } from './feature.ts';
import { answerHover } from './hover.ts';
import { answerInlayHints } from './inlay-hints.ts';
import { answerSemanticTokens, semanticTokensLegend } from './semantic-tokens.ts';

export interface ServerIdentity {
  readonly version: string;
}

/** Wires the features to a connection and starts listening. */
export function startServer(connection: Connection, bytes: GrammarBytes, identity: ServerIdentity): void {
  let session: Session | null = null;
  let diagnostics: Diagnostics | null = null;
  const current = () => session;

  connection.onInitialize(async (params: InitializeParams): Promise<InitializeResult> => {
    const client = readClient(params);
    session = new Session(connection, client, await loadGrammars(bytes));
    diagnostics = new Diagnostics(session);
    return {
      serverInfo: { name: 'layout-lens', version: identity.version },
      capabilities: {
        textDocumentSync: {
          openClose: true,
          change: TextDocumentSyncKind.Incremental,
          save: { includeText: false },
        },
        hoverProvider: true,
        inlayHintProvider: { resolveProvider: false },
        codeActionProvider: {
          codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite],
          resolveProvider: false,
        },
        documentSymbolProvider: true,
        completionProvider: { triggerCharacters: [] },
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
                interFileDependencies: false,
                workspaceDiagnostics: false,
              },
            }
          : {}),
      },
    };
  });

  connection.onInitialized(() => {
    if (session?.client.dynamicConfiguration)
      void connection.client.register(DidChangeConfigurationNotification.type, { section: 'layoutLens' });
  });

  connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => {
    const dialect = dialectOf(languageId, uri);
    if (session === null || dialect === null) return;
    session.close(uri);
    session.documents.set(uri, new ServerDocument(uri, languageId, dialect, version, text));
    diagnostics?.changed(uri, 'open');
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    const document = session?.documents.get(uri);
    if (document === undefined) return;
    document.apply(contentChanges, version);
    diagnostics?.changed(uri, 'edit');
  });
  connection.onDidSaveTextDocument(({ textDocument: { uri } }) => diagnostics?.changed(uri, 'save'));
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    if (!session?.documents.has(uri)) return;
    session.close(uri);
    diagnostics?.closed(uri);
  });
  connection.onDidChangeConfiguration(({ settings }) => {
    if (session === null) return;
    session.settingsChanged(settings);
    for (const uri of session.documents.keys()) diagnostics?.changed(uri, 'settings');
    if (session.client.refreshesInlayHints) void connection.languages.inlayHint.refresh();
    if (session.client.refreshesDiagnostics) void connection.languages.diagnostics.refresh();
  });

  connection.onHover(aboutDocument(current, null, answerHover));
  connection.languages.inlayHint.on(aboutDocument(current, null, answerInlayHints));
  connection.onCodeAction(aboutDocument(current, null, answerCodeActions));
  connection.onDocumentSymbol(aboutDocument(current, null, answerDocumentSymbols));
  connection.onCompletion(aboutDocument(current, null, answerCompletion));
  connection.languages.semanticTokens.on(aboutDocument(current, { data: [] }, answerSemanticTokens));
  connection.languages.diagnostics.on(
    aboutDocument(current, { kind: 'full', items: [] }, (ready, _params, token) =>
      diagnostics === null ? { kind: 'full', items: [] } : diagnostics.pull(ready, token),
    ),
  );

  connection.onShutdown(() => {
    diagnostics?.dispose();
    for (const uri of [...(session?.documents.keys() ?? [])]) session?.close(uri);
    session = null;
  });
  connection.listen();
}
