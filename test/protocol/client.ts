// A language client for tests: the server as a process of its own, spoken to over stdio.

import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type {
  CodeAction,
  Diagnostic,
  Hover,
  InitializeResult,
  InlayHint,
  PublishDiagnosticsParams,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import { commandLine } from '../support/command-line.ts';

interface ClientOptions {
  readonly pull?: boolean;
  readonly markdown?: boolean;
  readonly initializationOptions?: unknown;
  /** What the client answers to workspace/configuration; absent: it cannot be asked. */
  readonly configuration?: unknown;
  readonly rootUri?: string;
  /** The folders of the workspace, where it has several. */
  readonly folders?: readonly string[];
  /** The client can be told to ask again. */
  readonly refresh?: boolean;
  /** More of `capabilities.workspace`. */
  readonly workspace?: object;
}

export class TestClient {
  readonly process: ChildProcessWithoutNullStreams;
  readonly connection: MessageConnection;
  /** Every list of diagnostics that was pushed, in order. */
  readonly pushed: PublishDiagnosticsParams[] = [];
  initialized!: InitializeResult;
  configuration: unknown;
  errors = '';
  /** How often the server has asked to be asked again for diagnostics. */
  refreshes = 0;
  private readonly versions = new Map<string, number>();
  private wake: (() => void)[] = [];

  constructor(options: ClientOptions) {
    this.process = spawn(process.execPath, [...commandLine, '--stdio']);
    this.process.stderr.on('data', (data: Buffer) => {
      this.errors += data.toString();
    });
    this.connection = createMessageConnection(
      new StreamMessageReader(this.process.stdout),
      new StreamMessageWriter(this.process.stdin),
    );
    this.configuration = options.configuration;
    this.connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      this.pushed.push(params);
      for (const wake of this.wake.splice(0)) wake();
    });
    this.connection.onNotification('window/logMessage', () => undefined);
    this.connection.onRequest('workspace/configuration', ({ items }: { items: unknown[] }) =>
      items.map(() => this.configuration),
    );
    this.connection.onRequest('client/registerCapability', () => null);
    this.connection.onRequest('workspace/inlayHint/refresh', () => null);
    this.connection.onRequest('workspace/diagnostic/refresh', () => {
      this.refreshes++;
      for (const wake of this.wake.splice(0)) wake();
      return null;
    });
    this.connection.listen();
  }

  static async start(options: ClientOptions = {}): Promise<TestClient> {
    const client = new TestClient(options);
    const { pull = true, markdown = true } = options;
    client.initialized = await client.connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: options.rootUri?.replace(/\/$/, '') ?? null,
      ...(options.folders === undefined
        ? {}
        : { workspaceFolders: options.folders.map((uri) => ({ uri, name: uri })) }),
      initializationOptions: options.initializationOptions,
      capabilities: {
        textDocument: {
          hover: { contentFormat: markdown ? ['markdown', 'plaintext'] : ['plaintext'] },
          codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
          documentSymbol: { hierarchicalDocumentSymbolSupport: true },
          inlayHint: {},
          ...(pull ? { diagnostic: {} } : {}),
        },
        workspace: {
          configuration: options.configuration !== undefined,
          ...(options.refresh ? { diagnostics: { refreshSupport: true } } : {}),
          ...options.workspace,
        },
      },
    });
    await client.connection.sendNotification('initialized', {});
    return client;
  }

  open(uri: string, languageId: string, text: string): Promise<void> {
    this.versions.set(uri, 1);
    return this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId, version: 1, text },
    });
  }

  /** Replaces a range, or the whole text where there is none. */
  edit(
    uri: string,
    changes: readonly { range?: readonly [number, number, number, number]; text: string }[],
  ): Promise<void> {
    const version = (this.versions.get(uri) ?? 0) + 1;
    this.versions.set(uri, version);
    return this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: changes.map(({ range, text }) =>
        range === undefined
          ? { text }
          : {
              range: {
                start: { line: range[0], character: range[1] },
                end: { line: range[2], character: range[3] },
              },
              text,
            },
      ),
    });
  }

  close(uri: string): Promise<void> {
    return this.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }
  save(uri: string): Promise<void> {
    return this.connection.sendNotification('textDocument/didSave', { textDocument: { uri } });
  }

  private about<R>(method: string, uri: string, more: object = {}): Promise<R> {
    return this.connection.sendRequest<R>(method, { textDocument: { uri }, ...more });
  }

  hover(uri: string, line: number, character: number): Promise<Hover | null> {
    return this.about('textDocument/hover', uri, { position: { line, character } });
  }
  async hoverText(uri: string, line: number, character: number): Promise<string> {
    const hover = await this.hover(uri, line, character);
    return hover === null ? '' : (hover.contents as { value: string }).value;
  }
  async diagnostics(uri: string): Promise<Diagnostic[]> {
    return (await this.about<{ items: Diagnostic[] }>('textDocument/diagnostic', uri)).items;
  }
  inlayHints(uri: string, lines = 1_000_000): Promise<InlayHint[]> {
    return this.about('textDocument/inlayHint', uri, {
      range: { start: { line: 0, character: 0 }, end: { line: lines, character: 0 } },
    });
  }
  codeActions(
    uri: string,
    range: Diagnostic['range'],
    diagnostics: readonly Diagnostic[] = [],
    only?: readonly string[],
  ): Promise<CodeAction[]> {
    return this.about('textDocument/codeAction', uri, {
      range,
      context: { diagnostics, ...(only ? { only } : {}) },
    });
  }
  request<R>(method: string, uri: string, more: object = {}): Promise<R> {
    return this.about(method, uri, more);
  }

  /** The next pushed list for a document that `accept` takes. */
  async pushedFor(
    uri: string,
    accept: (items: readonly Diagnostic[]) => boolean,
    timeout = 5000,
  ): Promise<readonly Diagnostic[]> {
    const end = Date.now() + timeout;
    for (;;) {
      const last = this.pushed.findLast((p) => p.uri === uri);
      if (last !== undefined && accept(last.diagnostics)) return last.diagnostics;
      if (Date.now() > end) throw new Error(`no such diagnostics were pushed: ${JSON.stringify(last)}`);
      await this.woken(end);
    }
  }

  /** Waits until the server has asked `count` times to be asked again; false when it does not. */
  async refreshed(count: number, timeout = 20_000): Promise<boolean> {
    const end = Date.now() + timeout;
    while (this.refreshes < count && Date.now() < end) await this.woken(end);
    return this.refreshes >= count;
  }

  /**
   * The answer that is as wanted: the first one, or one that follows when the server has asked to be asked again,
   * as it does when it has read another file. It stays when the question is put once more.
   */
  async answered(ask: () => Promise<string>, wanted: RegExp): Promise<string> {
    let heard = this.refreshes;
    let answer = await ask();
    while (!wanted.test(answer) && (await this.refreshed(++heard))) answer = await ask();
    assert.match(answer, wanted);
    assert.match(await ask(), wanted);
    return answer;
  }

  /** Waits for the next message of a kind that is waited for, or for a time. */
  private woken(end: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, end - Date.now());
      this.wake.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Shuts the server down; resolves with its exit code. */
  async stop(): Promise<number | null> {
    const exited = new Promise<number | null>((resolve) => this.process.once('exit', resolve));
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    const code = await exited;
    this.connection.dispose();
    return code;
  }
}

/** The text after an edit of one document. */
export function applyEdit(text: string, edit: WorkspaceEdit, uri: string): string {
  const edits = [...(edit.changes?.[uri] ?? [])];
  for (const change of edit.documentChanges ?? [])
    if ('edits' in change && change.textDocument.uri === uri)
      for (const e of change.edits) if ('newText' in e) edits.push(e);
  const lines = text.split('\n');
  const offset = ({ line, character }: { line: number; character: number }) =>
    lines.slice(0, line).reduce((sum, l) => sum + l.length + 1, 0) + character;
  edits.sort((a, b) => offset(b.range.start) - offset(a.range.start));
  return edits.reduce(
    (result, { range, newText }) =>
      result.slice(0, offset(range.start)) + newText + result.slice(offset(range.end)),
    text,
  );
}
