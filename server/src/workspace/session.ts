// What the features share: the client, the grammars, the open documents and their settings.

import type { Connection } from 'vscode-languageserver';
import type { OpenDocument } from '../analysis/document.ts';
import type { Grammars } from '../syntax/grammars.ts';
import type { Client } from './client.ts';
import type { ServerDocument } from './documents.ts';
import { defaultSettings, readSettings, type Settings } from './settings.ts';

/** A document whose analysis is up to date, with the settings that hold for it. */
export interface ReadyDocument {
  readonly document: ServerDocument;
  readonly analysis: OpenDocument;
  readonly settings: Settings;
  readonly grammars: Grammars;
}

export class Session {
  readonly connection: Connection;
  readonly client: Client;
  readonly grammars: Grammars;
  readonly documents = new Map<string, ServerDocument>();
  private readonly settings = new Map<string, Promise<Settings>>();
  private general: Settings;

  constructor(connection: Connection, client: Client, grammars: Grammars) {
    this.connection = connection;
    this.client = client;
    this.grammars = grammars;
    this.general = readSettings(client.initialSettings);
  }

  /** The open document with its analysis; null for a document that is not open or not ours. */
  async ready(uri: string): Promise<ReadyDocument | null> {
    const document = this.documents.get(uri);
    if (document === undefined) return null;
    const settings = await this.settingsOf(uri);
    const analysis = await document.ready(this.grammars, settings.parameters);
    return analysis === null ? null : { document, analysis, settings, grammars: this.grammars };
  }

  /** The client's settings for a document; the general ones where it cannot be asked, or fails to answer. */
  settingsOf(uri: string): Promise<Settings> {
    if (!this.client.configuration) return Promise.resolve(this.general);
    let settings = this.settings.get(uri);
    if (settings === undefined) {
      settings = this.connection.workspace
        .getConfiguration({ scopeUri: uri, section: 'layoutLens' })
        .then(readSettings, () => this.general);
      this.settings.set(uri, settings);
    }
    return settings;
  }

  /** Settings have changed. `pushed` is what a client sent that cannot be asked. */
  settingsChanged(pushed: unknown): void {
    this.settings.clear();
    if (!this.client.configuration) this.general = pushed == null ? defaultSettings : readSettings(pushed);
  }

  close(uri: string): void {
    this.documents.get(uri)?.close();
    this.documents.delete(uri);
    this.settings.delete(uri);
  }
}
