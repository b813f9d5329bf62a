// The language server in a worker, and the one document that it is shown.

import type { ChangeSet, Text } from '@codemirror/state';
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  CancellationTokenSource,
  createMessageConnection,
  type MessageConnection,
} from 'vscode-jsonrpc/browser';
import type {
  PublishDiagnosticsParams,
  TextDocumentContentChangeEvent,
} from 'vscode-languageserver-protocol';
import { LANGUAGES } from './languages.ts';
import { rangeOf } from './places.ts';
import type { LanguageName } from './share.ts';

interface Listeners {
  diagnostics(params: PublishDiagnosticsParams): void;
  /** What was answered before may be out of date. */
  refresh(): void;
  failed(message: string): void;
}

/** What the page can show; all else the server does another way. */
const CAPABILITIES = {
  textDocument: {
    hover: { contentFormat: ['markdown', 'plaintext'] },
    publishDiagnostics: { versionSupport: true, codeDescriptionSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
    completion: { completionItem: { documentationFormat: ['markdown'] } },
    inlayHint: {},
  },
  workspace: { inlayHint: { refreshSupport: true } },
};

export class Server {
  readonly #connection: MessageConnection;
  readonly #started: Promise<void>;
  #language: LanguageName = 'layout';
  #version = 0;

  constructor(theme: string, listeners: Listeners) {
    const worker = new Worker('main.web.js');
    worker.onerror = ({ message }) => listeners.failed(message);
    this.#connection = createMessageConnection(
      new BrowserMessageReader(worker),
      new BrowserMessageWriter(worker),
    );
    this.#connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      // An earlier document may have the last word about itself.
      if (params.uri === this.uri) listeners.diagnostics(params);
    });
    this.#connection.onRequest('workspace/inlayHint/refresh', () => {
      listeners.refresh();
      return null;
    });
    this.#connection.listen();
    this.#started = this.#start(theme);
    this.#started.catch((failure: unknown) => listeners.failed(String(failure)));
  }

  get uri(): string {
    return LANGUAGES[this.#language].uri;
  }

  get version(): number {
    return this.#version;
  }

  async #start(theme: string): Promise<void> {
    const addressOf = (name: string): string => new URL(name, location.href).href;
    await this.#connection.sendRequest('initialize', {
      processId: null,
      rootUri: null,
      capabilities: CAPABILITIES,
      initializationOptions: {
        commandLinks: true,
        images: true,
        folds: true,
        theme,
        isl: { worker: addressOf('isl.web.js'), library: addressOf('isl.wasm') },
      },
    });
    await this.#connection.sendNotification('initialized', {});
  }

  /** Another text in the place of the one before, if there was one. */
  open(language: LanguageName, text: string): void {
    if (this.#version > 0) this.tell('textDocument/didClose', { textDocument: { uri: this.uri } });
    this.#language = language;
    this.tell('textDocument/didOpen', {
      textDocument: {
        uri: this.uri,
        languageId: LANGUAGES[language].id,
        version: ++this.#version,
        text,
      },
    });
  }

  /** The changes of one edit. They are told from the last to the first: none of them moves what comes before it. */
  change(before: Text, changes: ChangeSet): void {
    const contentChanges: TextDocumentContentChangeEvent[] = [];
    changes.iterChanges((from, to, _from, _to, inserted) => {
      contentChanges.unshift({ range: rangeOf(before, from, to), text: inserted.toString() });
    });
    this.tell('textDocument/didChange', {
      textDocument: { uri: this.uri, version: ++this.#version },
      contentChanges,
    });
  }

  /** What is told and asked waits for the server in the order that it was said in. */
  tell(method: string, params: object): void {
    void this.#started.then(() => this.#connection.sendNotification(method, params));
  }

  /** Asks about the document; null where there is no answer. */
  async ask<R>(method: string, params: object, signal?: AbortSignal): Promise<R | null> {
    const about = { textDocument: { uri: this.uri }, ...params };
    const source = new CancellationTokenSource();
    signal?.addEventListener('abort', () => source.cancel());
    await this.#started;
    try {
      return await this.#connection.sendRequest<R | null>(method, about, source.token);
    } catch {
      return null;
    }
  }
}
