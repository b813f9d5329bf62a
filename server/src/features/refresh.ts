// Asks the client to ask again: what it shows of documents may be out of date although their texts are the same.

import { CodeLensRefreshRequest, type Connection } from 'vscode-languageserver';
import type { Client } from '../workspace/host/client.ts';

/** Changes follow one another while an included file is typed in. */
const DELAY_MS = 200;

export class Refresh {
  private readonly connection: Connection;
  private readonly client: () => Client | null;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(connection: Connection, client: () => Client | null) {
    this.connection = connection;
    this.client = client;
  }

  now(): void {
    this.dispose();
    const client = this.client();
    if (client?.refreshesCodeLenses) void this.connection.sendRequest(CodeLensRefreshRequest.type);
    if (client?.refreshesInlayHints) void this.connection.languages.inlayHint.refresh();
    if (client?.refreshesDiagnostics) void this.connection.languages.diagnostics.refresh();
  }

  soon(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), DELAY_MS);
  }

  dispose(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
