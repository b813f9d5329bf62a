// What the features share: the client, the grammars, the open documents and their settings.

import type { Connection } from 'vscode-languageserver';
import type { OpenDocument } from '../analysis/document.ts';
import { embeddedScanner } from '../analysis/embedded-notation.ts';
import { IncludingWorlds } from '../analysis/including-worlds.ts';
import type { Grammars } from '../syntax/grammars.ts';
import type { Client } from './client.ts';
import type { ServerDocument } from './documents.ts';
import { HeaderIndex } from './header-index.ts';
import { type HeaderSource, normalUri } from './header-source.ts';
import { HeaderWork } from './header-work.ts';
import { PythonModules } from './python-modules.ts';
import { defaultSettings, readSettings, type Settings } from './settings.ts';

/** A document whose analysis is up to date, with the settings that hold for it. */
export interface ReadyDocument {
  readonly document: ServerDocument;
  readonly analysis: OpenDocument;
  readonly settings: Settings;
  readonly grammars: Grammars;
}

/** How long an answer waits for included files; the rest is read behind it, and the answer asked for again. */
const FIRST_LOOK_MS = 40;

/** Documents see something else in their included files: while one of those is typed in, or once and for all. */
export type HeadersChanged = (uris: readonly string[], event: 'edit' | 'settings') => void;

export class Session {
  readonly connection: Connection;
  readonly client: Client;
  readonly grammars: Grammars;
  readonly documents = new Map<string, ServerDocument>();
  private readonly settings = new Map<string, Promise<Settings>>();
  private general: Settings;
  readonly headers: HeaderIndex;
  readonly modules: PythonModules;
  /** What files that are not open make of the templates of those that are. */
  readonly worlds = new IncludingWorlds();
  private readonly headerWork: HeaderWork;
  private readonly onHeaders: HeadersChanged;

  /** `onHeaders` is told of documents whose included files have been read, or have changed. */
  constructor(
    connection: Connection,
    client: Client,
    grammars: Grammars,
    openSource: (arrived: () => void) => HeaderSource,
    onHeaders: HeadersChanged,
  ) {
    const source = openSource(() => this.headerWork.arrived());
    this.headers = new HeaderIndex(source, embeddedScanner(grammars));
    this.modules = new PythonModules(grammars, source);
    this.headerWork = new HeaderWork({
      index: this.headers,
      step: (uri, milliseconds) => this.documents.get(uri)?.readHeaders(this.headers, milliseconds) ?? false,
      completed: (uri) => onHeaders([uri], 'settings'),
      isWaiting: () => source.isWaiting,
      failed: (uri, error) => this.failed(`reading the included files of ${uri}`, error),
    });
    this.onHeaders = onHeaders;
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
    if ((await document.ready(this.grammars, settings.parameters)) === null) return null;
    document.headerOptions = settings.headers;
    if (document.readHeaders(this.headers, FIRST_LOOK_MS, false)) this.headerWork.add(uri);
    const analysis = await document.ready(this.grammars, settings.parameters);
    if (analysis === null) return null;
    if (document.dialect === 'python' && settings.headers.isEnabled)
      analysis.imports = this.modules.importsOf({ uri, module: analysis.module });
    return { document, analysis, settings, grammars: this.grammars };
  }

  /** The text of an open document has changed: those that include it see something else. */
  edited(uri: string): void {
    // Headers show what the files that include them make of their templates.
    const headers = this.openAmong([...this.headers.includedBy(uri)]).filter((other) => other !== uri);
    for (const header of headers) this.documents.get(header)?.forgetValues();
    const concerned = this.openAmong(this.headers.changed(uri));
    if (concerned.length + headers.length > 0) this.onHeaders([...concerned, ...headers], 'edit');
  }

  /** Files outside of the editor have changed; `structure`: some have come or gone. */
  filesChanged(uris: readonly string[], structure: boolean): void {
    this.modules.changed();
    const concerned = structure ? this.headers.reset() : uris.flatMap((uri) => this.headers.changed(uri));
    const open = this.openAmong(concerned);
    if (open.length > 0) this.onHeaders(open, 'settings');
  }

  /** The documents by the spelling that their editor uses. */
  private openAmong(normal: readonly string[]): readonly string[] {
    const wanted = new Set(normal);
    return [...this.documents.keys()].filter((uri) => wanted.has(normalUri(uri)));
  }

  /** Takes a document that an editor has opened. */
  open(document: ServerDocument): void {
    this.close(document.uri);
    this.documents.set(document.uri, document);
    if (document.dialect !== 'cpp') return;
    const concerned = this.headers.opened(document.uri, () => document.asHeader());
    if (concerned.length > 0) this.onHeaders(this.openAmong(concerned), 'settings');
  }

  /** Logs a defect of ours that has ended a piece of work. */
  failed(what: string, error: unknown): void {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.connection.console.error(`${what} failed: ${reason}`);
  }

  dispose(): void {
    this.headerWork.dispose();
    for (const uri of [...this.documents.keys()]) this.close(uri);
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
    if (!this.documents.has(uri)) return;
    this.documents.get(uri)?.close();
    this.documents.delete(uri);
    this.headerWork.remove(uri);
    const concerned = this.headers.closed(uri);
    if (concerned.length > 0) this.onHeaders(this.openAmong(concerned), 'settings');
    this.settings.delete(uri);
  }
}
