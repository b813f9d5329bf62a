// The server: what it can do, and which feature answers which request.

import {
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  type InitializeParams,
  type InitializeResult,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { IslHost } from '../isl/host.ts';
import { themeNamed } from '../render/picture/themes.ts';
import { type GrammarBytes, loadGrammars } from '../syntax/grammars.ts';
import type { AskCompiler } from '../workspace/compiler/compiler.ts';
import { ServerDocument } from '../workspace/documents/documents.ts';
import { Session } from '../workspace/documents/session.ts';
import { type Client, readClient } from '../workspace/host/client.ts';
import { dialectOf } from '../workspace/host/dialects.ts';
import { type OpenDisk, openSource } from '../workspace/imports/open-source.ts';
import { LOST_DOCUMENT } from '../workspace/protocol/message-guard.ts';
import { answerCodeActions } from './actions/code-actions.ts';
import { CHOOSE_INSTANTIATION, chooseInstantiation, dropChoicesThatAreGone } from './assume/choose.ts';
import { PIN_INSTANTIATION, pinInstantiation } from './assume/pin.ts';
import { capabilitiesFor } from './capabilities.ts';
import { answerConfirm } from './compiler/check.ts';
import { answerCoverage } from './coverage/coverage.ts';
import { Diagnostics } from './diagnostics.ts';
import { answerDocumentSymbols } from './document-symbols.ts';
import { documentRequest } from './feature.ts';
import { type FindCutlass, FirstContact } from './first-contact.ts';
import { answerCodeLens } from './hints/code-lens.ts';
import { answerInlayHints } from './hints/inlay-hints.ts';
import { answerHover, answerTextHover } from './hover/hover.ts';
import { answerCompletion } from './notation/completion.ts';
import { resolveCompletion } from './notation/completion-resolve.ts';
import { answerDefinition } from './notation/definition.ts';
import { answerFoldingRanges } from './notation/folding.ts';
import { answerHighlights } from './notation/highlights.ts';
import { answerReferences } from './notation/references.ts';
import { answerPrepareRename, answerRename } from './notation/rename.ts';
import { answerSemanticTokens } from './notation/semantic-tokens.ts';
import { answerSignatureHelp } from './notation/signature-help.ts';
import { syncNotebooks } from './notebook-sync.ts';
import { answerPanel } from './panel.ts';
import { Refresh } from './refresh.ts';

interface ServerIdentity {
  readonly version: string;
}

/** Included files, and what says where they are. */
const WATCHED = [
  { globPattern: '**/*.{h,hh,hpp,hxx,cuh,inl,cu,cpp,cc,cxx,py}' },
  { globPattern: '**/{compile_commands.json,pyrightconfig.json,pyproject.toml}' },
];

/** What a host has beside the connection. */
interface ServerHost {
  readonly openDisk?: OpenDisk;
  /** Looks for CUTLASS on the machine that the server runs on. */
  readonly findCutlass?: FindCutlass;
  /** libisl, which is not started before it is asked. */
  readonly isl?: (client: Client) => IslHost | null;
  /** Runs a compiler; absent where there are no processes. */
  readonly askCompiler?: AskCompiler;
  /** Called once, with who the client is. */
  readonly watchClient?: (processId: number | null) => void;
}

/** Wires the features to a connection and starts listening. */
export function startServer(
  connection: Connection,
  bytes: GrammarBytes,
  identity: ServerIdentity,
  {
    openDisk = null,
    findCutlass,
    isl = () => null,
    watchClient = () => undefined,
    askCompiler,
  }: ServerHost = {},
): void {
  let session: Session | null = null;
  let diagnostics: Diagnostics | null = null;
  let contact: FirstContact | null = null;
  const current = () => session;
  const refresh = new Refresh(connection, () => session?.client ?? null);

  connection.onInitialize(async (params: InitializeParams): Promise<InitializeResult> => {
    const client = readClient(params);
    session = new Session(
      connection,
      client,
      await loadGrammars(bytes),
      (arrived) => openSource(connection, client, openDisk, arrived),
      (uris, event) => {
        for (const uri of session?.shown(uris) ?? []) diagnostics?.changed(uri, event);
        refresh.soon();
      },
      isl(client),
    );
    diagnostics = new Diagnostics(session);
    if (findCutlass !== undefined) contact = new FirstContact(connection, session, findCutlass);
    watchClient(params.processId);
    return {
      serverInfo: { name: 'layout-lens', version: identity.version },
      capabilities: capabilitiesFor(client),
    };
  });

  connection.onInitialized(() => {
    if (session?.client.dynamicConfiguration)
      void connection.client.register(DidChangeConfigurationNotification.type, { section: 'layoutLens' });
    if (session?.client.watchesFiles)
      void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: WATCHED });
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    const structure = changes.some(
      ({ type, uri }) => type !== FileChangeType.Changed || /\/compile_commands\.json$/.test(uri),
    );
    session?.filesChanged(
      changes.map(({ uri }) => uri),
      structure,
    );
  });

  /** A text that is saved means what it says: of what is gone nothing is shown any more, in documents beside it neither. */
  const checkChoices = async (saved: string): Promise<void> => {
    session?.documents.get(saved)?.saved();
    for (const uri of session?.documents.keys() ?? []) {
      if (session === null || session.choices.of(uri).length === 0) continue;
      const ready = await session.ready(uri);
      if (ready !== null && dropChoicesThatAreGone(ready, connection, session)) refresh.now();
    }
  };

  const settingsChanged = (change: (of: Session) => void): void => {
    if (session === null) return;
    change(session);
    for (const uri of session.shown(session.documents.keys())) diagnostics?.changed(uri, 'settings');
    refresh.now();
  };

  const welcome = async (uri: string): Promise<void> => {
    const folder = await contact?.opened(uri);
    if (folder != null) settingsChanged((of) => of.searchIn(folder));
  };

  const close = (uri: string): void => {
    session?.texts.delete(uri);
    if (!session?.documents.has(uri)) return;
    session.close(uri);
    diagnostics?.closed(uri);
  };
  connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => {
    const dialect = dialectOf(languageId, uri);
    if (dialect === null) {
      close(uri);
      session?.texts.set(uri, TextDocument.create(uri, languageId, version, text));
      return;
    }
    if (session === null) return;
    session.texts.delete(uri);
    session.open(new ServerDocument(uri, languageId, dialect, version, text, session.includerAnalyses));
    diagnostics?.changed(uri, 'open');
    if (dialect === 'cpp')
      void welcome(uri).catch((error: unknown) => session?.failed('looking for CUTLASS', error));
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    const document = session?.documents.get(uri);
    const other = session?.texts.get(uri);
    if (other !== undefined) TextDocument.update(other, contentChanges, version ?? other.version + 1);
    if (session === null || document === undefined) return;
    const current = session;
    document.apply(contentChanges, version ?? document.version + 1, (error) =>
      current.failed(`an edit of ${uri}`, error),
    );
    diagnostics?.changed(uri, 'edit');
    session?.edited(uri);
  });
  connection.onDidSaveTextDocument(({ textDocument: { uri } }) => {
    diagnostics?.changed(uri, 'save');
    void checkChoices(uri);
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => close(uri));
  const closeNotebook = syncNotebooks(connection, {
    session: current,
    changed: (cells, event) => {
      for (const uri of cells) diagnostics?.changed(uri, event);
      // What stands in one cell may change what is shown in the others.
      refresh.soon();
    },
    closed: (cells) => {
      for (const uri of cells) diagnostics?.closed(uri);
    },
  });
  connection.onNotification(LOST_DOCUMENT, ({ uri }: { readonly uri: string }) => {
    close(uri);
    closeNotebook(uri);
  });
  connection.onNotification('layoutLens/theme', (params: { readonly theme?: unknown } | null) => {
    if (session !== null) session.theme = themeNamed(params?.theme);
  });
  connection.onDidChangeConfiguration(({ settings }) =>
    settingsChanged((of) => of.settingsChanged(settings)),
  );

  connection.onHover(documentRequest('hover', current, null, answerHover, answerTextHover));
  connection.languages.inlayHint.on(documentRequest('inlay hints', current, null, answerInlayHints));
  connection.onCodeAction(documentRequest('code actions', current, null, answerCodeActions));
  connection.onCodeLens(documentRequest('code lens', current, [], answerCodeLens));
  connection.onExecuteCommand(async ({ command, arguments: args }) => {
    if (session === null) return null;
    if (command === PIN_INSTANTIATION) await pinInstantiation(connection, session, args?.[0]);
    if (command === CHOOSE_INSTANTIATION && (await chooseInstantiation(connection, session, args?.[0])))
      refresh.now();
    return null;
  });
  connection.onRequest('layoutLens/coverage', documentRequest('coverage', current, null, answerCoverage));
  connection.onDocumentSymbol(documentRequest('symbols', current, null, answerDocumentSymbols));
  connection.onDefinition(documentRequest('definition', current, null, answerDefinition));
  connection.onReferences(documentRequest('references', current, null, answerReferences));
  connection.onDocumentHighlight(documentRequest('highlights', current, null, answerHighlights));
  connection.onPrepareRename(documentRequest('prepare rename', current, null, answerPrepareRename));
  connection.onRenameRequest(documentRequest('rename', current, null, answerRename));
  connection.onFoldingRanges(documentRequest('folding', current, null, answerFoldingRanges));
  connection.onSignatureHelp(documentRequest('signature help', current, null, answerSignatureHelp));
  connection.onCompletionResolve((item) => (session === null ? item : resolveCompletion(item, session)));
  connection.onCompletion(documentRequest('completion', current, null, answerCompletion));
  connection.languages.semanticTokens.on(
    documentRequest('semantic tokens', current, { data: [] }, answerSemanticTokens),
  );
  connection.languages.diagnostics.on(
    documentRequest('diagnostics', current, { kind: 'full', items: [] }, (ready, _params, token) =>
      diagnostics === null ? { kind: 'full', items: [] } : diagnostics.pull(ready, token),
    ),
  );

  answerPanel(connection, current);
  if (askCompiler !== undefined) {
    const answer = answerConfirm(askCompiler, identity.version);
    const confirm = documentRequest('the compiler', current, null, answer);
    connection.onRequest('layoutLens/confirm', (params, token) => confirm(params, token) as Promise<unknown>);
    connection.onNotification('layoutLens/trusted', () => {
      if (session !== null) session.isTrusted = true;
    });
  }

  connection.onShutdown(() => {
    diagnostics?.dispose();
    refresh.dispose();
    session?.dispose();
    session = null;
  });
  connection.listen();
}
