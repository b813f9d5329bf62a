// What the features share: the client, the grammars, the open documents and their settings.

import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Ask } from '../../algebra/relation/question.ts';
import type { OpenDocument } from '../../analysis/document/document.ts';
import { embeddedScanner } from '../../analysis/document/embedded-notation.ts';
import { IncluderAnalyses } from '../../analysis/values/includer-analyses.ts';
import { type IslHost, withoutLibrary } from '../../isl/host.ts';
import type { ThemeName } from '../../render/picture/themes.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import { Confirmations } from '../compiler/confirmations.ts';
import type { Client } from '../host/client.ts';
import { dialectOfPath } from '../host/dialects.ts';
import { Arrivals } from '../imports/arrivals.ts';
import { HeaderScheduler } from '../imports/header-scheduler.ts';
import { HeaderIndex } from '../imports/index.ts';
import { PythonModules } from '../imports/python-modules.ts';
import { type HeaderSource, normalUri } from '../imports/source.ts';
import { defaultSettings, readSettings, type Settings } from '../settings/settings.ts';
import { InstantiationChoices } from './choices.ts';
import { isHeader, type ServerDocument } from './documents.ts';
import type { Notebook } from './notebook.ts';
import type { DocumentView } from './view.ts';

/** A document whose analysis is up to date, with the settings that hold for it. */
export interface ReadyDocument {
  readonly document: DocumentView;
  readonly analysis: OpenDocument;
  readonly settings: Settings;
  readonly grammars: Grammars;
}

/** How long an answer waits for included files; the rest is read behind it, and the answer asked for again. */
const FIRST_LOOK_MS = 40;

/** Documents see something else in their included files: while one of those is typed in, or once and for all. */
type HeadersChanged = (uris: readonly string[], event: 'edit' | 'settings') => void;

export class Session {
  readonly connection: Connection;
  readonly client: Client;
  /** The editor's, as it is now: pictures are drawn for it. */
  theme: ThemeName;
  readonly grammars: Grammars;
  readonly documents = new Map<string, ServerDocument>();
  readonly notebooks = new Map<string, Notebook>();
  /** The notebooks by the URIs of their cells. */
  private readonly cells = new Map<string, Notebook>();
  /** Open texts of other languages, in which only literals are looked for. */
  readonly texts = new Map<string, TextDocument>();
  /** The Python files among them, by their normal URI. */
  private readonly openPython = new Map<string, ServerDocument>();
  private readonly settings = new Map<string, Promise<Settings>>();
  private general: Settings;
  private readonly chosenPaths: string[] = [];
  private readonly source: HeaderSource;
  private readonly arrivals: Arrivals;
  readonly headers: HeaderIndex;
  readonly modules: PythonModules;
  /** What files that are not open make of the templates of those that are. */
  readonly includerAnalyses = new IncluderAnalyses();
  /** Which instantiations the reader has chosen to see. */
  readonly choices: InstantiationChoices;
  /** What compilers have said of the documents. */
  readonly confirmations = new Confirmations();
  /** Whether the user trusts the workspace; an editor that does not tell has no workspaces that are not trusted. */
  isTrusted: boolean;
  private readonly headerWork: HeaderScheduler;
  private readonly onHeaders: HeadersChanged;
  private readonly isl: IslHost | null;

  /** `onHeaders` is called with documents whose included files have been read, or have changed. */
  constructor(
    connection: Connection,
    client: Client,
    grammars: Grammars,
    openSource: (arrived: () => void) => HeaderSource,
    onHeaders: HeadersChanged,
    isl: IslHost | null = null,
  ) {
    const source = openSource(() => this.arrivals.came());
    this.source = source;
    this.arrivals = new Arrivals(
      () => source.isWaiting,
      () => this.headerWork.arrived(),
    );
    this.headers = new HeaderIndex(source, embeddedScanner(grammars));
    this.modules = new PythonModules(grammars, source, { open: this.openPython });
    this.headerWork = new HeaderScheduler({
      index: this.headers,
      step: (uri, milliseconds) => {
        const document = this.documents.get(uri);
        return document !== undefined && this.readImports(document, milliseconds, true);
      },
      completed: (uri) => {
        // Who has asked is answered before anything is checked again.
        this.arrivals.wake();
        this.onHeaders([uri], 'settings');
      },
      isWaiting: () => source.isWaiting,
      failed: (uri, error) => this.failed(`reading the included files of ${uri}`, error),
    });
    this.onHeaders = (uris, event) => {
      this.confirmations.drop(uris);
      onHeaders(uris, event);
    };
    this.isl = isl;
    this.connection = connection;
    this.client = client;
    this.theme = client.theme;
    this.isTrusted = client.isTrusted;
    this.choices = new InstantiationChoices(client.choices, (choices) => {
      if (client.choices !== null) void connection.sendNotification('layoutLens/choices', { choices });
    });
    this.grammars = grammars;
    this.general = readSettings(client.initialSettings);
  }

  /** The open document with its analysis; null for a document that is not open or not ours. */
  async ready(uri: string): Promise<ReadyDocument | null> {
    const notebook = this.cells.get(uri);
    if (notebook !== undefined) {
      const ready = await this.ready(notebook.uri);
      const document = notebook.cell(uri);
      return ready === null || document === null ? null : { ...ready, document };
    }
    const document = this.documents.get(uri);
    if (document === undefined) return null;
    const settings = await this.settingsOf(uri);
    if ((await document.ready(this.grammars, settings.parameters)) === null) return null;
    document.headerOptions = settings.headers;
    document.packageFolders = settings.python.extraPaths;
    const until = performance.now() + FIRST_LOOK_MS;
    let isMore = this.readImports(document, FIRST_LOOK_MS, false);
    while (isMore && this.source.isWaiting && performance.now() < until && !document.isClosed) {
      await this.arrivals.next(until - performance.now());
      isMore = this.readImports(document, Math.max(1, until - performance.now()), false);
    }
    if (isMore) this.headerWork.add(uri);
    const analysis = await document.ready(this.grammars, settings.parameters);
    if (analysis === null) return null;
    analysis.choices = this.choices.of(uri);
    return { document, analysis, settings, grammars: this.grammars };
  }

  /** Whether files that a document includes, or that include it, are still being read. */
  isReading(uri: string): boolean {
    return this.headerWork.isPending(uri);
  }

  /** Until everything is read that the document includes, for so long; false when there was nothing to wait for. */
  async hasRead(uri: string, milliseconds: number, token: CancellationToken): Promise<boolean> {
    if (!this.isReading(uri)) return false;
    const isDone = (): boolean => !this.isReading(uri) || token.isCancellationRequested;
    await this.arrivals.until(isDone, milliseconds);
    return true;
  }

  /** Reads what a document includes or imports for at most `milliseconds`; true when there is more to read. */
  private readImports(document: ServerDocument, milliseconds: number, isBehind: boolean): boolean {
    if (document.dialect === 'python') return document.readModules(this.modules, milliseconds);
    const { uri } = document;
    const before = this.headers.includedBy(uri);
    const isMore = document.readHeaders(this.headers, milliseconds, isBehind);
    const after = this.headers.includedBy(uri);
    if (after !== before) {
      const others = [...before, ...after].filter((other) => before.has(other) !== after.has(other));
      this.notifyDependents(uri, this.outdated(others), 'edit');
    }
    return isMore;
  }

  /** The text of an open document has changed: those that include it see something else. */
  edited(uri: string): void {
    const notebook = this.notebooks.get(uri);
    if (notebook !== undefined) this.nameCells(notebook);
    if (this.documents.get(uri)?.dialect === 'python')
      this.notifyDependents(uri, this.modules.edited(), 'edit');
    else this.changed(uri, () => this.headers.changed(uri), 'edit');
  }

  /** Files outside of the editor have changed; `structure`: some have come or gone. */
  filesChanged(all: readonly string[], structure: boolean): void {
    const open = new Set([...this.documents.keys()].map(normalUri));
    // Only the editor's text counts for what an editor shows.
    const uris = structure ? all : all.filter((uri) => !open.has(normalUri(uri)));
    const modules = uris.filter(isOfPython);
    if (modules.length > 0) {
      for (const uri of modules) this.source.forget(normalUri(uri));
      this.notifyDependents(null, this.modules.changed(), 'settings');
    }
    const others = uris.filter((uri) => !isOfPython(uri));
    if (others.length === 0) return;
    const concerned = structure ? this.headers.reset() : others.flatMap((uri) => this.headers.changed(uri));
    // Whoever is on the disk may instantiate the templates of any header.
    this.notifyDependents(null, [...concerned, ...this.outdated([...open])], 'settings');
  }

  /**
   * A document says something else: to those that it includes, by `change` to those that include it, and to the headers
   * that these include beside it.
   */
  private changed(uri: string, change: () => readonly string[], event: 'edit' | 'settings'): void {
    const { headers } = this;
    const included = [...headers.mayInclude(uri)];
    const including = change();
    const beside = including.flatMap((other) => [...headers.includedBy(other)]);
    const showing = new Set([...included, ...beside]);
    showing.delete(normalUri(uri));
    this.notifyDependents(uri, [...including, ...this.outdated([...showing])], event);
  }

  /** The headers among the documents: they show what the files that include them make of their templates. */
  private outdated(uris: readonly string[]): readonly string[] {
    const headers = this.openAmong(uris.map(normalUri)).filter(isHeader);
    for (const header of headers) this.documents.get(header)?.forgetValues();
    return headers;
  }

  /** Documents but for `own` may see something else. */
  private notifyDependents(own: string | null, uris: readonly string[], event: 'edit' | 'settings'): void {
    const open = this.openAmong(uris.map(normalUri)).filter((uri) => uri !== own);
    if (open.length > 0) this.onHeaders(open, event);
  }

  /** The documents by the spelling that their editor uses. */
  private openAmong(normal: readonly string[]): readonly string[] {
    const wanted = new Set(normal);
    return [...this.documents.keys()].filter((uri) => wanted.has(normalUri(uri)));
  }

  /** Takes a document that an editor has opened. */
  open(document: ServerDocument): void {
    this.close(document.uri);
    const { uri, dialect } = document;
    this.documents.set(uri, document);
    const { source } = this.headers;
    source.reach.opened(normalUri(uri));
    source.shown?.(normalUri(uri));
    if (dialect === 'python') {
      document.onIncomplete = () => this.headerWork.add(uri);
      this.openPython.set(normalUri(uri), document);
      this.notifyDependents(uri, this.modules.changed(), 'settings');
    } else if (dialect === 'cpp') {
      document.onRead = () => void this.headers.changed(uri);
      document.onIncomplete = () => this.headerWork.add(uri);
      this.changed(uri, () => this.headers.opened(uri, () => document.asHeader()), 'settings');
    }
  }

  openNotebook(notebook: Notebook): void {
    this.open(notebook.whole);
    this.notebooks.set(notebook.uri, notebook);
    this.nameCells(notebook);
  }

  closeNotebook(uri: string): void {
    const notebook = this.notebooks.get(uri);
    if (notebook === undefined) return;
    this.notebooks.delete(uri);
    for (const cell of notebook.cellUris) this.cells.delete(cell);
    this.close(uri);
  }

  /** The cells of a notebook are others now. */
  private nameCells(notebook: Notebook): void {
    for (const [cell, of] of this.cells) if (of === notebook) this.cells.delete(cell);
    for (const cell of notebook.cellUris) this.cells.set(cell, notebook);
  }

  /** What an editor shows of documents: of a notebook its cells. */
  shown(uris: Iterable<string>): readonly string[] {
    return [...uris].flatMap((uri) => this.notebooks.get(uri)?.cellUris ?? [uri]);
  }

  /** Logs a defect of ours that has ended a piece of work. */
  failed(what: string, error: unknown): void {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.connection.console.error(`${what} failed: ${reason}`);
  }

  /** Asks libisl, which is started by the first question. */
  get ask(): Ask {
    return this.isl?.ask ?? withoutLibrary;
  }

  dispose(): void {
    this.isl?.close();
    this.arrivals.dispose();
    this.headerWork.dispose();
    for (const uri of [...this.documents.keys()]) this.close(uri);
  }

  /** The client's settings for a document; the general ones where it cannot be asked, or fails to answer. */
  settingsOf(uri: string): Promise<Settings> {
    let settings = this.settings.get(uri);
    if (settings === undefined) {
      const own = this.client.configuration
        ? this.connection.workspace
            .getConfiguration({ scopeUri: uri, section: 'layoutLens' })
            .then(readSettings, () => this.general)
        : Promise.resolve(this.general);
      settings = own.then((found) => this.withChosenPaths(found));
      this.settings.set(uri, settings);
    }
    return settings;
  }

  /** Looks for included files in a folder that the reader has chosen; a client that keeps it says so with its settings. */
  searchIn(folder: string): void {
    if (this.client.keepsIncludePaths)
      void this.connection.sendNotification('layoutLens/includePath', { folder });
    this.chosenPaths.push(folder);
    this.settings.clear();
  }

  private withChosenPaths(settings: Settings): Settings {
    const { headers } = settings;
    // What is set in words goes before what was once chosen.
    if (this.chosenPaths.length === 0 || headers.includePaths.length > 0) return settings;
    return { ...settings, headers: { ...headers, includePaths: this.chosenPaths } };
  }

  /** Settings have changed. `pushed` is what a client sent that cannot be asked. */
  settingsChanged(pushed: unknown): void {
    this.settings.clear();
    if (!this.client.configuration) this.general = pushed == null ? defaultSettings : readSettings(pushed);
  }

  close(uri: string): void {
    const document = this.documents.get(uri);
    if (document === undefined) return;
    document.close();
    this.documents.delete(uri);
    this.confirmations.drop([uri]);
    this.headerWork.remove(uri);
    this.settings.delete(uri);
    if (document.dialect === 'python') {
      this.openPython.delete(normalUri(uri));
      this.modules.closed(uri);
      this.source.forget(normalUri(uri));
      this.notifyDependents(uri, this.modules.changed(), 'settings');
    } else this.changed(uri, () => this.headers.closed(uri), 'settings');
  }
}

/** A module, or what says where a project's packages are. */
const isOfPython = (uri: string): boolean =>
  dialectOfPath(uri) === 'python' || /\/(?:pyrightconfig\.json|pyproject\.toml)$/.test(uri);
